"""The environments: one game agent by agent, and many at once."""

from __future__ import annotations

import unittest
from typing import Any, Dict, List

import common  # noqa: F401
import numpy as np

import ludoforge
from ludoforge.env import AECEnv, BatchEnv


class Batch(unittest.TestCase):
    def test_batch_is_single_steps(self) -> None:
        """Each game of the batch, played alone from where it begins, shows the same at every
        step."""
        for name in ("connect-four", "kuhn-poker", "fire-in-the-lake"):
            game = ludoforge.load(name)
            env = BatchEnv(game, 5, seed=7, auto_reset=False, legal=True)
            step = env.reset()
            alone = [env.state(number) for number in range(5)]
            for _ in range(60):
                for number, state in enumerate(alone):
                    self.compare(step, number, state)
                ids = env.sample().copy()
                for number, state in enumerate(alone):
                    if not state.is_terminal():
                        state.apply_action(ids[number])
                step = env.step(ids)

    def compare(self, step: Any, number: int, state: ludoforge.State) -> None:
        if state.is_terminal():
            self.assertEqual(step.players[number], -1)
            return
        self.assertEqual(step.players[number], state.current_player())
        self.assertEqual(step.masks[number].tolist(), state.legal_actions_mask().tolist())
        count = step.legal_counts[number]
        self.assertEqual(step.legal[number, :count].tolist(), state.legal_actions())
        self.assertTrue((step.legal[number, count:] == -1).all())
        self.assertEqual(step.observations[number].tolist(), state.observation_tensor().tolist())

    def test_forced_decisions_are_asked(self) -> None:
        """Nine cells, each an action and a cell: a game that fills the board has 18 decisions, all
        of them asked."""
        game = ludoforge.load("tic-tac-toe")
        lengths = set()
        for seed in range(20):
            env, length = BatchEnv(game, 1, seed=seed, forced="ask", auto_reset=False), 0
            step = env.reset()
            while step.players[0] >= 0:
                step, length = env.step(env.sample()), length + 1
            lengths.add(length)
        self.assertEqual(max(lengths), 18)
        self.assertTrue(all(length % 2 == 0 for length in lengths))
        with self.assertRaises(ValueError):
            game.new_initial_state(forced="never")

    def test_threads_and_views_change_nothing(self) -> None:
        game = ludoforge.load("connect-four")
        runs = [self.run_of(game, threads=threads, **views)
                for threads, views in ((1, {}), (2, {}), (0, {"observations": "int8"}),
                                       (5, {"observations": None, "masks": "bits"}))]
        for run in runs[1:]:
            self.assertEqual(run, runs[0])

    @staticmethod
    def run_of(game: ludoforge.Game, **settings: Any) -> List[Any]:
        env = BatchEnv(game, 9, seed=3, **settings)
        env.reset()
        return [(step.rewards.tolist(), step.done.tolist(), step.players.tolist())
                for step in (env.step(env.sample()) for _ in range(120))]

    def test_rewards_are_paid_once(self) -> None:
        env = BatchEnv(ludoforge.load("connect-four"), 16, seed=1)
        env.reset()
        ended = 0
        for _ in range(200):
            step = env.step(env.sample())
            ended += int(step.done.sum())
            self.assertTrue((step.rewards[step.done == 0] == 0).all())
            self.assertTrue((step.rewards.sum(axis=1) == 0).all())
            self.assertTrue((step.players >= 0).all(), "a finished game begins anew")
        self.assertGreater(ended, 16)

    def test_arrays_are_views(self) -> None:
        env = BatchEnv(ludoforge.load("tic-tac-toe"), 4)
        first = env.reset()
        before = first.observations.ctypes.data
        step = env.step(env.sample())
        self.assertEqual(step.observations.ctypes.data, before)
        self.assertIs(step.masks, first.masks)

    def test_bits_are_bytes(self) -> None:
        game = ludoforge.load("reversi")
        bits, plain = (BatchEnv(game, 3, seed=5, masks=masks) for masks in ("bits", "bytes"))
        bits.reset()
        plain.reset()
        for _ in range(40):
            ids = plain.sample().copy()
            words, flags = bits.step(ids).masks, plain.step(ids).masks
            unpacked = np.unpackbits(words.view("uint8"), axis=1, bitorder="little")
            self.assertEqual(unpacked[:, : game.num_distinct_actions()].tolist(), flags.tolist())

    def test_mistakes(self) -> None:
        game = ludoforge.load("tic-tac-toe")
        env = BatchEnv(game, 3)
        with self.assertRaisesRegex(RuntimeError, "reset"):
            env.step([0, 0, 0])
        env.reset()
        before = [env.state(number).hash() for number in range(3)]
        ids = env.sample().copy()
        for wrong in (-1, game.num_distinct_actions(), 2**40, 2**32):
            mixed = ids.astype("int64")
            mixed[1] = wrong
            with self.subTest(wrong), self.assertRaisesRegex(ludoforge.ArgumentError, "1"):
                env.step(mixed)
        for shape in ([0, 0], [[0, 0, 0]], [0.5, 0, 0], "abc"):
            with self.subTest(shape), self.assertRaises((TypeError, ValueError)):
                env.step(shape)
        self.assertEqual([env.state(number).hash() for number in range(3)], before)
        with self.assertRaises(IndexError):
            env.state(3)
        with self.assertRaises(ValueError):
            BatchEnv(game, 0)
        with self.assertRaises(ValueError):
            BatchEnv(game, 1, masks="words")
        with self.assertRaisesRegex(ludoforge.ArgumentError, "scenario"):
            BatchEnv(game, 1, scenario="tomorrow").reset()


