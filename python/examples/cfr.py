#!/usr/bin/env python3
"""CFR+ on a small game with hidden cards, by explicit chance and information states.

    PYTHONPATH=python python/examples/cfr.py kuhn-poker --iterations 1000
    PYTHONPATH=python python/examples/cfr.py leduc-poker --iterations 300

The program builds the tree of the game once, and runs CFR+ on it (regrets never become negative,
players take turns, later strategies count more). Exploitability is what a best response wins
against the average strategy, as the mean of both players: 0 in an equilibrium. The program prints
it as it falls, and at the end the value for the first player.
"""

from __future__ import annotations

import argparse
import time
from typing import Dict, List, Tuple

import ludoforge


class InformationSet:
    """All nodes that a player cannot tell apart, with what CFR+ knows about them."""

    def __init__(self, player: int, actions: List[int]) -> None:
        self.player, self.actions = player, actions
        self.nodes: List[Node] = []
        self.regrets = [0.0] * len(actions)
        self.sums = [0.0] * len(actions)
        self.strategy = [1.0 / len(actions)] * len(actions)

    def match_regrets(self) -> None:
        """The next strategy: in proportion to the regrets."""
        total = sum(self.regrets)
        even = [1.0 / len(self.actions)] * len(self.actions)
        self.strategy = [r / total for r in self.regrets] if total > 0 else even

    def average(self) -> List[float]:
        """The strategy that converges."""
        total = sum(self.sums)
        even = [1.0 / len(self.actions)] * len(self.actions)
        return [s / total for s in self.sums] if total > 0 else even


class Node:
    """A position: `chances` if chance decides, `information` if a player does; else the end."""

    __slots__ = ("children", "chances", "information", "returns", "reach")

    def __init__(self) -> None:
        self.children: List[Node] = []
        self.chances: List[float] = []
        self.information: InformationSet | None = None
        self.returns: List[float] = []
        self.reach = 0.0  # of all but the player whose best response is sought


Sets = Dict[Tuple[int, str], InformationSet]


def build(state: ludoforge.State, sets: Sets) -> Node:
    """The tree below a position; fills the information sets."""
    node = Node()
    if state.is_terminal():
        node.returns = state.returns()
        return node
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        node.chances = [chance for _, chance in outcomes]
        actions = [outcome for outcome, _ in outcomes]
    else:
        player = state.current_player()
        actions = state.legal_actions()
        key = (player, state.information_state_string(player))
        node.information = sets.setdefault(key, InformationSet(player, actions))
        assert node.information.actions == actions, "positions that look the same offer the same"
        node.information.nodes.append(node)
    node.children = [build(state.child(action), sets) for action in actions]
    return node


def update(node: Node, player: int, own: float, others: float, weight: float) -> float:
    """One pass of CFR+ for a player; returns the value of the node.

    `own` and `others` are the probabilities of reaching the node.
    """
    if node.returns:
        return node.returns[player]
    if node.information is None:
        return sum(p * update(c, player, own, others * p, weight)
                   for p, c in zip(node.chances, node.children))
    information, strategy = node.information, node.information.strategy
    if information.player != player:
        return sum(p * update(c, player, own, others * p, weight)
                   for p, c in zip(strategy, node.children))
    values = [update(c, player, own * p, others, weight) for p, c in zip(strategy, node.children)]
    value = sum(p * v for p, v in zip(strategy, values))
    for index, found in enumerate(values):
        information.regrets[index] += others * (found - value)
        information.sums[index] += weight * own * strategy[index]
    return value


def iterate(root: Node, sets: Sets, players: int, number: int) -> None:
    """One iteration: each player in turn improves against the others' newest strategies."""
    for player in range(players):
        update(root, player, 1.0, 1.0, float(number))
        for information in sets.values():
            if information.player == player:
                information.regrets = [max(r, 0.0) for r in information.regrets]
                information.match_regrets()


def value(node: Node, player: int, average: Dict[InformationSet, List[float]]) -> float:
    """What a player can expect when all play these strategies."""
    if node.returns:
        return node.returns[player]
    chances = node.chances if node.information is None else average[node.information]
    return sum(p * value(c, player, average) for p, c in zip(chances, node.children))


def spread(node: Node, player: int, reach: float,
           average: Dict[InformationSet, List[float]]) -> None:
    """Notes at each node how likely the others and chance lead there."""
    node.reach = reach
    information = node.information
    for index, child in enumerate(node.children):
        if information is None:
            spread(child, player, reach * node.chances[index], average)
        elif information.player == player:
            spread(child, player, reach, average)
        else:
            spread(child, player, reach * average[information][index], average)


def best_response(root: Node, player: int, average: Dict[InformationSet, List[float]]) -> float:
    """What a player wins who knows the others' strategies and takes the best action everywhere."""
    chosen: Dict[InformationSet, int] = {}

    def best(information: InformationSet) -> int:
        if information not in chosen:
            totals = [sum(n.reach * worth(n.children[a]) for n in information.nodes)
                      for a in range(len(information.actions))]
            chosen[information] = totals.index(max(totals))
        return chosen[information]

    def worth(node: Node) -> float:
        if node.returns:
            return node.returns[player]
        if node.information is None:
            return sum(p * worth(c) for p, c in zip(node.chances, node.children))
        if node.information.player == player:
            return worth(node.children[best(node.information)])
        return sum(p * worth(c) for p, c in zip(average[node.information], node.children))

    spread(root, player, 1.0, average)
    return worth(root)


def exploitability(root: Node, sets: Sets, players: int) -> float:
    """The mean gain of best responses, for a game whose returns sum to zero."""
    average = {information: information.average() for information in sets.values()}
    return sum(best_response(root, player, average) for player in range(players)) / players


def solve(name: str, iterations: int, points: int = 8,
          show: bool = True) -> Tuple[float, float, int]:
    """Exploitability, value for the first player, and the number of information sets."""
    game = ludoforge.load(name)
    root_state = game.new_initial_state(chance="explicit")
    root_state.information_state_string(0)  # from here on all clones keep a history
    sets: Sets = {}
    root = build(root_state, sets)
    players = game.num_players()
    shown = {max(1, round(iterations ** (k / points))) for k in range(1, points + 1)}
    if show:
        print(f"{game.title}: {len(sets)} information sets")
        print(f"{'iteration':>10} {'exploitability':>15} {'seconds':>8}")
    began = time.perf_counter()
    for number in range(1, iterations + 1):
        iterate(root, sets, players, number)
        if show and number in shown:
            seconds = time.perf_counter() - began
            loss = exploitability(root, sets, players)
            print(f"{number:10} {loss:15.6f} {seconds:8.1f}", flush=True)
    average = {information: information.average() for information in sets.values()}
    return exploitability(root, sets, players), value(root, 0, average), len(sets)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="kuhn-poker", help="name or path (kuhn-poker)")
    parser.add_argument("--iterations", type=int, default=500, help="(500)")
    given = parser.parse_args()
    found, worth, _ = solve(given.game, given.iterations)
    print(f"exploitability {found:.6f}, value for the first player {worth:.6f}")


if __name__ == "__main__":
    main()
