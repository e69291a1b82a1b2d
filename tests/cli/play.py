#!/usr/bin/python3
"""`play`, by itself and over a pipe."""

import json
import os
import pty
import random
import re
import signal
import subprocess
import time

import yaml

from harness import BINARY, BOARD_GAME, CARD_GAME, GAMES, SECRETS, SLOW, TOP, Run, main


OMENS = "tests/cli/fixtures/omens.game-spec.md"
LONG_GAME = "fire-in-the-lake"


def play(*lines, flags=(), game=BOARD_GAME, **more):
    seed = () if "--seed" in flags else ("--seed", "0")
    run = Run("play", game, *flags, *seed, stdin="".join(line + "\n" for line in lines), **more)
    assert run.status == 0, run
    return run.out


def widest(out):
    """The longest line, but for the command that goes on with the game: its path is as long as it
    is."""
    return max(len(line) for line in out.splitlines() if " --load " not in line)


def check_with_nothing_to_read_it_plays_by_itself(_):
    for game in (BOARD_GAME, CARD_GAME):
        for flags, stdin in (([], ""), (["--no-input"], "a1\n")):
            run = Run("play", game, "--seed", "3", *flags, stdin=stdin)
            assert run.status == 0 and "The game is over" in run.out and "\n> " not in run.out, run


def check_a_seed_repeats_a_game(_):
    assert play(flags=["--seed", "5"]) == play(flags=["--seed", "5"])
    assert len({play(flags=["--seed", seed]) for seed in range(6)}) > 1


def check_a_game_over_a_pipe(_):
    out = play("a1", "a2", "b1", "b2", "c1")
    assert "X wins" in out and "unfinished" not in out, out
    assert "\x1b" not in out, "colour off a terminal"


def check_the_board_is_a_grid_within_80_columns(_):
    out = play("b2", "a1", "board", "quit")
    assert re.search(r"^\s+2\s+\.\s+\S\s+\.$", out, re.MULTILINE), out
    assert widest(out) <= 80, out


LESSON = ["--lesson", "first-cards"]


def written_in_the_lesson():
    """All paragraphs: the lines below a `text: |` or `end: |` that are indented deeper."""
    found, margin = [], None
    for line in (GAMES / LONG_GAME / "lessons" / "first-cards.md").read_text().splitlines():
        indent = len(line) - len(line.lstrip())
        if margin is not None and line.strip() and indent <= margin:
            margin = None
        if margin is not None and line.strip():
            found[-1] += " " + line
        elif margin is not None:
            found.append("")
        key = re.match(r"( *(?:- )?)(?:text|end): \|", line)
        if key:
            margin = len(key.group(1))
            found.append("")
    return [paragraph for paragraph in found if paragraph]


def check_a_lesson_to_its_end(_):
    """Who follows the lesson gets where the published example stands after three cards, having read
    all of it on the way."""
    out = play(*["follow"] * (15 + 4 + 4), "scores", "board binh dinh", "follow", "quit",
               game=LONG_GAME, flags=LESSON)
    read = " ".join(out.split())
    paragraphs = written_in_the_lesson()
    assert len(paragraphs) > 20
    for paragraph in paragraphs:
        assert " ".join(paragraph.split()) in read, paragraph
    assert out.index("Vietnam, 1964") < out.index("Viet Cong: Event") < out.index("a monk burns"), \
        out
    after = out.split("> scores\n")[1]
    for faction, score in (("United States", 42), ("ARVN", 37), ("NVA (agent)", 4),
                           ("Viet Cong (agent)", 23)):
        assert re.search(rf"^  {re.escape(faction)} +Score {score} of", after, re.MULTILINE), \
            (faction, after)
    assert "Active Support, US 1T 4I(u)" in after and "There is no suggestion here." in after, after
    assert "That was the lesson" not in after and out.count("That was the lesson") == 1, out


