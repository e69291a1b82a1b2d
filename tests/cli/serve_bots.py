#!/usr/bin/python3
"""`serve`: what agents do at tables: bots by their words, advice, chances and reasons, who is told
what of it, and giving up; and that a bot that thinks for long keeps nobody waiting."""

import json
import time

from harness import BOARD_GAME, CARD_GAME, SECRETS, Run, main
from served import SLOW, Listener, Server, join, wait_for

BIG = "fire-in-the-lake"


def ready(client, path):
    """The answer, once it is worked out."""
    answer = wait_for(path, lambda: (a := client.get(path)).status != 202 and a)
    assert answer.status == 200, answer
    return answer.json


def two_people(server, game=BOARD_GAME, **members):
    seats = [seat["id"] for seat in server.host.good("GET", f"/api/games/{game}")["seats"]]
    made = server.host.new_table(game, seats={seat: "open" for seat in seats}, confirm=False,
                                 **members)
    return made["table"], {seat["seat"]: join(server.port, seat["invitation"])
                           for seat in made["seats"]}


def check_bots_have_names_and_words(scratch):
    with Server(scratch) as server:
        bots = server.host.good("GET", "/api/bots")["bots"]
        assert {"random", "greedy"} <= {bot["name"] for bot in bots}, bots
        assert all(bot["line"] for bot in bots), bots
        levels = [bot["level"] for bot in bots]
        assert levels == sorted(levels, reverse=True), "levels come first"
        for bot in bots:
            answer = server.host.post("/api/tables",
                                      {"game": BOARD_GAME, "seats": {"O": f"bot:{bot['name']}"}})
            # one is for the smallest games
            refused = answer.status == 400 and "too big to be solved" in answer.json["error"]
            assert answer.status == 201 or refused and bot["name"] == "cfr", (bot, answer)
        for wrong in ("bot:nobody", "bot:random:fast", "bot:", "robot", "bot:" + "x" * 200):
            answer = server.host.post("/api/tables", {"game": BOARD_GAME, "seats": {"O": wrong}})
            assert answer.status == 400 and answer.json["code"] == "seat", (wrong, answer)
            assert len(answer.json["error"]) > 20, (wrong, answer)
        meant = server.host.post("/api/tables",
                                 {"game": BOARD_GAME, "seats": {"O": "bot:gredy"}}).json["error"]
        assert "greedy" in meant, meant


def check_advice_for_the_one_who_decides(scratch):
    with Server(scratch) as server:
        table, people = two_people(server)
        base = f"/api/tables/{table}"
        listeners = {seat: Listener(client, table) for seat, client in people.items()}
        assert people["O"].get(f"{base}/advice").json["code"] == "seat"
        assert server.host.get(f"{base}/advice").json["code"] == "seat"
        advice = ready(people["X"], f"{base}/advice")
        options = [option["id"]
                   for option in people["X"].table(table)["view"]["decision"]["options"]]
        assert sorted(one["option"] for one in advice["options"]) == sorted(options), advice
        assert advice["seat"] == "X", advice
        assert set(advice["win"]) == set(advice["margin"]) == {"X", "O"}, advice
        assert abs(sum(advice["win"].values()) - 1) < 0.2, advice
        listeners["X"].wait(lambda events: any(event["event"] == "advice" for event in events))
        people["X"].decide(table, 0, "b2")
        listeners["O"].wait(
            lambda _: listeners["O"].changes() and listeners["O"].changes()[-1]["number"] == 1)
        assert all(event["event"] != "advice" for event in listeners["O"].events), \
            "the other hears of it"
        assert people["X"].get(f"{base}/advice").json["code"] == "seat", "old advice"
        assert "b2" not in [one["option"]
                            for one in ready(people["O"], f"{base}/advice")["options"]]
        for listener in listeners.values():
            listener.close()


def check_advice_sees_what_wins(scratch):
    """X has two in a row, and O too: the third is the best for whoever comes."""
    with Server(scratch) as server:
        table, people = two_people(server)
        for number, cell in enumerate(("a1", "a3", "b1", "b3")):
            people["XO"[number % 2]].decide(table, number, cell)
        best = ready(people["X"], f"/api/tables/{table}/advice")["options"][0]
        assert best["option"] == "c1" and best["label"], best


