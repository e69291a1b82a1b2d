"""A game: compiled rules. It never changes, and any number of threads may share it."""

from __future__ import annotations

import json
import os
import warnings
from ctypes import byref, c_double, c_size_t, c_void_p, string_at
from operator import index
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from . import _places
from ._library import lf
from ._structs import Catalogue, Error
from ._text import encode, take
from .errors import ArgumentError, Diagnostic, InputError, SpecError
from .layout import TensorPart, tensor_parts
from .setup import SAMPLED, make_setup
from .state import State

Source = Union[str, "os.PathLike[str]", bytes]
_PATH_ENDINGS = (".md", ".json", ".lfi")
_NATIVE: Dict[Union[bool, str], str] = {"auto": "auto", True: "yes", "yes": "yes", False: "no",
                                        "no": "no"}


class _Handle(int):
    """An lf_game, freed when nothing refers to it any more.

    This is not a `__del__` of Game, because the cycle collector would call that while states of the
    game
    are still in use. An int without attributes is never part of a cycle, so this one goes last.
    """

    __slots__ = ()

    def __del__(self, free: Any = lf.lf_game_free) -> None:
        free(self)


class Game:
    """The compiled rules of a game; `ludoforge.load` makes it. The names are OpenSpiel's."""

    def __init__(self, source: Source, name: Optional[str] = None,
                 native: Union[bool, str] = "auto") -> None:
        if native not in _NATIVE:
            raise ArgumentError(f'native is True, False or "auto", not {native!r}')
        self._source, self._name, self._native = source, name, native
        self._handle = _Handle(_load(source, name))
        if _NATIVE[native] != "no":
            _go_native(self._handle, _NATIVE[native] == "yes")
        self._players: int = len(self._names(Catalogue.SEATS))
        self._actions: int = lf.lf_action_count(self._handle)
        self._tensor: int = lf.lf_tensor_size(self._handle)
        self._words: int = lf.lf_mask_words(self._handle)

    # ---- what it is ----

    @property
    def id(self) -> str:
        """The id in the spec's metadata."""
        text: bytes = lf.lf_game_id(self._handle)
        return text.decode()

    @property
    def title(self) -> str:
        """The name for people."""
        text: bytes = lf.lf_game_title(self._handle)
        return text.decode()

    @property
    def identity(self) -> int:
        """A hash of the compiled rules: equal games, equal identity."""
        value: int = lf.lf_game_identity(self._handle)
        return value

    @property
    def is_native(self) -> bool:
        """Whether the game runs as native code. It plays the same either way."""
        answer: bool = lf.lf_game_is_native(self._handle)
        return answer

    def _names(self, what: Catalogue) -> List[str]:
        return [lf.lf_name(self._handle, what, index).decode()
                for index in range(lf.lf_count(self._handle, what))]

    def scenarios(self) -> List[str]:
        """The ids of the scenarios, for new_initial_state."""
        return self._names(Catalogue.SCENARIOS)

    def options(self) -> Dict[str, str]:
        """The game options for new_initial_state, each with its possible values and its default."""
        names = self._names(Catalogue.OPTIONS)
        return {name: take(lf.lf_option_values(self._handle, index))
                for index, name in enumerate(names)}

    def describe(self) -> Dict[str, Any]:
        """Everything that a client shows: seats, spaces, pieces, cards, variables, scenarios, …"""
        described: Dict[str, Any] = json.loads(take(lf.lf_describe(self._handle)))
        return described

    def to_image(self) -> bytes:
        """The compiled game as bytes, which `load` takes without compiling, for workers."""
        size = c_size_t()
        image = lf.lf_game_image(self._handle, byref(size))
        if not image:
            raise MemoryError("the engine could not make an image: out of memory")
        try:
            return string_at(image, size.value)
        finally:
            lf.lf_string_free(image)

    def to_json(self) -> str:
        """The GameDef: the rules as canonical JSON, which `load` takes as bytes."""
        return take(lf.lf_game_json(self._handle))

    # ---- players and utilities ----

    def num_players(self, options: Optional[Mapping[str, object]] = None) -> int:
        """The number of players with these options (None: the defaults).

        Players are 0 … num_players() - 1. It is less than max_num_players() if an option of the
        game says
        how many of its seats play.
        """
        count: int = lf.lf_seats_for(self._handle, byref(make_setup(0, None, options).to_c()))
        return count

    def max_num_players(self) -> int:
        """The number of seats: tensors, and rewards in batches, have room for all of them."""
        return self._players

    def player_name(self, player: int) -> str:
        """The id of a seat."""
        return self._names(Catalogue.SEATS)[self.check_player(player)]

    def payoff_unit(self) -> str:
        """The unit of returns() if the margins are the stake ("chips"); otherwise ""."""
        unit: bytes = lf.lf_payoff_unit(self._handle)
        return unit.decode()

    def _utilities(self) -> Optional[Tuple[float, float]]:
        low, high = c_double(), c_double()
        known: bool = lf.lf_utility_range(self._handle, byref(low), byref(high))
        return (low.value, high.value) if known else None

    def min_utility(self) -> Optional[float]:
        """The least possible value of returns(); None if the rules do not bound it."""
        known = self._utilities()
        return known[0] if known is not None else None

    def max_utility(self) -> Optional[float]:
        """The greatest possible value of returns(); None if the rules do not bound it."""
        known = self._utilities()
        return known[1] if known is not None else None

    # ---- actions ----

    def num_distinct_actions(self) -> int:
        """Actions are 0 … num_distinct_actions() - 1, the same in every position of the game."""
        return self._actions

    def max_chance_outcomes(self) -> int:
        """Outcomes at chance nodes are 0 … max_chance_outcomes() - 1, separate from actions."""
        count: int = lf.lf_chance_count(self._handle)
        return count

    def action_to_string(self, action: int) -> str:
        """The text of an action, as far as it is known without a position."""
        return take(lf.lf_action_text(self._handle, self.check_action(action)))

    def check_action(self, action: int) -> int:
        """Returns the action, or raises an error that says which actions there are."""
        action = index(action)
        if not 0 <= action < self._actions:
            raise ArgumentError(f"there is no action {action}: those of {self.id} are 0 … "
                                f"{self._actions - 1}")
        return action

    def check_player(self, player: int, onlooker: bool = False) -> int:
        """Returns the player, or raises an error that says which players there are."""
        player = index(player)
        if not (-1 if onlooker else 0) <= player < self._players:
            raise ArgumentError(f"there is no player {player}: those of {self.id} are 0 … "
                                f"{self._players - 1}")
        return player

    # ---- observations ----

    def observation_tensor_size(self) -> int:
        """The number of numbers in an observation."""
        return self._tensor

    def observation_tensor_shape(self) -> List[int]:
        """A tensor has one axis; observation_tensor_parts() describes its parts."""
        return [self._tensor]

    def observation_tensor_parts(self) -> List[TensorPart]:
        """The named arrays that make up an observation."""
        return tensor_parts(self._handle)

    def observation_number_to_string(self, number: int) -> str:
        """What one number of an observation means."""
        if not 0 <= number < self._tensor:
            raise ArgumentError(f"an observation of {self.id} has the numbers 0 … "
                                f"{self._tensor - 1}, not {number}")
        return take(lf.lf_tensor_text(self._handle, number))

    # ---- playing ----

    def new_initial_state(
        self,
        seed: int = 0,
        scenario: Optional[str] = None,
        options: Optional[Mapping[str, object]] = None,
        chance: str = SAMPLED,
        position: Optional[str] = None,
        forced: str = "game",
    ) -> State:
        """A new game at its first decision.

        Parameters
        ----------
        seed : the seed of sampled chance
        scenario, options : how the game begins
        chance : "sampled": the state draws its dice and cards from `seed`. "explicit": they are
            decisions
            of the chance player (is_chance_node, chance_outcomes), and `seed` is not used.
        position : a position as the game writes it, instead of the scenario's
        forced : what happens to decisions with a single option. "ask": the player is asked. "take":
            the
            option is taken at once. "game": the rules decide (`ask`).
        """
        return State(self, make_setup(seed, scenario, options, chance, position, forced))

    def deserialize_state(self, data: bytes) -> State:
        """The state from the bytes of State.serialize."""
        return State.deserialize(self, data)

    # ---- keeping ----

    def __repr__(self) -> str:
        return f"<Game {self.id}: {self._players} players, {self._actions} actions>"

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: Dict[int, Any]) -> "Game":
        return self

    def __reduce__(self) -> Any:
        return _reload, (self._source, self._name, self.identity, self._native)


