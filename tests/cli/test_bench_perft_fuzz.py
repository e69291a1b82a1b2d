#!/usr/bin/python3
"""`test`, `bench`, `perft` and `fuzz`."""

import json
import shutil
import signal
import subprocess
import time

from harness import BINARY, BOARD_GAME, CARD_GAME, GAMES, SECRETS, TOP, Run, main, variant, with_dice

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
    for text in ("FAILED a wrong number", "rules.md:13: expected: size(empty) == 7", "8 == 7", '"z9": no option has this id or label',
                 "another seat decides", '"a1" is offered and should not be', '"z9" should be offered'):
        assert text in run.out, (text, run.out)


def check_cases_state_how_the_game_ends(scratch):
    run = Run("test", copy_game(scratch, cases=ENDINGS))
    assert run.status == 1 and run.out.splitlines()[-1] == "3 passed, 4 failed", run
    for text in ("over: expected the end of the game", "winner: expected O\n    found: X", "found: the game goes on",
                 'there is no seat "Z"'):
        assert text in run.out, (text, run.out)


def check_wrong_cases_are_reported_where_they_are(scratch):
    rows = (("over: perhaps", "6:11: error[E0706]: `over` is true or false"),
            ("winer: X", "did you mean `winner`?"),
            ("play: [a1]", "4:5: error[E0706]: this case expects nothing"),
            ("why: [a1]", "6:10: error[E0706]: `why` is a map"),
            ("legal: [a1]", "6:12: error[E0706]: `legal` is a map"),
            ("top: [a]\n    cards: [b]\n    over: true", "7:12: error[E0706]: the cards of a stack are given twice"),
            ("rolls: 3", "6:12: error[E0706]: rolls are a list of numbers"))
    for row, message in rows:
        folder = scratch / row[:4]
        folder.mkdir()
        run = Run("test", copy_game(folder, cases=f"```yaml\ncases:\n\n  - case: one\n    seed: 1\n    {row}\n```\n"))
        assert run.status == 1 and message in run.err, (row, run)


def check_patterns_and_json(scratch):
    path = copy_game(scratch, cases=CASES)
    assert Run("test", path, "holds").out == "1 passed, 0 failed\n"
    assert Run("test", path, "*wrong*").out.endswith("0 passed, 3 failed\n")
    result = Run("test", path, "--json").json()
    assert result["passed"] == 1 and result["failed"] == 4 and result["failures"][0]["case"] == "a wrong number"
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


def check_perft_is_for_games_without_chance(scratch):
    run = Run("perft", variant(scratch, with_dice), "--depth", "2")
    assert run.status == 1 and "without chance" in run.err, run


def check_bench(_):
    one, two = (Run("bench", game, "--seconds", "0.3", "--json") for game in (BOARD_GAME, BOARD_GAME))
    assert one.status == 0 and one.json()["signature"] == two.json()["signature"], two
    for key in ("decisions_per_s", "games_per_s", "legal_ns", "apply_ns", "copy_ns", "hash_ns", "state_bytes"):
        assert key in one.json(), key
    assert one.json()["decisions_per_s"] > 0
    run = Run("bench", CARD_GAME, "--seconds", "0.2")
    assert run.status == 0 and "signature" in run.out, run


def check_the_signature_changes_with_the_rules(scratch):
    other = copy_game(scratch, lambda text: text.replace("if not won: activePlayer", "if won == won: activePlayer"))
    one, two = (Run("bench", game, "--seconds", "0.1", "--json").json()["signature"] for game in (BOARD_GAME, other))
    assert one != two


def check_fuzz_finds_nothing_in_good_games(scratch):
    for game in (BOARD_GAME, CARD_GAME):
        run = Run("fuzz", game, "--seconds", "3", "--runs", "300", "--json", "-o", scratch / "finds")
        assert run.status == 0 and run.json()["finds"] == [] and run.json()["runs"] == 300, run
        assert 0 < run.json()["reached"] <= run.json()["places"]
    assert not (scratch / "finds").exists()


def check_fuzz_finds_a_broken_invariant_and_shortens_it(scratch):
    path = copy_game(scratch, lambda text: text.replace("in 0..1", "in 0..0"))
    run = Run("fuzz", path, "--seconds", "5", "--runs", "50", "-o", scratch / "finds", "--coverage")
    assert run.status == 1 and "FOUND" in run.out and "players-take-turns" in run.out, run
    find = scratch / "finds" / "find-001.json"
    run = Run("replay", find)
    assert run.status == 0 and "1 decisions verified" in run.out and "players-take-turns" in run.out, run