def check_tables_without_hints(scratch):
    with Server(scratch) as server:
        table, people = two_people(server, hints=False)
        base = f"/api/tables/{table}"
        assert people["X"].table(table)["table"]["hints"] is False
        for path in ("advice", "chances", "reasons"):
            answer = people["X"].get(f"{base}/{path}")
            assert answer.status == 403 and answer.json["code"] == "hints", answer
        tried = people["X"].good("POST", f"{base}/try", {"number": 0})["table"]
        assert people["X"].get(f"/api/tables/{tried}/advice").json["code"] == "hints", "by a detour"
        for number, cell in enumerate(("a1", "a2", "b1", "b2", "c1")):
            people["XO"[number % 2]].decide(table, number, cell)
        points = ready(people["O"], f"{base}/chances")["points"]
        assert [point["number"] for point in points] == list(range(6)), points
        assert points[-1]["win"] == {"X": 1.0, "O": 0.0}, points


def check_chances_follow_the_game(scratch):
    with Server(scratch) as server:
        table, people = two_people(server)
        base = f"/api/tables/{table}"
        listener = Listener(people["X"], table)
        assert [p["number"] for p in ready(people["X"], f"{base}/chances")["points"]] == [0]
        for number, cell in enumerate(("a1", "a2", "b1")):
            people["XO"[number % 2]].decide(table, number, cell)
        points = ready(people["X"], f"{base}/chances")["points"]
        assert [point["number"] for point in points] == [0, 1, 2, 3], points
        listener.wait(lambda events: any(event["event"] == "chances" for event in events))
        people["X"].post(f"{base}/undo")
        points = ready(people["X"], f"{base}/chances")["points"]
        assert [point["number"] for point in points] == [0, 1, 2]
        people["X"].decide(table, 2, "c3")
        points = ready(people["X"], f"{base}/chances")["points"]
        assert [point["number"] for point in points] == [0, 1, 2, 3]
        assert people["X"].get(f"{base}/chances?seat=O").status == 403
        listener.close()


def check_a_game_is_looked_at_again_when_it_is_over(scratch):
    """With best play the answer to the corner loses, X loses by its next move, and O leaves a row
    of two open: the review says so to everybody."""
    with Server(scratch) as server:
        table, people = two_people(server, hints=False)
        base = f"/api/tables/{table}"
        answer = people["X"].get(f"{base}/review")
        assert answer.status == 409 and answer.json["code"] == "over", answer
        listener = Listener(people["O"], table)
        for number, cell in enumerate(("a1", "c3", "b1", "a3", "c1")):
            people["XO"[number % 2]].decide(table, number, cell)
        review = ready(people["X"], f"{base}/review")
        assert review["over"] and review["now"]["win"] == {"X": 1.0, "O": 0.0}, review
        assert len(review["turns"]) == 5, review
        lost = [(moment["decision"], moment["seat"], moment["loss"])
                for moment in review["moments"]]
        assert lost == [(1, "O", 0.5), (2, "X", 1.0), (3, "O", 1.0)], review["moments"]
        assert [review["moments"][i]["better"][0]["id"] for i in (0, 2)] == ["b2", "c1"], \
            review["moments"]
        assert ready(people["O"], f"{base}/review") == review
        listener.wait(lambda events: any(event["event"] == "review" for event in events))
        listener.close()


def check_chances_and_advice_tell_nothing_hidden(scratch):
    """Tables that differ in what is hidden from a seat: it is told the same of both."""
    with Server(scratch) as server:
        told, known = {}, {}
        for seed in range(12):
            table, people = two_people(server, CARD_GAME, seed=seed)
            hand = json.dumps(
                people["First"].table(table)["view"]["position"]["stacks"]["hand:First"])
            other = json.dumps(
                people["Second"].table(table)["view"]["position"]["stacks"]["hand:Second"])
            said = json.dumps([ready(people["First"], f"/api/tables/{table}/{what}")
                               for what in ("advice", "chances")])
            told.setdefault(hand, set()).add(said)
            known.setdefault(hand, set()).add(other)
        assert any(len(others) > 1 for others in known.values()), "they differ in nothing"
        assert all(len(said) == 1 for said in told.values()), told


def check_reasons_of_bots(scratch):
    with Server(scratch) as server:
        made = server.host.new_table(BOARD_GAME, seats={"X": "me", "O": "bot:greedy"},
                                     confirm=False)
        base = f"/api/tables/{made['table']}"
        server.host.decide(made["table"], 0, "b2")
        reasons = wait_for("a reason",
                           lambda: server.host.good("GET", f"{base}/reasons")["reasons"])
        assert [(one["number"], one["seat"]) for one in reasons] == [(1, "O")], reasons
        assert reasons[0]["text"], reasons
        assert server.host.good("GET", f"{base}/reasons?from=2")["reasons"] == []
        server.host.post(f"{base}/undo")
        assert server.host.good("GET", f"{base}/reasons")["reasons"] == [], \
            "of a decision that was taken back"
    with Server(scratch) as server:  # they are kept
        server.host.decide(made["table"], 0, "a1")
        wait_for("another", lambda: server.host.good("GET", f"{base}/reasons")["reasons"])


