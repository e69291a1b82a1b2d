"""Objects that belong to one thread at a time.

The library's functions run without Python's global lock, and its objects are not made for two
threads at once: such a use could corrupt memory. Each object has a lock, which every method takes.
A second thread gets an exception.
"""

from __future__ import annotations

import functools
import threading
from types import FunctionType
from typing import Any, Callable, Collection, Type, TypeVar

from .errors import ConcurrentUseError

_Class = TypeVar("_Class", bound=Type[Any])
_Made = TypeVar("_Made", bound="Exclusive")


class Exclusive:
    """An object with a lock. The lock exists before __init__ runs, and is reentrant."""

    _lock: Any

    def __new__(cls: Type[_Made], *_arguments: Any, **_named: Any) -> _Made:
        made: _Made = object.__new__(cls)
        made._lock = threading.RLock()
        return made


class using:  # noqa: N801: it reads as a statement
    """`with using(state):` while a method of another object reads the state."""

    __slots__ = ("_lock",)

    def __init__(self, thing: Exclusive) -> None:
        self._lock = thing._lock
        if not self._lock.acquire(blocking=False):
            raise ConcurrentUseError(
                f"another thread is using this {type(thing).__name__}: give each thread its own, "
                "or guard it with a lock"
            )

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def _guarded(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def guarded(self: Exclusive, *arguments: Any, **named: Any) -> Any:
        with using(self):
            return method(self, *arguments, **named)

    return guarded


def exclusive(*, but: Collection[str] = ()) -> Callable[[_Class], _Class]:
    """Makes all methods and properties of the class take its lock.

    Methods that create or free the object, and those named, do not.
    """
    free = {"__init__", "__new__", "__del__", *but}

    def decorate(cls: _Class) -> _Class:
        for name, value in list(vars(cls).items()):
            if name in free:
                continue
            if isinstance(value, FunctionType):
                setattr(cls, name, _guarded(value))
            elif isinstance(value, property) and value.fget is not None:
                getter = _guarded(value.fget)
                setattr(cls, name, property(getter, value.fset, value.fdel, value.__doc__))
        return cls

    return decorate
