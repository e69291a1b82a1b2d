#!/usr/bin/python3
"""Secrets over the wire. Two tables that differ only in what is hidden (the order of a deck, hands,
coming dice) are played side by side, by the same decisions. Each seat and an onlooker must get the
same bytes at both: the table, the log, earlier positions, streams, errors.

They may differ from where the rules have revealed something to that viewer: a card lies where it
may be seen, a public variable or piece hangs on one, a die has fallen, the game itself has said
something, or a decision shows cards to the one who decides. Then this viewer is not compared any
more. That nothing is revealed at the beginning, and that hidden stacks are numbers, is checked
without exception.

SERVE_DECISIONS decisions in all (some hundreds by default, 10,000 in the long lane)."""

import json
import random
import re

from harness import CARD_GAME, SECRETS, Run, main
from served import Listener, Server, environment_number, join

DECISIONS = environment_number("SERVE_DECISIONS", 600)
BIG = "fire-in-the-lake"


class Pair:
    """Two tables of one game with the same people at them: a client of each for every viewer."""

    def __init__(self, server, game, setups, confirm, hidden=()):
        self.hidden, self.turn = hidden, 0
        seats = [seat["id"] for seat in server.host.good("GET", f"/api/games/{game}")["seats"]]
        self.tables, self.clients = [], {name: [] for name in [*seats, None]}
        for setup in setups:
            made = server.host.new_table(game, seats={seat: "open" for seat in seats},
                                         confirm=confirm, **setup)
            self.tables.append(made["table"])
            for seat in made["seats"]:
                self.clients[seat["seat"]].append(join(server.port, seat["invitation"]))
            link = server.host.good("POST", f"/api/tables/{made['table']}/invitations",
                                    {"seat": None})["invitation"]
            self.clients[None].append(join(server.port, link))
        self.told_apart = set()  # viewers to whom something was revealed

    def ask(self, viewer, path):
        """The same request at both tables; the bytes of the answers, without the names of the
        tables."""
        answers = []
        for table, client in zip(self.tables, self.clients[viewer]):
            answer = client.get(f"/api/tables/{table}{path}")
            answers.append((answer.status, answer.bytes.replace(table.encode(), b"TABLE"), {
                name: value for name, value in answer.headers.items() if name != "Date"}))
        return answers

    def compare(self, number, thoroughly=False, excuses=True):
        """Everything that a viewer can look at is the same, unless the difference was revealed to
        it."""
        for viewer in [viewer for viewer in self.clients if viewer not in self.told_apart]:
            paths = ["", f"/log?from={self.turn}",
                     *([f"/at?number={number}", "/log", "/rule", "/notes", "/chat"] if thoroughly
                       else [])]
            answers = {path: self.ask(viewer, path) for path in paths}
            self.check_hidden(viewer, answers[""][0][1])
            different = [path for path in paths if answers[path][0] != answers[path][1]]
            if not different:
                continue
            assert excuses and self.was_revealed(viewer, answers), \
                (viewer, different[0], number, difference(*(a[1] for a in answers[different[0]])))
            self.told_apart.add(viewer)

    def check_hidden(self, viewer, answer):
        stacks = json.loads(answer)["view"]["position"]["stacks"]
        for name, cards in stacks.items():
            owner = name.partition(":")[2]
            if name in self.hidden or (owner and owner != viewer and name.startswith("hand")):
                assert isinstance(cards, int), (viewer, name, cards)

    def was_revealed(self, viewer, answers):
        tables = [json.loads(answer[1]) for answer in answers[""]]
        views = [table["view"] for table in tables]
        if views[0]["position"] != views[1]["position"] or views[0]["over"] or views[1]["over"]:
            return True
        logs = [json.loads(answer[1])["turns"] for answer in self.ask(viewer, "/log")]
        said = [[entry["text"] for turn in log for entry in turn["entries"]
                 if entry["kind"] in ("log", "roll")]
                for log in logs]
        if said[0] != said[1]:
            return True
        decisions = [view["decision"] for view in views]
        return bool(decisions[0] and decisions[1] and decisions[0] != decisions[1]
                    and self.shows_cards(decisions))

    @staticmethod
    def shows_cards(decisions):
        """The decider is shown cards by the decision itself: it picks among them, or the prompt
        names one."""
        return (any(option["kind"] == "card"
                    for decision in decisions for option in decision["options"])
                or decisions[0]["prompt"] != decisions[1]["prompt"])


def difference(one, other):
    at = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    return one[max(0, at - 300):at + 100], other[max(0, at - 300):at + 100]


