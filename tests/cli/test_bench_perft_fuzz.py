#!/usr/bin/python3
"""`test`, `bench`, `perft` and `fuzz`."""

import json
import shutil
import signal
import subprocess
import time

from harness import (BINARY, BOARD_GAME, CARD_GAME, GAMES, SECRETS, SLOW, TOP, Run, main, variant,
                     with_dice)

CASES = """# Cases

```yaml
cases:
  - case: this one holds
    play: [a1, "O: b1"]
    legal: { has: [c1], not: [a1] }
    expect: |
      size(empty) == 7
  - case: a wrong number
    play: [a1]
    expect: |
      size(empty) == 7
  - case: no such option
    play: [z9]
    expect: won
  - case: the wrong seat
    play: ["O: a1"]
    expect: won
  - case: wrongly offered
    legal: { not: [a1], has: [z9] }
```
"""


ENDINGS = """# Cases

```yaml
cases:
  - case: it goes on
    play: [a1]
    over: false
  - case: X wins
    play: [a1, a2, b1, b2, c1]
    over: true
    winner: X
  - case: a draw
    play: [a3, b3, c3, b2, b1, a1, a2, c2]
    winner: none
  - case: wrongly over
    play: [a1]
    over: true
  - case: won by the other
    play: [a1, a2, b1, b2, c1]
    winner: O
  - case: not yet won
    play: [a1]
    winner: none
  - case: won by nobody known
    play: [a1, a2, b1, b2, c1]
    winner: Z
```
"""


def copy_game(scratch, change=lambda text: text, cases=None):
    path = scratch / f"{BOARD_GAME}.game-spec.md"
    path.write_text(change((GAMES / path.name).read_text()))
    if cases:
        folder = scratch / BOARD_GAME / "cases"
        folder.mkdir(parents=True)
        (folder / "rules.md").write_text(cases)
    return path


def check_the_cases_of_a_bundled_game_pass(_):
    run = Run("test", BOARD_GAME)
    assert run.status == 0 and run.out.splitlines()[-1].endswith(" passed, 0 failed"), run


def check_failures_tell_what_to_know(scratch):
    run = Run("test", copy_game(scratch, cases=CASES))
    assert run.status == 1 and run.out.splitlines()[-1] == "1 passed, 4 failed", run
    for text in ("FAILED a wrong number", "rules.md:13: expected: size(empty) == 7", "8 == 7",
                 '"z9": no option has this id or label', "another seat decides",
                 '"a1" is offered and should not be', '"z9" should be offered'):
        assert text in run.out, (text, run.out)


def check_cases_state_how_the_game_ends(scratch):
    run = Run("test", copy_game(scratch, cases=ENDINGS))
    assert run.status == 1 and run.out.splitlines()[-1] == "3 passed, 4 failed", run
    for text in ("over: expected the end of the game", "winner: expected O\n    found: X",
                 "found: the game goes on", 'there is no seat "Z"'):
        assert text in run.out, (text, run.out)


def check_wrong_cases_are_reported_where_they_are(scratch):
    rows = (("over: perhaps", "6:11: error[E0706]: `over` is true or false"),
            ("winer: X", "did you mean `winner`?"),
            ("play: [a1]", "4:5: error[E0706]: this case expects nothing"),
            ("why: [a1]", "6:10: error[E0706]: `why` is a map"),
            ("legal: [a1]", "6:12: error[E0706]: `legal` is a map"),
            ("top: [a]\n    cards: [b]\n    over: true",
             "7:12: error[E0706]: the cards of a stack are given twice"),
            ("rolls: 3", "6:12: error[E0706]: rolls are a list of numbers"))
    for row, message in rows:
        folder = scratch / row[:4]
        folder.mkdir()
        run = Run("test", copy_game(folder, cases="```yaml\ncases:\n\n  - case: one\n    seed: 1\n"
                                                  f"    {row}\n```\n"))
        assert run.status == 1 and message in run.err, (row, run)