class Agents(unittest.TestCase):
    def play(self, env: AECEnv, seed: int) -> Dict[str, float]:
        draw = np.random.default_rng(seed)
        env.reset(seed=seed)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            totals[agent] += reward
            if termination or truncation:
                env.step(None)
                continue
            assert observation is not None
            self.assertEqual(observation["observation"].shape,
                             env.observation_space(agent)["observation"].shape)
            legal = np.flatnonzero(observation["action_mask"])
            self.assertGreater(len(legal), 0)
            action = int(draw.choice(legal))
            self.assertTrue(env.action_space(agent).contains(action))
            env.step(action)
        self.assertEqual(env.agents, [])
        return totals

    def test_whole_games(self) -> None:
        for name in ("tic-tac-toe", "kuhn-poker"):
            env = AECEnv(ludoforge.load(name))
            for seed in range(5):
                totals = self.play(env, seed)
                self.assertEqual(list(totals.values()), env.state.returns())

    def test_only_the_decider_may_act(self) -> None:
        env = AECEnv(ludoforge.load("tic-tac-toe"))
        env.reset(seed=1)
        other = next(agent for agent in env.agents if agent != env.agent_selection)
        self.assertEqual(env.action_mask(other).sum(), 0)
        self.assertEqual(env.action_mask(env.agent_selection).sum(), 9)
        self.assertTrue(env.render())

    def test_truncation(self) -> None:
        env = AECEnv(ludoforge.load("reversi"), max_steps=4)
        self.assertEqual(list(self.play(env, 1).values()), [0.0, 0.0])
        self.assertEqual(env.state.move_number(), 4)

    def test_seeds(self) -> None:
        env = AECEnv(ludoforge.load("kuhn-poker"))
        env.reset(seed=4)
        first = env.state.hash()
        env.reset(seed=4)
        self.assertEqual(env.state.hash(), first)

    def test_mistakes(self) -> None:
        env = AECEnv(ludoforge.load("tic-tac-toe"))
        with self.assertRaisesRegex(RuntimeError, "reset"):
            env.observe(env.possible_agents[0])
        with self.assertRaisesRegex(ludoforge.GameOverError, "reset"):
            env.step(0)
        env.reset(seed=1)
        with self.assertRaisesRegex(ValueError, "must choose"):
            env.step(None)
        with self.assertRaises(ludoforge.IllegalActionError):
            env.step(env.game.num_distinct_actions())
        with self.assertRaisesRegex(ValueError, "there is no agent"):
            env.observe("nobody")


if __name__ == "__main__":
    unittest.main()
