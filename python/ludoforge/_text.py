"""Texts that cross the border: C strings become str, and those that the library made for us are freed."""

from __future__ import annotations

import ctypes
from typing import Iterable, Optional

from ._library import lf


def take(pointer: Optional[int]) -> str:
    """The text behind a `char *` that is ours, which is freed. NULL means that memory ran out."""
    if not pointer:
        raise MemoryError("the engine could not make a text: out of memory")
    try:
        return ctypes.string_at(pointer).decode()
    finally:
        lf.lf_string_free(pointer)


def encode(text: str, what: str) -> bytes:
    """For a parameter of type `const char *`, which would end at the first zero byte."""
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a str, not {type(text).__name__}")
    if "\0" in text:
        raise ValueError(f"{what} must not contain a zero character")
    return text.encode()


def strings(texts: Iterable[bytes]) -> "ctypes.Array[ctypes.c_char_p]":
    """A list that NULL ends."""
    listed = list(texts)
    return (ctypes.c_char_p * (len(listed) + 1))(*listed)
