"""The engine's own agents: programs that play a seat, knowing no more than the seat may know.

    agent = Agent(game, "greedy", player=0, seed=1)
    state.apply_action(agent.choose(state))
"""

from __future__ import annotations

from ctypes import byref, c_char_p
from typing import Any, Dict

from ._library import lf
from ._structs import Error
from ._text import encode
from .errors import ArgumentError, check, raise_error
from .game import Game
from .setup import check_seed
from .state import State


def agent_names() -> Dict[str, str]:
    """The agents there are, each with a line on how it plays."""
    found: Dict[str, str] = {}
    summary = c_char_p()
    while True:
        name = lf.lf_agent_name(len(found), byref(summary))
        if name is None:
            return found
        found[name.decode()] = (summary.value or b"").decode()


class Agent:
    """An agent by its name, with settings behind a colon where it takes any. It belongs to one thread at a time.

    The same seed and the same decisions give the same choices."""

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
        """A new game: which player it is, and its luck."""
        self.player = self.game.check_player(player)
        check(lf.lf_agent_begin(self._agent, self.player, check_seed(seed)), Error())

    def choose(self, state: State) -> int:
        """The action that it takes; the state is not changed."""
        if state.game is not self.game:
            raise ArgumentError(f"this agent plays {self.game.id}, and the state is of another game or was loaded apart")
        option: int = lf.lf_agent_choose(self._agent, state._state)
        if option < 0:
            raise ArgumentError(f"player {state.current_player()} decides here, and this agent plays {self.player}")
        action: int = lf.lf_id_of_option(state._state, option)
        return action

    def __repr__(self) -> str:
        return f"<Agent {self.name}: player {self.player} of {self.game.id}>"
