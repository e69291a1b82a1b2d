#!/usr/bin/python3
"""`analyse`: a recorded game is looked at again; what is said fits the game, and the page needs
nothing else."""

import html.parser
import json
import re
import xml.etree.ElementTree

import jsonschema

from harness import BOARD_GAME, CARD_GAME, TOP, Run, main

SCHEMA = json.loads((TOP / "schemas" / "analysis.schema.json").read_text())


def recorded(scratch, game=BOARD_GAME, agents="greedy,random", seed=1):
    run = Run("sim", game, "--games", 1, "--seed", seed, "--agents", agents, "--record",
              scratch / game)
    assert run.status == 0, run
    return scratch / game / "game-000000.json"


def analysed(path, *arguments):
    run = Run("analyse", path, "--json", *arguments)
    assert run.status == 0, run
    jsonschema.validate(run.json(), SCHEMA)
    return run.json()


def check_it_fits_the_game(scratch):
    for game in (BOARD_GAME, CARD_GAME):
        path = recorded(scratch, game)
        record = json.loads(path.read_text())
        found = analysed(path, "--agents", "greedy", "--decisions", "--moments", 99)
        names = [decision["name"] for decision in record["decisions"]]
        assert found["number"] == len(names) == len(found["decisions"]) and found["over"]
        assert found["game"] == game
        winners = record["end"]["outcome"]["winners"]
        for seat, win in found["now"]["win"].items():
            share = 1 / len(winners or found["seats"])
            expected = share if seat in winners or not winners else 0
            assert abs(win - expected) < 1e-3, found["now"]
        assert found["now"]["margin"] == record["end"]["outcome"]["margins"]
        for moment in found["moments"]:
            before, after = (moment["before"]["win"][moment["seat"]],
                             moment["after"]["win"][moment["seat"]])
            assert moment["chosen"]["id"] == names[moment["decision"]], moment
            assert abs(moment["change"] - (after - before)) < 2e-4, moment
        order = [moment["decision"] for moment in found["moments"]]
        assert order == sorted(set(order)) and found["moments"], order
        # No turn moved the chances more than the greatest of the moments.
        points = [*found["turns"], found["now"]]
        swings = {a["turn"]: max(abs(b["win"][seat] - a["win"][seat]) for seat in found["seats"])
                  for a, b in zip(points, points[1:])}
        assert max(swings.values()) == max(swings[moment["turn"]] for moment in found["moments"])


def check_same_again_and_seats(scratch):
    path = recorded(scratch, CARD_GAME)
    assert analysed(path) == analysed(path)
    seat = analysed(path)["seats"][0]
    assert analysed(path, "--seat", seat)["viewer"] == seat


def check_an_unfinished_game_tells_what_is_known(scratch):
    """The record is cut in the middle: whoever looks on learns no card of a hand."""
    path = recorded(scratch, CARD_GAME)
    record = json.loads(path.read_text())
    record["decisions"], record["end"] = record["decisions"][:1], None
    path.write_text(json.dumps(record))
    found = analysed(path, "--moments", 9)
    assert not found["over"] and found["number"] == 1
    assert not re.search(r"Jack|Queen|King", json.dumps(found)), found
    for moment in found["moments"]:
        assert moment["chosen"] is None and moment["better"] == [], moment


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids.add(attrs.get("id"))
        assert tag != "script" and "src" not in attrs, attrs
        assert not attrs.get("href", "#").startswith("http"), attrs


def check_page(scratch):
    path = recorded(scratch)
    run = Run("analyse", path, "-o", scratch / "page.html")
    assert run.status == 0 and "Turning points" in run.out, run
    text = (scratch / "page.html").read_text()
    assert {"chances", "moments", "turns"} <= Page(text).ids
    drawings = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert drawings
    for svg in drawings:
        drawn = xml.etree.ElementTree.fromstring(svg)
        assert drawn.get("role") == "img" and drawn[0].tag.endswith("title")
        assert drawn[1].tag.endswith("desc")
    for moment in analysed(path)["moments"]:
        assert moment["text"].replace('"', "&quot;") in text, moment


def check_what_makes_no_sense(scratch):
    path = recorded(scratch)
    broken, other, edited = scratch / "broken.json", scratch / "other.json", scratch / "edited.json"
    record = json.loads(path.read_text())
    broken.write_text("{")
    other.write_text(
        json.dumps({**record, "decisions": [{**record["decisions"][0], "name": "z9"}]}))
    edited.write_text(json.dumps({**record, "edited": True}))
    for arguments, status, words in (
            ((scratch / "none.json",), 1, "none.json"),
            ((broken,), 1, "broken.json"),
            ((other,), 1, "z9"),
            ((edited,), 1, "was edited"),
            ((path, "--agents", "gredy"), 2, "greedy"),
            ((path, "--seat", "Z"), 2, "unknown seat"),
            ((path, "--moments", "-1"), 2, "--moments"),
            ((path, "--game", CARD_GAME), 1, "ludoforge:"),
            ((path, "-o", scratch / "no" / "page.html"), 1, "page.html"),
            ((), 2, "Usage")):
        run = Run("analyse", *arguments)
        assert run.status == status and words in run.err, (words, str(run))


main(globals())
