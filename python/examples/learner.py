#!/usr/bin/env python3
"""A linear learner that plays connect-four against itself and soon beats random play.

The value of a position is tanh of a sum: one weight for each line of four cells and each way to
fill it (81). All games of a generation are played together. After every move the value of the
position before is moved towards that of the best position that could follow (TD(0)), or towards the
result if a game can end.

    PYTHONPATH=python python/examples/learner.py --seconds 60
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any, List, Tuple

import numpy as np

import ludoforge

COLUMNS, ROWS = 7, 6
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
RED, YELLOW = 0, 1


def lines() -> List[List[Tuple[int, int]]]:
    """The lines of four: lists of (column, row)."""
    found = []
    for column in range(COLUMNS):
        for row in range(ROWS):
            for across, up in STEPS:
                cells = [(column + across * k, row + up * k) for k in range(4)]
                if all(0 <= c < COLUMNS and 0 <= r < ROWS for c, r in cells):
                    found.append(cells)
    return found


def numbers_of(game: ludoforge.Game, variable: str) -> Any:
    """Where the observation says which cells a set of spaces has: [column, row] of its numbers."""
    places = np.zeros((COLUMNS, ROWS), dtype=np.int64)
    found = 0
    for number in range(game.observation_tensor_size()):
        name, _, cell = game.observation_number_to_string(number).partition(" has ")
        if name == variable and len(cell) == 2:
            places["abcdefg".index(cell[0].lower()), int(cell[1]) - 1] = number
            found += 1
    assert found == COLUMNS * ROWS, f"{found} numbers for {variable}"
    return places


class Learner:
    """The weights, and the players that use them."""

    def __init__(self, game: ludoforge.Game, seed: int = 1, games: int = 64, rate: float = 0.002,
                 explore: float = 0.1) -> None:
        self.game, self.games, self.rate, self.explore = game, games, rate, explore
        self.draw = random.Random(seed)
        red, yellow = numbers_of(game, "Red discs"), numbers_of(game, "Yellow discs")
        self.red = np.array([[red[cell] for cell in line] for line in lines()])
        self.yellow = np.array([[yellow[cell] for cell in line] for line in lines()])
        self.line = np.arange(len(self.red))
        self.weights = np.zeros((len(self.red), 81))
        self.moves = 0

    # ---- values ----

    def codes(self, seen: Any) -> Any:
        """[positions, lines]: how each line is filled, as a number in base 3."""
        filled = seen[:, self.red] + 2 * seen[:, self.yellow].astype(np.int64)
        return filled @ np.array([1, 3, 9, 27])

    def values(self, codes: Any) -> Any:
        """What Red can expect, -1 … 1."""
        return np.tanh(self.weights[self.line, codes].sum(axis=1))

    def learn(self, codes: Any, targets: Any) -> None:
        """A step towards the targets."""
        values = self.values(codes)
        steps = self.rate * (targets - values) * (1 - values**2)
        np.add.at(self.weights, (self.line[None, :], codes), steps[:, None])

    # ---- moves ----

    def look(self, states: List[ludoforge.State]
             ) -> Tuple[List[List[int]], List[List[ludoforge.State]], Any, Any]:
        """The actions and next states of each state, and codes and values of all next states."""
        actions = [state.legal_actions() for state in states]
        after = [[state.child(action) for action in legal] for state, legal in zip(states, actions)]
        flat = [child for children in after for child in children]
        seen = np.empty((len(flat), self.game.observation_tensor_size()), dtype=np.int8)
        for row, child in zip(seen, flat):
            child.observation_bytes(ludoforge.ONLOOKER, out=row)
        codes = self.codes(seen)
        values = self.values(codes)
        for index, child in enumerate(flat):
            if child.is_terminal():
                values[index] = child.returns()[RED]
        return actions, after, codes, values

    def step(self, states: List[ludoforge.State], before: Any) -> Tuple[List[ludoforge.State], Any]:
        """Makes a move in every game; returns the next positions and their codes.

        `before` has the codes of the present positions. A finished game is replaced by a new one.
        """
        actions, after, codes, values = self.look(states)
        targets = np.empty(len(states))
        chosen = np.empty((len(states), len(self.line)), dtype=np.int64)
        begin = 0
        following: List[ludoforge.State] = []
        for index, children in enumerate(after):
            end = begin + len(children)
            worth = values[begin:end]
            best = int(worth.argmax() if states[index].current_player() == RED else worth.argmin())
            targets[index] = worth[best]
            if self.draw.random() < self.explore:
                best = self.draw.randrange(len(children))
            over = children[best].is_terminal()
            following.append(self.game.new_initial_state() if over else children[best])
            chosen[index] = 0 if over else codes[begin + best]
            begin = end
        self.learn(before, targets)
        self.moves += len(states)
        return following, chosen

    def train(self, seconds: float, moves: int = 10**9) -> None:
        """Plays against itself for so long, or for so many moves."""
        states = [self.game.new_initial_state() for _ in range(self.games)]
        codes = np.zeros((self.games, len(self.line)), dtype=np.int64)  # an empty grid
        until = time.perf_counter() + seconds
        while time.perf_counter() < until and self.moves < moves:
            states, codes = self.step(states, codes)

    def evaluate(self, games: int, seed: int) -> float:
        """The share of games that it wins against random play, half of them with either colour."""
        draw = random.Random(seed)
        won = 0
        for number in range(games):
            seat = number % 2
            state = self.game.new_initial_state()
            while not state.is_terminal():
                if state.current_player() == seat:
                    actions, _, _, values = self.look([state])
                    best = values.argmax() if seat == RED else values.argmin()
                    state.apply_action(actions[0][int(best)])
                else:
                    state.apply_action(draw.choice(state.legal_actions()))
            won += state.player_return(seat) > 0
        return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="of training (10)")
    parser.add_argument("--games", type=int, default=400,
                        help="games against random play at the end (400)")
    parser.add_argument("--seed", type=int, default=1, help="(1)")
    given = parser.parse_args()
    learner = Learner(ludoforge.load("connect-four"), given.seed)
    share = learner.evaluate(given.games, given.seed + 1)
    print(f"before: wins {share:.1%} of {given.games} games against random play")
    learner.train(given.seconds)
    share = learner.evaluate(given.games, given.seed + 1)
    print(f"after {given.seconds:g} s and {learner.moves:,} moves against itself: wins {share:.1%}")


if __name__ == "__main__":
    main()
