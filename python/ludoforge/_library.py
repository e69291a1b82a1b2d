"""The shared library: found, opened and declared.

`lf` is the library with the functions of PROTOTYPES; names and meanings are those of the C headers.
If there is no library, or one of another version, importing this module raises an ImportError that
says what to do.
"""

from __future__ import annotations

import ctypes
import ctypes.util
from ctypes import (POINTER, c_bool, c_char_p, c_double, c_float, c_int, c_int8, c_int32, c_int64,
                    c_size_t, c_uint64, c_void_p)
from typing import Any, Dict, List, Tuple

from . import _places
from ._structs import (Advice, AnalysisLimits, BatchConfig, BatchViews, Clock, Decision, Error,
                       Handle, LogEntry, Problem, Setup, TensorPart)

#: A `char *` that we free. Not c_char_p: ctypes would convert that to bytes and lose the pointer.
Owned = c_void_p
_errors = POINTER(Error)
_ints = POINTER(c_int32)

#: What each function returns and takes.
PROTOTYPES: Dict[str, Tuple[Any, ...]] = {
    # ludoforge.h: the library
    "lf_version": (c_char_p,),
    "lf_status_name": (c_char_p, c_int),
    "lf_string_free": (None, c_void_p),
    # games
    "lf_game_load": (c_void_p, c_char_p, POINTER(c_void_p)),
    "lf_game_load_memory": (c_void_p, c_char_p, c_char_p, c_size_t, POINTER(c_void_p)),
    "lf_game_load_bundled": (c_void_p, c_char_p, POINTER(c_void_p)),
    "lf_bundled_games": (POINTER(c_char_p),),
    "lf_bundled_games_free": (None, POINTER(c_char_p)),
    "lf_game_free": (None, Handle),
    "lf_game_build": (c_int, Handle, c_void_p, _errors),
    "lf_game_native": (c_int, Handle, c_char_p, _errors),
    "lf_game_is_native": (c_bool, Handle),
    "lf_diagnostics_count": (c_int, Handle),
    "lf_diagnostics_get": (Problem, Handle, c_int),
    "lf_diagnostics_text": (Owned, Handle, c_bool),
    "lf_diagnostics_free": (None, c_void_p),
    "lf_game_json": (Owned, Handle),
    "lf_game_id": (c_char_p, Handle),
    "lf_game_title": (c_char_p, Handle),
    "lf_game_identity": (c_uint64, Handle),
    "lf_count": (c_int, Handle, c_int),
    "lf_name": (c_char_p, Handle, c_int, c_int),
    "lf_label": (c_char_p, Handle, c_int, c_int),
    "lf_option_values": (Owned, Handle, c_int),
    "lf_option_kind_name": (c_char_p, c_int),
    "lf_event_kind_name": (c_char_p, c_int),
    "lf_describe": (Owned, Handle),
    "lf_game_image": (Owned, Handle, POINTER(c_size_t)),
    # states and decisions
    "lf_state_new": (c_void_p, Handle, POINTER(Setup), _errors),
    "lf_state_clone": (c_void_p, Handle),
    "lf_state_free": (None, Handle),
    "lf_equal": (c_bool, Handle, Handle),
    "lf_hash": (c_uint64, Handle),
    "lf_position_text": (c_void_p, Handle, POINTER(Error)),
    "lf_decider": (c_int, Handle),
    "lf_legal_count": (c_int, Handle),
    "lf_decision_new": (POINTER(Decision), Handle),
    "lf_decision_free": (None, POINTER(Decision)),
    "lf_prompt": (Owned, Handle),
    "lf_turn": (c_int, Handle),
    "lf_state_error": (_errors, Handle),
    "lf_terminal": (c_bool, Handle, c_void_p),
    "lf_state_json": (Owned, Handle),
    "lf_observe": (Owned, Handle, c_int),
    "lf_determinize": (None, Handle, c_int, c_uint64),
    "lf_history_sample": (c_void_p, Handle, Handle, c_int),
    "lf_save": (c_size_t, Handle, c_char_p, c_size_t),
    "lf_load": (c_int, Handle, c_char_p, c_size_t, _errors),
    # ludoforge_env.h: actions
    "lf_action_count": (c_int, Handle),
    "lf_action_text": (Owned, Handle, c_int),
    "lf_legal_ids": (c_int, Handle, _ints, c_int),
    "lf_mask_words": (c_int, Handle),
    "lf_legal_mask": (None, Handle, POINTER(c_uint64)),
    "lf_apply_id": (c_int, Handle, c_int),
    "lf_option_of_id": (c_int, Handle, c_int),
    "lf_id_of_option": (c_int, Handle, c_int),
    # observations
    "lf_tensor_size": (c_int, Handle),
    "lf_tensor_parts": (c_int, Handle),
    "lf_tensor_spec": (c_bool, Handle, c_int, POINTER(TensorPart)),
    "lf_tensor_text": (Owned, Handle, c_int),
    "lf_observe_tensor": (None, Handle, c_int, POINTER(c_float)),
    "lf_observe_bytes": (None, Handle, c_int, POINTER(c_int8)),
    # chance
    "lf_state_new_explicit": (c_void_p, Handle, POINTER(Setup), _errors),
    "lf_chance_of": (c_int, Handle),
    "lf_forced_mode": (c_int, Handle, c_int),
    "lf_chance_count": (c_int, Handle),
    "lf_chances": (c_int, Handle, POINTER(c_double), c_int),
    "lf_reseed": (None, Handle, c_uint64),
    # histories
    "lf_history_new": (c_void_p, Handle),
    "lf_history_clone": (c_void_p, Handle, Handle),
    "lf_history_free": (None, Handle),
    "lf_information_state": (Owned, Handle, c_int),
    "lf_observation_text": (Owned, Handle, c_int),
    "lf_seats_in_play": (c_int, Handle),
    "lf_seats_for": (c_int, Handle, POINTER(Setup)),
    # returns
    "lf_returns": (None, Handle, POINTER(c_double)),
    "lf_payoff_unit": (c_char_p, Handle),
    "lf_utility_range": (c_bool, Handle, POINTER(c_double), POINTER(c_double)),
    # batches
    "lf_batch_new": (c_void_p, Handle, POINTER(BatchConfig), _errors),
    "lf_batch_free": (None, Handle),
    "lf_batch_reset": (c_int, Handle, c_uint64, POINTER(BatchViews), _errors),
    "lf_batch_step": (c_int, Handle, _ints, POINTER(BatchViews), _errors),
    "lf_batch_sample": (None, Handle, _ints),
    "lf_batch_state": (c_void_p, Handle, c_int),
    # ludoforge_session.h
    "lf_session_new": (c_void_p, Handle, c_char_p),
    "lf_session_free": (None, Handle),
    "lf_session_start": (c_int, Handle, POINTER(Setup), _errors),
    "lf_session_state": (c_void_p, Handle),
    "lf_session_apply": (c_int, Handle, c_int, c_bool, _errors),
    "lf_session_set_confirm": (None, Handle, c_bool),
    "lf_session_undo": (c_int, Handle, c_int, _errors),
    "lf_session_can_undo": (c_bool, Handle, c_int),
    "lf_session_redo": (c_int, Handle, _errors),
    "lf_session_can_redo": (c_bool, Handle),
    "lf_session_set_clock": (c_int, Handle, POINTER(Clock), _errors),
    "lf_session_tick": (c_int, Handle, c_int64),
    "lf_session_pause_clock": (None, Handle),
    "lf_session_time_left": (c_int64, Handle, c_int),
    "lf_session_timed_out": (c_int, Handle),
    "lf_session_log_count": (c_size_t, Handle),
    "lf_session_entry": (c_bool, Handle, c_size_t, c_int, POINTER(LogEntry)),
    "lf_session_json": (Owned, Handle),
    "lf_session_from_json": (c_int, Handle, c_char_p, _errors),
    "lf_session_entry_json": (Owned, Handle, c_size_t, c_int),
    # records
    "lf_record_new": (c_void_p, Handle, c_char_p, POINTER(Setup)),
    "lf_record_load": (c_void_p, c_char_p, _errors),
    "lf_record_free": (None, Handle),
    "lf_record_begin": (None, Handle, Handle),
    "lf_record_apply": (c_int, Handle, Handle, c_int),
    "lf_record_end": (None, Handle, Handle),
    "lf_record_count": (c_size_t, Handle),
    "lf_record_json": (Owned, Handle),
    "lf_record_write": (c_bool, Handle, c_char_p, _errors),
    "lf_record_verify": (c_bool, Handle, Handle, POINTER(c_size_t), _errors),
    # ludoforge_agents.h
    "lf_agent_name": (c_char_p, c_int, POINTER(c_char_p)),
    "lf_agent_new": (c_void_p, Handle, c_char_p, _errors),
    "lf_agent_check": (c_bool, Handle, c_char_p, _errors),
    "lf_agent_text": (c_char_p, Handle),
    "lf_agent_begin": (c_int, Handle, c_int, c_uint64),
    "lf_agent_choose": (c_int, Handle, Handle),
    "lf_agent_limit": (None, Handle, c_double, c_size_t),
    "lf_agent_cancel": (None, Handle),
    "lf_agent_reason": (Owned, Handle, Handle),
    "lf_agent_advise": (POINTER(Advice), Handle, Handle, _errors),
    "lf_advice_free": (None, POINTER(Advice)),
    "lf_agent_evaluate": (c_int, Handle, Handle, POINTER(c_double), POINTER(c_double)),
    "lf_agent_free": (None, Handle),
    "lf_analyse": (Owned, Handle, c_int, c_char_p, POINTER(AnalysisLimits), _errors),
    # ludoforge_tools.h
    "lf_eval": (Owned, Handle, c_char_p, c_void_p, _errors),
}

_ADVICE = (
    "Build it with `make build` in the source tree, install it with `make install`, or set "
    f"{_places.LIBRARY_VARIABLE}"
    " to the path of libludoforge.so."
)


def _open() -> ctypes.CDLL:
    tried: List[str] = []
    for path in _places.library_paths():
        try:
            return ctypes.CDLL(str(path))
        except OSError as error:  # a file that exists and cannot be opened usually lacks a library
            tried.append(f"{path}: {error}")
    name = None if tried else ctypes.util.find_library("ludoforge")
    if name is not None:
        return ctypes.CDLL(name)
    reasons = "".join(f"\n  {line}" for line in tried)
    raise ImportError(f"libludoforge.so, the engine of this package, was not found.{reasons}\n"
                      f"{_ADVICE}")


def _declare(library: ctypes.CDLL) -> ctypes.CDLL:
    for name, (result, *arguments) in PROTOTYPES.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise ImportError(f"{library._name} has no {name}: it belongs to another version of "
                              f"this package. {_ADVICE}") from None
        function.restype = result
        function.argtypes = arguments
    return library


lf = _declare(_open())
