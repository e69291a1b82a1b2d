#!/usr/bin/python3
"""`ladder`: its numbers are those of its games, whatever plays them; and it is resumed, drawn and
refused as it should be."""

import csv
import html.parser
import json
import math
import os
import re
import signal
import subprocess
import time
import xml.etree.ElementTree

import jsonschema

from harness import BINARY, BOARD_GAME, CARD_GAME, RANKS, SLOW, TOP, Run, main, need_mpi

SCHEMA = json.loads((TOP / "schemas" / "ladder.schema.json").read_text())
THREE = """# Three
```yaml
metadata: { id: three, name: Three }
seats: [Ann, Bob, Cy]
globalVars:
  - { name: said, type: int, init: 0, min: 0, max: 3 }
perPlayerVars:
  - { name: gold, type: int, init: 0, min: 0, max: 9 }
turnStructure: { phases: [{ id: play }] }
actions:
  - id: take
    phase: play
    params: [{ name: much, domain: 0..2 }]
    effects: |
      activePlayer.gold = much + roll 3
      said += 1
      activePlayer = next(activePlayer)
terminal:
  checkpoints:
    - { id: all-said, when: said == 3 }
  margins:
    - { seat: Ann, value: Ann.gold }
    - { seat: Bob, value: Bob.gold }
    - { seat: Cy, value: Cy.gold }
```
"""


def timeless(node):
    """Without what may differ from run to run."""
    if isinstance(node, dict):
        return {key: timeless(value)
                for key, value in node.items() if key not in ("time", "seconds", "threads")}
    return [timeless(item) for item in node] if isinstance(node, list) else node


def ladder(*arguments):
    run = Run("ladder", *arguments, "--json")
    assert run.status == 0, run
    found = run.json()
    jsonschema.validate(found, SCHEMA)
    return found


def rows(folder):
    with open(folder / "games.csv", newline="") as file:
        return list(csv.DictReader(file))


def wilson(hits, trials):
    z, share = 1.959963984540054, hits / trials
    centre, half = (share + z * z / 2 / trials,
                    z * math.sqrt(share * (1 - share) / trials + z * z / 4 / trials**2))
    return (centre - half) / (1 + z * z / trials), (centre + half) / (1 + z * z / trials)


def near(a, b, within=1e-6):
    return abs(a - b) <= within


def check_numbers_of_two_seats(scratch):
    """Counted again from the rows: in game i the first seat has agent i mod 2."""
    found = ladder(BOARD_GAME, "--agents", "random,greedy", "--games", 60, "--run", scratch / "run",
                   "--seed", 5)
    games, names = rows(scratch / "run"), ["random", "greedy"]
    assert len(games) == 120 == found["completed"] and found["seatings"] == 2, found
    agents = {agent["agent"]: agent for agent in found["agents"]}
    points = 0
    for number, name in enumerate(names):
        for seat in "XO":
            own = [game for i, game in enumerate(games) if (i % 2 == number) == (seat == "X")]
            cell, wins = agents[name]["seats"][seat], sum(game["winner"] == seat for game in own)
            assert (cell["games"], cell["wins"]) == (60, wins), (name, seat, cell)
            assert cell["draws"] == sum(game["winner"] == "" for game in own)
            low, high = wilson(wins, 60)
            assert near(cell["share"]["low"], low) and near(cell["share"]["high"], high), cell
            assert near(cell["margin"]["value"],
                        sum(int(game[f"margin_{seat}"]) for game in own) / 60)
            assert cell["decisions"] == sum(int(game[f"decisions_{seat}"]) for game in own) > 0
            if name == "greedy":
                points += wins + sum(game["winner"] == "" for game in own) / 2
    elo = 400 * math.log10(points / (120 - points))
    variance = 120 * points / 120 * (1 - points / 120)
    spread = 1.959963984540054 * 400 / math.log(10) / math.sqrt(variance)
    pair = next(pair for pair in found["pairs"])
    sign = 1 if pair["agent"] == "greedy" else -1
    assert near(pair["elo"]["value"] * sign, elo, 1e-4), pair
    assert near(pair["elo"]["high"] - pair["elo"]["value"], spread, 1e-3), pair
    assert near(agents["greedy"]["elo"]["value"], elo / 2, 1e-4)
    assert found["model"] == "Bradley-Terry"
    assert found["agents"][0]["elo"]["value"] >= found["agents"][1]["elo"]["value"]


