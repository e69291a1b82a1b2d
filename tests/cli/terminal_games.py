#!/usr/bin/python3
"""Whole lessons and long stretches of games on a terminal, driven in tmux with the defaults that a
person has: above all, a turn that is over waits to be confirmed."""

import random
import re

import yaml

from harness import GAMES, main
from tmux import terminal

LONG_GAME = "fire-in-the-lake"
SIZES = ((80, 24), (120, 40))
CARDS = 10
STEPS_FOR_A_CARD = 150  # far more than a card takes; a game that makes no progress is stopped by it
OTHER_STEPS = 60
ENTER = r"Enter  End turn|-- Enter: |Press Enter"


def lessons():
    """Game and content of every lesson that lies beside a bundled game."""
    for path in sorted(GAMES.glob("*/lessons/*.md")):
        for block in re.findall(r"(?ms)^```yaml\n(.*?)^```", path.read_text()):
            for lesson in yaml.safe_load(block)["lessons"]:
                yield path.parent.parent.name, lesson


def in_one_line(text):
    return " ".join(text.split())


def written(t):
    """All that the program has written, without colours and line breaks."""
    return in_one_line(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", t.output.read_text()))


def follow(t, lesson):
    """Does what the lesson suggests until it says its last words."""
    decisions = sum(len(step["play"]) for step in lesson["steps"])
    last = in_one_line(lesson["end"])[:60]
    screen = t.asked()
    for _ in range(10 * decisions + 50):
        if last in written(t):
            return
        suggested = "The lesson suggests" in screen and not re.search(ENTER, screen)
        screen = t.step("follow" if suggested else "")
    raise AssertionError("the lesson does not end:\n" + screen)


def check_every_lesson_to_its_end(scratch):
    played = 0
    for game, lesson in lessons():
        for columns, rows in SIZES:
            folder = scratch / f"{game}-{lesson['lesson']}-{columns}"
            folder.mkdir()
            with terminal(folder, "play", game, "--lesson", lesson["lesson"], columns=columns,
                          rows=rows) as t:
                follow(t, lesson)
                read = written(t)
            for step in [lesson, *lesson["steps"]]:
                words = in_one_line(step.get("text", ""))[:60]
                assert words in read, (game, columns, words)
            played += 1
    assert played >= len(SIZES)


def offered(screen):
    """The keys, or numbers, that stand at the beginning of lines below the question."""
    question = max((m.start() for m in re.finditer(r"(?m)^[A-Z][\w ]*: ", screen)), default=0)
    return re.findall(r"(?m)^ {1,6}(\d+|[-!a-hxyz])(?: |$)", screen[question:])


def play_cards(t, seed):
    """Chooses anything that is offered, until the wanted number of cards has been seen in play."""
    choose, cards, since = random.Random(seed), [], 0
    screen = t.asked()
    while len(cards) < CARDS:
        card = re.search(r"(?m)^Card in play: (.*?) *$", screen)
        since += 1
        if card and card.group(1) not in cards:
            cards.append(card.group(1))
            since = 0
        assert since < STEPS_FOR_A_CARD, f"no new card after {cards}:\n{screen}"
        assert not t.has_ended(), screen
        waits = re.search(ENTER, screen)
        options = None if waits else offered(screen)
        assert waits or options, "no option is seen:\n" + screen
        screen = t.step("" if waits else choose.choice(options))


def check_ten_cards_for_everybody(scratch):
    """One person decides for all seats."""
    with terminal(scratch, "play", LONG_GAME, "--seed", "5", columns=80, rows=24) as t:
        play_cards(t, 80)


def check_ten_cards_against_programs(scratch):
    seats = [f"--seat={seat}=random" for seat in ("ARVN", "NVA", "VC")]
    with terminal(scratch, "play", LONG_GAME, "--seed", "8", *seats, columns=120, rows=40) as t:
        play_cards(t, 120)


def check_other_games(scratch):
    """A board against a program, and hidden hands of several people: every decision moves the game
    on."""
    for game, *seats in (("chess", "--seat=Black=random"), ("texas-holdem",)):
        folder = scratch / game
        folder.mkdir()
        choose = random.Random(game)
        with terminal(folder, "play", game, "--seed", "2", *seats) as t:
            screen = t.asked()
            for _ in range(OTHER_STEPS):
                if t.has_ended():
                    break
                waits = re.search(ENTER, screen)
                options = [""] if waits else offered(screen)
                assert options, "no option is seen:\n" + screen
                before, screen = screen, t.step(choose.choice(options))
                assert screen != before, "nothing has happened:\n" + screen


main(globals())
