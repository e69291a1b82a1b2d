#!/usr/bin/python3
"""`serve`: time for thinking. Flags that the server lets fall by itself, restarts, and what is
refused."""

import json
import time

from harness import BOARD_GAME, Run, main
from served import Client, Server, join, wait_for

BIG = "fire-in-the-lake"
MINUTE = 60_000


def timed(server, clock, game=BOARD_GAME, open_seats=("X", "O"), **more):
    """A table with seats that others take, and the clients who have taken them."""
    made = server.host.new_table(game, seats={seat: "open" for seat in open_seats}, clock=clock,
                                 **more)
    invitations = {row["seat"]: row["invitation"] for row in made["seats"] if row["invitation"]}
    return made["table"], invitations


def check_flags_fall_by_themselves(scratch):
    with Server(scratch) as server:
        table, invitations = timed(server, {"mainMs": 1500}, confirm=False)
        seen = server.host.table(table)
        assert seen["table"]["clock"] == {"spentMs": 0, "waits": True}, seen
        assert seen["view"]["clock"]["left"] == {"X": 1500, "O": 1500}, seen
        time.sleep(2)  # nobody sits there yet: nobody's time runs
        people = {seat: join(server.port, words) for seat, words in invitations.items()}
        assert not server.host.table(table)["view"]["over"]
        assert people["X"].decide(table, 0, "b2").status == 200
        seen = people["X"].table(table)
        assert seen["view"]["clock"]["runs"] == "O" and not seen["table"]["clock"]["waits"], seen
        assert 0 < seen["view"]["clock"]["left"]["X"] <= 1500, seen
        assert seen["view"]["clock"]["left"]["O"] == 1500, seen
        version = seen["version"]
        time.sleep(3)  # nobody asks for anything meanwhile: the server alone can have seen it
        seen = people["X"].table(table)
        assert seen["version"] == version + 1 and seen["view"]["over"], seen
        assert seen["view"]["outcome"]["winner"] == "X", seen
        assert seen["view"]["outcome"]["checkpoint"] == "time", seen
        out = {"seat": "O", "text": "O had no time left; the game is over."}
        assert seen["table"]["timedOut"] == [out], seen
        assert people["O"].decide(table, 1, "a1").status == 409
        (scratch / "record.json").write_bytes(people["O"].get(f"/api/tables/{table}/record").bytes)
        assert (Run("replay", scratch / "record.json").out
                == "ok: 1 decisions verified\nO ran out of time: won by X\n")
        again = server.host.ask("POST", "/api/records",
                                raw=(scratch / "record.json").read_bytes()).json["table"]
        told = server.host.table(again)
        assert told["view"]["over"], told["view"]
        assert told["view"]["outcome"]["checkpoint"] == "time", told["view"]
        older, wrong = (json.loads((scratch / "record.json").read_bytes()) for _ in range(2))
        del older["end"]["clock"]  # as records were written before
        wrong["end"]["clock"] = {"mainMs": "long"}
        assert server.host.post("/api/records", older).status == 201
        answer = server.host.post("/api/records", wrong)
        assert answer.status == 400 and "milliseconds" in answer.json["error"], answer
        out = {"seat": "O", "text": "O had no time left; the game is over."}
        assert told["table"]["timedOut"] == [out], told["table"]
    assert Run("serve", "--check", "--data", scratch).status == 0
    with Server(scratch) as server:
        row = next(row
                   for row in server.host.good("GET", "/api/tables")["tables"]
                   if row["id"] == table)
        assert row["finished"] and row["standing"]["winners"] == ["X"], row


def check_a_restart_charges_nothing(scratch):
    with Server(scratch) as server:
        table, invitations = timed(server, {"mainMs": MINUTE, "incrementMs": 7000})
        people = {seat: join(server.port, words) for seat, words in invitations.items()}
        time.sleep(1.2)
        assert people["X"].decide(table, 0, "b2").status == 200
        waiting = people["X"].table(table)["view"]
        assert waiting["waiting"] == waiting["clock"]["runs"] == "X", waiting
        assert waiting["clock"]["left"]["X"] <= MINUTE - 1200, \
            "the turn is not confirmed: nothing is added yet"
        assert people["X"].post(f"/api/tables/{table}/confirm").status == 200
        before = people["X"].table(table)["view"]["clock"]
        assert MINUTE < before["left"]["X"] <= MINUTE - 1200 + 7000, before
        assert before["left"]["O"] == MINUTE, before
        assert people["O"].decide(table, 1, "zz").status == 409  # refused, but thought all the same
        server.kill()
    time.sleep(2)
    with Server(scratch) as server:
        people = {seat: Client(server.port, client.token) for seat, client in people.items()}
        after = people["O"].table(table)
        assert after["view"]["clock"] == before, (before, after)
        assert after["table"]["clock"]["spentMs"] < 1500, (before, after)
        time.sleep(1)
        assert people["O"].table(table)["table"]["clock"]["spentMs"] >= 1000
        assert people["O"].decide(table, 1, "a1").status == 200
        left = people["O"].table(table)["view"]["clock"]["left"]["O"]
        assert left <= MINUTE - 1000, left
        assert people["O"].post(f"/api/tables/{table}/undo").status == 200
        assert people["O"].table(table)["view"]["clock"]["left"]["O"] <= left, \
            "taking back gives nothing back"
    assert Run("serve", "--check", "--data", scratch).status == 0


def check_a_bot_plays_on_where_many_play(scratch):
    if Run("check", BIG).status != 0:
        return
    with Server(scratch) as server:
        made = server.host.new_table(BIG, clock={"mainMs": 1000})
        table = made["table"]
        seat = server.host.table(table)["view"]["decider"]
        wait_for("the flag falls", lambda: server.host.table(table)["table"]["timedOut"])
        seen = server.host.table(table)
        assert not seen["view"]["over"] and seen["table"]["timedOut"][0]["seat"] == seat, seen
        assert "a bot plays on" in seen["table"]["timedOut"][0]["text"], seen
        wait_for("the bot plays", lambda: server.host.table(table)["view"]["number"] > 0)
    assert Run("serve", "--check", "--data", scratch).status == 0


def check_bots_have_time(scratch):
    with Server(scratch) as server:
        table = server.host.new_table(BOARD_GAME, seats={"X": "bot:random", "O": "me"},
                                      clock={"mainMs": MINUTE})["table"]
        wait_for("the bot plays", lambda: server.host.table(table)["view"]["number"] == 1)
        clock = server.host.table(table)["view"]["clock"]
        assert clock["left"] == {"X": MINUTE, "O": MINUTE} and clock["runs"] == "O", clock


def check_bad_clocks_are_refused(scratch):
    with Server(scratch) as server:
        for clock in ({}, {"mainMs": 0}, {"mainMs": -5}, {"mainMs": "long"}, {"mainMs": 1.5},
                      {"mainMs": 5, "incrementMs": -1}, {"mainMs": 5, "incrementMs": 0.5},
                      {"mainMs": 10**14}, "10m", 5, [5]):
            answer = server.host.post("/api/tables", {"game": BOARD_GAME, "clock": clock})
            assert 400 <= answer.status < 500, (clock, answer)
            assert "clock" in answer.json["error"].lower(), (clock, answer)
        table = server.host.new_table(BOARD_GAME, clock=None)["table"]
        seen = server.host.table(table)
        assert seen["view"]["clock"] is None and seen["table"]["clock"] is None, seen


main(globals())
