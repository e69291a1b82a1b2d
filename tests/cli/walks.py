#!/usr/bin/python3
"""Random games watched by the programs of tests/walks: no option that changes nothing, nothing
wrong in all variants, and nothing to read that is not in words.

This is the short run; `scripts/test-long` makes the long one.
"""

import os
import pathlib
import re
import subprocess

from harness import BINARY, GAMES, SLOW, TOP, main

WALKS = pathlib.Path(BINARY).parent / "tests" / "walks"
BIG_GAME = GAMES / "fire-in-the-lake.game-spec.md"
NOTES = TOP / "tests" / "walks" / "fire-in-the-lake.txt"

IDLE_GAME = """# A game with an option for nothing

```yaml
metadata: { id: idle, name: Idle }
seats: [Red, Blue]
globalVars:
  - { name: gold, type: int, init: 0, max: 9 }
  - { name: book, type: int, init: 0, max: 9 }
turnStructure:
  phases: [{ id: play }]
actions:
  - id: work
    phase: play
    effects: |
      choose "Where?"
        option "In the mine"
          gold += 1
        option "In the office"
          choose k in 1..2 "How long?"
          book = k
        option "Nowhere"
      if gold > 3: end game for Red
terminal: { checkpoints: [{ id: rich, when: gold > 5, winner: Red }] }
```
"""


def walk(name, *arguments):
    return subprocess.run([WALKS / name, *map(str, arguments)], capture_output=True, text=True,
                          cwd=TOP, timeout=SLOW, check=False)


def idle(scratch, notes):
    (scratch / "idle.game-spec.md").write_text(IDLE_GAME)
    (scratch / "notes.txt").write_text(notes)
    return walk("idle_options", scratch / "idle.game-spec.md", scratch / "notes.txt", 2, 1)


def check_an_option_that_only_writes_in_the_books_is_found(scratch):
    done = idle(scratch, "ignore book\ndecline nowhere\n")
    assert done.returncode == 1 and ": in-the-office" in done.stdout, done
    assert ": in-the-mine" not in done.stdout and ": nowhere" not in done.stdout, done


def check_without_notes_declining_is_a_find_too_and_the_books_count(scratch):
    done = idle(scratch, "")
    assert done.returncode == 1 and ": nowhere" in done.stdout, done
    assert ": in-the-office" not in done.stdout, done


def check_notes_explain_and_a_wrong_note_is_an_error(scratch):
    done = idle(scratch, "ignore book\ndecline nowhere\nexplained work in-the-office\n"
                         "explained work (number)\n")
    assert done.returncode == 0 and "0 that change nothing" in done.stdout, done
    done = idle(scratch, "ignore nobody\n")
    assert done.returncode == 1 and "no variable or stack nobody" in done.stderr, done


def check_no_option_of_the_big_game_changes_nothing(_):
    done = walk("idle_options", BIG_GAME, NOTES, os.environ.get("WALK_GAMES", 40), 1)
    assert done.returncode == 0, done.stdout + done.stderr


def check_random_decisions_in_all_variants_of_the_big_game(_):
    done = walk("long_walk", BIG_GAME, os.environ.get("WALK_DECISIONS", 50000), 1)
    assert done.returncode == 0 and "of 48 variants" in done.stdout, done.stdout + done.stderr


def check_whole_games_of_one_scenario(_):
    done = walk("long_walk", "--games", "--scenario=short", BIG_GAME, 5, 1)
    assert done.returncode == 0 and " decisions in 5 games of 16 variants" in done.stdout, \
        done.stdout + done.stderr
    done = walk("long_walk", "--games", "--scenario=shrot", BIG_GAME, 5, 1)
    assert done.returncode == 1 and 'no scenario "shrot"' in done.stderr, done
    done = walk("long_walk", "--game", "--scenario", BIG_GAME)
    assert done.returncode == 2 and "usage" in done.stderr, done


WORDLESS_GAME = """# A game that shows its ids

```yaml
metadata: { id: wordless, name: Wordless }
seats: [Red, Blue]
zones: [{ id: box }]
pieces:
  - { id: red-discs, name: Red Discs, one: Red Disc, seat: Red, type: discs, count: 9, supply: box }
spaces: [{ id: wide-field, name: wide-field }, { id: hill }]
globalVars:
  - { name: gold, label: goldCoins, type: int, max: 9 }
  - { name: stage, label: stage_1, type: int, max: 9, bookkeeping: true }
displays: { heap: { label: Heap, value: gold } }
turnStructure:
  phases: [{ id: play }]
actions:
  - id: work
    phase: play
    effects: |
      stage += 1
      choose s in {wide-field, hill} "Where?" or none
      place 1 Red discs in hill
      log "1 Red Discs"
      gold += 1
      if gold > 3: end game for Red
  - { id: rest, phase: play, effects: end game for Blue }
```
"""


def check_what_is_not_for_people_is_found(scratch):
    (scratch / "wordless.game-spec.md").write_text(WORDLESS_GAME)
    done = walk("words", scratch / "wordless.game-spec.md", 4, 1)
    assert done.returncode == 1, done
    for find in ['variable: camelCase: "goldCoins"', 'option: an id: "wide-field"',
                 'log: one thing in the form for many: "1 Red Discs"',
                 'log: camelCase: "goldCoins 0 -> 1"',
                 'option: a way out without words of its own: "Where?"',
                 'prompt: not in words of the game: "Choose an action"',
                 'rule: no text for players: "Where?"']:
        assert find in done.stdout, (find, done.stdout)
    assert "stage_1" not in done.stdout and "1 Red Disc:" not in done.stdout, done.stdout


def check_a_rule_for_players_has_no_names_of_the_spec(scratch):
    for rule, find in (("You work.", ""), ("Call `work`.", "no plain sentences"),
                       ("You work. See goldCoins.", "camelCase"),
                       ("You work", "no plain sentences"), ("See wide-field.", "an id")):
        text = WORDLESS_GAME.replace("\n\n", f"\n\n> {rule}\n\nA note: `work` asks.\n\n", 1)
        (scratch / "wordless.game-spec.md").write_text(text)
        done = walk("words", scratch / "wordless.game-spec.md", 4, 1)
        found = re.findall(r"(?m)^rule: (.*?):", done.stdout)
        assert found == [find] * (find != ""), (rule, done.stdout)


def check_people_read_words_in_all_games(_):
    for game in sorted(GAMES.glob("*.game-spec.md")):
        done = walk("words", game, os.environ.get("WALK_GAMES", 40), 1)
        assert done.returncode == 0, done.stdout + done.stderr


if __name__ == "__main__":
    main(globals())
