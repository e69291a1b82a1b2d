"""numpy, which only tensors, masks and batches need. Importing the package works without it."""

from __future__ import annotations

from types import ModuleType
from typing import Any

try:
    import numpy as _numpy
except ImportError:  # said when it is needed
    _numpy = None  # type: ignore[assignment]


def numpy(what: str) -> ModuleType:
    """The module, or an ImportError that says what needs it and how to install it."""
    if _numpy is None:
        raise ImportError(f"{what} needs numpy: install python3-numpy (Debian, for "
                          "/usr/bin/python3), or run `pip install numpy`")
    return _numpy


def pointer(array: Any, kind: Any) -> Any:
    """The address of an array's numbers, as the library takes it."""
    return array.ctypes.data_as(kind)
