#!/usr/bin/python3
"""The board, forces, tracks, cards, scenarios and decks of one bundled game, field by field against
the reference data that lies beside this repository, and the rows of the acceptance list that speak
of structure, decks and victory. "row N" is the number of such a row.

Each check prints `ok NAME` or `not ok NAME`; the last line is `N passed, N failed`. FITL_DECKS is
the number of decks dealt for each scenario and variant.
"""

import csv
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from harness import BINARY, GAMES, SLOW, TOP, Engine, Run

NAME = "fire-in-the-lake"
GAME = GAMES / f"{NAME}.game-spec.md"
REFERENCE = TOP.parent / "shared" / "fitl" / "data"
DECKS = int(os.environ.get("FITL_DECKS", "10000"))

SEATS = ["US", "ARVN", "NVA", "VC"]
PIVOTALS = {"US": "card-121", "NVA": "card-122", "ARVN": "card-123", "VC": "card-124"}
COUPS = [f"card-{n}" for n in range(125, 131)]
LEADERS = {"young-turks": "youngTurks", "nguyen-cao-ky": "ky", "duong-van-minh": "minh"}
CAPABILITIES = {"aaa": "cap_aaa", "main-force-bns": "cap_mainForceBns", "sa-2s": "cap_sa2s",
                "search-and-destroy": "cap_searchAndDestroy", "arc-light": "cap_arcLight",
                "m-48-patton": "cap_m48Patton"}
MOMENTUM = ["wildWeasels", "adsid", "rollingThunder", "medevacUnshaded", "medevacShaded",
            "blowtorchKomer", "claymores", "daNang", "mcnamaraLine", "oriskany", "bombingPause",
            "559thTransportGrp", "bodyCount", "generalLansdale", "typhoonKate"]
TOTALS = {"US": "us-total()", "ARVN": "arvn-total()", "NVA": "nva-total()", "VC": "vc-total()"}
STATED = {"US": "supportPlusAvailable", "ARVN": "coinPlusPatronage", "NVA": "nvaPlusBases",
          "VC": "oppositionPlusBases"}
# Before the Coup Round of a test everything leaves the map, so that the four totals can be set one
# by one.
EMPTY_MAP = """remove all pieces from spaces
for s in spaces: s.support = neutral
move all US (troops or bases) from available-US to out-of-play-US
patronage = 0
isCoupRound = true
"""

results = Counter()


def check(name, good, detail=""):
    results[bool(good)] += 1
    print(f"{'ok' if good else 'not ok'} {name}", flush=True)
    if not good and detail != "":
        print(f"  {detail}")


def same(name, found, wanted):
    difference = ""
    if isinstance(found, dict) and isinstance(wanted, dict):
        keys = sorted(k for k in found.keys() | wanted.keys() if found.get(k) != wanted.get(k))
        difference = "; ".join(f"{k}: {found.get(k)} instead of {wanted.get(k)}" for k in keys[:12])
    elif found != wanted:
        difference = f"{found} instead of {wanted}"
    check(name, found == wanted, difference)


