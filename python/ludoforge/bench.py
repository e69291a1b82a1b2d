"""Measures speed from Python: `python3 -m ludoforge.bench [GAME...]` plays at random.

Single steps are what a search does: legal_actions, a choice, apply_action. Batched steps draw the
actions in the engine, so that the environment is measured and not a policy. Everything runs on one
thread and is measured in CPU time, so that other work on the machine matters little; with more
--threads it is wall-clock time.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from typing import Any, Dict, Iterator, List, Optional, Tuple

from .batch import BatchEnv
from .game import Game, bundled_games, load

_SLICE = 64  # steps between two looks at the clock


def single(game: Game, seconds: float, scenario: Optional[str] = None) -> float:
    """Steps a second of one State after the other."""
    draw = random.Random(1).random
    steps, seed = 0, 0
    state = game.new_initial_state(seed, scenario)
    began = time.process_time()
    while time.process_time() - began < seconds:
        for _ in range(_SLICE):
            legal = state.legal_actions()
            if not legal:
                seed += 1
                state = game.new_initial_state(seed, scenario)
                continue
            state.apply_action(legal[int(draw() * len(legal))])
            steps += 1
    return steps / (time.process_time() - began)


def batched(game: Game, seconds: float, games: int, threads: int, scenario: Optional[str] = None,
            **views: Any) -> float:
    """Steps a second of a BatchEnv; `views` says what each step writes."""
    env = BatchEnv(game, games, seed=1, scenario=scenario, threads=threads, **views)
    env.reset()
    steps = 0
    clock = time.process_time if threads == 1 else time.perf_counter
    began = clock()
    while clock() - began < seconds:
        for _ in range(max(1, _SLICE * 4 // games)):
            env.step(env.sample())
            steps += games
    return steps / (clock() - began)


def measure(game: Game, seconds: float, games: int, threads: int,
            scenario: Optional[str]) -> Iterator[Tuple[str, float]]:
    """Each figure with its name."""
    yield "single", single(game, seconds, scenario)
    yield "batched", batched(game, seconds, games, threads, scenario, observations=None, masks=None)
    given = (game, seconds, games, threads, scenario)
    yield "batched, masks", batched(*given, observations=None, masks="bits")
    yield "batched, masks, int8", batched(*given, observations="int8", masks="bits")
    yield "batched, masks, float32", batched(*given, observations="float32", masks="bytes")


def main(arguments: Optional[List[str]] = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python3 -m ludoforge.bench",
                                     description="Steps a second of random play from Python.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="name or path (all bundled games)")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure (1)")
    parser.add_argument("--batch", type=int, default=256, help="games in a batch (256)")
    parser.add_argument("--threads", type=int, default=1, help="of a batch; 0: one a core (1)")
    parser.add_argument("--scenario", help="the game's default")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    given = parser.parse_args(arguments)
    figures: Dict[str, Dict[str, float]] = {}
    for name in given.games or bundled_games():
        figures[name] = {}
        speeds = measure(load(name), given.seconds, given.batch, given.threads, given.scenario)
        for what, speed in speeds:
            figures[name][what] = speed
            if not given.json:
                print(f"{name:24} {what:26} {speed:14,.0f} steps/s", flush=True)
    if given.json:
        print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
