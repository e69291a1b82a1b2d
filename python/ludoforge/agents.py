"""The engine's agents: programs that play a seat and know only what that seat may know.

    agent = Agent(game, "greedy", player=0, seed=1)
    action = agent.choose(state)
    print(agent.reason(state))
    state.apply_action(action)
"""

from __future__ import annotations

from ctypes import byref, c_char_p, c_double
from typing import Any, Dict, List, NamedTuple, Optional

from ._exclusive import Exclusive, exclusive, using
from ._library import lf
from ._structs import Error
from ._text import encode, take
from .errors import ArgumentError, check, raise_error
from .game import Game
from .setup import check_seed
from .state import State


def agent_names() -> Dict[str, str]:
    """The names of all agents, each with a line on how it plays."""
    found: Dict[str, str] = {}
    summary = c_char_p()
    while True:
        name = lf.lf_agent_name(len(found), byref(summary))
        if name is None:
            return found
        found[name.decode()] = (summary.value or b"").decode()


#: As `player`: somebody who looks on, chooses nothing and may be asked for advice.
ONLOOKER = -1


class Advised(NamedTuple):
    """What an agent thinks of one action."""

    action: int
    visits: int
    win: float  #: the chance that the one who decides wins, 0 to 1
    margin: float  #: what that one has at the end
    line: str  #: what is expected next, in words


class Advice(NamedTuple):
    """What an agent thinks of the pending decision: the actions, best first, and the position."""

    player: int
    actions: List[Advised]
    win: List[float]
    margin: List[float]


class Evaluation(NamedTuple):
    """How good a position is for every player."""

    win: List[float]
    margin: List[float]


@exclusive(but=["cancel"])
class Agent(Exclusive):
    """An agent, by its name and settings.

    Settings follow the name and a colon: "mcts:2s", "mcts:5000,searchers=2". An agent belongs to
    one
    thread at a time; only `cancel` may be called from another. The same seed and the same decisions
    give the same choices.
    """

    def __init__(self, game: Game, name: str, player: int, seed: int = 0) -> None:
        self.game, self.name = game, name
        error = Error()
        agent = lf.lf_agent_new(game._handle, encode(name, "the name of an agent"), byref(error))
        if not agent:
            raise_error(error)
        self._agent: int = agent
        self.begin(player, seed)

    def __del__(self, free: Any = lf.lf_agent_free) -> None:
        agent = self.__dict__.pop("_agent", None)
        if agent is not None:
            free(agent)

    def begin(self, player: int, seed: int = 0) -> None:
        """Starts a new game for this agent: which player it is (or ONLOOKER), and its seed."""
        self.player = player if player == ONLOOKER else self.game.check_player(player)
        check(lf.lf_agent_begin(self._agent, self.player, check_seed(seed)), Error())

    def limit(self, seconds_a_turn: float = 0, memory: int = 0) -> None:
        """Limits the seconds of a turn and the bytes of memory, over the settings; 0: no limit."""
        lf.lf_agent_limit(self._agent, seconds_a_turn, memory)

    def cancel(self) -> None:
        """Ends a choice in another thread at once, with the best action found so far.

        Later choices also end at once, until `begin`.
        """
        lf.lf_agent_cancel(self._agent)

    def _check(self, state: State) -> None:
        if state.game is not self.game:
            raise ArgumentError(f"this agent plays {self.game.id}; the state belongs to another "
                                "game, or to the same game loaded a second time")

    def choose(self, state: State) -> int:
        """The action that the agent takes. The state does not change."""
        self._check(state)
        with using(state):
            option: int = lf.lf_agent_choose(self._agent, state._state)
        if option < 0:
            raise ArgumentError(f"player {state.current_player()} decides here; this agent plays "
                                f"{self.player}")
        action: int = lf.lf_id_of_option(state._state, option)
        return action

    def reason(self, before: State) -> Optional[str]:
        """Why the agent made its last choice, in a sentence; None if it has no reason to give.

        `before` is the state that it was asked about.
        """
        self._check(before)
        with using(before):
            text = lf.lf_agent_reason(self._agent, before._state)
        return take(text) if text else None

    def advise(self, state: State) -> Advice:
        """What the agent thinks of the pending decision."""
        self._check(state)
        error = Error()
        with using(state):
            found = lf.lf_agent_advise(self._agent, state._state, byref(error))
        if not found:
            raise_error(error)
        try:
            a, players = found.contents, state.num_players()
            actions = [
                Advised(lf.lf_id_of_option(state._state, o.option), o.visits, o.win, o.margin,
                        (o.line or b"").decode())
                for o in a.options[: a.count]
            ]
            return Advice(a.seat, actions, list(a.win[:players]), list(a.margin[:players]))
        finally:
            lf.lf_advice_free(found)

    def evaluate(self, state: State) -> Evaluation:
        """How good the position is for every player, as the agent sees it without a search."""
        self._check(state)
        players, seats = state.num_players(), self.game.max_num_players()
        win, margin = (c_double * seats)(), (c_double * seats)()
        with using(state):
            status = lf.lf_agent_evaluate(self._agent, state._state, win, margin)
        check(status, Error())
        return Evaluation(win[:players], margin[:players])

    def __repr__(self) -> str:
        return f"<Agent {self.name}: player {self.player} of {self.game.id}>"
