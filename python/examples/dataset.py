#!/usr/bin/env python3
"""Writes a data set of positions and outcomes of Fire in the Lake, or of any game, as .npz.

The program plays random games in a batch. Of each game it keeps one position in `--every`, as the
decider sees it, with what every player won in the end.

    PYTHONPATH=python python/examples/dataset.py --positions 2000 -o positions.npz

The file contains observations [n, numbers] int8, players [n], returns [n, players], games [n]
(positions of one game belong together: split by game, not by position), and `layout`, the parts of
an observation as JSON.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from typing import Any, Dict, List, Optional

import numpy as np

import ludoforge
from ludoforge.env import BatchEnv


def play_round(env: BatchEnv, seed: int, every: int, draw: np.random.Generator) -> Dict[str, Any]:
    """All games of the batch, to the end: which would otherwise finish first are the short ones."""
    rows: List[Any] = []
    players: List[Any] = []
    games: List[Any] = []
    returns = np.zeros((env.games, env.game.max_num_players()), dtype=np.float32)
    step = env.reset(seed)
    while (step.players >= 0).any():
        kept = np.flatnonzero((step.players >= 0) & (draw.random(env.games) < 1.0 / every))
        rows.append(step.observations[kept])  # an index makes a copy
        players.append(step.players[kept])
        games.append(kept)
        step = env.step(env.sample())
        returns += step.rewards  # paid once, at the end
    return {
        "observations": np.concatenate(rows),
        "players": np.concatenate(players).astype(np.int8),
        "returns": returns[np.concatenate(games)],
        "games": np.concatenate(games).astype(np.int32),
    }


def collect(
    game: ludoforge.Game, positions: int, every: int, batch: int = 64, seed: int = 1,
    scenario: Optional[str] = None
) -> Dict[str, Any]:
    """At least `positions` positions, of whole games."""
    env = BatchEnv(game, batch, scenario=scenario, auto_reset=False, observations="int8",
                   masks=None)
    draw = np.random.default_rng(seed)
    rounds: List[Dict[str, Any]] = []
    while sum(len(found["players"]) for found in rounds) < positions:
        rounds.append(play_round(env, seed + len(rounds), every, draw))
        rounds[-1]["games"] += batch * (len(rounds) - 1)
    data = {name: np.concatenate([found[name] for found in rounds]) for name in rounds[0]}
    layout = [dataclasses.asdict(part) for part in game.observation_tensor_parts()]
    data["layout"] = np.array(json.dumps(layout))
    return data


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="fire-in-the-lake",
                        help="name or path (fire-in-the-lake)")
    parser.add_argument("--positions", type=int, default=2000, help="at least (2000)")
    parser.add_argument("--every", type=int, default=20, help="keep one position in so many (20)")
    parser.add_argument("--batch", type=int, default=64, help="games at once (64)")
    parser.add_argument("--scenario", help="the game's default")
    parser.add_argument("--seed", type=int, default=1, help="(1)")
    parser.add_argument("-o", "--output", default="positions.npz", help="(positions.npz)")
    given = parser.parse_args()
    data = collect(ludoforge.load(given.game), given.positions, given.every, given.batch,
                   given.seed, given.scenario)
    np.savez_compressed(given.output, **data)
    players = np.arange(data["returns"].shape[1])
    wins = (data["returns"].argmax(axis=1)[:, None] == players).mean(axis=0)
    print(f"{len(data['players'])} positions of {len(set(data['games']))} games, "
          f"{data['observations'].shape[1]} numbers each")
    print("best margin, by player: " + ", ".join(f"{share:.2f}" for share in wins))


if __name__ == "__main__":
    main()