def check_fuzz_finds_a_runaway_game(scratch):
    run = Run("fuzz", BOARD_GAME, "--seconds", "2", "--runs", "5", "--max-decisions", "4", "-o", scratch / "finds")
    assert run.status == 1 and "Runaway" in run.out, run


ENDGAME = "8/8/8/4k3/8/8/8/4K2R w - - 90 80"  # drawn after ten moves without a capture at the latest: fifty for each side make 100


def check_fuzz_begins_with_a_position(scratch):
    run = Run("fuzz", "chess", "--position", ENDGAME, "--seconds", "20", "--runs", "20", "--json", "-o", scratch / "none")
    assert run.status == 0 and run.json()["decisions"] <= 20 * 10 * 2, run
    run = Run("fuzz", "chess", "--position", ENDGAME, "--seconds", "5", "--runs", "1", "--max-decisions", "2", "-o", scratch / "finds")
    assert run.status == 1 and "Runaway" in run.out, run
    find = scratch / "finds" / "find-001.json"
    assert json.loads(find.read_text())["position"] == ENDGAME
    run = Run("replay", find)
    assert run.status == 0 and "decisions verified" in run.out and "Runaway" in run.out, run
    run = Run("fuzz", "chess", "--position", "9/8", "--runs", "1")
    assert run.status != 0 and "more than 8 spaces" in run.err, run


def check_bench_begins_with_a_position(_):
    whole, short = (Run("bench", "chess", "--seconds", "0.1", "--json", *more, timeout=200).json()
                    for more in ((), ("--position", ENDGAME)))
    length = [first["decisions_per_s"] / first["games_per_s"] for first in (found["scenarios"]["standard"] for found in (whole, short))]
    assert length[1] <= 20 < length[0] and whole["signature"] == short["signature"], length
    run = Run("bench", "chess", "--position", "9/8", "--seconds", "0.1")
    assert run.status == 2 and "more than 8 spaces" in run.err, run


def check_interrupt_still_reports(scratch):
    process = subprocess.Popen([BINARY, "fuzz", BOARD_GAME, "--seconds", "60", "-o", str(scratch / "finds")], cwd=TOP,
                               stdout=subprocess.PIPE, text=True)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 130 and "0 finds" in out and "coverage" in out, out
    shutil.rmtree(scratch / "finds", ignore_errors=True)


def check_fuzz_compares_worlds_that_are_one_to_a_seat(scratch):
    """An option of the game makes an action legal by a hidden card: that is found, and nothing is without it."""
    fuzz = ("fuzz", SECRETS, "--seconds", "5", "--runs", "60", "-o", scratch / "finds")
    run = Run(*fuzz, "--option", "sharp=true")
    assert run.status == 1 and "The options of a seat hang on what it cannot know" in run.out + run.err, run
    run = Run(*fuzz)
    assert run.status == 0, run


# Blue's stone and gem look alike to Red. Red looks at one of two places; then Blue has a single option, whatever lies where.
FORCED = """```yaml
metadata: { id: forced, name: Forced }
seats: [Red, Blue]
map: { grid: { columns: 2, rows: 1 } }
zones: [{ id: bag, name: Bag, owner: Blue }]
pieces:
  - { id: lump, name: lumps, seat: Blue, type: lump, count: 0 }
  - { id: stone, name: stones, seat: Blue, type: stone, states: [covered, shown], count: 1, supply: bag, secret: covered, seenAs: lump }
  - { id: gem, name: gems, seat: Blue, type: gem, states: [covered, shown], count: 1, supply: bag, secret: covered, seenAs: lump }
globalVars: [{ name: looks, type: int }]
turnStructure: { phases: [{ id: main, name: Main }] }
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
    """That Blue moves at once tells that Blue had one option, and is let pass; what a rule tells before that is not."""
    path = scratch / "forced.game-spec.md"
    by_secret = "any Blue gem in a1"  # then there is a choice, and else there is none
    for hint, alone, found in (("looks += 0", by_secret, False), ("if any Blue gem in s: log \"Warm\"", by_secret, True),
                               ("if any Blue gem in s: log \"Warm\"", "false", True), ("log \"Cold\"", "false", False)):
        path.write_text(FORCED.replace("HINT", hint).replace("ALONE", alone))
        run = Run("fuzz", path, "--seconds", "5", "--runs", "60", "-o", scratch / "finds")
        assert run.status == int(found) and ("told or sees hangs" in run.out) == found, (hint, alone, run)


main(globals())
