"""Exceptions, with the engine's messages."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import List, Optional, Type

from ._library import lf
from ._structs import Error


class Status(enum.IntEnum):
    """lf_status of the C interface."""

    OK = 0
    OUT_OF_MEMORY = 1
    BAD_ARGUMENT = 2
    BAD_INPUT = 3
    GAME_OVER = 4
    RULE_ERROR = 5


class LudoForgeError(Exception):
    """The engine refused something. `status` is the kind of error, str() the message."""

    status: Status = Status.BAD_ARGUMENT

    def __init__(self, message: str, status: Optional[Status] = None) -> None:
        super().__init__(message)
        if status is not None:
            self.status = status


class ArgumentError(LudoForgeError, ValueError):
    """An argument names something that does not exist, such as a scenario, action or player."""


class IllegalActionError(ArgumentError):
    """The action exists, but is not legal in this position."""


class InputError(LudoForgeError, ValueError):
    """Saved bytes or an expression are not valid."""

    status = Status.BAD_INPUT


class GameOverError(LudoForgeError):
    """The game has ended: nothing can be applied."""

    status = Status.GAME_OVER


class RuleError(LudoForgeError):
    """A rule of the game failed while it ran; the message has its place in the spec."""

    status = Status.RULE_ERROR


class ConcurrentUseError(LudoForgeError, RuntimeError):
    """Two threads used one state, session, agent or batch at the same time."""


class EngineMemoryError(LudoForgeError, MemoryError):
    """The engine ran out of memory."""

    status = Status.OUT_OF_MEMORY


@dataclass(frozen=True)
class Diagnostic:
    """One error or warning of the compiler."""

    is_error: bool
    code: str
    file: str
    line: int
    column: int
    length: int
    message: str
    note: Optional[str]

    def __str__(self) -> str:
        sort = "error" if self.is_error else "warning"
        return f"{self.file}:{self.line}:{self.column}: {sort}[{self.code}]: {self.message}"


class SpecError(InputError):
    """A game does not compile. str() shows each mistake in its place; `diagnostics` is the list."""

    def __init__(self, message: str, diagnostics: List[Diagnostic]) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics

    def __reduce__(self) -> "tuple[Type[SpecError], tuple[str, List[Diagnostic]]]":
        return type(self), (str(self), self.diagnostics)


_KINDS = {
    Status.OUT_OF_MEMORY: EngineMemoryError,
    Status.BAD_ARGUMENT: ArgumentError,
    Status.BAD_INPUT: InputError,
    Status.GAME_OVER: GameOverError,
    Status.RULE_ERROR: RuleError,
}


def error_of(status: int, message: str) -> LudoForgeError:
    """The exception for a status other than OK."""
    kind: Type[LudoForgeError] = _KINDS[Status(status)]
    return kind(message or f"the engine says: {lf.lf_status_name(status).decode()}")


def raise_error(error: Error) -> None:
    """Raises what the library wrote into an lf_error."""
    status = error.status or Status.OUT_OF_MEMORY  # a NULL without words
    raise error_of(status, error.message.decode(errors="replace"))


def check(status: int, error: Error) -> None:
    """Raises unless the call succeeded."""
    if status != Status.OK:
        error.status = status
        raise_error(error)