def check_more_seats(scratch):
    spec = scratch / "three.game-spec.md"
    spec.write_text(THREE)
    found = ladder(spec, "--agents", "random,greedy", "--games", 20)
    assert found["seatings"] == 6 and found["completed"] == 120, found
    assert found["model"] == "Plackett-Luce", found
    best, worst = found["agents"]
    # it takes two, the other anything
    assert best["agent"] == "greedy" and best["elo"]["low"] > worst["elo"]["high"], found
    assert {cell["games"] for agent in found["agents"] for cell in agent["seats"].values()} == {60}
    field = ladder(spec, "--agents", "greedy", "--field", "random", "--games", 20)
    assert field["seatings"] == 3 and field["field"] == "random", field
    cells = {agent["agent"]: [cell["games"] for cell in agent["seats"].values()]
             for agent in field["agents"]}
    assert cells == {"greedy": [20, 20, 20], "random": [40, 40, 40]}, cells
    alone = ladder(spec, "--agents", "greedy", "--games", 30)
    assert alone["seatings"] == 1 and alone["completed"] == 30 and alone["pairs"] == [], alone


def check_threads_do_not_matter(scratch):
    del scratch
    arguments = (CARD_GAME, "--agents", "greedy,random", "--games", 100, "--seed", 3)
    first = timeless(ladder(*arguments, "--threads", 1))
    assert first == timeless(ladder(*arguments, "--threads", 3))
    assert first != timeless(ladder(*arguments[:-1], 4))


def check_resumed_is_uninterrupted(scratch):
    arguments = (BOARD_GAME, "--agents", "greedy,random", "--seed", 9)
    whole = timeless(ladder(*arguments, "--games", 50, "--run", scratch / "whole"))
    ladder(*arguments, "--games", 20, "--run", scratch / "parts")
    assert timeless(ladder("--resume", scratch / "parts", "--games", 50)) == whole
    assert timeless(ladder("--resume", scratch / "parts")) == whole  # complete: it is only shown


