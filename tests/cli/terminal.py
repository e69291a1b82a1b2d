#!/usr/bin/python3
"""`play` and the menu on a terminal, driven in tmux: the screen, keys, editing, resizing, and
leaving in every way."""

import json
import os
import re
import signal
import time

from harness import BOARD_GAME, CARD_GAME, Run, main
from tmux import PATIENCE, PROMPT, terminal

LONG_GAME = "fire-in-the-lake"

def kept(scratch, game):
    """The save of a game that was left, once it is there."""
    path = scratch / "ludoforge" / f"{game}.json"
    end = time.monotonic() + PATIENCE
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.05)
    return json.loads(path.read_text())


def check_the_screen_fits(scratch):
    for columns, rows in ((80, 24), (120, 40), (200, 60)):
        folder = scratch / str(columns)
        folder.mkdir()
        with terminal(folder, "play", LONG_GAME, "--seed", "3", columns=columns, rows=rows) as t:
            screen = t.wait(PROMPT)
            lines = screen.rstrip("\n").split("\n")
            assert lines[0].startswith("Fire in the Lake"), "the top has scrolled away:\n" + screen
            for text in ("ARVN: ", "2 Event", "3 Operation", "- Pass", "United States"):
                assert text in screen, (text, screen)
            assert "Card in play: " in screen and "Next card: " in screen, screen
            assert ("\n  Hue " in screen) == (columns > 80), screen
            assert ("Boxes" in screen) == (columns == 200), screen
            t.line("operation")
            screen = t.wait("Which Operation")
            assert not re.search(r"(?m)^\* |  \* ", screen), "nothing has changed:\n" + screen


def check_no_sentence_is_cut_and_no_column_begins_within_a_space(scratch):
    with terminal(scratch, "play", LONG_GAME, "--seed", "3", columns=120, rows=40) as t:
        screen = t.wait(PROMPT)
        city = next(line for line in screen.splitlines() if line.startswith("City"))
        assert re.fullmatch(r"City +\w.*", city) and city[60:62] == "  " and city[62] != " ", screen
    (scratch / "low").mkdir()
    with terminal(scratch / "low", "play", LONG_GAME, "--seed", "3", columns=80, rows=22) as t:
        lines = t.wait(PROMPT).splitlines()
        end = next(i for i, line in enumerate(lines) if line.startswith("ARVN: "))
        assert not lines[end - 1] or lines[end - 1].startswith("board:"), lines
        text = " ".join(" ".join(lines[:end]).split())
        assert not re.search(r"at most 1( board|$)", text), "half a sentence:\n" + "\n".join(lines)


def check_a_drawn_board_shrinks_to_the_room(scratch):
    with terminal(scratch, "play", "tests/fixtures/boards/morris.game-spec.md", "--seed", "1",
                  columns=80, rows=40) as t:
        screen = t.wait(PROMPT)
        assert re.search(r"7 \.-+\.-+\.\n +\| +\| +\|\n +6 \|", screen), screen
        t.resize(80, 24)
        screen = t.wait(r"7 \.-+\.-+\.\n +6 \|")
        assert screen.startswith("Morris") and len(screen.rstrip().splitlines()) <= 24, screen


def check_a_drawn_board_is_seen_before_a_turn_is_confirmed(scratch):
    """What is asked about has to be seen: news and values make room for a board that fits the
    terminal."""
    with terminal(scratch, "play", "chess", "--seed", "1") as t:
        t.wait(PROMPT)
        t.step("e2")
        screen = t.step("e4")
        assert "Your turn is over" in screen and screen.startswith("Chess"), screen
        assert re.search(
            r"(?m)^ +8 +\S \S \S.*\n(.*\n){3} +4 +\. \. \. \. W \. \. \.\n(.*\n){3} +a b c",
            screen), screen
        assert re.search(r"(?m)^White: e4|^  Pawn e2",
                         screen) or "more lines: log turn" in screen, screen
        assert re.search(r"(?m)^> White", screen), "who is asked is not marked:\n" + screen
        assert not re.search(r"(?m)^Values\n(?!  )", screen), "a heading without values:\n" + screen