def step(pair, rng):
    """The same decision at both tables. False when they cannot go on together: over, or different
    things are offered."""
    looks = [client.table(table) for table, client in zip(pair.tables, pair.clients[None])]
    views = [look["view"] for look in looks]
    if any(view["over"] for view in views):
        return False
    if views[0]["waiting"] != views[1]["waiting"] or views[0]["decider"] != views[1]["decider"] \
            or views[0]["number"] != views[1]["number"]:
        return False
    if views[0]["waiting"]:
        for table, client in zip(pair.tables, pair.clients[views[0]["waiting"]]):
            assert client.post(f"/api/tables/{table}/confirm").status == 200
        return True
    seat = views[0]["decider"]
    pair.turn = max(0, views[0]["number"] // 8 - 4)
    both = [client.table(table)["view"]["decision"]["options"]
            for table, client in zip(pair.tables, pair.clients[seat])]
    common = [option["id"] for option in both[0] if option["id"] in {o["id"] for o in both[1]}]
    if not common:
        return False
    option = rng.choice(common)
    if rng.random() < 0.05:  # what is taken back leaves no trace
        for table, client in zip(pair.tables, pair.clients[seat]):
            client.post(f"/api/tables/{table}/undo")
        return True
    answers = [client.decide(table, views[0]["number"], option)
               for table, client in zip(pair.tables, pair.clients[seat])]
    return all(answer.status == 200 for answer in answers)


def walk(server, game, make, decisions, seed, hidden=("deck",), same_hands=False):
    """Pairs of games until there were so many decisions. How often a viewer who knows no difference
    was compared."""
    rng, made, pairs, blind = random.Random(seed), 0, 0, 0
    while made < decisions:
        pair = Pair(server, game, make(rng), rng.random() < 0.5, hidden)
        pair.compare(0, thoroughly=True, excuses=not same_hands)
        assert None not in pair.told_apart, "an onlooker sees no hand"
        pairs += 1
        while made < decisions and len(pair.told_apart) < len(pair.clients) and step(pair, rng):
            made += 1
            pair.compare(rng.randrange(2), thoroughly=made % 10 == 0)
            blind += len(pair.clients) - len(pair.told_apart)
        for table in pair.tables:
            server.host.ask("DELETE", f"/api/tables/{table}")
        assert pairs < 20 * decisions, "they never go on together"
    print(f"{game}: {made} decisions in {pairs} pairs, {blind} comparisons", flush=True)
    return blind


def seeds(rng):
    return [{"seed": rng.randrange(1 << 40)} for _ in range(2)]


def check_hands_of_a_small_card_game(scratch):
    with Server(scratch) as server:
        assert walk(server, CARD_GAME, seeds, DECISIONS // 3, 1) > DECISIONS // 6


def check_every_way_to_touch_hidden_cards(scratch):
    """The deck lies otherwise; hands are the same, so nobody may tell the games apart before a card
    is seen."""
    cards = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

    with Server(scratch, game=SECRETS) as server:
        def decks(rng):
            """What the seed leaves in the deck, in two orders: hands keep their cards."""
            seed = rng.randrange(1 << 40)
            table = server.host.new_table("secrets", seed=seed)["table"]
            dealt = []
            for seat in ("Red", "Blue"):
                stacks = server.host.table(table, seat)["view"]["position"]["stacks"]
                dealt += stacks[f"hand:{seat}"]
            server.host.ask("DELETE", f"/api/tables/{table}")
            pile = [card for card in cards if card not in dealt]
            assert len(pile) == 4, pile
            return [{"seed": seed, "deck": rng.sample(pile, 4)} for _ in range(2)]

        assert walk(server, "secrets", decks, DECISIONS // 3, 2, ("deck", "down"),
                    True) > DECISIONS // 6
        assert walk(server, "secrets", seeds, DECISIONS // 3, 3, ("deck", "down")) > DECISIONS // 6


def check_the_order_of_the_big_deck(scratch):
    """The cards to come lie otherwise below those that are open: nobody can tell until they are
    turned up."""
    if Run("check", BIG).status != 0:
        return
    with Server(scratch) as server:
        cards = [card["id"] for card in server.host.good("GET", f"/api/games/{BIG}")["cards"]]
        assert walk(server, BIG, lambda rng: big_decks(cards, rng), DECISIONS // 6, 4,
                    same_hands=True) > DECISIONS // 6


def big_decks(cards, rng):
    """The same first cards and the same seed; the rest in two orders."""
    pile, seed = rng.sample(cards, 24), rng.randrange(1 << 40)
    return [{"seed": seed, "deck": pile[:2] + rng.sample(pile[2:], 22)} for _ in range(2)]


def check_streams_of_events_are_the_same(scratch):
    """What a listener hears at both tables, byte by byte, while the same decisions are made."""
    with Server(scratch) as server:
        rng = random.Random(9)
        pair = Pair(server, CARD_GAME, seeds(rng), False)
        listeners = [Listener(client, table)
                     for client, table in zip(pair.clients[None], pair.tables)]
        made = 0
        while step(pair, rng):
            made += 1
        events = [listener.wait(lambda events, l=listener: (l.changes()
                                                            and l.changes()[-1]["version"] >= made))
                  for listener in listeners]
        for listener in listeners:
            listener.close()
        heard = [[event for event in one if event["event"] == "change"] for one in events]
        assert heard[0][-1] == heard[1][-1], heard


def check_errors_tell_nothing(scratch):
    """What a seat gets for asking what it may not is the same whatever is hidden."""
    with Server(scratch) as server:
        rng = random.Random(5)
        pair = Pair(server, CARD_GAME, seeds(rng), False)
        for viewer, path, body in (("Second", "decide", {"number": 0, "option": "bet"}),
                                   (None, "decide", {"number": 0, "option": "bet"}),
                                   ("Second", "undo", {}), ("Second", "redo", {}),
                                   ("First", "confirm", {}), ("First", "rollback", {"turn": 0}),
                                   ("Second", "decide", {"number": 0, "option": "nothing"})):
            answers = [client.post(f"/api/tables/{table}/{path}", body)
                       for table, client in zip(pair.tables, pair.clients[viewer])]
            texts = [re.sub(rb'"view":.*', b"", answer.bytes).replace(table.encode(), b"TABLE")
                     for table, answer in zip(pair.tables, answers)]
            assert answers[0].status == answers[1].status >= 400 and texts[0] == texts[1], \
                (viewer, path, answers)


main(globals())