def check_a_learner_may_do_something_else_and_come_back(_):
    out = play("lesson", "pass", "undo", "lesson", "follow", "quit", game=LONG_GAME, flags=LESSON)
    shown, told, after = (" ".join(part.split()) for part in re.split("> (?:pass|undo)\n", out))
    assert "The lesson suggests: Operation." in shown, shown
    assert shown.count("Choose the Operation.") == 2, shown
    assert "The lesson suggested Operation. You've left the lesson; type undo to return." in told, \
        told
    assert "The lesson suggests" not in told, told
    assert after.count("The lesson suggests: Operation.") == 2, after
    assert "The lesson suggests: Train." in after, after
    out = play("pass", "lesson", "quit", game=LONG_GAME, flags=LESSON)
    assert "You've left the lesson. Type undo to return." in out, out
    assert "This is not a lesson." in play("lesson", "quit"), out


def check_lessons_that_are_not_there(_):
    for arguments, words in (([LONG_GAME, "--lesson", "x"], "first-cards  The first three cards"),
                             ([BOARD_GAME, "--lesson", "x"], "no lessons"),
                             ([LONG_GAME, *LESSON, "--scenario", "full"],
                              "Leave out --scenario, --position and --option")):
        run = Run("play", *arguments)
        assert run.status == 2 and words in run.err, run


def check_a_summary_has_an_entry_per_turn(_):
    out = Run("play", LONG_GAME, "--no-input", "--summary", "--seed", "1").out
    turns = [int(turn) for turn in re.findall(r"^ {0,3}(\d+) ", out, re.MULTILINE)]
    assert len(turns) > 20 and turns == sorted(set(turns)) and "The game is over" in out, out
    run = Run("play", BOARD_GAME, "--no-input", "--summary", "--seed", "1")
    assert re.search(r"^   0 X: Mark a cell [abc][123]\n   1 O: Mark a cell [abc][123]\n", run.out,
                     re.MULTILINE), run


def board_of(name, *lines, **more):
    """What a drawn board looks like after some moves, with the line that explains it."""
    out = play(*lines, "map", "quit", game=f"tests/fixtures/boards/{name}.game-spec.md", **more)
    return out.split("> map\n")[1].split("Boxes\n")[0]


LEGEND = "  W = White stones  B = Black stones\n"


def check_hexagons_are_drawn(_):
    assert board_of("hexes", "a1", "c1", "b4") == (
        "      4 . W . . .\n"
        "     3 . . . . .\n"
        "    2 . . . . .\n"
        "   1 W . B . .\n"
        "    a b c d e\n" + LEGEND)
    assert board_of("hexagon", "mid", "wood") == (
        "         Lake    Hill\n"
        "     West    Mid:W   East\n"
        "         Moor    Wood:B\n" + LEGEND)


def check_points_and_lines_are_drawn(_):
    assert board_of("morris", "a1", "g4", "e5") == (
        "   7 .-----------------.-----------------.\n"
        "     |                 |                 |\n"
        "   6 |     .-----------.-----------.     |\n"
        "     |     |           |           |     |\n"
        "   5 |     |     .-----.-----W     |     |\n"
        "     |     |     |           |     |     |\n"
        "   4 .-----.-----.           .-----.-----B\n"
        "     |     |     |           |     |     |\n"
        "   3 |     |     .-----.-----.     |     |\n"
        "     |     |           |           |     |\n"
        "   2 |     .-----------.-----------.     |\n"
        "     |                 |                 |\n"
        "   1 W-----------------.-----------------.\n"
        "     a     b     c     d     e     f     g\n" + LEGEND)
    drawn, beside = board_of("paths", "gate", "cave").split(LEGEND)
    assert re.search(r"^ +Tower\n +\|\n +\|\n +\|\n +Gate:W\n +\S.*\n +Ford +Mill$", drawn,
                     re.MULTILINE), drawn
    assert beside == "Spaces\n  Cave      1 Black stone\n", beside


def check_plain_mode_tells_the_board_in_words_and_one_option_a_line(_):
    out = play("a1", "g4", "map", "?", "quit", game="tests/fixtures/boards/morris.game-spec.md",
               flags=["--plain"])
    told, options = out.split("> map\n")[1].split("> ?\n")
    assert "  a1        1 White stone\n" in told and "-----" not in out and "|" not in out, out
    lines = [line for line in options.split("> quit")[0].splitlines() if line.strip()]
    assert lines[0] == "White: Place where?" and len(lines) == 1 + 22, options
    assert all(re.fullmatch(r" +\d+ [a-g]\d", line) for line in lines[1:]), options


