"""A position of a game: who decides, what is legal, what a player may know, what follows.

The names are OpenSpiel's where they mean the same. A state belongs to one thread at a time;
different states, also of one game, may be used by different threads at the same time. A second
thread that uses the same state gets a ConcurrentUseError.
"""

from __future__ import annotations

import json
import threading
from array import array
from ctypes import POINTER, byref, c_double, c_float, c_int8, c_int32, create_string_buffer
from operator import index
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple

from ._exclusive import Exclusive, exclusive, using
from ._library import lf
from ._numpy import numpy, pointer
from ._structs import OPTIONS_MAX, Error
from ._text import encode, take
from .errors import (ArgumentError, GameOverError, IllegalActionError, InputError, Status, check,
                     error_of, raise_error)
from .setup import EXPLICIT, FORCED, Setup, check_seed

if TYPE_CHECKING:
    from .game import Game


class PlayerId:
    """Deciders that are not seats, with OpenSpiel's numbers."""

    CHANCE = -1
    TERMINAL = -4


CHANCE = PlayerId.CHANCE
TERMINAL = PlayerId.TERMINAL
#: Instead of a player: what onlookers see.
ONLOOKER = -1

_C_CHANCE, _C_NOBODY = -3, -1  # LF_CHANCE, LF_NOBODY
_PLAYERS = {_C_CHANCE: CHANCE, _C_NOBODY: TERMINAL}
_NO_OPTION = -1
_GREATEST = 2**31 - 1
_MAGIC = b"ludoforge state 1\n"


class _Scratch(threading.local):
    """Buffers for what the library writes, one set for each thread."""

    def __init__(self) -> None:
        self.ids = (c_int32 * OPTIONS_MAX)()
        self.chances = (c_double * OPTIONS_MAX)()


_scratch = _Scratch()


