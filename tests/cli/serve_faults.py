#!/usr/bin/python3
"""`serve`: rules that fail while they are played: what players are told of it, and that bots do not
stall a table; and bots whose decision comes when it is not wanted any more."""

import json
import time

from harness import BOARD_GAME, main, variant
from served import Listener, Server, join, wait_for

BOTS = ("random", "greedy", "mcts:200ms", "easy", "normal")


def failing(cells):
    """The board game with a rule that divides by zero when one of these cells is marked."""
    count = f"size({{{', '.join(cells)}}} except empty)"
    return lambda text: text.replace(
        "      empty -= cell\n",
        f"      empty -= cell\n      let _bad = 1 / (1 - min(1, {count}))\n", 1)


ALL = [column + row for row in "123" for column in "abc"]


def texts_of(server, clients, table):
    """All that is told to anybody at a table."""
    answers = []
    for client in clients:
        for path in ("", "/log", "/at?number=0", "/advice", "/chances", "/reasons", "/review",
                     "/record", "/rule", "/why?thing=b2", "/chat", "/game"):
            def answered(c=client, p=path):
                answer = c.get(f"/api/tables/{table}{p}")
                return answer.status != 202 and answer

            answers.append(wait_for(path, answered).bytes)
        answers.append(client.get("/api/tables").bytes)
        answers.append(client.get("/api/games").bytes)
    return answers


def check_faults_tell_no_paths(scratch):
    spec = variant(scratch, failing(ALL))
    with Server(scratch / "data", game=spec) as server:
        made = server.host.new_table(BOARD_GAME, seats={"X": "open", "O": "bot:random"},
                                     confirm=False)
        table = made["table"]
        player = join(server.port, made["seats"][0]["invitation"])
        listener = Listener(player, table)
        refused = player.decide(table, 0, "b2")
        assert refused.status == 409 and "E0704" in refused.json["error"], refused
        assert spec.name in refused.json["error"], refused
        record = {"format": "ludoforge-record", "version": 1, "game": BOARD_GAME, "seed": 1,
                  "decisions": [{"name": "b2"}]}
        brought = server.host.post("/api/records", record)
        assert brought.status == 400 and "E0704" in brought.json["error"], brought
        assert "recorded game" in brought.json["error"], brought
        told = [refused.bytes, brought.bytes,
                player.post(f"/api/tables/{table}/try", {"number": 0}).bytes,
                *texts_of(server, (player, server.host), table),
                json.dumps(listener.events).encode()]
        server.host.good("POST", f"/api/tables/{table}/seats/X", {"who": "bot:random"})
        wait_for("the problem is told", lambda: server.host.table(table)["table"]["problem"])
        told += texts_of(server, (server.host,), table)
        for text in told:
            assert str(scratch).encode() not in text and str(spec.parent).encode() not in text, text
        listener.close()


def check_a_setup_that_fails_tells_no_paths(scratch):
    spec = variant(scratch, lambda text: text.replace(
        "  empty = spaces\n", "  empty = spaces\n  let _bad = 1 / size(crosses)\n", 1))
    with Server(scratch / "data", game=spec) as server:
        answer = server.host.post("/api/tables", {"game": BOARD_GAME})
        assert answer.status == 400 and "E0704" in answer.json["error"], answer
        assert str(scratch) not in answer.json["error"], answer


def check_a_bot_takes_another_option_when_one_fails(scratch):
    """All cells but one fail: whatever a bot wanted, it marks that one."""
    spec = variant(scratch, failing([cell for cell in ALL if cell != "c2"]))
    with Server(scratch / "data", game=spec) as server:
        for bot in BOTS:
            table = server.host.new_table(
                BOARD_GAME, seats={"X": f"bot:{bot}"}, confirm=False)["table"]
            view = wait_for(
                bot, lambda t=table: (v := server.host.table(t)["view"])["number"] == 1 and v)
            assert view["position"]["globals"]["crosses"] == ["c2"], (bot, view)
            assert server.host.table(table)["table"]["problem"] is None


def check_a_bot_that_can_do_nothing_is_told(scratch):
    """Every option fails. All who listen hear of it, and the owner can put somebody else there."""
    spec = variant(scratch, failing(ALL))
    with Server(scratch / "data", game=spec) as server:
        for bot in BOTS:
            made = server.host.new_table(BOARD_GAME, seats={"X": "open", "O": "open"},
                                         confirm=False)
            table = made["table"]
            player = join(server.port, made["seats"][1]["invitation"])
            listener = Listener(player, table)
            assert player.table(table)["table"]["problem"] is None
            server.host.good("POST", f"/api/tables/{table}/seats/X", {"who": f"bot:{bot}"})
            listener.wait(lambda events: any(event["event"] == "problem" for event in events))
            problem = player.table(table)["table"]["problem"]
            assert problem["seat"] == "X" and bot in problem["text"], problem
            assert "E0704" in problem["text"] and "owner" in problem["text"], problem
            server.host.good("POST", f"/api/tables/{table}/seats/X", {"who": "me"})
            assert player.table(table)["table"]["problem"] is None
            listener.close()


def check_a_decision_that_comes_too_late_is_not_made(scratch):
    """Somebody takes the seat of a bot while it thinks. It is stopped at once, with the best that
    it has found so far: but the decision is not its own any more."""
    with Server(scratch) as server:
        for pause in (0.05, 0.1, 0.2, 0.4, 0.8):
            table = server.host.new_table("connect-four", seats={"Red": "bot:mcts:9s"},
                                          confirm=False)["table"]
            server.host.table(table)
            time.sleep(pause)
            server.host.good("POST", f"/api/tables/{table}/seats/Red", {"who": "me"})
            time.sleep(0.4)  # the bot has ended by now
            view = server.host.table(table)["view"]
            assert view["number"] == 0 and view["decider"] == "Red", \
                ("a bot decided for a person", view)
            assert server.host.decide(table, 0, view["decision"]["options"][0]["id"]).status == 200


def check_a_bot_thinks_anew_after_a_decision_was_taken_back(scratch):
    """X takes back and marks another cell while O thinks: what O thought about the first is not
    what it answers to the second."""
    with Server(scratch) as server:
        for _ in range(6):
            table = server.host.new_table(
                BOARD_GAME, seats={"O": "bot:mcts:1s"}, confirm=False)["table"]
            server.host.decide(table, 0, "b2")
            time.sleep(0.1)
            assert server.host.post(f"/api/tables/{table}/undo").status == 200
            assert server.host.decide(table, 0, "a1").status == 200
            view = wait_for(
                "O", lambda t=table: (v := server.host.table(t)["view"])["number"] == 2 and v)
            assert view["position"]["globals"]["noughts"] == ["b2"], \
                ("only the centre holds against a corner", view)


main(globals())