def check_keys_words_and_completion(scratch):
    with terminal(scratch, "play", BOARD_GAME, "--seed", "1") as t:
        t.wait(PROMPT)
        t.take_turn("5")
        t.wait("O: Mark")
        t.type("a", "Tab")
        t.wait(r"a1 +a2 +a3")
        t.take_turn("1")
        screen = t.wait("X: Mark")
        assert re.search(r"2 +\. C \.", screen) and re.search(r"1 +N \. \.", screen), screen
        t.line("zz")
        t.wait('No option matches "zz"')
        t.type("boa", "Tab")
        t.wait("> board")


def check_editing_and_history(scratch):
    with terminal(scratch, "play", BOARD_GAME, "--seed", "1") as t:
        t.wait(PROMPT)
        t.type("x1", "Left", "BSpace", "b")
        t.take_turn("")
        t.wait("O: Mark")
        t.line("nonsense")
        t.wait('No option matches "nonsense"')
        t.type("Up")
        t.wait("> nonsense")
        t.type("C-u")
        t.take_turn("c3")
        assert re.search(r"3 +\. \. N", t.wait("X: Mark")), t.screen()


def check_resizing_draws_the_table_anew(scratch):
    with terminal(scratch, "play", LONG_GAME, "--seed", "3", columns=200, rows=60) as t:
        t.wait(PROMPT)
        t.type("oper")
        t.wait("> oper")
        t.resize(80, 24)
        screen = t.wait(r"(?s)\AFire in the Lake(?!.*Hue).*- Pass\n> oper")
        assert len(screen.splitlines()) <= 24, screen
        t.type("Enter")
        t.wait("Which Operation")


def check_undo_is_told_and_the_table_is_as_before(scratch):
    with terminal(scratch, "play", LONG_GAME, "--seed", "3") as t:
        t.wait(PROMPT)
        t.line("operation")
        t.wait("Which Operation")
        t.line("undo")
        t.wait("(?s)Taken back.*1st Eligible on")


def check_a_finished_turn_waits_to_be_confirmed(scratch):
    with terminal(scratch, "play", BOARD_GAME, "--seed", "1") as t:
        t.wait(PROMPT)
        t.line("b2")
        assert re.search(r"2 +\. C \.", t.wait("X: Your turn is over")), t.screen()
        t.line("a1")
        t.wait("Press Enter to end it")
        t.line("undo")
        assert re.search(r"2 +\. \. \.", t.wait("(?s)Taken back.*X: Mark which cell")), t.screen()
        t.line("redo")
        t.wait("Redone")
        t.type("Enter")
        t.wait("O: Mark")


def check_a_turn_need_not_be_confirmed(scratch):
    with terminal(scratch, "play", BOARD_GAME, "--seed", "1", "--no-confirm") as t:
        t.wait(PROMPT)
        assert "End turn" not in t.step("b2"), t.screen()
        assert "O: Mark" in t.screen(), t.screen()


def check_a_long_answer_comes_in_pages(scratch):
    with terminal(scratch, "play", LONG_GAME, "--seed", "3") as t:
        t.wait(PROMPT)
        t.line("board")
        assert "Hue" in t.wait("-- Enter: more")
        t.type("q", "Enter")
        t.wait(PROMPT)
        t.type("Enter")
        t.wait(r"(?s)1st Eligible on.*\n>\s*\Z")


def check_programs_moves_are_shown_before_the_table(scratch):
    with terminal(scratch, "play", BOARD_GAME, "--seed", "1", "--seat", "O=random") as t:
        t.wait(PROMPT)
        t.take_turn("b2")
        screen = t.wait("-- Enter: continue")
        assert re.search(r"O: .*[abc][123]", screen), screen
        t.type("Enter")
        assert "Noughts +" not in t.wait("X: Mark"), "what was told is told again:\n" + t.screen()


