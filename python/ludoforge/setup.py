"""How a game begins: scenario, options, seed, kind of chance, and forced decisions."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Tuple

from . import _structs
from ._text import encode, strings

SAMPLED = "sampled"
EXPLICIT = "explicit"

#: Decisions with a single option, in the order of lf_forced: by the rules, asked, taken at once.
FORCED = ("game", "ask", "take")


@dataclass(frozen=True)
class Setup:
    """With the same setup and the same actions a game is the same everywhere."""

    seed: int = 0
    scenario: Optional[str] = None
    options: Tuple[Tuple[str, str], ...] = ()
    chance: str = SAMPLED
    position: Optional[str] = None
    forced: str = FORCED[0]

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if self.forced not in FORCED:
            raise ValueError(f"forced must be one of {', '.join(FORCED)}, not {self.forced!r}")
        if self.chance not in (SAMPLED, EXPLICIT):
            raise ValueError(f'chance must be "{SAMPLED}" or "{EXPLICIT}", not {self.chance!r}')

    def to_c(self) -> _structs.Setup:
        """The struct for the library; it keeps the texts alive."""
        setup = _structs.Setup(seed=self.seed, forced=FORCED.index(self.forced))
        if self.scenario is not None:
            setup.scenario = encode(self.scenario, "scenario")
        if self.position is not None:
            setup.position = encode(self.position, "position")
        if self.options:
            listed = strings(encode(f"{name}={value}", "an option") for name, value in self.options)
            setup.options = ctypes.cast(listed, ctypes.POINTER(ctypes.c_char_p))
        return setup

    def to_dict(self) -> Dict[str, Any]:
        """As plain values, for JSON."""
        return {"seed": self.seed, "scenario": self.scenario, "options": list(self.options),
                "chance": self.chance,
                "position": self.position, "forced": self.forced}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Setup":
        """The reverse of to_dict.

        Values from before `forced` existed took single options at once.
        """
        options = tuple((str(name), str(value)) for name, value in values["options"])
        return cls(values["seed"], values["scenario"], options, values["chance"],
                   values.get("position"),
                   values.get("forced", "take"))


def check_seed(seed: int) -> int:
    """A seed has 64 bits."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise TypeError(f"a seed is an int, not {type(seed).__name__}")
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed lies between 0 and 2**64 - 1, and {seed} does not")
    return int(seed)


def spell(value: object) -> str:
    """The value of an option as the engine writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def make_setup(
    seed: int,
    scenario: Optional[str],
    options: Optional[Mapping[str, object]],
    chance: str = SAMPLED,
    position: Optional[str] = None,
    forced: str = FORCED[0],
) -> Setup:
    """Makes a setup; options are a mapping from names to values."""
    listed = tuple((name, spell(value)) for name, value in (options or {}).items())
    return Setup(check_seed(seed), scenario, listed, chance, position, forced)