def _reload(source: Source, name: Optional[str], identity: int,
            native: Union[bool, str] = "auto") -> Game:
    game = Game(source, name, native)
    if game.identity != identity:
        raise InputError(f"the rules of {game.id} have changed since the game was pickled")
    return game


def _diagnostics(problems: int) -> List[Diagnostic]:
    found = []
    for index in range(lf.lf_diagnostics_count(problems)):
        p = lf.lf_diagnostics_get(problems, index)
        note = p.note.decode() if p.note is not None else None
        found.append(
            Diagnostic(p.is_error, p.code.decode(), (p.file or b"").decode(), p.line, p.column,
                       p.length, p.message.decode(), note)
        )
    return found


def _load(source: Source, name: Optional[str]) -> int:
    problems = c_void_p()
    try:
        if isinstance(source, (bytes, bytearray, memoryview)):
            data = bytes(source)
            game = lf.lf_game_load_memory(encode(name or "memory", "name"), data, len(data),
                                          byref(problems))
        else:
            game = _load_named(os.fspath(source), problems)
        if not game:
            if not problems:
                raise MemoryError("the engine could not load the game: out of memory")
            text = take(lf.lf_diagnostics_text(problems.value, False)).rstrip()
            raise SpecError(text, _diagnostics(problems.value or 0))
        return int(game)
    finally:
        lf.lf_diagnostics_free(problems)


