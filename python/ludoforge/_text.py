"""Texts between Python and C: C strings become str, and those that the library made are freed."""

from __future__ import annotations

import ctypes
from typing import Iterable, Optional

from ._library import lf


def take(pointer: Optional[int]) -> str:
    """Converts a `char *` that belongs to us, and frees it. NULL means that memory ran out."""
    if not pointer:
        raise MemoryError("the engine could not make a text: out of memory")
    try:
        return ctypes.string_at(pointer).decode()
    finally:
        lf.lf_string_free(pointer)


def encode(text: str, what: str) -> bytes:
    """For a parameter of type `const char *`. A text with a zero byte is an error."""
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a str, not {type(text).__name__}")
    if "\0" in text:
        raise ValueError(f"{what} must not contain a zero character")
    return text.encode()


def strings(texts: Iterable[bytes]) -> "ctypes.Array[ctypes.c_char_p]":
    """A list that ends with NULL."""
    listed = list(texts)
    return (ctypes.c_char_p * (len(listed) + 1))(*listed)
