"""Environments: one game with PettingZoo's interface (AECEnv), many at once (BatchEnv).

    env = AECEnv(game)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else policy(observation["observation"], observation["action_mask"]))

The interface is PettingZoo's ("agent environment cycle"); PettingZoo itself is not needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

from .batch import BatchEnv, Step
from .errors import GameOverError
from .game import Game
from .state import State

__all__ = ["AECEnv", "BatchEnv", "Box", "Discrete", "Step"]


@dataclass(frozen=True)
class Discrete:
    """The space of actions: 0 … n - 1."""

    n: int

    def contains(self, action: int) -> bool:
        """Whether the value is in the space."""
        return 0 <= action < self.n


@dataclass(frozen=True)
class Box:
    """The space of observations: arrays of this shape with numbers from low to high."""

    low: float
    high: float
    shape: Tuple[int, ...]
    dtype: str = "float32"


class AECEnv:
    """One game, agent by agent. Agents are the ids of the seats. The engine draws chance.

    A game that is not over after `max_steps` decisions is truncated.
    """

    metadata: Dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: Game,
        *,
        scenario: Optional[str] = None,
        options: Optional[Mapping[str, object]] = None,
        forced: str = "game",
        max_steps: Optional[int] = None,
    ) -> None:
        self.game, self._scenario = game, scenario
        self._options, self._max_steps = options, max_steps
        self._forced = forced
        self.metadata = {**type(self).metadata, "name": game.id}
        self.possible_agents: List[str] = [game.player_name(player)
                                           for player in range(game.max_num_players())]
        self.agents: List[str] = []
        self.agent_selection: str = ""
        self.rewards: Dict[str, float] = {}
        self.terminations: Dict[str, bool] = {}
        self.truncations: Dict[str, bool] = {}
        self.infos: Dict[str, Dict[str, Any]] = {}
        # PettingZoo's cumulative rewards: what an agent has not been told yet.
        self._unseen: Dict[str, float] = {}
        self._state: Optional[State] = None
        self._seed = 0

    # ---- spaces and names ----

    @property
    def num_agents(self) -> int:
        """The number of agents that have not left."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """The number of agents at the beginning."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> "AECEnv":
        """The environment itself."""
        return self

    def action_space(self, agent: str) -> Discrete:
        """The same for all agents."""
        self._player(agent)
        return Discrete(self.game.num_distinct_actions())

    def observation_space(self, agent: str) -> Dict[str, Box]:
        """The spaces of the two entries of an observation."""
        self._player(agent)
        parts = self.game.observation_tensor_parts()
        low, high = min(part.min for part in parts), max(part.max for part in parts)
        return {
            "observation": Box(low, high, tuple(self.game.observation_tensor_shape())),
            "action_mask": Box(0, 1, (self.game.num_distinct_actions(),), "int8"),
        }

    # ---- playing ----

    @property
    def state(self) -> State:
        """The position, for code that may know everything."""
        if self._state is None:
            raise RuntimeError("call reset() before the first step")
        return self._state

    def reset(self, seed: Optional[int] = None,
              options: Optional[Mapping[str, object]] = None) -> None:
        """Starts a new game: from the seed, or from the one after the last.

        `options` are the game options of this game.
        """
        self._seed = seed if seed is not None else self._seed + 1
        chosen = {**(self._options or {}), **(options or {})}
        self._state = self.game.new_initial_state(seed=self._seed, scenario=self._scenario,
                                                  options=chosen,
                                                  forced=self._forced)
        self.agents = self.possible_agents[: self._state.num_players()]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._unseen = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._after_step()

    def step(self, action: Optional[int]) -> None:
        """The selected agent acts. An agent whose game is over steps with None, and leaves."""
        if not self.agents:
            raise GameOverError("the game is over and all agents have left: call reset()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise ValueError(f"{agent} must choose: None is for agents whose game is over")
        self.state.apply_action(action)
        self._unseen[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._after_step()

    def _after_step(self) -> None:
        """Selects the next agent, and pays the rewards at the end."""
        state = self.state
        if state.is_terminal():
            self.rewards = dict(zip(self.possible_agents, state.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._max_steps is not None and state.move_number() >= self._max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[state.current_player()]
            return
        for agent, reward in self.rewards.items():
            self._unseen[agent] += reward
        self.agent_selection = self.agents[0]

    def _leave(self, agent: str, action: Optional[int]) -> None:
        if action is not None:
            raise ValueError(f"the game of {agent} is over: step with None")
        self.agents.remove(agent)
        for kept in (self.rewards, self._unseen, self.terminations, self.truncations, self.infos):
            del kept[agent]  # type: ignore[attr-defined]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.agent_selection = self.agents[0] if self.agents else ""

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order in which they act, until all have left."""
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def last(self, observe: bool = True
             ) -> Tuple[Optional[Dict[str, Any]], float, bool, bool, Dict[str, Any]]:
        """Observation, reward since its last action, termination, truncation, info of the agent."""
        agent = self.agent_selection
        if agent not in self.agents:
            raise GameOverError("no agent is there: call reset()")
        seen = self.observe(agent) if observe else None
        return (seen, self._unseen[agent], self.terminations[agent], self.truncations[agent],
                self.infos[agent])

    # ---- what agents see ----

    def observe(self, agent: str) -> Dict[str, Any]:
        """What an agent may know, and what it may do now (nothing, if it does not decide)."""
        player = self._player(agent)
        return {"observation": self.state.observation_tensor(player),
                "action_mask": self.action_mask(agent)}

    def action_mask(self, agent: str) -> Any:
        """One int8 for each action, 1 where legal."""
        return self.state.legal_actions_mask(self._player(agent))

    def render(self) -> str:
        """The position as an onlooker sees it."""
        return str(self.state)

    def close(self) -> None:
        """Releases the game."""
        self._state = None
        self.agents = []

    def _player(self, agent: str) -> int:
        try:
            return self.possible_agents.index(agent)
        except ValueError:
            agents = ", ".join(self.possible_agents)
            raise ValueError(f"there is no agent {agent!r}: the agents are {agents}") from None

    def __repr__(self) -> str:
        return f"<AECEnv of {self.game.id}>"
