#!/usr/bin/python3
"""`report`: the page is well formed, needs nothing else, and its numbers are those of games.csv."""

import csv
import html.parser
import json
import math
import re
import statistics
import xml.etree.ElementTree

from harness import BOARD_GAME, CARD_GAME, Run, main

VOID = {"meta", "br", "hr", "img", "link", "input"}
SVG = "{http://www.w3.org/2000/svg}"
UNEVEN = """# Uneven
```yaml
metadata: { id: uneven, name: Uneven }
seats: [Even, Luck]
globalVars:
  - { name: won, type: int, init: 0, min: 0, max: 6 }
turnStructure: { phases: [{ id: play }] }
actions:
  - { id: left, phase: play, effects: won = roll 6 }
  - { id: right, phase: play, effects: won = roll 6 }
terminal:
  checkpoints:
    - { id: rolled, when: won > 0 }
  margins:
    - { seat: Even, value: 0 }
    - { seat: Luck, value: won }
```
"""
# Three of six cards come to the board; the first seat wins if one of them is the ace.
ACES = """# Aces
```yaml
metadata: { id: aces, name: Aces }
seats: [First, Second]
zones:
  - { id: deck, name: Deck, holds: cards, visibility: hidden }
  - { id: board, name: Board, holds: cards, visibility: public }
cards:
  - { id: ace, name: Ace }
  - { id: two, name: Two }
  - { id: three, name: Three }
  - { id: four, name: Four }
  - { id: five, name: Five }
  - { id: six, name: Six }
globalVars:
  - { name: drawn, type: int, init: 0, min: 0, max: 3 }
  - { name: found, type: boolean, init: false }
setup: |
  for card in cards: put card on top of deck
  shuffle deck
procedures:
  draw: |
    if top(deck) == ace: found = true
    deal 1 from deck to board
    drawn += 1
    activePlayer = next(activePlayer)
turnStructure:
  phases:
    - id: draws
actions:
  - { id: left, phase: draws, effects: "draw()" }
  - { id: right, phase: draws, effects: "draw()" }
terminal:
  checkpoints:
    - id: three-drawn
      when: drawn == 3
      winner: if found then First else Second
```
"""


def played(scratch, game=BOARD_GAME, games=200, name="run", **changes):
    """A run as `sim --run` leaves it, written here from what `sim` prints."""
    folder = scratch / name
    folder.mkdir()
    run = Run("sim", game, "--games", games, "--json", "--csv", folder / "games.csv", "--record",
              folder / "records")
    assert run.status == 0, run
    first = json.loads((folder / "records" / "game-000000.json").read_text())
    head = {"format": "ludoforge-run", "version": 1, "game": first["game"], "spec": str(game),
            "identity": first["identity"], "scenario": first["scenario"], "options": {}, "seed": 0,
            "games": games, "agents": ["random"] * len(run.json()["wins"]), "maxDecisions": 100000,
            **changes}
    (folder / "run.json").write_text(json.dumps(head))
    return folder


def rows_of(folder):
    with (folder / "games.csv").open() as file:
        return list(csv.DictReader(file))


def page_of(folder, *flags):
    page = folder.parent / "page.html"
    run = Run("report", folder, "-o", page, "--force", *flags)
    assert run.status == 0 and not run.out, run
    return page.read_text()


