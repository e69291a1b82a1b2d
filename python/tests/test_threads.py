"""Objects in reference cycles, and objects that two threads use at once."""

from __future__ import annotations

import gc
import threading
import time
import unittest
import weakref
from typing import Any, Callable, List

import common  # noqa: F401: puts the package on the path

import ludoforge
from ludoforge.agents import Agent
from ludoforge.batch import BatchEnv
from ludoforge.session import Session


def make_state() -> Any:
    return ludoforge.load("kuhn-poker").new_initial_state()


def make_session() -> Any:
    return Session(ludoforge.load("kuhn-poker"))


def make_agent() -> Any:
    return Agent(ludoforge.load("kuhn-poker"), "mcts:20", 0)


def make_batch() -> Any:
    return BatchEnv(ludoforge.load("kuhn-poker"), 4)


MAKERS = (make_state, make_session, make_agent, make_batch)


class Cycles(unittest.TestCase):
    def test_every_class_may_be_part_of_a_cycle(self) -> None:
        for make in MAKERS:
            for way in ("itself", "its game", "a list"):
                thing = make()
                if way == "itself":
                    thing.cycle = thing
                elif way == "its game":
                    thing.game.cycle = thing
                else:
                    things: List[Any] = [thing]
                    thing.cycle = things
                    things.append(things)
                    del things
                seen = weakref.ref(thing)
                del thing
                gc.collect()
                self.assertIsNone(seen())

    def test_the_game_may_go_first(self) -> None:
        """The C library counts: what is left works when Python has freed the game."""
        for make in MAKERS:
            thing = make()
            state = thing if make is make_state else None
            del thing.game._handle  # the owner's reference is gone
            if state is not None:
                self.assertTrue(state.legal_actions())
            elif make is make_session:
                self.assertIn("kuhn-poker", thing.to_json())
            elif make is make_agent:
                thing.begin(0, 1)
            else:
                thing.step(thing.reset().masks.argmax(axis=1))
            del thing, state
            gc.collect()


class Threads(unittest.TestCase):
    def expect_refused(self, busy: Callable[[], Any], other: Callable[[], Any]) -> None:
        """While one thread is in `busy`, `other` is refused in this one; afterwards it works."""
        thread = threading.Thread(target=busy)
        thread.start()
        refused = None
        end = time.monotonic() + 600
        while refused is None and thread.is_alive() and time.monotonic() < end:
            try:
                other()
            except ludoforge.ConcurrentUseError as error:
                refused = error
        thread.join()
        self.assertIsNotNone(refused)
        self.assertIn("another thread", str(refused))
        other()

    def test_agents_and_states(self) -> None:
        game = ludoforge.load("tic-tac-toe")
        state = game.new_initial_state()
        agent = Agent(game, "mcts:time=0.5s", 0)
        self.expect_refused(lambda: agent.choose(state), lambda: agent.limit())
        self.expect_refused(lambda: agent.choose(state), lambda: state.legal_actions())
        self.expect_refused(lambda: agent.choose(state),
                            lambda: game.new_initial_state().equals(state))

    def test_cancel_is_for_other_threads(self) -> None:
        game = ludoforge.load("tic-tac-toe")
        agent = Agent(game, "mcts:time=20s", 0)
        began = time.monotonic()
        thread = threading.Thread(target=lambda: agent.choose(game.new_initial_state()))
        thread.start()
        while thread.is_alive() and time.monotonic() < began + 10:
            agent.cancel()
            time.sleep(0.01)
        self.assertFalse(thread.is_alive())

    def test_sessions(self) -> None:
        session = Session(ludoforge.load("tic-tac-toe"))
        for _ in range(3):
            session.apply_action(session.state().legal_actions()[0])
        slow = lambda _done, _all: time.sleep(0.1) is None  # noqa: E731
        for other in (session.to_json, session.can_undo, lambda: list(session.log()),
                      lambda: session.timed_out):
            self.expect_refused(lambda: session.analyse(agent="mcts:20", progress=slow), other)

    def test_batches(self) -> None:
        env = BatchEnv(ludoforge.load("chess"), 200)
        env.reset()

        def play() -> None:
            for _ in range(100):
                try:
                    env.step(env.sample())
                except ludoforge.ConcurrentUseError:
                    pass  # this one was refused, and the other thread goes on

        self.expect_refused(play, lambda: env.sample())

    def test_different_objects_of_one_game_run_side_by_side(self) -> None:
        game = ludoforge.load("kuhn-poker")
        wrong: List[BaseException] = []

        def play() -> None:
            try:
                for _ in range(200):
                    state = game.new_initial_state()
                    while not state.is_terminal():
                        state = state.child(state.legal_actions()[0])
            except BaseException as error:
                wrong.append(error)

        threads = [threading.Thread(target=play) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