def check_a_curtain_between_hidden_hands(scratch):
    with terminal(scratch, "play", CARD_GAME, "--seed", "1") as t:
        first = t.wait(PROMPT)
        card = re.search("Jack|Queen|King", first).group()
        t.take_turn("bet")
        screen = t.wait("is next. Press Enter")
        assert card not in screen, screen
        assert card not in t.tmux("capture-pane", "-p", "-S", "-"), \
            "the card can be scrolled back to"
        t.type("Enter")
        assert card not in t.wait(PROMPT), t.screen()


def check_a_turn_that_waits_tells_nothing_of_the_next_decision(scratch):
    """The next player decides from there on: who has not handed the turn over must read nothing of
    it."""
    with terminal(scratch, "play", CARD_GAME, "--seed", "1") as t:
        t.wait(PROMPT)
        own = re.search("Jack|Queen|King", t.screen()).group()
        t.step("bet")
        for line in ("?", "why call", "why bet", "why 3", "rule", "hint", "follow", "lesson",
                     "call", "position", "scores", "cards"):
            screen = t.step(line)
            seen = set(re.findall("Jack|Queen|King", screen)) - {own}
            assert not seen and "call or fold" not in screen, (line, screen)
            if line in ("?", "why call", "rule", "follow", "call"):
                assert "The turn is over. Press Enter" in screen, (line, screen)
        t.tmux("send-keys", "-l", "ca")
        t.type("Tab")
        screen = t.wait("> card|card +cards")
        assert not re.search(r"Call", screen), screen


def check_leaving_in_every_way_keeps_the_game(scratch):
    for name, leave in (("quit", lambda t: t.line("quit")),
                        ("ctrl-c", lambda t: t.type("C-c")),
                        ("ctrl-d", lambda t: t.type("C-d")),
                        ("closed", lambda t: t.tmux("kill-session"))):
        folder = scratch / name
        folder.mkdir()
        with terminal(folder, "play", BOARD_GAME, "--seed", "1") as t:
            t.wait(PROMPT)
            t.take_turn("b2")
            t.wait("O: Mark")
            leave(t)
            save = kept(folder, BOARD_GAME)
            assert len(save["record"]["decisions"]) >= 1, (name, save)
            if name != "closed":
                assert t.dead(), name
        run = Run("play", BOARD_GAME, "--load", folder / "ludoforge" / f"{BOARD_GAME}.json",
                  stdin="board\nquit\n")
        assert re.search(r"2 +\. C \.", run.out), (name, run)


def check_no_color_and_plain(scratch):
    with terminal(scratch, "play", BOARD_GAME, "--seed", "1", environment=["NO_COLOR=1"]) as t:
        t.wait(PROMPT)
        assert not re.search(r"\x1b\[[0-9;]*m",
                             t.tmux("capture-pane", "-p", "-e").replace("\x1b[0m", "")), t.screen()
    (scratch / "plain").mkdir()
    with terminal(scratch / "plain", "play", BOARD_GAME, "--seed", "1", "--plain") as t:
        t.wait(PROMPT)
        t.line("b2")
        t.wait("O: Mark")
        assert t.tmux("capture-pane", "-p", "-S", "-").count("Tic-tac-toe, Play") == 2, t.screen()


def check_the_menu(scratch):
    with terminal(scratch) as t:
        t.wait("(?s)t Table in the browser.*1 Play here.*2 Watch.*4 Learn: The first three cards.*"
               "5 Another game.*0 Quit")
        t.line("5")
        games = t.wait("Which game")
        assert games.index(BOARD_GAME) < games.index("chess") < games.index(LONG_GAME), games
        t.line(re.search(rf"(\d+) {BOARD_GAME}", games).group(1))
        t.wait("LudoForge: Tic-tac-toe")
        t.line("8")
        for who in ("hard", "random"):
            t.wait("Change which seat")
            t.line("o")
            t.wait(f"O: {who}")
        t.type("Enter")
        t.wait("8 Who plays: X human, O random")
        t.line("1")
        t.wait("X: Mark")
        t.take_turn("b2")
        t.wait("-- Enter: continue")
        t.type("Enter")
        t.wait("X: Mark")
        t.line("quit")
        assert t.dead(), t.screen()
    (scratch / "again").mkdir()
    with terminal(scratch / "again", environment=[f"XDG_STATE_HOME={scratch}"]) as t:
        t.wait(f"3 Continue {BOARD_GAME}")
        t.line("3")
        assert re.search(r"2 +\. C \.|2 +\. C N|2 +N C \.", t.wait("Mark which cell")), t.screen()
        assert "O (agent)" in t.screen(), t.screen()