def check_a_map_that_is_no_grid(_):
    out = play("feed", "the gate", "2", "board", "quit",
               game="tests/cli/fixtures/patrols.game-spec.md")
    for text in ("The Gate  Burned, Food 2, 3 hidden Red scouts, 1 shown Red scouts",
                 "4 hidden Blue scouts", "empty: The Yard with a Rather Long Name, The Keep",
                 "Gold 2"):
        assert text in out, (text, out)
    assert widest(out) <= 80, out


def check_only_what_changed_is_shown(_):
    out = play("board all", "dark", "quit", game=OMENS)
    first, everything, later = re.split("> board all|> dark", out)
    assert "Season Dry" in first and "Luck" not in first.split("Seats")[0], first
    assert "Harvest" not in first, first
    assert "Luck 2" in everything and "Harvest 0" in everything, everything
    assert "Drought no" in everything, everything
    assert "Drought" in later and "_steps" not in out and "steps" not in out, out
    assert "empty: Deck" in later and "Open card              The Eclipse" in later, later


def check_what_is_printed_on_cards(_):
    out = play("card", "card the eclipse", "card the comit", "1", "quit", game=OMENS)
    asked, opened, named, wrong, later = re.split("> (?:card.*|1)\n", out)
    assert re.search(r"1 Light\n +Luck rises by 3, and .*\n.*\n +2 Dark\n +A drought begins\.",
                     asked), asked
    assert "Open card:\n  The Comet\n      Light: Luck rises" in opened, opened
    assert "Eclipse" not in opened, opened
    assert "Dark: Luck falls by 1." in named and "Did you mean The Comet?" in wrong, (named, wrong)
    assert "The Eclipse: Deck →\n       Open card." in later, later
    assert "  The Eclipse\n      Light: Nothing happens." in later, later
    assert widest(out) <= 80, out


def check_a_long_map_is_not_shown_at_every_turn(_):
    out = play("Pass", "board", "quit", game=LONG_GAME)
    before, after, board = re.split("> (?:Pass|board)\n", out)
    assert "\nBoxes\n" in before and "\nBoxes\n" not in after and "\nBoxes\n" in board, out
    assert "\nSeats\n" in after and widest(out) <= 100, out


def check_players_end_a_game(_):
    out = play("b2", "resign", "resign yes")
    assert "Type resign yes to resign as O." in out, out
    assert "The game is over (resignation): X wins." in out, out
    out = play("b2", "draw", "a1", "b1", "c3", "draw", "c2", "draw")
    assert out.count("O offers a draw. Type draw") == 1, out
    assert out.count("X offers a draw. Type draw") == 1, out
    assert "The game is over (agreement): a draw." in out, out
    out = play("draw", "quit", flags=["--seat", "O=random"])
    assert "bots do not accept draws" in out, out


def check_clocks_say_what_is_right(_):
    for words in ("10", "10x", "+5s", "10m+", "10m+5", "0s", "5s10m", "m", "99999999999h", "-5s",
                  "10m5m"):
        run = Run("play", BOARD_GAME, f"--clock={words}", stdin="a1\n")
        assert run.status == 2 and "such as 10m+5s" in run.err and words in run.err, run
    for words, first, after in (("10m+50s", "10:00 > ", "10:[1-5][0-9]"),
                                ("90s", "1:30 > ", "(1:30|1:[0-2][0-9])"),
                                ("1h30m+1m", "1:30:00 > ", "1:3(0:[1-5][0-9]|1:00)")):
        # a loaded machine may need some seconds for the decision
        out = play("a1", "quit", flags=["--clock", words])
        assert first in out and re.search(f"X         time {after}\n", out), (words, out)
    out = play("a1", "quit", flags=["--clock", "10m", "--seat", "O=random"])
    assert "time 10:00" in out.split("O (agent)")[0], out
    assert not re.search(r"O \(agent\)\s+time", out), out


def typed_late(game, clock, *flags):
    """A decision, and one after the clock has run out. A busy machine may need longer to begin."""
    for pause in (4, 20, 90):
        run = subprocess.Popen([BINARY, "play", game, "--seed", "0", "--clock", clock, "--force",
                                *flags],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=TOP)
        run.stdin.write("1\n")
        run.stdin.flush()
        time.sleep(pause)
        out = run.communicate("1\nquit\n", timeout=SLOW)[0]
        if "is out of time" in out:
            break
    return out


