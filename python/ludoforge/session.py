"""A session: a game with a log that people read, undo, clocks and saves."""

from __future__ import annotations

import enum
import json
from ctypes import byref
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional

from ._exclusive import Exclusive, exclusive
from ._library import lf
from ._structs import AnalysisLimits, Clock, Error, LogEntry, Progress
from ._text import encode, take
from .errors import IllegalActionError, check, raise_error
from .game import Game
from .setup import make_setup
from .state import State

#: As a viewer: the host, who may know everything.
HOST = -2
_PERSON = 1  # at first one person plays every seat


class Level(enum.IntEnum):
    """How much detail a log entry has."""

    TURN = 0
    STEP = 1
    DETAIL = 2
    NOISE = 3


@dataclass(frozen=True)
class Entry:
    """A log entry, as a viewer may know it."""

    number: int
    turn: int
    player: int
    level: Level
    forced: bool
    cause: str
    text: str


@exclusive(but=["_entries"])  # a generator runs between the calls
class Session(Exclusive):
    """One game, in which one person or program plays all seats."""

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 0,
        scenario: Optional[str] = None,
        options: Optional[Mapping[str, object]] = None,
        forced: str = "game",
    ) -> None:
        self.game = game
        session = lf.lf_session_new(game._handle, encode(game.id, "the name of the game"))
        if not session:
            raise MemoryError("the engine could not begin a session: out of memory")
        self._session: int = session
        lf.lf_session_set_confirm(session, False)
        self.start(seed=seed, scenario=scenario, options=options, forced=forced)

    def __del__(self, free: Any = lf.lf_session_free) -> None:
        session = self.__dict__.pop("_session", None)
        if session is not None:
            free(session)

    def start(self, *, seed: int = 0, scenario: Optional[str] = None,
              options: Optional[Mapping[str, object]] = None,
              forced: str = "game") -> None:
        """Starts a new game. If it cannot begin, the old one stays."""
        error = Error()
        setup = make_setup(seed, scenario, options, forced=forced).to_c()
        check(lf.lf_session_start(self._session, byref(setup), byref(error)), error)

    def state(self) -> State:
        """A copy of the position."""
        return State._copy_of(self.game, lf.lf_session_state(self._session))

    def apply_action(self, action: int) -> None:
        """Takes an action. If a rule fails, the session stays as it was."""
        state = lf.lf_session_state(self._session)
        option: int = lf.lf_option_of_id(state, self.game.check_action(action))
        if option < 0:
            raise IllegalActionError(f"action {action} is not legal here: "
                                     f"{self.game.action_to_string(action)}")
        error = Error()
        check(lf.lf_session_apply(self._session, option, False, byref(error)), error)

    def undo(self) -> None:
        """Takes back the last decision; dice and cards that were seen are not taken back."""
        error = Error()
        check(lf.lf_session_undo(self._session, _PERSON, byref(error)), error)

    def can_undo(self) -> bool:
        """Whether there is a decision to take back."""
        can: bool = lf.lf_session_can_undo(self._session, _PERSON)
        return can

    def redo(self) -> None:
        """Makes a decision again that was taken back."""
        error = Error()
        check(lf.lf_session_redo(self._session, byref(error)), error)

    def can_redo(self) -> bool:
        """Whether there is a decision to make again."""
        can: bool = lf.lf_session_can_redo(self._session)
        return can

    def set_clock(self, main_ms: Optional[int], increment_ms: int = 0) -> None:
        """Gives each player a clock, only before the first decision.

        Parameters: the milliseconds of each player (None: no clock), and what each turn adds.
        """
        error = Error()
        clock = None if main_ms is None else byref(Clock(main_ms, increment_ms))
        check(lf.lf_session_set_clock(self._session, clock, byref(error)), error)

    def tick(self, now_ms: int) -> Optional[int]:
        """Tells the session the present time of a clock that only goes forward.

        The time since the last tick is charged to the player who decides. Returns the player whose
        time has
        run out with this tick: a game of two is then over, and `timed_out` gives the player.
        """
        player: int = lf.lf_session_tick(self._session, now_ms)
        return player if player >= 0 else None

    def pause_clock(self) -> None:
        """Charges nobody until the next tick."""
        lf.lf_session_pause_clock(self._session)

    def time_left(self, player: int) -> Optional[int]:
        """The milliseconds that a player had left at the last tick; None without a clock."""
        left: int = lf.lf_session_time_left(self._session, self.game.check_player(player))
        return left if left >= 0 else None

    @property
    def timed_out(self) -> Optional[int]:
        """The player whose clock ended the game."""
        player: int = lf.lf_session_timed_out(self._session)
        return player if player >= 0 else None

    def log(self, viewer: int = HOST, level: Level = Level.DETAIL) -> Iterator[Entry]:
        """What has happened so far, as a player (or ONLOOKER) may know it; the host may know
        everything.
        """
        if viewer != HOST:
            self.game.check_player(viewer, onlooker=True)
        return self._entries(viewer, level)

    def _entry(self, number: int, viewer: int, level: Level) -> Optional[Entry]:
        found = LogEntry()
        exists = lf.lf_session_entry(self._session, number, viewer, byref(found))
        if not exists or found.level > level:
            return None
        return Entry(
            number=found.number,
            turn=found.turn,
            player=found.seat,
            level=Level(found.level),
            forced=found.forced,
            cause=(found.cause or b"").decode(),
            text=(found.text or b"").decode(),
        )

    def _entries(self, viewer: int, level: Level) -> Iterator[Entry]:
        for number in range(lf.lf_session_log_count(self._session)):
            entry = self._entry(number, viewer, level)
            if entry is not None:
                yield entry

    def analyse(
        self,
        viewer: int = HOST,
        agent: Optional[str] = None,
        *,
        moments: int = 0,
        seconds: float = 0,
        decisions: bool = False,
        search: bool = False,
        progress: Optional[Callable[[int, int], bool]] = None,
    ) -> Dict[str, Any]:
        """Lets an agent analyse the game, as a viewer may know it.

        The result has the chances of all seats turn by turn, the turns that changed them most, and
        what
        would have been better there; schemas/analysis.schema.json describes it.

        Parameters
        ----------
        agent : the agent; None: the default one
        moments : how many turns to look at closely; 0: the default of six, below 0: none
        seconds : time for each look, whatever the agent's settings say
        decisions : whether to give chances before every decision
        search : whether to compute chances by a search
        progress : called as progress(done, all) after every step; a false result ends the analysis
        """
        if viewer != HOST:
            self.game.check_player(viewer, onlooker=True)
        raised: List[BaseException] = []

        def step(_context: object, done: int, whole: int) -> bool:
            try:  # C cannot carry an exception: it ends the work, and is raised behind it
                return progress is None or bool(progress(done, whole))
            except BaseException as exception:
                raised.append(exception)
                return False

        limits = AnalysisLimits(moments, seconds, decisions, search, Progress(step), None)
        error = Error()
        words = None if agent is None else encode(agent, "the name of an agent")
        text = lf.lf_analyse(self._session, viewer, words, byref(limits), byref(error))
        if raised:
            if text:
                lf.lf_string_free(text)
            raise raised[0]
        if not text:
            raise_error(error)
        found: Dict[str, Any] = json.loads(take(text))
        return found

    def to_json(self) -> str:
        """The whole session, to be saved."""
        return take(lf.lf_session_json(self._session))

    def from_json(self, text: str) -> None:
        """Replaces the game by a saved one. On failure the old one stays."""
        error = Error()
        status = lf.lf_session_from_json(self._session, encode(text, "the session"), byref(error))
        check(status, error)

    def __repr__(self) -> str:
        return f"<Session of {self.game.id}>"