def _go_native(game: int, build: bool) -> None:
    error = Error()
    if lf.lf_game_native(game, None, byref(error)) == 0 or not build:
        return
    built = lf.lf_game_build(game, None, byref(error)) == 0
    if not built or lf.lf_game_native(game, None, byref(error)) != 0:
        warnings.warn("the game runs as bytecode, which is slower and plays the same: "
                      f"{error.message.decode()}", stacklevel=4)


def _load_named(source: str, problems: c_void_p) -> Optional[int]:
    """A path or the name of a bundled game: a word without a folder and an ending is a name."""
    spec: Optional[Path] = None
    if os.sep in source or source.endswith(_PATH_ENDINGS):
        spec = Path(source)
    else:
        spec = _places.spec_of(source)
    load, text = (lf.lf_game_load_bundled, source) if spec is None else (lf.lf_game_load, str(spec))
    game: Optional[int] = load(encode(text, "the name of a game"), byref(problems))
    return game


def load(source: Source, name: Optional[str] = None, native: Union[bool, str] = "auto") -> Game:
    """Loads a game.

    Parameters
    ----------
    source : the name of a bundled game; the path of a spec, GameDef or image; or the bytes of one
        of these
    name : what diagnostics call a game that comes as bytes
    native : "auto" uses native code if it has been built (`ludoforge build`), True builds it if
        necessary (which takes a minute for a large game), False never uses it. The games are the
        same.
        If native code cannot be built, the game runs as bytecode, with a warning.

    Raises
    ------
    SpecError : the game does not compile
    """
    return Game(source, name, native)


def bundled_games() -> List[str]:
    """The names of the bundled games."""
    names = set(_places.bundled_names())
    listed = lf.lf_bundled_games()
    if listed:
        index = 0
        while listed[index] is not None:
            names.add(listed[index].decode())
            index += 1
        lf.lf_bundled_games_free(listed)
    return sorted(names)
