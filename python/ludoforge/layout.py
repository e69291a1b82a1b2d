"""The layout of observation tensors: what each number means."""

from __future__ import annotations

from ctypes import byref
from dataclasses import dataclass
from typing import List, Tuple

from . import _structs
from ._library import lf


@dataclass(frozen=True)
class TensorPart:
    """An array within the tensor, row-major from `offset`. All its numbers are in `min` … `max`."""

    name: str
    offset: int
    size: int
    shape: Tuple[int, ...]
    axes: Tuple[str, ...]
    min: int
    max: int


def tensor_parts(game: int) -> List[TensorPart]:
    """All parts, in order."""
    parts = []
    found = _structs.TensorPart()
    for index in range(lf.lf_tensor_parts(game)):
        if not lf.lf_tensor_spec(game, index, byref(found)):
            break
        axes = range(found.axes)
        parts.append(
            TensorPart(
                name=found.name.decode(),
                offset=found.offset,
                size=found.size,
                shape=tuple(found.shape[axis] for axis in axes),
                axes=tuple((found.axis[axis] or b"").decode() for axis in axes),
                min=found.min,
                max=found.max,
            )
        )
    return parts
