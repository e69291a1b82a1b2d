"""The examples run from the command line, and do what they say, with small settings."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np
from common import PYTHON

import cfr
import learner
import ludoforge

EXAMPLES = sorted((PYTHON / "examples").glob("*.py"))


def run(script: pathlib.Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(PYTHON)}
    done = subprocess.run([sys.executable, str(script), *arguments], env=environment, text=True,
                          capture_output=True, stdin=subprocess.DEVNULL, timeout=1200, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{script.name} {arguments}: {done.stdout}{done.stderr}")
    return done.stdout


class Examples(unittest.TestCase):
    def test_each_has_help(self) -> None:
        self.assertGreaterEqual(len(EXAMPLES), 4)
        for script in EXAMPLES:
            with self.subTest(script.name):
                self.assertIn("usage:", run(script, "--help"))

    def test_kuhn_is_solved(self) -> None:
        found, value, sets = cfr.solve("kuhn-poker", 500, show=False)
        self.assertEqual(sets, 12)
        self.assertLess(found, 1e-3)
        self.assertAlmostEqual(value, -1 / 18, delta=1e-3)

    def test_leduc_comes_nearer(self) -> None:
        """Few iterations: not solved, and far better than playing at random, which loses 2.37 to a
        best response. The value cannot be farther from that of the game than both best responses
        win together."""
        found, value, sets = cfr.solve("leduc-poker", 40, show=False)
        self.assertEqual(sets, 936)
        self.assertLess(found, 0.06)
        self.assertAlmostEqual(value, -0.0856, delta=0.12)

    def test_search_beats_random(self) -> None:
        printed = run(PYTHON / "examples" / "mcts.py", "tic-tac-toe", "--games", "8",
                      "--simulations", "120")
        lost = int(printed.split(" lost")[0].split()[-1])
        self.assertEqual(lost, 0, printed)

    def test_search_takes_hidden_cards(self) -> None:
        printed = run(PYTHON / "examples" / "mcts.py", "kuhn-poker", "--games", "4",
                      "--simulations", "50")
        self.assertIn("against random play", printed)

    def test_learner_learns(self) -> None:
        """Taking wins where they are wins about 70 % against random play; learning has to do
        better. A minute's result is in docs/research.md."""
        player = learner.Learner(ludoforge.load("connect-four"), seed=1)
        player.train(seconds=120, moves=30000)
        self.assertGreaterEqual(player.moves, 30000)
        self.assertGreater(player.evaluate(100, seed=2), 0.9)

    def test_data_set(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "positions.npz")
            run(PYTHON / "examples" / "dataset.py", "--positions", "60", "--batch", "4", "-o", path)
            data = np.load(path)
            count = len(data["players"])
            self.assertGreaterEqual(count, 60)
            game = ludoforge.load("fire-in-the-lake")
            self.assertEqual(data["observations"].shape, (count, game.observation_tensor_size()))
            self.assertEqual(data["returns"].shape, (count, game.max_num_players()))
            for number in set(data["games"].tolist()):
                returns = data["returns"][data["games"] == number]
                self.assertEqual(len(np.unique(returns, axis=0)), 1)


class Bench(unittest.TestCase):
    def test_it_measures(self) -> None:
        done = subprocess.run([sys.executable, "-m", "ludoforge.bench", "tic-tac-toe", "--seconds",
                               "0.05", "--batch", "8", "--json"],
                              cwd=PYTHON, text=True, capture_output=True, timeout=600, check=True)
        self.assertIn('"batched"', done.stdout)


if __name__ == "__main__":
    unittest.main()