def check_a_kill_loses_nothing(scratch):
    """Killed in the middle, then gone on with to the end."""
    arguments = [BOARD_GAME, "--agents", "random", "--games", "40000"]
    process = subprocess.Popen(
        [BINARY, "ladder", *arguments, "--run", str(scratch / "run"), "--threads", "2"], cwd=TOP,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    file, until = scratch / "run" / "games.csv", time.monotonic() + SLOW
    while not file.exists() or file.stat().st_size < 50000:
        assert process.poll() is None and time.monotonic() < until
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    resumed = Run("ladder", "--resume", scratch / "run", "--json", timeout=180)
    assert resumed.status == 0, resumed
    assert timeless(resumed.json()) == timeless(ladder(*arguments))


def check_ranks_do_not_matter(scratch):
    del scratch
    need_mpi()
    arguments = ["ladder", CARD_GAME, "--agents", "greedy,random", "--games", "60", "--json"]
    done = subprocess.run(["mpirun", "--oversubscribe", "-n", "3", BINARY, *arguments], cwd=TOP,
                          env=RANKS, check=True, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=SLOW)
    assert timeless(json.loads(done.stdout)) == timeless(ladder(*arguments[1:-1]))


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids.add(attrs.get("id"))
        assert tag != "script" and "src" not in attrs, attrs
        assert not attrs.get("href", "#").startswith("http"), attrs


def check_page(scratch):
    page = scratch / "page.html"
    run = Run("ladder", BOARD_GAME, "--agents", "random,greedy", "--games", 20, "-o", page)
    assert run.status == 0 and "Elo" in run.out, run
    text = page.read_text()
    assert {"strength", "wins", "margins", "pairs", "time"} <= Page(text).ids
    for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        drawn = xml.etree.ElementTree.fromstring(svg)
        assert drawn.get("role") == "img" and drawn[0].tag.endswith("title")
        assert drawn[1].tag.endswith("desc")
    assert "greedy, X" in text
    assert f"ludoforge ladder {BOARD_GAME} --agents random,greedy --games 20" in text
    shares = re.findall(r"^\w+ +[XO] +\d+ +\d+ +(\d+\.\d) %", run.out, re.MULTILINE)
    assert len(shares) == 4 and all(f"{share} %" in text for share in shares), shares


def check_what_makes_no_sense(scratch):
    Run("sim", BOARD_GAME, "--games", 5, "--run", scratch / "sim")
    Run("ladder", BOARD_GAME, "--agents", "random", "--games", 2, "--run", scratch / "ladder")
    for arguments, status, words in (
        ((BOARD_GAME,), 2, "--agents A,B"),
        ((BOARD_GAME, "--agents", "random,gredy"), 2, "Did you mean greedy?"),
        ((BOARD_GAME, "--agents", "random,random"), 2, "twice"),
        ((BOARD_GAME, "--agents", ",".join(["random"] * 17)), 2, "at most 16"),
        ((BOARD_GAME, "--agents", "random", "--field", "random,greedy"), 2,
         "--field takes one agent"),
        ((BOARD_GAME, "--agents", "random", "--scenario", "no-such"), 2, "no-such"),
        ((BOARD_GAME, "--agents", "random", "--games", "0"), 2, "--games"),
        (("--agents", "random"), 2, "Usage: ludoforge ladder"),
        (("no-such-game", "--agents", "random"), 2, "no-such-game"),
        (("--resume", scratch / "sim"), 1, "not of a ladder"),
        (("--resume", scratch / "none"), 1, "Cannot read"),
        (("--resume", scratch / "ladder", "--agents", "greedy"), 2, "the agents"),
        (("--resume", scratch / "ladder", "--field", "greedy"), 2, "the field"),
        (("--resume", scratch / "ladder", "--games", "1"), 1, "fewer"),
        ((BOARD_GAME, "--agents", "random", "--run", scratch / "ladder"), 1, "already has a run"),
        ((BOARD_GAME, "--agents", "random", "-o", scratch / "no" / "page.html"), 1, "page.html")):
        run = Run("ladder", *arguments)
        assert run.status == status and words in run.err, (words, str(run))
    for command in ("sim", "report"):
        run = Run(command, *(("--resume",) if command == "sim" else ()), scratch / "ladder")
        assert run.status == 1 and "ludoforge ladder --resume" in run.err, run


def check_margins_that_are_played_for_decide(scratch):
    """Ann wins whatever she takes; who plays for gold takes most of it."""
    for_wins = THREE.replace("when: said == 3", "when: said == 3, winner: Ann")
    for_wins = for_wins.replace("much + roll 3", "much")
    for_gold = for_wins.replace(
        "  margins:", "  payoff: { unit: coins, label: gold taken, scale: 2 }\n  margins:")
    found = {}
    for name, spec in (("wins", for_wins), ("gold", for_gold)):
        (scratch / name).mkdir()
        file = scratch / name / "three.game-spec.md"
        file.write_text(spec)
        ladder_of = ladder(file, "--agents", "greedy,random", "--games", 20, "--seed", 1)
        found[name] = next(pair["value"]
                           for pair in ladder_of["pairs"] if pair["agent"] == "greedy")
        shown = Run("ladder", file, "--agents", "greedy,random", "--games", 1)
        assert ("gold taken" in shown.out) == (name == "gold"), shown
    assert found["gold"] > 0.7 > found["wins"], found


def check_changed_rows_are_refused(scratch):
    ladder(BOARD_GAME, "--agents", "random,greedy", "--games", 10, "--run", scratch / "run")
    file = scratch / "run" / "games.csv"
    text = file.read_text()
    file.write_text(text.replace(",ended,X,", ",ended,O,", 1))
    run = Run("ladder", "--resume", scratch / "run", "--games", 20)
    assert run.status == 1 and "changed" in run.err, run
    os.replace(file, scratch / "rows")
    assert Run("ladder", "--resume", scratch / "run").status == 1


main(globals())