@exclusive()
class State(Exclusive):
    """A position. Game.new_initial_state, clone and deserialize make it."""

    game: "Game"
    _state: int  # an lf_state
    _history: int  # an lf_history that watches it; exists once an information state was asked for
    #: The arguments of `determinize`, which must not change any more.
    _sampled_from: Optional[Tuple["State", int, int]] = None

    def __init__(self, game: "Game", setup: Setup) -> None:
        self.game, self._setup = game, setup
        self._actions = array("i")
        self._replayable = True
        error = Error()
        begin = lf.lf_state_new_explicit if setup.chance == EXPLICIT else lf.lf_state_new
        state = begin(game._handle, byref(setup.to_c()), byref(error))
        if not state:
            raise_error(error)
        self._state = state

    def __del__(self, free: Any = lf.lf_state_free, free_history: Any = lf.lf_history_free) -> None:
        # Using the state after this raises an AttributeError: there is no pointer left to follow.
        history = self.__dict__.pop("_history", None)
        if history is not None:
            free_history(history)
        state = self.__dict__.pop("_state", None)
        if state is not None:
            free(state)

    # ---- whose turn it is ----

    def current_player(self) -> int:
        """The player who decides; CHANCE at a chance node, TERMINAL once the game is over."""
        seat: int = lf.lf_decider(self._state)
        return seat if seat >= 0 else _PLAYERS[seat]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        over: bool = lf.lf_terminal(self._state, None)
        return over

    def is_chance_node(self) -> bool:
        """Whether chance decides; never with sampled chance."""
        decider: int = lf.lf_decider(self._state)
        return decider == _C_CHANCE

    def is_player_node(self) -> bool:
        """Whether a player decides."""
        decider: int = lf.lf_decider(self._state)
        return decider >= 0

    def num_players(self) -> int:
        """The number of players in this game, with its options."""
        count: int = lf.lf_seats_in_play(self._state)
        return count

    # ---- actions ----

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        """The ids of the legal actions, in the engine's order; for a player who waits, none."""
        if player is not None and player != self.current_player():
            return []
        ids = _scratch.ids
        count: int = lf.lf_legal_ids(self._state, ids, OPTIONS_MAX)
        return ids[:count]

    def legal_actions_mask(self, player: Optional[int] = None) -> Any:
        """A numpy array of bytes, 1 where legal.

        It has num_distinct_actions() bytes, or max_chance_outcomes() at chance nodes.
        """
        np = numpy("legal_actions_mask")
        decider = self.current_player()
        size = (self.game.max_chance_outcomes() if decider == CHANCE
                else self.game.num_distinct_actions())
        mask = np.zeros(size, dtype=np.int8)
        mask[self.legal_actions(player)] = 1
        return mask

    def apply_action(self, action: int) -> None:
        """Takes an action, or an outcome at a chance node."""
        action = index(action)
        known = 0 <= action <= _GREATEST  # ctypes would cut off what does not fit
        status: int = lf.lf_apply_id(self._state, action) if known else Status.BAD_ARGUMENT
        if status != Status.OK:
            self._refuse(status, action)
        self._actions.append(action)

    def apply_actions(self, actions: Sequence[int]) -> None:
        """Takes several actions, one after the other."""
        for action in actions:
            self.apply_action(action)

    def child(self, action: int) -> "State":
        """The position after an action; this one does not change."""
        after = self.clone()
        after.apply_action(action)
        return after

    def _refuse(self, status: int, action: int) -> None:
        if status == Status.GAME_OVER or (status == Status.BAD_ARGUMENT and self.is_terminal()):
            raise GameOverError("the game is over: nothing can be applied")
        if status != Status.BAD_ARGUMENT:
            message = lf.lf_state_error(self._state).contents.message
            raise error_of(status, message.decode(errors="replace"))
        legal = self.legal_actions()
        shown = ", ".join(map(str, legal[:20])) + (", …" if len(legal) > 20 else "")
        what = "outcome" if self.is_chance_node() else "action"
        raise IllegalActionError(f'{what} {action} is not legal here: the answers to '
                                 f'"{self.prompt()}" are {shown}')

    def action_to_string(self, player_or_action: int, action: Optional[int] = None) -> str:
        """The text of an action; of a legal action, as the player reads it.

        OpenSpiel's form (player, action) works too.
        """
        wanted = index(player_or_action if action is None else action)
        option: int = lf.lf_option_of_id(self._state, wanted)
        if option == _NO_OPTION:
            return self.game.action_to_string(wanted)
        return self._labels()[option]

    def _labels(self) -> List[str]:
        decision = lf.lf_decision_new(self._state)
        if not decision:
            raise MemoryError("the engine could not list the options: out of memory")
        try:
            found = decision.contents
            return [found.options[index].label.decode() for index in range(found.count)]
        finally:
            lf.lf_decision_free(decision)

    def prompt(self) -> str:
        """The question to the player."""
        return take(lf.lf_prompt(self._state))

    # ---- chance ----

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """The outcomes of a chance node with their probabilities; elsewhere an empty list."""
        chances = _scratch.chances
        count: int = lf.lf_chances(self._state, chances, OPTIONS_MAX)
        return list(zip(self.legal_actions(), chances[:count])) if count > 0 else []

    def reseed(self, seed: int) -> None:
        """Lets the state draw from another seed from now on; what is already drawn stays."""
        lf.lf_reseed(self._state, check_seed(seed))
        self._replayable = False

    def determinize(self, player: int, seed: int) -> "State":
        """A position that looks the same to a player, with everything else drawn again.

        The player's information state stays the same. Those of the others begin with what they see
        in the
        new position.
        """
        source = self.clone()
        other = source.clone()
        other._forget()
        lf.lf_determinize(other._state, self.game.check_player(player), check_seed(seed))
        other._sampled_from = (source, player, seed)
        return other

    def _forget(self) -> None:
        """The actions so far do not lead here any more."""
        self._replayable = False
        history = self.__dict__.pop("_history", None)
        if history is not None:
            lf.lf_history_free(history)

    # ---- the end ----

    def returns(self) -> List[float]:
        """What each player has won: the margin if the game has margins, else 1, 0 or -1.

        All are 0 before the end.
        """
        won = (c_double * self.game.max_num_players())()
        lf.lf_returns(self._state, won)
        return won[: self.num_players()]

    def rewards(self) -> List[float]:
        """What the last action paid each player: everything is paid at the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """What one player has won."""
        won = self.returns()
        if self.game.check_player(player) >= len(won):
            raise ArgumentError(f"player {player} does not play: players are 0 … {len(won) - 1}")
        return won[player]

    # ---- what a player may know ----

    def _viewer(self, player: Optional[int]) -> int:
        """The player who asks; by default the decider, else onlookers."""
        if player is None:
            return max(self.current_player(), ONLOOKER)
        return self.game.check_player(player, onlooker=True)

    def observation_tensor(self, player: Optional[int] = None, out: Any = None) -> Any:
        """What a player may know, as float32, in `out` if given.

        game.observation_tensor_parts() describes the layout.
        """
        return self._observe(player, out, "float32", c_float, lf.lf_observe_tensor)

    def observation_bytes(self, player: Optional[int] = None, out: Any = None) -> Any:
        """The same as int8; numbers outside -128 … 127 become the nearest of these."""
        return self._observe(player, out, "int8", c_int8, lf.lf_observe_bytes)

    def _observe(self, player: Optional[int], out: Any, dtype: str, kind: Any, fill: Any) -> Any:
        np = numpy("observation_tensor")
        size = self.game.observation_tensor_size()
        if out is None:
            out = np.empty(size, dtype=dtype)
        elif not isinstance(out, np.ndarray) or out.dtype != dtype or out.size != size:
            raise ValueError(f"`out` must be an array of {size} numbers of type {dtype}")
        elif not (out.flags.c_contiguous and out.flags.writeable):
            raise ValueError("`out` must be contiguous and writable")
        fill(self._state, self._viewer(player), pointer(out, POINTER(kind)))
        return out

    def observation_parts(self, player: Optional[int] = None) -> Dict[str, Any]:
        """The observation as named arrays with their own shapes: views of one tensor."""
        tensor = self.observation_tensor(player)
        parts = self.game.observation_tensor_parts()
        return {part.name: tensor[part.offset : part.offset + part.size].reshape(part.shape)
                for part in parts}

    def observation_string(self, player: Optional[int] = None) -> str:
        """What a player sees now, as text."""
        return take(lf.lf_observation_text(self._state, self._viewer(player)))

    def observation(self, player: Optional[int] = None) -> Dict[str, Any]:
        """What a player may know, as the engine's JSON."""
        seen: Dict[str, Any] = json.loads(take(lf.lf_observe(self._state, self._viewer(player))))
        return seen

    def information_state_string(self, player: Optional[int] = None) -> str:
        """Everything that a player has seen and decided since the game began, one line a step.

        The first call replays the game to see it; from then on the state and its clones keep a
        history. A
        search that needs this at every node should ask once at the root.
        """
        viewer = self._viewer(player)
        if "_history" not in self.__dict__:
            self._replay()
        return take(lf.lf_information_state(self._history, viewer))

    def _replay(self) -> None:
        """Replaces the state by an equal one that has a history."""
        if self._sampled_from is not None:
            again, history = self._sample_again(*self._sampled_from)
        elif self._replayable:
            again = State(self.game, self._setup)
            history = lf.lf_history_new(again._state)
        else:
            raise InputError("this position was reseeded, not played: it has no history")
        if not history:
            raise MemoryError("the engine could not keep a history: out of memory")
        again._history = history
        again.apply_actions(self._actions[len(again._actions) :])
        if not lf.lf_equal(self._state, again._state):
            raise InputError("the actions that were kept with this position do not lead to it")
        self._state, again._state = again._state, self._state
        self._history = again.__dict__.pop("_history")

    @staticmethod
    def _sample_again(source: "State", player: int, seed: int) -> Tuple["State", Any]:
        if "_history" not in source.__dict__:
            source._replay()
        again = State._copy_of(source.game, source._state)
        again._actions = source._actions[:]
        lf.lf_determinize(again._state, player, seed)
        return again, lf.lf_history_sample(source._history, again._state, player)

    def history(self) -> List[int]:
        """All actions since the game began; with explicit chance also its outcomes."""
        return self._actions.tolist()

    def history_str(self) -> str:
        """The history as text."""
        return ", ".join(map(str, self._actions))

    def move_number(self) -> int:
        """The number of actions that were applied."""
        return len(self._actions)

    # ---- the whole position, for the host ----

    def eval(self, expression: str) -> str:
        """The value of an expression in the notation, as text. It may reveal hidden information."""
        error = Error()
        value = lf.lf_eval(self._state, encode(expression, "the expression"), None, byref(error))
        if not value:
            raise_error(error)
        return take(value)

    def position_text(self) -> str:
        """The position in one line of text, as the game declares it."""
        error = Error()
        text = lf.lf_position_text(self._state, byref(error))
        if not text:
            raise_error(error)
        return take(text)

    def to_json(self) -> str:
        """Everything, as canonical JSON."""
        return take(lf.lf_state_json(self._state))

    def equals(self, other: "State") -> bool:
        """Whether both are the same position of the same game, whatever led to it."""
        with using(other):
            same: bool = (self.game.identity == other.game.identity
                          and lf.lf_equal(self._state, other._state))
        return same

    def hash(self) -> int:
        """A hash of the position: equal positions, equal hash.

        A guess about hidden information can be checked against it.
        """
        value: int = lf.lf_hash(self._state)
        return value

    # ---- copies ----

    @classmethod
    def _copy_of(cls, game: "Game", state: int) -> "State":
        """A copy of an lf_state that belongs to the library. Its history is not known."""
        copy = cls.__new__(cls)
        copy.game, copy._setup, copy._replayable, copy._actions = game, Setup(), False, array("i")
        copied = lf.lf_state_clone(state)
        if not copied:
            raise MemoryError("the engine could not copy a state: out of memory")
        copy._state = copied
        return copy

    def clone(self) -> "State":
        """An independent copy."""
        other = State._copy_of(self.game, self._state)
        other._setup, other._replayable = self._setup, self._replayable
        other._actions = self._actions[:]
        other._sampled_from = self._sampled_from
        history = self.__dict__.get("_history")
        if history is not None:
            copied = lf.lf_history_clone(history, other._state)
            if not copied:
                raise MemoryError("the engine could not copy a history: out of memory")
            other._history = copied
        return other

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: Dict[int, Any]) -> "State":
        return self.clone()

    def serialize(self) -> bytes:
        """The position with its actions as bytes, for Game.deserialize_state.

        The bytes contain everything, including hidden cards.
        """
        head = {**self._setup.to_dict(), "actions": self._actions.tolist(),
                "replayable": self._replayable}
        size: int = lf.lf_save(self._state, None, 0)
        block = create_string_buffer(size)
        lf.lf_save(self._state, block, size)
        return b"".join([_MAGIC, json.dumps(head).encode(), b"\n", block.raw])

    @classmethod
    def deserialize(cls, game: "Game", data: bytes) -> "State":
        """The reverse of serialize, for the same rules."""
        setup, actions, replayable, block = _split(data)
        state = cls(game, setup)
        error = Error()
        check(lf.lf_load(state._state, block, len(block), byref(error)), error)
        check(lf.lf_forced_mode(state._state, FORCED.index(setup.forced)), error)
        state._actions, state._replayable = actions, replayable
        return state

    def __reduce__(self) -> Any:
        return State.deserialize, (self.game, self.serialize())

    # ---- texts ----

    def __str__(self) -> str:
        return self.observation_string(ONLOOKER)

    def __repr__(self) -> str:
        if self.is_terminal():
            return f"<State of {self.game.id}: over, returns {self.returns()}>"
        decider = self.current_player()
        who = "chance" if decider == CHANCE else self.game.player_name(decider)
        return f"<State of {self.game.id}: {who} decides among {lf.lf_legal_count(self._state)}>"


def _split(data: bytes) -> Tuple[Setup, "array[int]", bool, bytes]:
    """The parts of a serialized state."""
    head, newline, block = data[len(_MAGIC) :].partition(b"\n")
    if not data.startswith(_MAGIC) or not newline:
        raise InputError("these bytes are no serialized state: they begin otherwise")
    try:
        values = json.loads(head)
        return (Setup.from_dict(values), array("i", values["actions"]), bool(values["replayable"]),
                block)
    except (ValueError, TypeError, KeyError, OverflowError) as error:
        raise InputError(f"these bytes are no serialized state: {error}") from error