def check_a_flag_falls(scratch):
    file = f"{scratch}/late.json"
    out = typed_late(BOARD_GAME, "3s", "--record", file)
    assert "O is out of time." in out and "The game is over (time): X wins." in out, out
    assert out.count(" Mark a cell a") == 1, out
    run = Run("replay", file)
    assert run.status == 0 and "O ran out of time: won by X" in run.out, run
    out = typed_late(LONG_GAME, "3s")
    assert "is out of time.\nThe bot random takes over." in out, out
    assert "The game is over" not in out, out


def check_a_kept_game_goes_on_with_what_was_left(scratch):
    file = f"{scratch}/timed.json"
    play("a1", f"save {file}", "quit", flags=["--clock", "10m+57s"])
    with open(file, encoding="utf-8") as kept:
        assert json.load(kept)["clock"]["left"]["X"] > 10 * 60 * 1000
    out = play("quit", flags=["--load", file])
    assert re.search("X         time 10:[1-5][0-9]\n", out), out
    assert re.search("(10:00|9:[1-5][0-9]) > ", out), out
    run = Run("play", BOARD_GAME, "--load", file, "--clock", "5m", stdin="quit\n")
    assert run.status == 2 and "before the first decision" in run.err, run


def check_undo_within_an_action(_):
    out = play("feed", "gate", "undo", "undo", "rest", "undo", "quit",
               game="tests/cli/fixtures/patrols.game-spec.md")
    assert out.count("Taken back.") == 3, out
    out = play("feed", "gate", "undo turn", "undo", "redo", "redo", "rollback 0", "rollback x",
               "quit", game="tests/cli/fixtures/patrols.game-spec.md")
    for text in ("Turn taken back.", "nothing to take back", "Redone.",
                 "Back at the start of that turn.", "rollback needs the number of a turn"):
        assert text in out, (text, out)


def check_why_something_is_not_offered(_):
    out = play("why build", "why HARB", "why rest", "why s", "why xyz", "why", "march", "why swamp",
               "quit", game="tests/fixtures/why.game-spec.md")
    for text in ("> why build\nBuild: Gold is 2 and must be at least 3.\n>",
                 '> why HARB\nHarbour: not now; Red first answers "Choose an action".\n',
                 "> why rest\nRest is offered now, with key 2.\n",
                 '> why s\nMore than one thing matches "s": '
                 'Settle, Swear, Sail, Calm the Sea, Swamp\n',
                 "> why xyz\nno action or option is called 'xyz'\n",
                 "> why\nwhy needs the key or name of an option, action, space or card.\n",
                 "> why swamp\nSwamp: Land of Swamp is Wilds and must be City, "
                 "and there are no Red Troops\n  next to Swamp.\n"):
        assert text in out, (text, out)


def check_the_rule_that_asks(_):
    out = play("rule", "quit")
    text = "> rule\nThe turn\nMark an empty cell. You win with three of your marks in a row"
    assert text in out, out
    out = play("1", "rule", "quit", game="tests/cli/fixtures/bare.game-spec.md")
    assert "> rule\nNo rule text.\n" in out, out


def check_notes_of_the_author_are_no_rule_text(scratch):
    """Quotes are for players, all other paragraphs for designers; where there is no quote, a player
    reads neither heading nor notes."""
    block = "```yaml\nmetadata: { id: notes, name: Notes }\nseats: [Red]\n" \
            "spaces: [{ id: gate }, { id: yard }]\nturnStructure: { phases: [{ id: day }] }\n" \
            "actions:\n  - id: walk\n    phase: day\n    effects: |\n" \
            "      choose s in spaces \"Where?\"\n```\n"
    for number, (above, shown) in enumerate((
            ("# Walking (1.2)\n\nNobody calls walk.\n\n", "No rule text.\n"),
            ("# Walking\n\n> You walk.\n> You may rest.\n\nNobody calls walk.\n\n",
             "Walking\nYou walk. You may rest.\n"),
            ("> You walk.\n\n", "You walk.\n"),
            ("> You walk.\n\n# Walking\n\nNobody calls walk.\n\n", "No rule text.\n"),
            ("# Walking\n\n> You rest.\n\n> You walk.\n\n", "Walking\nYou walk.\n"),
            ("# Walking\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n", "No rule text.\n"))):
        spec = scratch / f"notes-{number}.game-spec.md"
        spec.write_text(above + block)
        out = play("rule", "quit", game=str(spec))
        assert f"> rule\n{shown}> quit" in out, (above, out)


