"""The engine's agents, from Python."""

from __future__ import annotations

import unittest
from typing import List

import common  # noqa: F401

import ludoforge
from ludoforge.agents import ONLOOKER, Agent, agent_names


def play(game: ludoforge.Game, agents: List[Agent], seed: int) -> List[float]:
    state = game.new_initial_state(seed=seed)
    while not state.is_terminal():
        state.apply_action(agents[state.current_player()].choose(state))
    return state.returns()


class Agents(unittest.TestCase):
    def setUp(self) -> None:
        self.game = ludoforge.load("connect-four")

    def test_all_play(self) -> None:
        self.assertGreaterEqual(set(agent_names()), {"random", "greedy"})
        self.assertTrue(all(agent_names().values()))
        for name in set(agent_names()) - {"cfr"}:
            words = name if name == "random" else name + ":50"  # by iterations, not by the clock
            play(self.game, [Agent(self.game, words, player) for player in (0, 1)], 1)

    def test_cfr_solves_what_is_small(self) -> None:
        kuhn = ludoforge.load("kuhn-poker")
        agents = [Agent(kuhn, "cfr", 0), Agent(kuhn, "cfr:iterations=50", 1)]
        self.assertEqual(sum(play(kuhn, agents, 1)), 0)
        with self.assertRaisesRegex(Exception, "too big.*mcts"):
            Agent(self.game, "cfr", 0)

    def test_the_seed_decides(self) -> None:
        histories = []
        for seed in (3, 3, 4):
            agent = Agent(self.game, "random", 0, seed)
            state = self.game.new_initial_state()
            histories.append([agent.choose(state) for _ in range(20)])
        self.assertEqual(histories[0], histories[1])
        self.assertNotEqual(histories[0], histories[2])

    def test_greedy_beats_random(self) -> None:
        won = 0
        for seed in range(40):
            agents = [Agent(self.game, "greedy", 0, seed), Agent(self.game, "random", 1, seed)]
            won += play(self.game, agents, seed)[0] > 0
        self.assertGreater(won, 24)

    def test_they_say_what_they_think(self) -> None:
        state = self.game.new_initial_state()
        agent = Agent(self.game, "greedy", 0, 1)
        action = agent.choose(state)
        reason = agent.reason(state)
        assert reason is not None
        self.assertIn("next best", reason)
        self.assertIsNone(Agent(self.game, "random", 0).reason(state))
        for player in (0, ONLOOKER):
            advice = Agent(self.game, "greedy", player, 1).advise(state)
            self.assertEqual(advice.player, 0)
            self.assertEqual({a.action for a in advice.actions}, set(state.legal_actions()))
            self.assertAlmostEqual(sum(advice.win), 1, places=3)
        self.assertIn(action, state.legal_actions())
        self.assertAlmostEqual(sum(agent.evaluate(state).win), 1, places=3)
        with self.assertRaisesRegex(ludoforge.ArgumentError, "does not evaluate options"):
            Agent(self.game, "random", 0).advise(state)

    def test_cancelled_agents_still_choose(self) -> None:
        state = self.game.new_initial_state()
        agent = Agent(self.game, "greedy", 0, 1)
        agent.cancel()
        agent.limit(1, 1 << 20)
        self.assertIn(agent.choose(state), state.legal_actions())

    def test_mistakes(self) -> None:
        with self.assertRaisesRegex(ludoforge.ArgumentError, "greedy"):
            Agent(self.game, "greedi", 0)
        with self.assertRaisesRegex(ludoforge.ArgumentError, "there is no player"):
            Agent(self.game, "greedy", 2)
        with self.assertRaisesRegex(ludoforge.ArgumentError, "player 0 decides"):
            Agent(self.game, "greedy", 1).choose(self.game.new_initial_state())
        with self.assertRaisesRegex(ludoforge.ArgumentError, "another game"):
            Agent(self.game, "greedy", 0).choose(ludoforge.load("reversi").new_initial_state())


if __name__ == "__main__":
    unittest.main()