def check_the_menu_takes_names_and_asks_again(scratch):
    with terminal(scratch) as t:
        t.wait("0 Quit")
        t.line("conn")
        t.wait("LudoForge: Connect-four")
        t.line("nothing")
        t.wait('No entry or game matches "nothing"')
        t.line("5")
        t.wait("Which game")
        t.line("99")
        t.wait('No entry matches "99"')
        t.line(BOARD_GAME)
        t.wait("LudoForge: Tic-tac-toe")
        t.line("q")
        assert t.dead(), t.screen()


def check_the_menu_lists_saved_games(scratch):
    for game in (BOARD_GAME, "connect-four"):
        Run("play", game, stdin="1\nquit\n", environment={"XDG_STATE_HOME": str(scratch)})
    with terminal(scratch) as t:
        t.wait("3 Continue one of 2 saved games")
        t.line("3")
        saves = t.wait("Which game \\(number\\)")
        assert re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d  connect-four", saves), saves
        t.line(BOARD_GAME)
        t.wait("Tic-tac-toe")


def check_the_table_from_the_menu(scratch):
    with terminal(scratch, environment=[f"XDG_DATA_HOME={scratch}"]) as t:
        t.wait("(?s)t Table in the browser.*1 Play here")
        t.line("t")
        t.wait(r"http://127.0.0.1:\d+/#key=")
        t.type("C-c")
        assert t.dead(), t.screen()
    assert (scratch / "ludoforge" / "tables.sqlite").exists()


def check_a_lesson_from_the_menu(scratch):
    with terminal(scratch, columns=120, rows=40) as t:
        t.wait("4 Learn: The first three cards")
        t.line("4")
        t.wait("(?s)Vietnam, 1964.*Enter: (continue|more)")
        t.type("Enter")
        t.wait("(?s)Burning Bonze.*Enter: (continue|more)")
        t.type("Enter")
        t.wait(r"(?s)ARVN: .*The lesson suggests: Operation")
        t.line("pass")
        t.wait("The lesson suggested Operation")
        t.line("undo")
        t.wait(r"The lesson suggests: Operation")
        t.line("follow")
        t.wait("(?s)Patrol clears roads.*continue")
        t.type("Enter")
        t.wait("The lesson suggests: Train")
        t.line("follow")
        t.wait("(?s)Train works in any number.*continue")
        t.type("Enter")
        t.wait("The lesson suggests: Saigon")
        t.line("follow")
        assert "-- Enter: continue" not in t.wait("The lesson suggests: Troops and Police"), \
            "a page without words"


def check_a_killed_program_loses_nothing(scratch):
    morris = "tests/fixtures/boards/morris.game-spec.md"
    with terminal(scratch, "play", morris, "--seed", "1") as t:
        t.wait(PROMPT)
        t.take_turn("a1")
        t.wait("Black: Place")
        t.type("g")
        os.kill(t.program, signal.SIGKILL)
        assert t.dead()
    (scratch / "again").mkdir()
    with terminal(scratch / "again", environment=[f"XDG_STATE_HOME={scratch}"]) as t:
        t.wait("3 Continue")
        t.line("3")
        assert re.search(r"1 W---", t.wait("Black: Place")), t.screen()


def check_the_turn_that_ends_a_game_can_be_taken_back(scratch):
    with terminal(scratch, "play", BOARD_GAME, "--seed", "1") as t:
        t.wait(PROMPT)
        for cell, other in (("a1", "O"), ("a2", "X"), ("b1", "O"), ("b2", "X")):
            t.take_turn(cell)
            t.wait(f"{other}: Mark")
        t.line("c1")
        t.wait("X: Your turn is over")
        t.line("undo")
        t.wait("X: Mark")
        t.take_turn("c1")
        t.wait("X wins")


main(globals())