def check_patterns_and_json(scratch):
    path = copy_game(scratch, cases=CASES)
    assert Run("test", path, "holds").out == "1 passed, 0 failed\n"
    assert Run("test", path, "*wrong*").out.endswith("0 passed, 3 failed\n")
    result = Run("test", path, "--json").json()
    assert result["passed"] == 1 and result["failed"] == 4
    assert result["failures"][0]["case"] == "a wrong number"
    run = Run("test", path, "zzz")
    assert run.status == 1 and run.out == "0 passed, 0 failed\n" and run.err, run


def check_a_game_without_cases(scratch):
    run = Run("test", copy_game(scratch))
    assert run.status == 1 and run.out == "0 passed, 0 failed\n" and "no rule cases" in run.err, run


def check_cases_are_found_whatever_the_folder_is_called(scratch):
    for name in ("[a-z]", "*", "what?", "back\\\\slash", "sp ace"):
        folder = scratch / name
        folder.mkdir()
        (folder / BOARD_GAME / "cases").mkdir(parents=True)
        run = Run("test", copy_game(folder, cases=None))
        assert run.out == "0 passed, 0 failed\n", run
        (folder / BOARD_GAME / "cases" / ".hidden.md").write_text("no cases")
        (folder / BOARD_GAME / "cases" / "b.md").write_text(CASES)
        run = Run("test", copy_game(folder), "holds")
        assert run.status == 0 and run.out == "1 passed, 0 failed\n", run


def check_perft(_):
    run = Run("perft", BOARD_GAME, "--depth", "6", "--json")
    assert run.status == 0, run
    assert [row["nodes"] for row in run.json()["rows"]] == [9, 72, 504, 3024, 15120, 54720], run
    run = Run("perft", BOARD_GAME, "--depth", "3")
    assert run.status == 0 and "504" in run.out, run
    assert Run("perft", BOARD_GAME).status == 2


def check_perft_of_a_position_with_one_move(_):
    """The white king can only take the queen; then Black has three moves of the king in its corner
    and one of the pawn, and the white king five of its own behind each."""
    position = "7k/8/8/8/8/7p/q7/K7 w - - 0 1"
    run = Run("perft", "chess", "--position", position, "--depth", "3", "--plies", "--json")
    assert run.status == 0, run
    assert [row["nodes"] for row in json.loads(run.out)["rows"]] == [1, 4, 20], run
    run = Run("perft", "chess", "--position", position, "--depth", "3", "--forced", "ask", "--json")
    assert run.status == 0, run
    nodes = [row["nodes"] for row in json.loads(run.out)["rows"]]
    assert nodes == [1, 1, 1], run  # action, piece, goal
    run = Run("perft", "chess", "--depth", "1", "--forced", "never")
    assert run.status == 2 and "--forced takes game, ask or take" in run.err, run


def check_perft_is_for_games_without_chance(scratch):
    run = Run("perft", variant(scratch, with_dice), "--depth", "2")
    assert run.status == 1 and "without chance" in run.err, run


def check_bench(_):
    one, two = (Run("bench", game, "--seconds", "0.3", "--json")
                for game in (BOARD_GAME, BOARD_GAME))
    assert one.status == 0 and one.json()["signature"] == two.json()["signature"], two
    for key in ("decisions_per_s", "games_per_s", "legal_ns", "apply_ns", "copy_ns", "hash_ns",
                "state_bytes"):
        assert key in one.json(), key
    assert one.json()["decisions_per_s"] > 0
    run = Run("bench", CARD_GAME, "--seconds", "0.2")
    assert run.status == 0 and "signature" in run.out, run


def check_the_signature_changes_with_the_rules(scratch):
    other = copy_game(scratch, lambda text: text.replace("if not won: activePlayer",
                                                         "if won == won: activePlayer"))
    one, two = (Run("bench", game, "--seconds", "0.1", "--json").json()["signature"]
                for game in (BOARD_GAME, other))
    assert one != two


def check_fuzz_finds_nothing_in_good_games(scratch):
    for game in (BOARD_GAME, CARD_GAME):
        run = Run("fuzz", game, "--seconds", "3", "--games", "300", "--json", "-o",
                  scratch / "finds")
        assert run.status == 0 and run.json()["finds"] == [] and run.json()["runs"] == 300, run
        assert 0 < run.json()["reached"] <= run.json()["places"]
    assert not (scratch / "finds").exists()


