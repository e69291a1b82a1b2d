"""The structs of the C headers, field by field (tests/test_prototypes.py compares them)."""

from __future__ import annotations

import enum
from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_float,
                    c_int, c_int8, c_int32, c_int64)
from ctypes import c_size_t, c_uint8, c_uint64, c_void_p

TENSOR_AXES = 3
MESSAGE_BYTES = 640
OPTIONS_MAX = 1024
SEATS_MAX = 16

#: An opaque pointer as an argument. Unlike c_void_p it does not take None: a freed handle raises an
#: exception and never crashes.
Handle = c_size_t


class Catalogue(enum.IntEnum):
    """lf_catalogue, as far as it is used here"""

    SEATS = 0
    SCENARIOS = 11
    OPTIONS = 12


class Error(Structure):
    """lf_error"""

    _fields_ = [("status", c_int), ("message", c_char * MESSAGE_BYTES)]


class Clock(Structure):
    """lf_clock"""

    _fields_ = [("main_ms", c_int64), ("increment_ms", c_int64)]


class Problem(Structure):
    """lf_problem"""

    _fields_ = [
        ("is_error", c_bool),
        ("code", c_char_p),
        ("file", c_char_p),
        ("line", c_int),
        ("column", c_int),
        ("length", c_int),
        ("message", c_char_p),
        ("note", c_char_p),
    ]


class Setup(Structure):
    """lf_setup"""

    _fields_ = [
        ("scenario", c_char_p),
        ("seed", c_uint64),
        ("options", POINTER(c_char_p)),
        ("stack", c_char_p),
        ("cards", POINTER(c_char_p)),
        ("on_top", c_bool),
        ("position", c_char_p),
        ("forced", c_int),
    ]


class Choice(Structure):
    """lf_choice"""

    _fields_ = [
        ("kind", c_int),
        ("subject", c_int),
        ("count", c_int),
        ("id", c_char_p),
        ("label", c_char_p),
        ("text", c_char_p),
    ]


class Decision(Structure):
    """lf_decision"""

    _fields_ = [
        ("decider", c_int),
        ("card", c_int),
        ("prompt", c_char_p),
        ("count", c_int),
        ("options", POINTER(Choice)),
    ]


class TensorPart(Structure):
    """lf_tensor_part"""

    _fields_ = [
        ("name", c_char_p),
        ("offset", c_int),
        ("size", c_int),
        ("axes", c_int),
        ("shape", c_int * TENSOR_AXES),
        ("axis", c_char_p * TENSOR_AXES),
        ("min", c_int64),
        ("max", c_int64),
    ]


class BatchConfig(Structure):
    """lf_batch_config"""

    _fields_ = [("setup", POINTER(Setup)), ("games", c_int), ("threads", c_int),
                ("no_reset", c_bool)]


class BatchViews(Structure):
    """lf_batch_views"""

    _fields_ = [
        ("observations", POINTER(c_float)),
        ("observed_bytes", POINTER(c_int8)),
        ("masks", POINTER(c_uint8)),
        ("mask_words", POINTER(c_uint64)),
        ("legal", POINTER(c_int32)),
        ("legal_counts", POINTER(c_int32)),
        ("rewards", POINTER(c_float)),
        ("done", POINTER(c_uint8)),
        ("deciders", POINTER(c_int32)),
    ]


class LogEntry(Structure):
    """lf_log_entry"""

    _fields_ = [
        ("number", c_size_t),
        ("decision", c_size_t),
        ("turn", c_int),
        ("step", c_int),
        ("seat", c_int),
        ("action", c_int),
        ("level", c_int),
        ("kind", c_int),
        ("forced", c_bool),
        ("choice", c_int),
        ("subject", c_int),
        ("from", c_int),
        ("to", c_int),
        ("before", c_int64),
        ("after", c_int64),
        ("cause", c_char_p),
        ("text", c_char_p),
    ]


class Advised(Structure):
    """lf_advised"""

    _fields_ = [("option", c_int), ("visits", c_int64), ("win", c_double), ("margin", c_double),
                ("line", c_char_p)]


class Advice(Structure):
    """lf_advice"""

    _fields_ = [
        ("seat", c_int),
        ("count", c_int),
        ("options", POINTER(Advised)),
        ("win", c_double * SEATS_MAX),
        ("margin", c_double * SEATS_MAX),
    ]


#: bool progress(void *context, int done, int all)
Progress = CFUNCTYPE(c_bool, c_void_p, c_int, c_int)


class AnalysisLimits(Structure):
    """lf_analysis_limits"""

    _fields_ = [
        ("moments", c_int),
        ("seconds", c_double),
        ("decisions", c_bool),
        ("search", c_bool),
        ("progress", Progress),
        ("context", c_void_p),
    ]