class Conversation:
    """A game over a pipe in which each line hangs on what was answered before."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([BINARY, "play", *map(str, arguments)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=TOP)
        self.over = False  # the game, and with it the program
        self.read()

    def read(self):
        text = b""
        while not text.endswith(b"\n> "):
            got = os.read(self.process.stdout.fileno(), 65536)
            if not got:
                self.over = True
                break
            text += got
        return text.decode().removesuffix("> ")

    def ask(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return self.read()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(timeout=SLOW)


def options_of(shown):
    """Key and label of each option that `?` has listed, one a line; a number is its own key."""
    found = re.findall(r"(?m)^ (?= {0,3}\S)([ \S]{4}) (\S.*)$", shown)
    numbers = re.findall(r"(?m)^ {6}(\d+)$", shown)
    return [(key.strip(), label) for key, label in found] + [(n, n) for n in numbers]


def check_why_never_contradicts_the_list(_):
    """At many positions of several games: by its key and by its label, what is offered is said to
    be offered; nothing else is."""
    for game, seed, positions in ((LONG_GAME, 4, 60), ("chess", 1, 12), ("texas-holdem", 2, 12),
                                  (SECRETS, 3, 15)):
        choose, labels = random.Random(seed), set()
        talk = Conversation(game, "--seed", seed, "--plain")
        for _ in range(positions):
            shown = talk.ask("?")
            options = options_of(shown)
            if not options:
                break
            keys = {key.lower() for key, _ in options}
            for key, label in choose.sample(options, min(len(options), 6)):
                with_key = f", with key {key}" if key != label else ""
                for thing in (key, label, label.upper()):
                    answer = " ".join(talk.ask(f"why {thing}").split("\n", 1)[1].split())
                    right = f"{label} is offered now{with_key}."
                    assert answer == right, (game, thing, answer, shown)
            offered = {label.lower() for _, label in options}
            others = sorted(label
                            for label in labels
                            if label.lower() not in offered and label not in keys)
            numbers = [str(n) for n in range(1, 60) if str(n) not in keys | offered]
            for thing in choose.sample(others, min(len(others), 4)) + choose.sample(numbers, 3):
                answer = talk.ask(f"why {thing}")
                assert "is offered now" not in answer, (game, thing, answer, shown)
            labels |= {label for _, label in options}
            talk.ask(choose.choice(options)[0])
            if talk.over:
                break
        talk.close()
        assert len(labels) > 5, (game, labels)


def check_a_number_after_why_is_a_key(_):
    out = play("operation", "why 5", "why 6", "why 4000", "why ass", "quit", game=LONG_GAME,
               flags=["--seed", "3"])
    for text in ("    5 Assault\n", "> why 5\nAssault is offered now, with key 5.\n",
                 "> why 6\nRally ", "> why 4000\nNo option has the key 4000.\n",
                 "> why ass\nAssault is offered now, with key 5.\n"):
        assert text in out, (text, out)


def check_numbers_beginnings_and_mistakes(_):
    out = play("1", "B1", "zz", "a", "a2", "quit")
    assert 'No option matches "zz".' in out and 'More than one option starts with "a"' in out, out
    out = play("b2", "b2")
    assert 'No option matches "b2".' in out, out


def check_only_what_is_near_is_suggested(_):
    """A word of nine letters may have three slips, one of four letters one (base.h)."""
    out = play("opqqqtion", "opqqqqion", "bord", "brod", "quit", game=LONG_GAME,
               flags=["--seed", "3"])
    for text in ('No option matches "opqqqtion". Did you mean Operation?',
                 'No option matches "opqqqqion". Type ?',
                 'No option matches "bord". Did you mean board?',
                 'No option matches "brod". Type ?'):
        assert text in out, (text, out)


def check_a_word_within_an_option_and_several_of_them(_):
    patrols = "tests/cli/fixtures/patrols.game-spec.md"
    out = play("feed", "rather", "1", "quit", game=patrols)
    assert "Red: The Yard with a Rather Long Name" in out, out
    out = play("feed", "the", "quit", game=patrols)
    assert ('More than one option starts with "the":\n'
            '  The Gate, The Yard with a Rather Long Name, The Keep' in out), out


def check_an_option_keeps_its_key_while_a_list_gets_shorter(_):
    out = play("1", "9", "2", "quit")
    keys = [dict(re.findall(r" (\d) ([abc][123])\b", part)) for part in out.split("> ")[:4]]
    assert len(keys[0]) == 9 and len(keys[3]) == 6, out
    assert all(keys[0][key] == label for later in keys[1:] for key, label in later.items()), keys
    out = play("1", "1", "quit")
    assert 'No option matches "1".' in out, out


WAYS_OUT = """```yaml
metadata: { id: ways-out, name: Ways out }
seats: [Red]
spaces: [{ id: gate }, { id: yard }]
turnStructure: { phases: [{ id: day, pass: { id: sleep } }] }
actions:
  - id: walk
    phase: day
    effects: |
      choose s in spaces "Where?" or none "Scout first" as option
      choose t in spaces "And then?" or none "Nowhere"
      choose "Pay?"
        option "Go home" as cancel: end game
        option "Pay" when s != t
        option "Enough" as done
        option "Not now" as skip
```
"""


def check_a_way_out_has_a_key_of_its_own(scratch):
    out = play("quit", game=LONG_GAME, flags=["--seed", "3"])
    assert re.search(r"^ +- Pass$", out, re.MULTILINE), out
    assert re.search(r"^ +2 Event$", out, re.MULTILINE), out
    spec = scratch / "ways-out.game-spec.md"
    spec.write_text(WAYS_OUT)
    out = play("1", "a", "1", "quit", game=str(spec))
    for line in ("    0 Sleep", "    a Scout first", "    - Nowhere", "    ! Go home", "    2 Pay",
                 "    0 Enough", "    - Not now"):
        assert f"\n{line}\n" in out, (line, out)
    assert out.index("2 Pay") < out.index("! Go home"), out  # the ways out come last


def check_a_space_a_region_and_the_log_of_one_thing(_):
    out = play("board gate", "board nowhere", "feed", "gate", "1", "log red", "log keep", "log zz",
               "map", "quit", game="tests/cli/fixtures/patrols.game-spec.md")
    one, wrong, *_ = re.split("> (?:board nowhere|feed)\n", out.split("> board gate\n")[1])
    assert "The Gate\n  Burned" in one and "beside: The Yard" in one, one
    assert 'No space matches "nowhere"' in wrong, wrong
    assert "Food" in out.split("> log red\n")[1].split("> log keep")[0], \
        "what came of it is missing"
    assert "> log red\nRed: Feed a place" in out and "> log keep\n> " in out, out
    assert '"zz" is not a seat or space.' in out, out
    out = play("map city", "map zz", "quit", game=LONG_GAME)
    city = out.split("> map city\n")[1].split("> map zz")[0]
    assert city.startswith("City\n  Hue") and "Laos" not in city, out
    assert 'No region matches "zz"' in out, out


def check_the_end_of_the_input_leaves_the_game(_):
    out = play("a1")
    assert "The game is kept" in out and "over" not in out, out


def check_commands(_):
    out = play("help", "?", "board", "a1", "log", "hint", ":quit")
    for word in ("undo", "save", "load", "hint", "analyse", "reasons", "Best options, by ",
                 "wins "):
        assert word in out, (word, out)


def check_undo_over_the_seats_of_one_person(_):
    out = play("a1", "b1", "undo", "undo", "undo", "quit")
    assert out.count("Taken back.") == 2 and "nothing to take back" in out, out


def check_seats(_):
    out = play("a1", "b1", "c1", "a2", "b2", flags=["--seat", "O=random", "--seed", "1"])
    assert "O" in out and "(agent)" in out, out
    assert Run("play", BOARD_GAME, "--seat", "Z=random").status == 2
    assert Run("play", BOARD_GAME, "--seat", "X").status == 2
    run = Run("play", BOARD_GAME, "--seat", "X=randm")
    assert run.status == 2 and "Did you mean random?" in run.err, run


def check_save_and_load(scratch):
    file = scratch / "game.json"
    out = play("a1", "b2", f"save {file}", "c3", f"load {file}", "board", "quit")
    assert "Saved to" in out and "Loaded" in out, out
    save = json.loads(file.read_text())
    assert save["format"] == "ludoforge-save" and save["log"] and save["state"], save
    assert [f.name for f in scratch.iterdir()] == ["game.json"], "a temporary file is left"
    out = play("a2", "c1", "a3", flags=["--load", file])
    assert "X wins" in out, out
    out = play("save", "load", "load /no/such", "save /no/such/x", "quit")
    assert "Cannot read /no/such" in out and "Cannot write /no/such/x" in out, out


def check_a_damaged_save_is_refused(scratch):
    file = scratch / "game.json"
    for text in ("", "{", "[]", "{}", '{"format":"ludoforge-save","version":1,"game":"zz"}'):
        file.write_text(text)
        run = Run("play", BOARD_GAME, "--load", file)
        assert run.status in (1, 2) and run.err, run


def check_records_replay(scratch):
    for lines in ((), ("a1", "b2", "c3")):
        play(*lines, flags=["--record", scratch / "r.json", "--force"])
        run = Run("replay", scratch / "r.json")
        assert run.status == 0, run


def check_hidden_cards_are_not_shown(_):
    out = play("board", "quit", game=CARD_GAME, flags=["--seat", "Second=random"])
    assert "face down" in out, out
    shown = sum(out.count(card) > 0 for card in ("Jack", "Queen", "King"))
    assert shown == 1, out


def check_a_hint_does_not_hang_on_hidden_cards(scratch):
    """Saves that differ only in the cards of the deck and of the other hand: the hint, a matter of
    luck here, is the same."""
    play("lay", "save " + str(scratch / "true.json"), "quit", game=SECRETS,
         flags=["--seat", "Blue=random"])
    save = json.loads((scratch / "true.json").read_text())
    stacks = save["state"]["stacks"]
    hidden, hints = stacks["deck"] + stacks["hand:Blue"], set()
    for turn in range(len(hidden)):
        turned = hidden[turn:] + hidden[:turn]
        stacks["deck"], stacks["hand:Blue"] = turned[:-3], turned[-3:]
        save["state"]["machine"]["generator"] = f"0x{turn:016x}"
        (scratch / "other.json").write_text(json.dumps(save))
        out = play("hint", "quit", game=SECRETS,
                   flags=["--seat", "Blue=random", "--load", scratch / "other.json"])
        hints.add(re.search("Best options, by .*:\n.*\n", out).group())
    assert len(hints) == 1, hints


def check_advice(_):
    """Three options with what is thought of them, by whom one likes; how the game went; nonsense is
    told."""
    out = play("hint greedy", "hint gredy", "analyse", "a1", "analyse greedy", "quit",
               flags=["--seat", "O=random", "--seed", "1"])
    hint = out.split("Best options, by greedy:\n")[1].splitlines()[:4]
    told = [bool(re.match(r"  \S+ [abc][123]: wins \d+ %", line)) for line in hint]
    assert told == [True, True, True, False], hint
    assert "Did you mean greedy?" in out and out.count("Chances now: X ") == 2, out
    seat_by_seat = play("hint", "quit", flags=["--seat", "O=random", "--seed", "1"])
    assert re.search(r"; then O: [abc][123]; X: [abc][123]", seat_by_seat), seat_by_seat


def check_reasons(_):
    flags = ["--seat", "O=greedy", "--seed", "1"]
    out = play("reasons", "a1", "reasons", "reasons O", "reasons Z", "quit", flags=flags)
    before, after = out.split("> a1\n")
    assert "No reasons: no bot has played yet" in before, before
    reasons = re.findall(r"^O: ([abc][123]) wins \d+ % of games; "
                         r"the next best, [abc][123], wins \d+ %\.$", after, re.MULTILINE)
    assert len(reasons) == 2 and 'No seat matches "Z"' in after, after
    assert re.search(rf"O: Mark a cell {reasons[0]}$", after, re.MULTILINE), after
    out = play("a1", "reasons", "quit", flags=["--seat", "O=random", "--seed", "1"])
    assert "No reasons: no bot has played yet" in out, out


def check_reasons_do_not_tell_of_hidden_cards(_):
    out = play("pass", "reasons", "quit", game=SECRETS,
               flags=["--seat", "Blue=greedy", "--seed", "3"])
    assert "The reasons of Blue involve hidden information" in out and "next best" not in out, out


def check_a_secret_choice_is_not_printed(_):
    """Blue, a person at the same screen, is told that Red laid a card, and not which."""
    key = re.search(r"> lay\n(?:.*\n)*? +(\d+) ", play("lay", "quit", game=SECRETS)).group(1)
    out = play("lay", key, "pass", "log all", "quit", game=SECRETS)
    told = out[out.rindex("Red: Lay"):]
    assert "Red: a card" in told and "a card: Hand (Red) -> Face down" in told, told


def terminal(*arguments, environment):
    main_end, other_end = pty.openpty()
    process = subprocess.Popen([BINARY, "play", *arguments], stdin=other_end, stdout=other_end,
                               stderr=other_end, cwd=TOP,
                               env={**os.environ, "TERM": "xterm", **environment})
    os.close(other_end)
    return process, main_end


def read_until(descriptor, text):
    seen = ""
    while text not in seen:
        try:
            seen += os.read(descriptor, 4096).decode()
        except OSError:
            break
    return seen


def check_colour_on_a_terminal_and_ctrl_c_keeps_the_game(scratch):
    process, descriptor = terminal(BOARD_GAME,
                                   environment={"XDG_STATE_HOME": str(scratch), "NO_COLOR": ""})
    assert "\x1b[" in read_until(descriptor, "> ")
    os.write(descriptor, b"b2\n")
    read_until(descriptor, "> ")
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    assert "--load" in read_until(descriptor, "--load")
    os.close(descriptor)
    assert process.wait(timeout=SLOW) == 0
    kept = scratch / "ludoforge" / f"{BOARD_GAME}.json"
    assert "X wins" in play("a1", "b1", "a2", "b3", flags=["--load", kept])


def painted(environment):
    """What a terminal gets until the first question."""
    process, descriptor = terminal(
        BOARD_GAME, environment={"NO_COLOR": "", "COLORTERM": "", "COLORFGBG": "", **environment})
    seen = read_until(descriptor, "> ")
    os.write(descriptor, b"quit\n")
    process.wait(timeout=SLOW)
    os.close(descriptor)
    return seen


def check_seats_have_the_colours_of_the_visual_data(_):
    colours = yaml.safe_load(
        (TOP / "data" / "games" / BOARD_GAME / "visual.yaml").read_text())["seats"]["X"]["color"]
    red, green, blue = (int(colours["dark"][at:at + 2], 16) for at in (1, 3, 5))
    assert f"\x1b[1;38;2;{red};{green};{blue}m" in painted({"COLORTERM": "truecolor"})
    on_light = ";".join(str(int(colours["light"][at:at + 2], 16)) for at in (1, 3, 5))
    assert f"\x1b[1;38;2;{on_light}m" in painted({"COLORTERM": "24bit", "COLORFGBG": "0;15"})
    steps = (0, 95, 135, 175, 215, 255)
    near = [min(range(6), key=lambda i, part=part: abs(steps[i] - part))
            for part in (red, green, blue)]
    nearest = 16 + 36 * near[0] + 6 * near[1] + near[2]
    assert f"\x1b[1;38;5;{nearest}m" in painted({"TERM": "xterm-256color"})
    few = painted({"TERM": "xterm"})
    assert ";38;" not in few and "\x1b[1;34m" in few, few
    assert ";38;" not in painted({"TERM": "dumb", "COLORTERM": "truecolor"})


def check_no_color_is_respected(_):
    process, descriptor = terminal(BOARD_GAME, environment={"NO_COLOR": "1"})
    seen = read_until(descriptor, "> ")
    os.write(descriptor, b"quit\n")
    process.wait(timeout=SLOW)
    os.close(descriptor)
    assert not re.search(r"\x1b\[[0-9;]*m", seen), seen


main(globals())