def check_fuzz_finds_a_broken_invariant_and_shortens_it(scratch):
    path = copy_game(scratch, lambda text: text.replace("in 0..1", "in 0..0"))
    run = Run("fuzz", path, "--seconds", "5", "--games", "50", "-o", scratch / "finds",
              "--coverage")
    assert run.status == 1 and "FOUND" in run.out and "players-take-turns" in run.out, run
    find = scratch / "finds" / "find-001.json"
    run = Run("replay", find)
    assert run.status == 0 and "1 decisions verified" in run.out, run
    assert "players-take-turns" in run.out, run


def check_fuzz_finds_a_runaway_game(scratch):
    run = Run("fuzz", BOARD_GAME, "--seconds", "2", "--games", "5", "--max-decisions", "4", "-o",
              scratch / "finds")
    assert run.status == 1 and "Runaway" in run.out, run


# drawn after ten moves without a capture at the latest: fifty for each side make 100
ENDGAME = "8/8/8/4k3/8/8/8/4K2R w - - 90 80"


def check_fuzz_begins_with_a_position(scratch):
    run = Run("fuzz", "chess", "--position", ENDGAME, "--seconds", "20", "--games", "20", "--json",
              "-o", scratch / "none")
    assert run.status == 0 and run.json()["decisions"] <= 20 * 10 * 2, run
    run = Run("fuzz", "chess", "--position", ENDGAME, "--seconds", "5", "--games", "1",
              "--max-decisions", "2", "-o", scratch / "finds")
    assert run.status == 1 and "Runaway" in run.out, run
    find = scratch / "finds" / "find-001.json"
    assert json.loads(find.read_text())["position"] == ENDGAME
    run = Run("replay", find)
    assert run.status == 0 and "decisions verified" in run.out and "Runaway" in run.out, run
    run = Run("fuzz", "chess", "--position", "9/8", "--games", "1")
    assert run.status != 0 and "more than 8 spaces" in run.err, run


def check_bench_begins_with_a_position(_):
    whole, short = (Run("bench", "chess", "--seconds", "0.1", "--json", *more, timeout=200).json()
                    for more in ((), ("--position", ENDGAME)))
    length = [first["decisions_per_s"] / first["games_per_s"]
              for first in (found["scenarios"]["standard"] for found in (whole, short))]
    assert length[1] <= 20 < length[0] and whole["signature"] == short["signature"], length
    run = Run("bench", "chess", "--position", "9/8", "--seconds", "0.1")
    assert run.status == 2 and "more than 8 spaces" in run.err, run


def check_interrupt_still_reports(scratch):
    process = subprocess.Popen([BINARY, "fuzz", BOARD_GAME, "--seconds", "60", "-o",
                                str(scratch / "finds")],
                               cwd=TOP, stdout=subprocess.PIPE, text=True)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=SLOW)
    assert process.returncode == 130 and "0 finds" in out and "coverage" in out, out
    shutil.rmtree(scratch / "finds", ignore_errors=True)


def check_fuzz_compares_worlds_that_are_one_to_a_seat(scratch):
    """An option of the game makes an action legal by a hidden card: that is found, and nothing is
    without it."""
    fuzz = ("fuzz", SECRETS, "--seconds", "5", "--games", "60", "-o", scratch / "finds")
    # options that are not given take all their values
    for options in (("--option", "sharp=true"), ()):
        run = Run(*fuzz, *options)
        assert run.status == 1, run
        assert "The options of a seat hang on what it cannot know" in run.out + run.err, run
        assert "differs: " in run.out, run
    find = json.loads((scratch / "finds" / "find-001.json").read_text())
    assert find["options"]["sharp"] in (True, "true"), run
    run = Run(*fuzz, "--option", "sharp=false")
    assert run.status == 0, run


