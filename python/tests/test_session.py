"""Sessions: the log, taking back, keeping."""

from __future__ import annotations

import json
import unittest
from typing import List

import jsonschema
from common import TOP

import ludoforge
from ludoforge import ONLOOKER
from ludoforge.session import HOST, Level, Session

NUMBERS = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"]


class Sessions(unittest.TestCase):
    def setUp(self) -> None:
        self.session = Session(ludoforge.load("tic-tac-toe"), seed=1)

    def move(self) -> int:
        action = self.session.state().legal_actions()[0]
        self.session.apply_action(action)
        return action

    def test_seeds_of_64_bits_are_kept(self) -> None:
        game = ludoforge.load("kuhn-poker")
        for seed in (0, 2**63 - 1, 2**63, 2**64 - 1):
            kept = Session(game, seed=seed)
            other = Session(game, seed=1)
            other.from_json(kept.to_json())
            self.assertEqual(json.loads(other.to_json())["record"]["seed"],
                             seed if seed < 2**63 else str(seed))
            self.assertEqual(other.state().hash(), kept.state().hash())
            state = game.new_initial_state(seed=seed)
            self.assertEqual(game.deserialize_state(state.serialize()).hash(), state.hash())
            self.assertEqual(state.hash(), kept.state().hash())
        for wrong in (-1, 2**64):
            with self.assertRaises(ValueError):
                Session(game, seed=wrong)

    def test_undo_and_redo(self) -> None:
        beginning = self.session.state().hash()
        self.assertFalse(self.session.can_undo())
        action = self.move()
        after = self.session.state().hash()
        self.assertNotEqual(after, beginning)
        self.session.undo()
        self.assertEqual(self.session.state().hash(), beginning)
        self.session.redo()
        self.assertEqual(self.session.state().hash(), after)
        with self.assertRaises(ludoforge.IllegalActionError):
            self.session.apply_action(action)
        with self.assertRaises(ludoforge.ArgumentError):
            self.session.apply_action(10**6)

    def test_clocks(self) -> None:
        self.assertIsNone(self.session.time_left(0))
        self.session.set_clock(10_000, 1_000)
        self.session.tick(500)
        self.session.tick(2_500)
        self.move()
        self.assertEqual([self.session.time_left(0), self.session.time_left(1)], [9_000, 10_000])
        with self.assertRaises(ludoforge.ArgumentError):
            self.session.set_clock(None)
        self.session.pause_clock()
        self.assertIsNone(self.session.tick(99_000))
        self.assertIsNone(self.session.timed_out)
        self.assertEqual(self.session.tick(109_000), 1)
        self.assertEqual(self.session.timed_out, 1)

    def test_log_hides_what_is_hidden(self) -> None:
        """Red draws a card: Red and the host read which, Blue and onlookers that there was one."""
        session = Session(ludoforge.load(TOP / "tests" / "fixtures" / "secrets.game-spec.md"),
                          seed=1)
        state = session.state()
        card = state.eval("top(deck).rank")
        draw = next(action
                    for action in state.legal_actions()
                    if state.action_to_string(action).lower() == "draw")
        session.apply_action(draw)
        name = NUMBERS[int(card) - 1]
        told = {viewer: " ".join(entry.text for entry in session.log(viewer, Level.NOISE))
                for viewer in (HOST, 0, 1, ONLOOKER)}
        self.assertEqual({viewer: name in text for viewer, text in told.items()},
                         {HOST: True, 0: True, 1: False, ONLOOKER: False})

    def test_kept_and_read_back(self) -> None:
        self.move()
        kept = self.session.to_json()
        other = Session(self.session.game, seed=2)
        other.from_json(kept)
        self.assertEqual(other.state().hash(), self.session.state().hash())
        self.assertEqual([e.text for e in other.log()], [e.text for e in self.session.log()])
        with self.assertRaises(ludoforge.LudoForgeError):
            other.from_json("{}")

    def test_looked_at_again(self) -> None:
        while not self.session.state().is_terminal():
            self.move()
        seen: List[int] = []

        def watch(done: int, whole: int) -> bool:
            seen.append(done)
            return done <= whole

        found = self.session.analyse(agent="mcts:200", progress=watch)
        jsonschema.validate(found,
                            json.loads((TOP / "schemas" / "analysis.schema.json").read_text()))
        self.assertTrue(found["over"])
        self.assertEqual(len(found["turns"]), found["number"])
        self.assertEqual(seen, sorted(seen))
        self.assertGreater(len(seen), 3)
        self.assertEqual(self.session.analyse(0, "greedy", moments=-1)["moments"], [])

    def test_looking_again_is_refused_and_ended(self) -> None:
        self.move()
        with self.assertRaisesRegex(ludoforge.LudoForgeError, "nobody"):
            self.session.analyse(agent="nobody")
        with self.assertRaises(ludoforge.ArgumentError):
            self.session.analyse(7)
        with self.assertRaises(ludoforge.LudoForgeError):
            self.session.analyse(agent="greedy", progress=lambda done, whole: False)
        with self.assertRaises(ZeroDivisionError):
            self.session.analyse(agent="greedy", progress=lambda done, whole: 1 // 0 > 0)


if __name__ == "__main__":
    unittest.main()
