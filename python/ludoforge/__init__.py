"""LudoForge: board games whose rules are data, as an environment for search and learning.

    import ludoforge, random

    game = ludoforge.load("my-game.game-spec.md")  # or the name of a bundled game
    state = game.new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())

The engine is a C library, which this package needs. Tensors, masks and batches also need numpy.
"""

from ._library import lf as _lf
from .errors import (
    ArgumentError,
    ConcurrentUseError,
    Diagnostic,
    EngineMemoryError,
    GameOverError,
    IllegalActionError,
    InputError,
    LudoForgeError,
    RuleError,
    SpecError,
    Status,
)
from .game import Game, bundled_games, load
from .layout import TensorPart
from .setup import Setup
from .state import CHANCE, ONLOOKER, TERMINAL, PlayerId, State

__version__: str = _lf.lf_version().decode()

__all__ = [
    "ArgumentError",
    "CHANCE",
    "ConcurrentUseError",
    "Diagnostic",
    "EngineMemoryError",
    "Game",
    "GameOverError",
    "IllegalActionError",
    "InputError",
    "LudoForgeError",
    "ONLOOKER",
    "PlayerId",
    "RuleError",
    "Setup",
    "SpecError",
    "State",
    "Status",
    "TERMINAL",
    "TensorPart",
    "bundled_games",
    "load",
]