def check_reasons_of_a_bot_with_cards_are_kept_back(scratch):
    with Server(scratch) as server:
        made = server.host.new_table(CARD_GAME, seats={"First": "me", "Second": "bot:greedy"},
                                     confirm=False)
        table, base = made["table"], f"/api/tables/{made['table']}"
        while not (view := server.host.table(table)["view"])["over"]:
            if view["decider"] == "First":
                server.host.decide(table, view["number"], view["decision"]["options"][0]["id"])
            told = server.host.good("GET", f"{base}/reasons")["reasons"]
            assert not told or server.host.table(table)["view"]["over"], told
        assert server.host.good("GET", f"{base}/reasons")["reasons"], \
            "when it is over they are told"


def check_giving_up(scratch):
    with Server(scratch) as server:
        table, people = two_people(server)
        base = f"/api/tables/{table}"
        people["X"].decide(table, 0, "b2")
        assert server.host.post(f"{base}/resign").status == 403, "who has no seat"
        assert people["X"].post(f"{base}/resign", {"seat": "O"}).status == 403
        assert people["X"].post(f"{base}/resign", {"number": 7}).json["code"] == "stale"
        # also when it is not the own turn
        view = people["X"].post(f"{base}/resign", {"number": 1}).json["view"]
        assert view["over"] and view["outcome"]["winner"] == "O", view
        assert view["outcome"]["checkpoint"] == "resignation", view
        seen = people["O"].table(table)
        assert seen["view"]["decision"] is None, seen
        assert seen["table"]["resigned"][0]["seat"] == "X", seen
        assert people["O"].decide(table, 1, "a1").status == 409
        assert people["X"].post(f"{base}/undo").status == 409
        assert people["O"].post(f"{base}/resign").json["code"] == "refused"
        assert ready(people["O"], f"{base}/chances")["points"][-1]["win"] == {"X": 0.0, "O": 1.0}
        record = people["O"].get(f"{base}/record")
        (scratch / "record.json").write_bytes(record.bytes)
        assert (Run("replay", scratch / "record.json").out
                == "ok: 1 decisions verified\nX resigned: won by O\n")
        again = server.host.ask("POST", "/api/records", raw=record.bytes).json["table"]
        assert server.host.table(again)["view"]["outcome"]["winner"] == "O"
    assert Run("serve", "--check", "--data", scratch).status == 0
    with Server(scratch) as server:
        row = next(row
                   for row in server.host.good("GET", "/api/tables")["tables"]
                   if row["id"] == table)
        assert row["finished"] and row["standing"]["winners"] == ["O"], row


def check_a_bot_plays_on_where_many_play(scratch):
    if Run("check", BIG).status != 0:
        return
    with Server(scratch) as server:
        table, people = two_people(server, BIG)
        seat = next(iter(people.values())).table(table)["view"]["decider"]
        leaver = people[seat]
        other = next(client for name, client in people.items() if name != seat)
        answer = leaver.post(f"/api/tables/{table}/resign")
        assert answer.status == 200 and not answer.json["view"]["over"], answer
        assert answer.json["table"]["you"]["seats"] == [], answer
        assert "bot" in answer.json["table"]["resigned"][0]["text"], answer
        wait_for("the bot plays", lambda: other.table(table)["view"]["number"] > 0)
    assert Run("serve", "--check", "--data", scratch).status == 0


def check_who_thinks_long_keeps_nobody_waiting(scratch):
    """Three tables with bots that think for seconds, and one whose bot answers before all of them
    have made a decision."""
    slow, seconds = "bot:mcts:9s", 9
    with Server(scratch) as server:
        if server.host.post("/api/tables",
                            {"game": BOARD_GAME, "seats": {"X": slow}}).status != 201:
            return  # made without that agent
        tables = [server.host.new_table(BOARD_GAME, seats={"X": slow, "O": slow})["table"]
                  for _ in range(3)]
        for table in tables:
            server.host.table(table)
        quick = server.host.new_table(BOARD_GAME, seats={"O": "bot:random"}, confirm=False)["table"]
        server.host.decide(quick, 0, "a1")
        wait_for("the quick bot", lambda: server.host.table(quick)["view"]["number"] >= 2)
        made = [server.host.table(table)["view"]["number"] for table in tables]
        assert min(made) == 0, made
        begin = time.time()
        server.stop()
        assert time.time() - begin < seconds, "those who think are stopped at once"


main(globals())