def rows_of(name):
    with open(REFERENCE / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def by(key, entries):
    return {entry[key]: entry for entry in entries}


def ids(entries):
    """Values and states are names, or maps that also say what people read."""
    return [entry["id"] if isinstance(entry, dict) else entry for entry in entries]


class Table:
    """One game on the engine."""

    def __init__(self, game=GAME):
        self.engine = Engine(game)

    def ask(self, cmd, **members):
        answer = self.engine.ask(cmd, **members)
        assert answer["ok"], (cmd, members, answer)
        return answer

    def new(self, scenario, seed=1, deck=None, **options):
        extra = {"deck": deck} if deck else {}
        return self.ask("new", scenario=scenario, seed=seed, options=options, **extra)

    def eval(self, expression):
        return self.ask("eval", expr=expression)["value"]

    def state(self):
        return self.ask("state")["state"]

    def do(self, effects):
        return self.ask("do", effects=effects)

    def phase(self, name):
        return self.ask("phase", id=name)

    def options(self):
        return [option["id"] for option in self.ask("legal")["options"]]

    def play(self, *choices):
        for choice in choices:
            self.ask("apply", option=choice)

    def close(self):
        self.engine.close()


# ---- the compiled game ---------------------------------------------------------------------------

def all_cards(game):
    return {card["id"]: card for deck in game["eventDecks"] for card in deck["cards"]}


def assets(game, kind):
    return {asset["id"]: asset["payload"] for asset in game["dataAssets"] if asset["kind"] == kind}


def space_properties(game):
    defaults = {entry["name"]: entry.get("default") for entry in game["spaceProperties"]}
    spaces = assets(game, "map")["fitl-map-production"]["spaces"]
    return {space["id"]: {**defaults, **space} for space in spaces}


def check_board(game):
    wanted = by("id", rows_of("spaces.csv"))
    found = space_properties(game)
    same("the 47 spaces, in the order of the reference", list(found), list(wanted))
    for field, read in (("name", str), ("kind", str), ("country", str), ("population", int),
                        ("econ", int)):
        same(f"spaces: {field}", {s: found[s][field] for s in found},
             {s: read(wanted[s][field]) for s in wanted})
    same("spaces: coastal", {s: found[s]["coastal"] for s in found},
         {s: wanted[s]["coastal"] == "1" for s in wanted})
    same("spaces: terrain", {s: found[s]["terrain"] for s in found},
         {s: "noTerrain" if row["terrain"] == "city" else row["terrain"]
          for s, row in wanted.items()})
    same("population of the map is 35, Cities 14 (1.3.3)",
         (sum(s["population"] for s in found.values()),
          sum(s["population"] for s in found.values() if s["kind"] == "city")),
         (35, 14))
    pairs = [tuple(pair) for pair in assets(game, "map")["fitl-map-production"]["adjacency"]]
    same("adjacency, each pair once", Counter(tuple(sorted(pair)) for pair in pairs),
         Counter((row["a"], row["b"]) for row in rows_of("adjacency.csv")))


def check_adjacency_on_the_engine(table):
    wanted = {row["id"]: set() for row in rows_of("spaces.csv")}
    for row in rows_of("adjacency.csv"):
        wanted[row["a"]].add(row["b"])
        wanted[row["b"]].add(row["a"])
    table.new("full")
    same("adjacency both ways on the engine",
         {s: set(table.eval(f"adjacent({s})")) for s in wanted}, wanted)


def check_econ(game):
    """Rows 21 to 38."""
    econ = [("hue-khe-sanh", 1), ("hue-da-nang", 1), ("da-nang-dak-to", 0), ("da-nang-qui-nhon", 1),
            ("kontum-dak-to", 1), ("kontum-qui-nhon", 1), ("kontum-ban-me-thuot", 1),
            ("qui-nhon-cam-ranh", 1), ("cam-ranh-da-lat", 1), ("ban-me-thuot-da-lat", 0),
            ("saigon-cam-ranh", 1), ("saigon-da-lat", 1), ("saigon-an-loc-ban-me-thuot", 1),
            ("saigon-can-tho", 2), ("can-tho-chau-doc", 1), ("can-tho-bac-lieu", 0),
            ("can-tho-long-phu", 1)]
    spaces = space_properties(game)
    for row, (name, value) in enumerate(econ, start=21):
        same(f"row {row}: Econ of loc-{name} is {value}", spaces[f"loc-{name}"]["econ"], value)
    same("row 38: the Econ values sum to 15", sum(s["econ"] for s in spaces.values()), 15)


def check_forces(game):
    wanted = {f"{row['faction']}-{row['piece']}": row
              for row in rows_of("forces.csv") if row["faction"] != "shared"}
    found = by("id", game["pieces"])
    same("piece totals", {p: found[p]["count"] for p in found},
         {p: int(row["count"]) for p, row in wanted.items()})
    same("pieces: Underground and Active",
         {p: "underground" in ids(found[p].get("states", [])) for p in found},
         {p: row["has_underground"] == "1" for p, row in wanted.items()})
    same("pieces: owners", {p: found[p]["seat"].lower() for p in found},
         {p: row["faction"] for p, row in wanted.items()})
    same("pieces: new ones come from their owner's Available box, Underground",
         {p: (found[p]["supply"],
              ids(found[p].get("states", ["underground"]))[0] in ("underground", "untunneled"))
          for p in found},
         {p: (f"available-{found[p]['seat']}", True) for p in found})
    same("229 pieces", sum(piece["count"] for piece in game["pieces"]), 229)


def check_tracks(game):
    declared = by("name", game["globalVars"])
    # Totals and sums are derived (1.9), levels are a marker, and document 44 fixes the range of the
    # leader box at 8.
    derived = {"supportLevel", "totalSupport", "totalOpposition", "coinControlledPopulation",
               "nvaControlledPopulation", "usAvailable", "nvaBasesOnMap", "vcBasesOnMap",
               "leaderBoxCardCount", *STATED.values()}
    wanted = {row["name"]: (int(row["min"]), int(row["max"]))
              for row in rows_of("tracks.csv") if row["name"] not in derived}
    same("ranges of the tracks",
         {name: (declared[name]["min"], declared[name]["max"]) for name in wanted}, wanted)
    support = ids(by("id", game["markers"])["support"]["states"])
    same("five levels of Support and Opposition (1.6.1)", support,
         ["activeOpposition", "passiveOpposition", "neutral", "passiveSupport", "activeSupport"])


def check_cards(game):
    wanted = {f"card-{row['number']}": row for row in rows_of("cards.csv")}
    defaults = {entry["name"]: entry.get("default") for entry in game["cardAttributes"]}
    cards = all_cards(game)
    kinds = {"pivotal": "pivotalEventCard"}
    same("the 130 cards", sorted(cards), sorted(wanted))

    def attribute(card, name):
        return {**defaults, **card, **card.get("metadata", {})}[name]

    def compare(name, found, expected):
        same(f"cards: {name}", {c: found(cards[c]) for c in cards},
             {c: expected(wanted[c]) for c in wanted})

    compare("number", lambda c: attribute(c, "number"), lambda r: int(r["number"]))
    compare("title", lambda c: c["title"], lambda r: r["title"])
    compare("faction order", lambda c: c.get("order", []),
            lambda r: [r[f"order{i}"] for i in range(1, 5) if r[f"order{i}"]])
    compare("period", lambda c: attribute(c, "period"),
            lambda r: r["period"] if r["period"] in ("1964", "1965", "1968") else "timeless")
    compare("single or dual", lambda c: attribute(c, "mode"), lambda r: r["mode"])
    compare("kind", lambda c: attribute(c, "kind"), lambda r: kinds.get(r["kind"], r["kind"]))
    compare("owner", lambda c: attribute(c, "owner"), lambda r: r["faction"] or "none")
    compare("sides", lambda c: [side for side in ("unshaded", "shaded") if side in c],
            lambda r: ["unshaded", "shaded"] if r["mode"] == "dual" else ["unshaded"])
    compare("a text for each side",
            lambda c: all(c[side]["text"] for side in ("unshaded", "shaded") if side in c),
            lambda r: True)
    same("rows 56, 229: exactly the cards 125 to 130 are Coup cards",
         sorted(c for c in cards if attribute(cards[c], "isCoup")), COUPS)
    check("2.4.1: the text of a Failed Attempt also says what it does without a leader card",
          all("without one nobody leads" in cards[c]["unshaded"]["text"]
              for c in ("card-129", "card-130")))
    same("row 229: 129 and 130 are both Failed Attempt",
         [cards[c]["title"] for c in ("card-129", "card-130")], ["Failed Attempt"] * 2)
    same("row 235: owners of the Pivotal Events",
         {cards[c]["metadata"]["owner"]: c for c in PIVOTALS.values()}, PIVOTALS)
    same("row 235: titles of the Pivotal Events",
         [cards[c]["title"] for c in sorted(PIVOTALS.values())],
         ["Linebacker II", "Easter Offensive", "Vietnamization", "Tet Offensive"])
    events = [card
              for card in cards.values()
              if card["metadata"]["kind"] in ("event", "capability", "momentum")]
    same("row 261: 24, 48 and 48 Events by period, each with its period",
         Counter(card["metadata"]["period"] for card in events),
         Counter({"1964": 24, "1965": 48, "1968": 48}))


def check_scenario_assets(game, reference):
    scenarios = assets(game, "scenario")
    same("rows 6, 40: the three scenario assets", sorted(scenarios),
         ["fitl-scenario-full", "fitl-scenario-medium", "fitl-scenario-short"])
    check("row 39: the map asset", "fitl-map-production" in assets(game, "map"))
    piles = {"short": (226, 3, 8), "medium": (231, 3, 12), "full": (233, 6, 12)}
    excluded = {"short": 227, "medium": 232, "full": 234}
    period = {"short": 256, "medium": 257, "full": 258}
    for name, wanted in reference["scenarios"].items():
        found = scenarios[f"fitl-scenario-{name}"]
        deck = found["deckComposition"]
        row, count, events = piles[name]
        same(f"row {row}: {name} has {count} piles of {events} Events and a Coup card",
             (deck["pileCount"], deck["eventsPerPile"], deck["coupsPerPile"]), (count, events, 1))
        same(f"{name}: the piles are those of the reference", (count, events),
             (wanted["deck"]["piles"], wanted["deck"]["eventsPerPile"]))
        same(f"row {excluded[name]}: {name} excludes exactly "
             f"{len(wanted['deck']['excludedCards'])} cards",
             deck["excludedCardIds"], wanted["deck"]["excludedCards"])
        same(f"row {period[name]}: {name} has a period filter, off", deck["periodFilter"],
             {"enabled": False,
              "pileAssignments": wanted["deck"]["periodEvents"]["pileAssignments"]})
        same(f"{name}: cards of the leader box", found["leaderBoxCards"],
             wanted["deck"]["leaderBoxCardsTopFirst"])
        same(f"{name}: Pivotal Events", found["pivotalEventsDistributed"],
             wanted["deck"]["pivotalEvents"] == "distributed")
        same(f"{name}: starting Capabilities",
             [(c["card"], c["side"]) for c in found["startingCapabilities"]],
             [(c["card"], c["side"]) for c in wanted["startingCapabilities"]["list"]])
        tracks = {entry["trackId"]: entry["value"] for entry in found["initialTrackValues"]}
        same(f"rows 1, 41: {name} starts with Total Econ 15", tracks["totalEcon"], 15)
        same(f"{name}: title", found["title"], wanted["title"])


# ---- structure: rows 1 to 62, 238, 245, 247 ------------------------------------------------------

def check_structure(game):
    phases = [phase["id"] for phase in game["turnStructure"]["phases"]]
    same("rows 2, 42: the seven phases in order", phases,
         ["main", "coupVictory", "coupResources", "coupSupport", "coupRedeploy", "coupCommitment",
          "coupReset"])
    check("row 5: turnStructure and turnOrder", "turnStructure" in game and "turnOrder" in game)
    zones = by("id", game["zones"])
    check("row 7: stacks for the played, the next and the leader cards",
          all(zones[zone].get("holds") == "cards" for zone in ("played", "lookahead", "leader")))
    marker = by("id", game["globalMarkers"])["activeLeader"]
    check("row 19: the marker activeLeader",
          marker["default"] == "minh"
          and {"khanh", "youngTurks", "ky", "thieu"} < set(ids(marker["states"])))
    same("row 286: seats in the order US, ARVN, NVA, VC", [seat["id"] for seat in game["seats"]],
         SEATS)
    variables = by("name", game["globalVars"])

    def declared(name, **members):
        return {key: variables[name].get(key) for key in members} == members

    check("row 50: isCoupRound", declared("isCoupRound", type="boolean", init=False))
    counters = {51: ("coupSupportSpacesUsed", 4), 52: ("coupAgitationSpacesUsed", 4),
                53: ("coupUsTroopsMoved", 10), 54: ("coupUsBasesMoved", 2)}
    for row, (name, most) in counters.items():
        check(f"row {row}: {name}", declared(name, type="int", init=0, min=0, max=most))
    vocabulary = (GAMES / NAME / "10-vocabulary.md").read_text(encoding="utf-8")
    check("row 55: they are declared in 10-vocabulary.md",
          all(f"name: {name}," in vocabulary for name, _ in counters.values())
          and "name: isCoupRound," in vocabulary)
    check("row 206: consecutiveCoupSkip",
          declared("consecutiveCoupSkip", type="boolean", init=False))
    check("row 238: leaderBoxCardCount",
          declared("leaderBoxCardCount", type="int", init=0, min=0, max=8))
    for number in range(121, 125):
        check(f"row 247: pivotalUsed_card{number}",
              declared(f"pivotalUsed_card{number}", type="int", init=0, min=0, max=1))
    same("rows 188 to 202: fifteen Momentum flags",
         sorted(name for name in variables if name.startswith("mom_")),
         sorted(f"mom_{name}" for name in MOMENTUM))
    same("19 Capabilities (5.3)", sum(name.startswith("cap_") for name in variables), 19)
    actions = by("id", game["actions"])
    for row, name in ((88, "coupPacifyUS"), (88, "coupPacifyARVN"), (93, "coupAgitateVC")):
        same(f"row {row}: {name} in the phase coupSupport only", actions[name]["phase"],
             ["coupSupport"])
    pivotal = actions["pivotalEvent"]
    same("row 245: pivotalEvent, its actor, executor, phase and parameter",
         (pivotal.get("actor"), pivotal.get("executor"), pivotal["phase"],
          [p["name"] for p in pivotal["params"]]),
         ("active", "actor", ["main"], ["eventCardId"]))
    check("row 245: over the four cards",
          all(card in json.dumps(pivotal["params"]) for card in PIVOTALS.values()))
    check("row 13: the class limitedOperation",
          "limitedOperation" in json.dumps(actions["limitedOperation"]["effects"]))


# ---- scenarios as they stand on the table --------------------------------------------------------

def pieces_wanted(entry):
    tunneled = entry.get("tunneled", {})
    pieces = Counter()
    for kind, number in entry["pieces"].items():
        pieces[kind] += number - tunneled.get(kind, 0)
    for kind, number in tunneled.items():
        pieces[f"{kind}.tunneled"] += number
    return +pieces


def placements_wanted(scenario):
    zones = {space: pieces_wanted(entry) for space, entry in scenario["spaces"].items()}
    for box, name in (("available", "available"),
                      ("outOfPlay", "out-of-play"),
                      ("casualties", "casualties")):
        for kind, number in scenario[box].items():
            zones.setdefault(f"{name}-{kind.split('-')[0].upper()}", Counter())[kind] += number
    return {zone: dict(+pieces) for zone, pieces in zones.items() if +pieces}


def placements_found(state):
    """Without the state that pieces start with: Underground, no Tunnel."""
    short = re.compile(r"\.(underground|untunneled)$")
    return {zone: {short.sub("", kind): number for kind, number in pieces.items()}
            for zone, pieces in state["zones"].items()}


def check_set_up(table, name, scenario):
    table.new(name)
    state = table.state()
    same(f"{name}: pieces in every space and box", placements_found(state),
         placements_wanted(scenario))
    same(f"{name}: Support and Opposition",
         {s: v["support"] for s, v in state["spaces"].items() if "support" in v},
         {s: v["support"] for s, v in scenario["spaces"].items() if v["support"] != "neutral"})
    check(f"{name}: nothing else lies on the map",
          not any(set(values) - {"support"} for values in state["spaces"].values()))
    same(f"{name}: tracks", {track: state["globals"][track] for track in scenario["tracks"]},
         scenario["tracks"])
    same(f"rows 239 to 242: {name} begins with its leader",
         (state["globals"]["activeLeader"], state["globals"]["leaderBoxCardCount"]),
         (LEADERS[scenario["rvnLeader"]], scenario["leaderBoxCardCount"]))
    same(f"{name}: the leader box", state["stacks"]["leader"],
         scenario["deck"]["leaderBoxCardsTopFirst"])
    control = {"coin": "live-coin-control", "nva": "live-nva-control"}
    for kind, function in control.items():
        same(f"{name}: {kind} Control (1.7)",
             sorted(table.eval(f"{{s in spaces where {function}(s)}}")),
             sorted(s for s, entry in scenario["spaces"].items() if entry["control"] == kind))
    same(f"{name}: the four totals (1.9)", {seat: table.eval(TOTALS[seat]) for seat in SEATS},
         {seat: scenario["statedVictoryValues"][STATED[seat]] for seat in SEATS})
    same(f"{name}: all Eligible", [seat for seat in SEATS if not state["seats"][seat]["eligible"]],
         [])
    hands = {seat: state["stacks"][f"pivotal:{seat}"] for seat in SEATS}
    if name == "short":
        same("row 228: no Pivotal Event is held in Short", hands, {seat: [] for seat in SEATS})
    else:
        same(f"row 237: {name}, each Faction holds its Pivotal Event", hands,
             {seat: [card] for seat, card in PIVOTALS.items()})
        seen = table.ask("state", seat="VC")["state"]["stacks"]
        same(f"row 237: {name}, face up for everybody",
             {seat: seen[f"pivotal:{seat}"] for seat in SEATS}, hands)
    same(f"row 7: {name}, one card is played and one visible",
         (len(state["stacks"]["played"]) + len(state["stacks"]["leader"])
          - scenario["leaderBoxCardCount"],
          len(state["stacks"]["lookahead"])),
         (1, 1))


def check_starting_capabilities(table, name, scenario):
    for periods in (False, True):
        table.new(name, periodEvents=periods)
        found = {key: value
                 for key, value in table.state()["globals"].items()
                 if key.startswith("cap_") and value != "notInForce"}
        wanted = ({CAPABILITIES[c["id"]]: c["side"] + "Side"
                   for c in scenario["startingCapabilities"]["list"]} if periods else {})
        rows = {"short": "row 263: ", "medium": "row 264: "}.get(name, "")
        how = "with" if periods else "without"
        same(f"{rows}{name}, starting Capabilities {how} period events", found, wanted)


def check_the_first_card(table):
    table.new("full", deck=["card-107", "card-1", "card-2"])
    state = table.state()
    same("row 43: main offers the choices of an Event card",
         {"pass", "event", "operation"} - set(table.options()), set())
    table.play("pass", "pass", "pass", "pass")
    after = table.state()
    same("row 4: the coup phases pass unseen after an Event card",
         (after["phase"], after["stacks"]["played"][0]), ("main", "card-1"))
    same("row 4: and move nothing", after["zones"], state["zones"])
    same("row 15: the visible card is played, the next one turned up",
         (after["stacks"]["played"], after["stacks"]["lookahead"]),
         (["card-1", "card-107"], ["card-2"]))
    # With Police alone on the map nobody can pay for Support; the Round runs on to the Redeploy.
    police = EMPTY_MAP + "for s in cities: place 1 ARVN police in s\n"
    table.new("full", deck=["card-107", "card-1", "card-2"])
    table.do(police)
    table.phase("coupVictory")
    same("rows 44, 45: the Victory and Resources phases ask nobody", table.state()["phase"],
         "coupRedeploy")
    table.new("full", deck=["card-107", "card-1", "card-2"])
    table.do(police)
    table.phase("coupReset")
    same("row 49: the Reset asks nobody, and the next card is in play",
         (table.state()["phase"], table.eval("isCoupRound")), ("main", False))


# ---- Pivotal Events: rows 243 to 248; how they are played is in the rule cases -------------------

def check_pivotals(table):
    fulfilled = {"US": "for s in provinces-and-cities: shift-support(s, 4)",
                 "NVA": "move all US troops from spaces to available-US",
                 "ARVN": "move all US troops from spaces to available-US",
                 "VC": "place 7 VC guerrillas in tay-ninh"}
    for seat, card in PIVOTALS.items():
        used = f"pivotalUsed_{card.replace('-', '')}"

        def possible(more=""):
            table.new("medium", deck=["card-107", "card-1", "card-2"])
            table.do(f"{fulfilled[seat]}\n{more}")
            return table.eval(f"may-play-pivotal({seat})")

        check(f"rows 243, 244: {card} can be played in Medium from the first card", possible())
        check(f"row 243: {card} with 2 cards in the leader box", possible("leaderBoxCardCount = 2"))
        check(f"row 243: {card} not with 1", not possible("leaderBoxCardCount = 1"))
        check(f"row 248: {card} not when it was used", not possible(f"{used} = 1"))
        check(f"row 246: the Pivotal Event of {seat} is {card}",
              table.eval(f"pivotal-of({seat}) == {card}"))


# ---- the schema of deckComposition: rows 253 to 255, 262 -----------------------------------------

def check_deck_composition(scratch):
    shutil.copytree(GAMES / NAME, scratch / NAME)
    shutil.copy(GAME, scratch)
    data = scratch / NAME / "40-content-data-assets.md"
    text = data.read_text(encoding="utf-8")
    short = text[text.index("- id: fitl-scenario-short"):]

    def accepted(change):
        changed = change(short)
        assert changed != short, "the change no longer fits the file"
        data.write_text(text.replace(short, changed), encoding="utf-8")
        return Run("check", scratch / GAME.name).status == 0

    def drop(key):
        return lambda t: re.sub(rf"^( +){key}:.*\n(\1 .*\n)*", "", t, count=1, flags=re.M)

    def behind(line, more):
        """`more` as a line of its own behind `line`, as deep as that."""
        return lambda t: re.sub(rf"^( +){re.escape(line)}\n", rf"\1{line}\n\1{more}\n", t, count=1,
                                flags=re.M)

    for key in ("excludedCardIds", "periodFilter"):
        check(f"row 253: {key} may be left out", accepted(drop(key)))
    check("row 253: includedCardIds may stand there",
          accepted(behind("coupsPerPile: 1", "includedCardIds: [card-1]")))
    check("row 253: an unknown key is an error",
          not accepted(behind("coupsPerPile: 1", "coupsPerDeck: 1")))
    check("row 253: a card that does not exist is an error",
          not accepted(lambda t: t.replace("card-121", "card-131", 1)))
    for key in ("pileCount", "eventsPerPile", "coupsPerPile"):
        for value in ("0", "-1", "1.5", "many"):
            check(f"row 254: {key} {value} is an error",
                  not accepted(lambda t, k=key, v=value: re.sub(rf"{k}: \d+", f"{k}: {v}", t,
                                                                count=1)))
        check(f"row 254: {key} may not be left out", not accepted(drop(key)))
    check("row 255: an unknown key of periodFilter is an error",
          not accepted(behind("enabled: false", "piles: 3")))
    check("row 255: an unknown key of an assignment is an error",
          not accepted(behind('period: "1965"', "year: 1")))
    for key in ("enabled", "pileAssignments", "period"):
        check(f"row 255: {key} may not be left out", not accepted(drop(key)))
    check("row 255: piles may not be left out",
          not accepted(lambda t: re.sub(r"piles: \[.*\]\n +", "", t, count=1)))
    check("row 255: pile 0 is an error",
          not accepted(lambda t: t.replace("piles: [1, 2, 3]", "piles: [0, 2, 3]", 1)))
    check("row 255: enabled is a boolean",
          not accepted(lambda t: t.replace("enabled: false", "enabled: 3", 1)))


# ---- victory: rows 268 to 288 --------------------------------------------------------------------

VICTORY = {"US": ("us", 50, 268), "ARVN": ("arvn", 50, 269), "NVA": ("nva", 18, 270),
           "VC": ("vc", 35, 271)}


def check_terminal(game):
    terminal = game["terminal"]
    checkpoints = by("id", terminal["checkpoints"])
    margins = by("seat", terminal["margins"])
    for number, (seat, (word, threshold, row)) in enumerate(VICTORY.items()):
        found = checkpoints[f"{word}-victory"]
        same(f"row {row}: {word}-victory is strictly above {threshold}",
             (found["when"]["op"], found["when"]["right"]), (">", threshold))
        same(f"row 60: {word}-victory is checked in the Coup Round",
             (found["timing"], found["seat"]), ("duringCoup", str(number)))
        value = margins[str(number)]["value"]
        same(f"rows 277, 283: the margin of {seat} subtracts {threshold}",
             (value["op"], value["right"]), ("-", threshold))
    check("row 272: no condition uses >=", '">="' not in json.dumps(terminal["checkpoints"]))
    same("rows 20, 62: final-coup-ranking", checkpoints["final-coup-ranking"]["timing"],
         "finalCoup")
    same("rows 278, 284: the order of ties", terminal["ranking"],
         {"order": "desc", "tieBreakOrder": ["3", "1", "2", "0"]})


# On an empty map: what brings each faction exactly to its threshold, without touching the others,
# and one point more.
AT_THRESHOLD = {
    "US": "saigon.support = activeSupport\n"
          "move 38 US troops from out-of-play-US to available-US",
    "ARVN": "patronage = 50",
    "NVA": "for s in {saigon, hue, quang-tri-thua-thien, quang-tin-quang-ngai, binh-dinh, "
           "tay-ninh, kien-phong}: place 1 NVA guerrillas in s",
    "VC": "for s in {kien-phong, kien-hoa-vinh-binh, kien-giang-an-xuyen, tay-ninh, binh-dinh, "
          "quang-tin-quang-ngai, quang-tri-thua-thien}: s.support = activeOpposition\n"
          "for s in {central-laos, southern-laos, the-fishhook}: place 2 VC bases in s\n"
          "place 1 VC bases in sihanoukville",
}
ONE_MORE = {"US": "move 1 US bases from out-of-play-US to available-US", "ARVN": "patronage += 1",
            "NVA": "place 1 NVA bases in north-vietnam", "VC": "place 1 VC bases in sihanoukville"}
NO_COUP_TO_COME = "for c in cards where c.isCoup: put c on top of unused\n"


def outcome(table):
    return table.state()["outcome"]


def check_victory(table):
    for seat, (word, threshold, row) in VICTORY.items():
        table.new("full")
        table.do(EMPTY_MAP + AT_THRESHOLD[seat])
        same(f"row {row + 5}: {seat} at {threshold} has margin 0",
             (table.eval(TOTALS[seat]), table.eval(f"margin({seat})")), (threshold, 0))
        answer = table.phase("coupVictory")
        check(f"rows {row}, 279: {seat} at {threshold} does not win", not answer["over"])
        table.new("full")
        table.do(EMPTY_MAP + AT_THRESHOLD[seat] + "\n" + ONE_MORE[seat])
        table.phase("coupVictory")
        found = outcome(table) or {}
        same(f"rows 61, {row}, 280: {seat} at {threshold + 1} wins",
             (found.get("checkpoint"), found.get("winner")), (f"{word}-victory", seat))
    table.new("full")
    table.do(EMPTY_MAP
             + "move 6 US irregulars from available-US to casualties-US\n"
               "move 6 US irregulars from casualties-US to available-US")
    same("row 273: Irregulars do not count", table.eval("us-total()"), 0)
    everybody = EMPTY_MAP + "\n".join(AT_THRESHOLD.values()) + "\n"
    table.new("full")
    table.do(everybody)
    same("row 279: all four at their thresholds", [table.eval(f"margin({seat})") for seat in SEATS],
         [0, 0, 0, 0])
    check("row 279: nobody wins", not table.phase("coupVictory")["over"])
    table.new("full")
    table.do(everybody)
    table.phase("coupRedeploy")
    same("rows 62, 287: a Round that is not the last goes on after Redeploy",
         (outcome(table), table.state()["phase"]), (None, "coupCommitment"))
    table.new("full")
    table.do(everybody + NO_COUP_TO_COME
             + "place 1 VC guerrillas in ba-xuyen declared\nvcResources = 5")
    table.phase("coupVictory")
    same("row 287: the last Round does not end before Redeploy",
         (outcome(table), table.state()["phase"]), (None, "coupResources"))
    table.new("full")
    table.do(everybody + NO_COUP_TO_COME)
    table.phase("coupRedeploy")
    found = outcome(table) or {}
    same("rows 62, 278: all tied after the last Redeploy",
         (found.get("checkpoint"), found.get("ranking")),
         ("final-coup-ranking", ["VC", "ARVN", "NVA", "US"]))
    for name in ("short", "medium", "full"):
        table.new(name)
        same(f"rows 273 to 276: {name}, margins are totals less thresholds",
             {seat: table.eval(f"margin({seat})") for seat in SEATS},
             {seat: table.eval(TOTALS[seat]) - VICTORY[seat][1] for seat in SEATS})
    names = "\n".join(path.read_text(encoding="utf-8")
                      for path in (GAMES / NAME / "cases").glob("*.md"))
    for seat, (_, _, row) in VICTORY.items():
        check(f"row 288: a rule case has {seat} at its threshold",
              re.search(rf"7\.2; rows? (268-282|{row})", names))


# ---- decks: rows 230, 236, 259, 260, 263, 264, 266 -----------------------------------------------

def dealt_decks(name, periods, count):
    """The cards in the order in which they come, for seeds 1 to count; and the state."""
    with tempfile.TemporaryFile("w+") as requests:
        for seed in range(1, count + 1):
            new = {"cmd": "new", "scenario": name, "seed": seed,
                   "options": {"periodEvents": periods}}
            requests.write(json.dumps(new) + '\n{"cmd":"state"}\n')
        requests.seek(0)
        engine = subprocess.Popen([BINARY, "engine", str(GAME)], stdin=requests,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                  cwd=TOP)
        for _ in range(count):
            assert json.loads(engine.stdout.readline())["ok"]
            yield json.loads(engine.stdout.readline())["state"]
        engine.stdout.close()
        engine.wait(timeout=SLOW)


def drawn_cards(state, scenario):
    """A Coup card that came first lies in the leader box by now, over or under those that were
    there."""
    stacks = state["stacks"]
    first = [card
             for card in stacks["leader"] if card not in scenario["deck"]["leaderBoxCardsTopFirst"]]
    return first + stacks["played"][::-1] + stacks["lookahead"] + stacks["deck"]


class DeckCount:
    """What is wrong with the decks of one scenario and variant, and how often each card came
    where."""

    def __init__(self, name, scenario, periods, cards):
        self.name, self.scenario, self.periods, self.cards = name, scenario, periods, cards
        self.piles = scenario["deck"]["piles"]
        self.size = scenario["deck"]["eventsPerPile"] + scenario["deck"]["coupsPerPile"]
        self.set_out = ({c["card"] for c in scenario["startingCapabilities"]["list"]}
                        if periods else set())
        self.period_of_pile = {pile: part["period"]
                               for part in scenario["deck"]["periodEvents"]["pileAssignments"]
                               for pile in part["piles"]}
        self.wrong, self.dealt = Counter(), Counter()
        self.coup_places, self.coup_piles = Counter(), Counter()
        self.mixed = 0

    def is_event(self, card):
        return self.cards[card]["metadata"]["kind"] in ("event", "capability", "momentum")

    def period(self, card):
        return self.cards[card]["metadata"].get("period")

    def add(self, state):
        drawn = drawn_cards(state, self.scenario)
        hands = [card for seat in SEATS for card in state["stacks"][f"pivotal:{seat}"]]
        everything = (drawn + hands + state["stacks"]["unused"]
                      + self.scenario["deck"]["leaderBoxCardsTopFirst"])
        self.note("not every card is there once", sorted(everything) == sorted(self.cards))
        self.note("wrong size", len(drawn) == self.piles * self.size)
        self.note("wrong Coup cards",
                  sorted(c for c in drawn if c in COUPS)
                  == sorted(self.scenario["deck"]["coupCardsForPiles"]))
        self.note("a Pivotal Event in the deck", not any(c in PIVOTALS.values() for c in drawn))
        self.note("a card of a starting Capability in the deck", not self.set_out & set(drawn))
        for number in range(1, self.piles + 1):
            self.add_pile(number, drawn[(number - 1) * self.size:number * self.size])

    def add_pile(self, number, pile):
        coups = [place for place, card in enumerate(pile) if card in COUPS]
        self.note("not one Coup card in each pile", len(coups) == 1)
        events = [card for card in pile if card not in COUPS]
        self.dealt.update(events)
        for place in coups:
            self.coup_places[place] += 1
            self.coup_piles[number, pile[place]] += 1
        periods = {self.period(card) for card in events}
        self.mixed += len(periods) > 1
        if self.periods:
            self.note("a card of another period", periods == {self.period_of_pile[number]})

    def note(self, problem, good):
        if not good:
            self.wrong[problem] += 1

    def uneven(self, counts, keys, trials):
        """Is some key further than six standard deviations from an even share?"""
        share = 1 / len(keys)
        mean, spread = trials * share, math.sqrt(trials * share * (1 - share))
        return [key for key in keys if abs(counts[key] - mean) > 6 * spread]

    def report(self, decks):
        title = f"{self.name}, period events {'on' if self.periods else 'off'}, {decks} decks"
        same(f"rows 230, 236, 260, 266: {title}: every card once, piles, Coup cards, periods",
             dict(self.wrong), {})
        check(f"row 259: {title}: periods {'are kept apart' if self.periods else 'are mixed'}",
              bool(self.mixed) != self.periods)
        same(f"{title}: a Coup card lies evenly anywhere in its pile",
             self.uneven(self.coup_places, range(self.size), decks * self.piles), [])
        coups = self.scenario["deck"]["coupCardsForPiles"]
        lopsided = []
        for pile in range(1, self.piles + 1):
            found = {k: self.coup_piles[pile, k] for k in coups}
            lopsided += self.uneven(found, coups, decks)
        same(f"{title}: each Coup card is as likely in each pile", lopsided, [])
        for group in self.groups():
            possible = [c
                        for c in self.cards
                        if self.is_event(c) and self.period(c) in group and c not in self.set_out]
            same(f"{title}: Events of {', '.join(sorted(group))} are dealt evenly",
                 self.uneven(self.dealt, possible, sum(self.dealt[c] for c in possible)), [])

    def groups(self):
        return ([{period} for period in sorted(set(self.period_of_pile.values()))] if self.periods
                else [{"1964", "1965", "1968"}])


def check_decks(reference, cards):
    for name, scenario in reference["scenarios"].items():
        for periods in (False, True):
            count = DeckCount(name, scenario, periods, cards)
            for state in dealt_decks(name, periods, DECKS):
                count.add(state)
            count.report(DECKS)


# ---- what holds after every Reset: rows 213 to 225 -----------------------------------------------

CLEAN = {
    "row 222: the Trail is 1 to 3, or 4 because of Oriskany": "trail in 1..{most}",
    "row 213: no Terror, no Sabotage": "no s in spaces where (s.terror > 0 or s.sabotage)",
    "row 224: nobody is Active": "no active in spaces",
    "rows 216, 223: no Momentum": "not (" + " or ".join(f"mom_{name}" for name in MOMENTUM) + ")",
    "rows 217, 225: all Factions are Eligible": "every f in seats where f.eligible",
    "row 218: no Coup Round, counters at 0":
        "not isCoupRound and coupSupportSpacesUsed + coupAgitationSpacesUsed + coupUsTroopsMoved + "
        "coupUsBasesMoved == 0",
}


def resets_of_a_random_game(table, scenario, seed):
    """Plays a game at random; what does not hold at the first decision after each Reset."""
    chance = random.Random(seed)
    answer, phase, oriskany = table.new(scenario, seed=seed), "main", False
    wrong, resets = Counter(), 0
    while not answer["over"]:
        if answer["phase"] != phase:
            if answer["phase"] == "main":
                resets += 1
                wrong.update(name
                             for name, holds in CLEAN.items()
                             if not table.eval(holds.format(most=4 if oriskany else 3)))
            else:
                oriskany = table.eval("mom_oriskany")
            phase = answer["phase"]
        answer = table.ask("apply", option=chance.choice(table.options()))
    return wrong, resets


def check_resets(table):
    wrong, resets = Counter(), 0
    for scenario in ("short", "medium", "full"):
        for seed in range(1, 5):
            found, count = resets_of_a_random_game(table, scenario, seed)
            wrong, resets = wrong + found, resets + count
    check(f"random games have Resets ({resets})", resets > 10)
    for name in CLEAN:
        check(f"{name} after every Reset of random games", not wrong[name],
              f"{wrong[name]} of {resets}")


def main():
    if not REFERENCE.is_dir():
        print(f"the reference data is not here: {REFERENCE.parent.name}/{REFERENCE.name} beside "
              "the source")
        sys.exit(77)  # scripts/test counts it as skipped, and as failed where CI is set
    run = Run("compile", GAME)
    assert run.status == 0, run
    game = run.json()
    reference = json.loads((REFERENCE / "scenarios.json").read_text(encoding="utf-8"))
    for function in (check_board, check_econ, check_forces, check_tracks, check_cards,
                     check_structure, check_terminal):
        function(game)
    check_scenario_assets(game, reference)
    table = Table()
    check_adjacency_on_the_engine(table)
    for name, scenario in reference["scenarios"].items():
        check_set_up(table, name, scenario)
        check_starting_capabilities(table, name, scenario)
    check_the_first_card(table)
    check_pivotals(table)
    check_victory(table)
    check_resets(table)
    table.close()
    with tempfile.TemporaryDirectory() as scratch:
        check_deck_composition(Path(scratch))
    check_decks(reference, all_cards(game))
    print(f"{results[True]} passed, {results[False]} failed")
    sys.exit(1 if results[False] else 0)


if __name__ == "__main__":
    main()
