#!/usr/bin/env python3
"""Monte Carlo tree search (UCT) for any game: it plays one seat, random moves play the others.

Hidden cards and future dice are drawn again for every simulation (State.determinize): the search
knows only what its seat may know.

    PYTHONPATH=python python/examples/mcts.py tic-tac-toe --games 10
"""

from __future__ import annotations

import argparse
import math
import random
from typing import Dict, List, Tuple

import ludoforge

Key = Tuple[int, ...]  # the actions that lead from the root to a node


class Search:
    """A tree of the nodes that were met: for each how often, and what its mover won on average."""

    def __init__(self, simulations: int, seed: int, explore: float = 1.4) -> None:
        self.simulations, self.explore, self.random = simulations, explore, random.Random(seed)
        self.visits: Dict[Key, int] = {}
        self.totals: Dict[Key, float] = {}

    def choose(self, state: ludoforge.State) -> int:
        """The action that was tried most."""
        self.visits, self.totals = {(): 0}, {}
        player = state.current_player()
        for _ in range(self.simulations):
            self.simulate(state.determinize(player, self.random.getrandbits(64)))
        return max(state.legal_actions(), key=lambda action: self.visits.get((action,), 0))

    def simulate(self, state: ludoforge.State) -> None:
        """Down the tree, one node further, to the end at random, and the result back up."""
        key: Key = ()
        path: List[Tuple[Key, int]] = []
        while not state.is_terminal() and key in self.visits:
            mover = state.current_player()
            action = self.select(key, state.legal_actions())
            key += (action,)
            path.append((key, mover))
            state.apply_action(action)
        while not state.is_terminal():
            state.apply_action(self.random.choice(state.legal_actions()))
        returns = state.returns()
        scale = max(abs(r) for r in returns) or 1.0  # margins become -1 … 1
        self.visits[()] += 1
        for key, mover in path:
            self.visits[key] = self.visits.get(key, 0) + 1
            self.totals[key] = self.totals.get(key, 0.0) + returns[mover] / scale

    def select(self, key: Key, legal: List[int]) -> int:
        """The child with the best upper bound; those that were never tried first."""
        fresh = [action for action in legal if (*key, action) not in self.visits]
        if fresh:
            return self.random.choice(fresh)
        log = math.log(sum(self.visits[(*key, action)] for action in legal))

        def bound(action: int) -> float:
            child = (*key, action)
            visits = self.visits[child]
            return self.totals[child] / visits + self.explore * math.sqrt(log / visits)

        return max(legal, key=bound)


def play(game: ludoforge.Game, seat: int, search: Search, seed: int) -> float:
    """One game; what the seat has won."""
    chance = random.Random(seed)
    state = game.new_initial_state(seed=seed)
    while not state.is_terminal():
        if state.current_player() == seat:
            state.apply_action(search.choose(state))
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    return state.player_return(seat)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="tic-tac-toe", help="name or path (tic-tac-toe)")
    parser.add_argument("--games", type=int, default=10, help="(10)")
    parser.add_argument("--simulations", type=int, default=200, help="for each decision (200)")
    parser.add_argument("--seed", type=int, default=1, help="(1)")
    given = parser.parse_args()
    game = ludoforge.load(given.game)
    results = []
    for number in range(given.games):
        search = Search(given.simulations, given.seed + number)
        results.append(play(game, number % game.num_players(), search, given.seed + number))
    won, lost = sum(r > 0 for r in results), sum(r < 0 for r in results)
    drawn = len(results) - won - lost
    print(f"{game.title}: {won} won, {drawn} drawn, {lost} lost against random play")


if __name__ == "__main__":
    main()