# Blue's stone and gem look alike to Red. Red looks at one of two places; then Blue has a single
# option, whatever lies where.
FORCED = """```yaml
metadata: { id: forced, name: Forced }
seats: [Red, Blue]
map: { grid: { columns: 2, rows: 1 } }
zones: [{ id: bag, name: Bag, owner: Blue }]
pieces:
  - { id: lump, name: lumps, seat: Blue, type: lump, count: 0 }
  - { id: stone, name: stones, seat: Blue, type: stone, states: [covered, shown], count: 1,
      supply: bag, secret: covered, seenAs: lump }
  - { id: gem, name: gems, seat: Blue, type: gem, states: [covered, shown], count: 1,
      supply: bag, secret: covered, seenAs: lump }
globalVars: [{ name: looks, type: int }]
turnStructure: { phases: [{ id: main, name: Main }] }
ASK
actions:
  - id: hide
    phase: main
    pre: activePlayer == Blue and any (stone or gem) in bag
    effects: |
      choose k of Blue (stone or gem) in bag
      move 1 k from bag to a1
      move all Blue (stone or gem) from bag to b1
      activePlayer = Red
  - id: look
    phase: main
    pre: activePlayer == Red
    params: [{ name: s, domain: spaces }]
    effects: |
      looks += 1
      HINT
      activePlayer = Blue
  - id: go-on
    phase: main
    pre: activePlayer == Blue and no (stone or gem) in bag and ALONE
    effects: activePlayer = Red
  - id: nod
    phase: main
    pre: activePlayer == Blue and no (stone or gem) in bag
    effects: activePlayer = Red
setup: activePlayer = Blue
terminal:
  checkpoints: [{ id: done, when: looks == 4, draw: true }]
```
"""


def check_fuzz_compares_up_to_a_single_option(scratch):
    """Under `ask: real` Blue moves at once, which tells that Blue had one option, and is let pass;
    what a rule tells before that is not. Without that word Blue is asked, and there is nothing to
    let pass."""
    path = scratch / "forced.game-spec.md"
    by_secret = "any Blue gem in a1"  # then there is a choice, and else there is none
    for hint, alone, found in (("looks += 0", by_secret, False),
                               ("if any Blue gem in s: log \"Warm\"", by_secret, True),
                               ("if any Blue gem in s: log \"Warm\"", "false", True),
                               ("log \"Cold\"", "false", False)):
        for ask in ("ask: real", ""):
            path.write_text(
                FORCED.replace("ASK", ask).replace("HINT", hint).replace("ALONE", alone))
            run = Run("fuzz", path, "--seconds", "5", "--games", "60", "-o", scratch / "finds")
            assert run.status == int(found) and ("told or sees hangs" in run.out) == found, \
                (ask, hint, alone, run)
            assert ("differs: the log: " in run.out and '"Warm"' in run.out) == found, \
                (ask, hint, alone, run)


# The options decide how long the game is, whether it can be set up, and whether an invariant holds.
OPTIONS = """```yaml
metadata: { id: choices, name: Choices }
seats: [Red, Blue]
options:
  - { id: bad, type: boolean, default: false }
  - { id: kind, values: [mild, wild, sour], default: mild }
  - { id: length, type: int, min: 1, max: 6, default: 3 }
globalVars:
  - { name: turns, type: int, max: 100 }
  - { name: purse, type: int, max: 4 }
  - { name: tired, type: boolean }
functions:
  never: turns > 50
setup: |
  purse = 1
  if bad and kind == sour and length == 5: tired = true
turnStructure: { phases: [{ id: play }] }
actions:
  - id: go
    phase: play
    effects: |
      turns += 1
      purse += 2
      if kind == wild: log "wild"
  - id: rest
    phase: play
    effects: |
      turns += 1
      if never()
        purse = 0
terminal:
  checkpoints: [{ id: done, when: turns >= length, draw: true }]
  margins:
    - { seat: Red, value: purse }
    - { seat: Blue, value: 0 - purse }
agents:
  terms:
    fortune: { label: Fortune, value: purse * 3, weight: 1000 }
invariants:
  - { id: awake, holds: not tired }
```
"""


def check_worlds_of_a_trick_taking_game(scratch):
    """Forced cards, passed cards and hidden hands: what a seat can know is the same in all worlds
    that are sampled for it."""
    spec = (TOP / "tests/fixtures/tricks.game-spec.md").read_text()
    for ask in ("always", "real"):
        path = scratch / "tricks.game-spec.md"
        path.write_text(spec.replace("seats: [", f"ask: {ask}\nseats: [", 1))
        run = Run("fuzz", path, "--seconds", "60", "--games", "3000", "-o", scratch / "finds")
        assert run.status == 0, (ask, run)