class Balance(html.parser.HTMLParser):
    """Every tag that is opened is closed, in order; ids are unique; nothing comes from
    elsewhere."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen, self.ids, self.links = [], set(), [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.note(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.note(tag, attrs)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> at {self.getpos()}"

    def note(self, tag, attrs):
        self.seen.add(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            if name == "href":
                self.links.append(value)
            assert name not in ("src", "onclick", "srcset"), (tag, name)


def charts_of(text):
    return [xml.etree.ElementTree.fromstring(svg)
            for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL)]


def table_after(text, anchor, title="Table"):
    """The rows of the first table behind an anchor whose summary begins with `title`: {first cell:
    other cells}."""
    part = text[text.index(f'id="{anchor}"'):]
    part = part[part.index(f"<summary>{title}"):]
    part = part[:part.index("</table>")]
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', part)
    return {first: re.findall(r"<td>(.*?)</td>", rest) for first, rest in rows}


def wilson(hits, trials):
    z = statistics.NormalDist().inv_cdf(0.975)
    share = hits / trials
    centre, spread = (share + z * z / (2 * trials),
                      z * math.sqrt(share * (1 - share) / trials + (z / trials) ** 2 / 4))
    return [(centre + sign * spread) / (1 + z * z / trials) for sign in (-1, 1)]


def check_the_page_is_well_formed(scratch):
    for game in (BOARD_GAME, CARD_GAME):
        text = page_of(played(scratch, game, name=game))
        page = Balance(text)
        assert text.startswith("<!DOCTYPE html>")
        assert {"svg", "table", "details", "style"} <= page.seen
        assert "script" not in page.seen and "link" not in page.seen and "url(" not in text
        assert "@import" not in text
        assert len(page.ids) == len(set(page.ids)), page.ids
        assert all(link.startswith("#") and link[1:] in page.ids for link in page.links), page.links
        assert not re.search(r"\b(nan|inf)\b", text), re.search(r".{40}\b(nan|inf)\b.{40}", text)


def check_charts_say_what_they_show(scratch):
    charts = charts_of(page_of(played(scratch)))
    assert len(charts) >= 6
    for chart in charts:
        assert chart.get("role") == "img" and chart.find(SVG + "title").text
        assert chart.find(SVG + "desc").text
        width, height = map(float, chart.get("viewBox").split()[2:])
        for rect in chart.iter(SVG + "rect"):
            x, y, w, h = (float(rect.get(name)) for name in ("x", "y", "width", "height"))
            assert x >= 0 and y >= 0 and w >= 0 and h >= 0 and x + w <= width, rect.attrib
            assert y + h <= height, rect.attrib


def check_wins_and_endings(scratch):
    folder = played(scratch)
    rows, text = rows_of(folder), page_of(folder)
    wins = table_after(text, "wins")
    for seat in {row["winner"] for row in rows}:
        hits = sum(row["winner"] == seat for row in rows)
        low, high = wilson(hits, len(rows))
        expected = [str(hits), *(f"{100 * share:.1f} %" for share in (hits / len(rows), low, high))]
        assert wins[seat or "nobody (a draw)"] == expected, (seat, wins, expected)
    endings = table_after(text, "endings")
    for name in {row["checkpoint"] for row in rows}:
        assert endings[name][0] == str(sum(row["checkpoint"] == name for row in rows)), endings


def check_margins_and_length(scratch):
    folder = played(scratch, CARD_GAME)
    rows, text = rows_of(folder), page_of(folder)
    margins = table_after(text, "margins")
    for column in (name for name in rows[0] if name.startswith("margin_")):
        values = [int(row[column]) for row in rows]
        shown = next(cells
                     for seat, cells in margins.items()
                     if f"{statistics.fmean(values):.2f}" == cells[0]
                     and float(cells[4]) == statistics.median(values))
        assert float(shown[1]) == min(values) and float(shown[-1]) == max(values), shown
    decisions = [int(row["decisions"]) for row in rows]
    length = table_after(text, "length")["Decisions"]
    assert length[0] == f"{statistics.fmean(decisions):.2f}", length
    assert float(length[-1]) == max(decisions), length
    bins = table_after(text, "length", "Table: games")
    assert sum(int(cells[0]) for cells in bins.values()) == len(rows), bins


def check_actions(scratch):
    folder = played(scratch, CARD_GAME)
    text = page_of(folder)
    uses = table_after(text, "actions")
    assert uses and all(float(cells[1]) == round(int(cells[0].replace(",", "")) / 200, 2)
                        for cells in uses.values()), uses
    r = [float(cells[0]) for cells in table_after(text, "actions", "Table: correlations").values()]
    assert r and r == sorted(r, reverse=True) and all(-1 <= value <= 1 for value in r), r
    assert "No card did." in text, "hands are hidden"


WAYS = """```yaml
metadata: { id: ways, name: Ways }
seats: [Red, Blue]
globalVars: [{ name: days, type: int, max: 9, bookkeeping: true }]
turnStructure: { phases: [{ id: day, name: Day }] }
procedures:
  night: |
    days += 1
    activePlayer = next(activePlayer)
    if days == 4: end game for Red
actions:
  - id: build
    name: Build
    phase: day
    effects: |
      choose "Build what?"
        option "House"
        option "Road"
      night()
  - { id: rest, name: Rest, phase: day, effects: "night()" }
```
"""


def check_actions_fall_into_the_ways_in_which_they_are_taken(scratch):
    spec = scratch / "ways.game-spec.md"
    spec.write_text(WAYS)
    text = page_of(played(scratch, spec))
    uses = table_after(text, "actions")
    assert set(uses) == {"Build: House", "Build: Road", "Rest"}, uses
    # two days a seat in 200 games
    assert sum(int(cells[0].replace(",", "")) for cells in uses.values()) == 400, uses
    assert text.count("All seats have one scale.") == 2


def check_charts_that_are_compared_have_one_height(scratch):
    """The margin of one seat is always 0, that of the other anything from 1 to 6: with heights of
    their own, a column of all games would stand as high as one of a sixth of them."""
    spec = scratch / "uneven.game-spec.md"
    spec.write_text(UNEVEN)
    text = page_of(played(scratch, spec, games=300))
    section = text[text.index('id="margins"'):]
    figures = re.findall(r"<figure.*?</figure>", section[:section.index("</section>")], re.S)[:2]
    ticks = [re.findall(r'class="soft end"[^>]*>([^<]*)<', figure) for figure in figures]
    assert len(ticks) == 2 and len(ticks[0]) > 1 and ticks[0] == ticks[1], ticks


def check_the_charts_have_the_colours_of_the_game(scratch):
    spec = scratch / "ways.game-spec.md"
    spec.write_text(WAYS)
    folder = played(scratch, spec)
    assert "--c0:#3566b8;" in page_of(folder) and "svg{}" in page_of(folder)  # the page's own
    (scratch / "ways").mkdir()
    (scratch / "ways" / "visual.yaml").write_text(
        'seats: { Blue: { color: { light: "#1f5fa8", dark: "#85b7ee" } } }\n')
    text = page_of(folder)
    assert "svg{--c1:#1f5fa8;}\n@media (prefers-color-scheme:dark){svg{--c1:#85b7ee;}}" in text, \
        text[:3000]


def check_cards_and_tracks(scratch):
    """A game that is won by the card `ace`: what must stand on the page is known."""
    spec = scratch / "aces.game-spec.md"
    spec.write_text(ACES)
    folder = played(scratch, spec, games=500)
    rows, text = rows_of(folder), page_of(folder)
    wins = sum(row["winner"] == "First" for row in rows)
    ace = table_after(text, "cards")["Ace"]
    assert ace == [str(wins), f"{100 * wins / 500:.1f} %", "100.0 %", "0.0 %"], (ace, wins)
    r = table_after(text, "cards", "Table: correlations")
    assert next(iter(r))[:3] == "Ace" and r["Ace, First wins"][0] == "+1.000", r
    assert r["Ace, Second wins"][0] == "-1.000", r
    assert "Into Board" in text and "Into Deck" not in text
    drawn = table_after(text, "tracks")
    assert [cells[1:] for cells in drawn.values()] == [[f"{n}.00", str(n), str(n)]
                                                       for n in range(3)], drawn


def check_the_page_names_its_origin(scratch):
    folder = played(scratch)
    text = page_of(folder, "--sample", "50")
    head = json.loads((folder / "run.json").read_text())
    assert head["identity"] in text and f"ludoforge report {folder} --sample 50" in text
    assert "200; 50 of them" in text


def check_threads_do_not_matter(scratch):
    folder = played(scratch, CARD_GAME)
    assert page_of(folder, "--threads", "1") == page_of(folder, "--threads", "3")


def check_two_runs_on_one_page(scratch):
    first, second = played(scratch), played(scratch, name="second", games=50)
    text = page_of(first, "--with", second)
    page = Balance(text)
    assert len(page.ids) == len(set(page.ids)) and "wins-2" in page.ids and "runs" in page.ids
    run = Run("report", first, "--with", played(scratch, CARD_GAME, name="other"), "-o",
              scratch / "x.html")
    assert run.status == 1 and "is a run of" in run.err, run


def check_a_run_that_was_killed(scratch):
    """The last line was being written."""
    folder = played(scratch)
    lines = (folder / "games.csv").read_text().splitlines(keepends=True)
    (folder / "games.csv").write_text("".join(lines[:101]) + lines[101][:20])
    assert "100 games were completed" in page_of(folder)


def check_changed_games_are_noticed(scratch):
    folder = played(scratch)
    lines = (folder / "games.csv").read_text().splitlines()
    lines[8] = re.sub(r"[0-9a-f]{16}", "0" * 16, lines[8])
    (folder / "games.csv").write_text("\n".join(lines) + "\n")
    run = Run("report", folder, "-o", scratch / "x.html")
    assert run.status == 1 and "Game 7 " in run.err and "ends differently" in run.err, run
    assert not (scratch / "x.html").exists()


def check_wrong_inputs(scratch):
    def refused(folder, *words, flags=()):
        run = Run("report", folder, "-o", scratch / "x.html", *flags)
        assert run.status in (1, 2) and all(word in run.err for word in words), run

    good = played(scratch)
    head = json.loads((good / "run.json").read_text())
    refused(scratch / "missing", "Cannot read", "run.json")
    refused(good, "unknown game", flags=("--game", "no-such-game"))
    refused(good, "is a run of", flags=("--game", CARD_GAME))
    for change, word in (({"format": "x"}, "format"), ({"version": 2}, "version 2"),
                         ({"identity": 5}, "identity"), ({"agents": ["nobody"]}, "agent"),
                         ({"seed": -1}, "seed"), ({"scenario": "x"}, "x")):
        (good / "run.json").write_text(json.dumps({**head, **change}))
        refused(good, word)
    (good / "run.json").write_text("{")
    refused(good, "run.json:1:")
    (good / "run.json").write_text(json.dumps(head))
    rows = (good / "games.csv").read_text()
    for text, word in (("", "no games"),
                       (rows.splitlines()[0] + "\n", "no games"),
                       (rows.replace("winner", "victor", 1), '"winner"'),
                       (rows.replace("end,winner", "winner,end", 1), '"end"'),
                       (rows.replace("ended", "ended,x", 1), "line 2"),
                       (re.sub(r"\d+$", "9" * 18, rows, flags=re.MULTILINE, count=1), "line 2")):
        (good / "games.csv").write_text(text)
        refused(good, word)
    (good / "games.csv").unlink()
    refused(good, "games.csv")


def check_unwritable_output(scratch):
    run = Run("report", played(scratch), "-o", "/no/such/folder/x.html")
    assert run.status == 1 and "/no/such/folder/x.html" in run.err, run


def check_what_sim_writes_can_be_read(scratch):
    if "--run " not in Run("help", "sim").out:
        return
    folder = scratch / "run"
    run = Run("sim", BOARD_GAME, "--games", "60", "--run", folder)
    assert run.status == 0, run
    assert "60 games were completed" in page_of(folder)


main(globals())