def check_fuzz_varies_all_options(scratch):
    path = scratch / "choices.game-spec.md"
    path.write_text(OPTIONS)
    run = Run("fuzz", path, "--seconds", "20", "--games", "9000", "-o", scratch / "finds")
    assert run.status == 1 and "awake" in run.out, run
    find = json.loads((scratch / "finds" / "find-001.json").read_text())
    options = {name: str(value).lower() for name, value in find["options"].items()}
    assert options == {"bad": "true", "kind": "sour", "length": "5"}, options
    run = Run("replay", scratch / "finds" / "find-001.json")
    assert run.status == 0 and "awake" in run.out, run
    run = Run("fuzz", path, "--seconds", "20", "--games", "300", "--option", "kind=wild", "-o",
              scratch / "none")
    assert run.status == 0, run


def check_a_set_up_that_fails_is_a_find(scratch):
    path = scratch / "choices.game-spec.md"
    path.write_text(OPTIONS.replace("tired = true", "purse = 3 / (length - 5)"))
    run = Run("fuzz", path, "--seconds", "20", "--games", "9000", "-o", scratch / "finds")
    assert run.status == 1 and "FOUND" in run.out and "division by zero" in run.out, run
    assert "9000 games" in run.out, run
    find = json.loads((scratch / "finds" / "find-001.json").read_text())
    assert find["decisions"] == [] and len(find["options"]) == 3, find
    run = Run("replay", scratch / "finds" / "find-001.json")
    assert run.status == 1 and "division by zero" in run.out + run.err, run


def check_fuzz_counts_clamped_variables(scratch):
    path = scratch / "choices.game-spec.md"
    path.write_text(OPTIONS)
    line = OPTIONS.split("\n").index("      purse += 2") + 1
    fuzz = ("fuzz", path, "--seconds", "20", "--games", "50", "--option", "bad=false", "-o",
            scratch / "finds")
    run = Run(*fuzz, "--json")
    assert run.status == 0, run  # the range of a variable is a rule: a clamp is no find
    (clamp,) = run.json()["clamped"]
    assert clamp["variable"] == "purse" and (clamp["min"], clamp["max"]) == (0, 4), clamp
    assert clamp["least"] >= 5 and clamp["most"] == 6 and clamp["count"] > 0, clamp
    assert clamp["place"].endswith(f"choices.game-spec.md:{line}"), clamp
    run = Run(*fuzz)
    assert run.status == 0 and "purse" in run.out and "0 to 4" in run.out, run
    assert f":{line}" in run.out, run
    run = Run(*fuzz, "--strict")
    assert run.status == 1, run
    assert "FOUND Clamped: `purse` is given a number outside of 0 to 4: " in run.out, run
    assert "the number: 5" in run.out or "the number: 6" in run.out, run
    run = Run("replay", scratch / "finds" / "find-001.json")
    assert run.status == 0 and "purse" in run.out, run


def check_coverage_counts_setup_margins_and_terms(scratch):
    """Only the rule below `if never()` is not reached, and its text is shown."""
    path = scratch / "choices.game-spec.md"
    path.write_text(OPTIONS.replace("kind == sour and length == 5",
                                    "kind == sour and length == 5 and never()"))
    fuzz = ("fuzz", path, "--seconds", "20", "--games", "300", "--coverage", "-o",
            scratch / "finds")
    run = Run(*fuzz, "--json")
    lines = path.read_text().split("\n")
    missing = {lines.index("        purse = 0") + 1,
               next(i + 1 for i, text in enumerate(lines) if "tired = true" in text)}
    assert {int(place.split(":")[-1]) for place in run.json()["unreached"]} == missing, run
    run = Run(*fuzz)
    assert "  purse = 0" in run.out and "tired = true" in run.out, run
    places = run.out.split("places")[0]
    path.write_text(path.read_text().replace("purse * 3", "if purse > 4 then purse * 3 else 1"))
    run = Run(*fuzz)
    assert "if purse > 4 then" in run.out, run  # a part of a term that is never reached
    assert places, run


main(globals())
