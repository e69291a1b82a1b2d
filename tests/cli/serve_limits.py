#!/usr/bin/python3
"""`serve`: what one person may use up: tables, threads that think, streams of events, and what a
bot may be set to. And that others do not notice it."""

import json
import socket
import sqlite3
import time

from harness import BOARD_GAME, SLOW, main
from served import Client, Listener, Server, join, wait_for

OWN_TABLES = 200
STREAMS_OF_A_TOKEN = 32
STREAMS_OF_ONLOOKERS = 500


def onlooker_of(server, table):
    return join(server.port, server.host.good("POST", f"/api/tables/{table}/invitations",
                                              {"seat": None})["invitation"])


def check_a_person_has_one_quota_however_many_tokens(scratch):
    """An onlooker makes analyses, with the tokens of those more of them, and joins them under new
    tokens by invitations of their own."""
    with Server(scratch) as server:
        table = server.host.new_table(BOARD_GAME)["table"]
        tokens, made = [(onlooker_of(server, table), table)], []
        while tokens and len(made) <= OWN_TABLES:
            client, at = tokens.pop(0)
            for _ in range(9):
                answer = client.post(f"/api/tables/{at}/try", {"number": 0})
                if answer.status != 201:
                    assert answer.status == 429 and answer.json["code"] == "tables", answer
                    assert str(OWN_TABLES) in answer.json["error"], answer
                    break
                new = answer.json["table"]
                made.append(new)
                owner = Client(server.port, answer.json["token"])
                seat = owner.good("POST", f"/api/tables/{new}/seats/O", {"who": "open"})
                watch = owner.good("POST", f"/api/tables/{new}/invitations", {"seat": None})
                tokens += [(owner, new),
                           (join(server.port, seat["invitation"]), new),
                           (join(server.port, watch["invitation"]), new)]
        assert len(made) == OWN_TABLES, len(made)
        other = server.host.new_table(BOARD_GAME, seats={"O": "open"})
        friend = join(server.port, other["seats"][1]["invitation"])
        assert friend.post(f"/api/tables/{other['table']}/try",
                           {"number": 0}).status == 201, "another person has another quota"
        removed = Client(server.port, owner.token)
        assert removed.ask("DELETE", f"/api/tables/{made[-1]}").status == 200
        first, at = onlooker_of(server, other["table"]), other["table"]
        assert first.post(f"/api/tables/{at}/try", {"number": 0}).status == 201


def check_analyses_come_last(scratch):
    """Twenty analyses with bots that think for long delay the bot of a table by no more than what
    it thinks itself."""
    with Server(scratch) as server:
        table = server.host.new_table(BOARD_GAME)["table"]
        looker = onlooker_of(server, table)
        for _ in range(20):
            tried = looker.good("POST", f"/api/tables/{table}/try", {"number": 0})["table"]
            for seat in "XO":
                looker.good("POST", f"/api/tables/{tried}/seats/{seat}", {"who": "bot:mcts:8s"})
        played = server.host.new_table(
            BOARD_GAME, seats={"O": "bot:mcts:1s"}, confirm=False)["table"]
        begin = time.time()
        server.host.decide(played, 0, "b2")
        wait_for("the bot of the table", lambda: server.host.table(played)["view"]["number"] >= 2)
        assert time.time() - begin < 5, time.time() - begin


def check_analyses_of_one_person_do_not_delay_those_of_another(scratch):
    with Server(scratch) as server:
        table = server.host.new_table(BOARD_GAME)["table"]
        many, other = (onlooker_of(server, table),
                       server.host.new_table(BOARD_GAME, seats={"O": "open"}))
        few = join(server.port, other["seats"][1]["invitation"])
        for client, at, count in ((many, table, 12), (few, other["table"], 1)):
            for _ in range(count):
                tried = client.good("POST", f"/api/tables/{at}/try", {"number": 0})["table"]
                client.good("POST", f"/api/tables/{tried}/seats/X", {"who": "bot:mcts:2s"})
        begin = time.time()
        wait_for("the bot of the one analysis", lambda: few.table(tried)["view"]["number"] >= 1)
        assert time.time() - begin < 8, time.time() - begin


def check_bots_are_set_no_higher_than_the_host_allows(scratch):
    with Server(scratch, "--bot-seconds", "3") as server:
        made = server.host.new_table(BOARD_GAME)
        for words, cap in (("mcts:threads=64", "2"), ("mcts:lanes=64", "8"),
                           ("mcts:searchers=64", "8"), ("mcts:60s", "3"), ("mcts:time=3001ms", "3"),
                           ("mcts:short=1000s", "3"), ("mcts:99999999999", "10000000"),
                           ("mcts:iterations=10000001", "10000000"), ("mcts:memory=64M", "32M"),
                           ("hard:1s,threads=3", "2"), ("mcts:propose=1000000000", "10000000"),
                           ("mcts:tries=1000", "64")):
            for path, body in (
                ("/api/tables", {"game": BOARD_GAME, "seats": {"O": f"bot:{words}"}}),
                (f"/api/tables/{made['table']}/seats/O", {"who": f"bot:{words}"})):
                answer = server.host.post(path, body)
                name = "threads" if "threads" in words else ""
                assert answer.status == 400 and answer.json["code"] == "seat", (words, answer)
                assert f"at most {cap}" in answer.json["error"], (words, answer)
                assert name in answer.json["error"], (words, answer)
        for words in ("mcts:threads=2,searchers=2", "mcts:3s", "mcts:500ms", "mcts:5000",
                      "mcts:memory=32M", "hard"):
            assert server.host.post("/api/tables",
                                    {"game": BOARD_GAME,
                                     "seats": {"O": f"bot:{words}"}}).status == 201, words


def check_bots_of_old_tables_are_clamped(scratch):
    """A table that was stored when the host allowed more is played within what the host allows
    now."""
    with Server(scratch) as server:
        table = server.host.new_table(BOARD_GAME, seats={"O": "bot:mcts:2s"})["table"]
    with sqlite3.connect(scratch / "tables.sqlite") as store:
        head, = store.execute("SELECT head FROM tables WHERE id = ?", (table,)).fetchone()
        assert "bot:mcts:2s" in head, head
        store.execute("UPDATE tables SET head = ? WHERE id = ?",
                      (head.replace("bot:mcts:2s", "bot:mcts:60s,threads=64,memory=9M"), table))
    store.close()
    with Server(scratch, "--bot-seconds", "3") as server:
        who = {seat["seat"]: seat["who"] for seat in server.host.table(table)["table"]["seats"]}
        assert who == {"X": "me", "O": "bot:mcts:time=3s,threads=2,memory=9M"}, who
        server.host.decide(table, 0, "b2")
        server.host.post(f"/api/tables/{table}/confirm", {})
        wait_for("the bot plays", lambda: server.host.table(table)["view"]["number"] >= 2)


class Streams:
    """Streams of events that nobody reads."""

    def __init__(self, client, table):
        self.client, self.table, self.open = client, table, []

    def add(self):
        """The status of the answer to one more."""
        connection = socket.create_connection(("127.0.0.1", self.client.port), timeout=SLOW)
        connection.sendall((f"GET /api/tables/{self.table}/events HTTP/1.1\r\n"
                            "Host: 127.0.0.1\r\n"
                            f"Authorization: Bearer {self.client.token}\r\n\r\n").encode())
        status = int(connection.recv(1 << 16).split()[1])
        if status == 200:
            self.open.append(connection)
        else:
            connection.close()
        return status

    def close(self):
        for connection in self.open:
            connection.close()


def check_streams_are_counted(scratch):
    with Server(scratch) as server:
        made = server.host.new_table(BOARD_GAME, seats={"O": "open"}, confirm=False)
        table = made["table"]
        player, looker = (join(server.port, made["seats"][1]["invitation"]),
                          onlooker_of(server, table))
        mine, theirs = Streams(player, table), Streams(looker, table)
        statuses = [mine.add() for _ in range(STREAMS_OF_A_TOKEN + 3)]
        assert statuses == [200] * STREAMS_OF_A_TOKEN + [429] * 3, statuses
        statuses = [theirs.add() for _ in range(STREAMS_OF_ONLOOKERS + 3)]
        assert statuses == [200] * STREAMS_OF_ONLOOKERS + [429] * 3, \
            [statuses.count(200), statuses[-3:]]
        host = Listener(server.host, table)  # those who play hear it all the same
        begin = time.time()
        for number in range(10):
            assert player.post(f"/api/tables/{table}/chat",
                               {"text": f"line {number}"}).status == 200
        assert time.time() - begin < 5, "a line of chat costs too much"
        host.wait(lambda _: host.changes() and host.changes()[-1]["version"] == 10)
        mine.close()
        wait_for("a place is free again", lambda: mine.add() == 200)
        tried = player.good("POST", f"/api/tables/{table}/try", {"number": 0})["table"]
        wait_for("the others are closed", lambda: Streams(player, tried).add() == 200)
        for streams in (mine, theirs):
            streams.close()
        host.close()


def check_presence_follows_streams(scratch):
    with Server(scratch) as server:
        made = server.host.new_table(BOARD_GAME, seats={"X": "open", "O": "open"})
        table = made["table"]
        people = [join(server.port, seat["invitation"]) for seat in made["seats"]]

        def heard(listener):
            return [json.loads(event["data"])
                    for event in listener.events if event["event"] == "presence"]
        observer = Listener(onlooker_of(server, table), table)
        first, again, other = (Listener(people[0], table),
                               Listener(people[0], table),
                               Listener(people[1], table))
        observer.wait(lambda _: heard(observer) and heard(observer)[-1] == ["X", "O"])
        first.close()
        other.close()
        observer.wait(lambda _: heard(observer)[-1] == ["X"])
        again.close()
        observer.wait(lambda _: heard(observer)[-1] == [])
        server.host.good("POST", f"/api/tables/{table}/seats/X", {"who": "me"})
        mine = Listener(server.host, table)
        observer.wait(lambda _: heard(observer)[-1] == ["X"])
        server.host.good("POST", f"/api/tables/{table}/seats/X", {"who": "bot:random"})
        observer.wait(lambda _: heard(observer)[-1] == [])
        for listener in (observer, mine):
            listener.close()


def check_presence_of_many_seats_with_long_names(scratch):
    """Sixteen seats whose names have 60 letters each are told whole."""
    seats = [f"{'seat' * 14}-{chr(97 + number) * 3}" for number in range(16)]
    spec = scratch / "crowd.game-spec.md"
    spec.write_text("# Crowd\n\n```yaml\nmetadata: { id: crowd, name: Crowd }\n"
                    f"seats: [{', '.join(seats)}]\n"
                    "globalVars:\n  - { name: steps, type: int, init: 0, min: 0, max: 99 }\n"
                    "scenarios:\n  - { id: standard }\n"
                    "turnStructure:\n  phases:\n    - { id: play, name: Play }\n"
                    "actions:\n  - id: go\n    name: Go\n    phase: play\n    effects: |\n"
                    "      steps += 1\n      activePlayer = next(activePlayer)\n"
                    "terminal:\n  checkpoints:\n    - { id: end, when: steps >= 90, draw: true }\n"
                    "```\n")
    with Server(scratch, game=spec) as server:
        table = server.host.new_table("crowd")["table"]
        listener = Listener(server.host, table)
        listener.wait(lambda events: any(event["event"] == "presence" for event in events))
        told = [json.loads(event["data"])
                for event in listener.events if event["event"] == "presence"]
        assert told == [seats], told
        listener.close()


def check_a_second_device_is_shown(scratch):
    """Who plays a seat hears when it is open somewhere else, and when it is not any more."""
    with Server(scratch) as server:
        made = server.host.new_table(BOARD_GAME, seats={"O": "open"})
        table, player = made["table"], join(server.port, made["seats"][1]["invitation"])

        def heard(listener):
            return [json.loads(event["data"])
                    for event in listener.events if event["event"] == "devices"]
        here, tab = Listener(player, table, device="one"), Listener(player, table, device="one")
        looker = Listener(onlooker_of(server, table), table)
        player.post(f"/api/tables/{table}/chat", {"text": "a line"})
        here.wait(lambda _: here.changes() and here.changes()[-1]["version"] == 1)
        assert heard(here) == heard(tab) == [], "two pages of one device"
        there = Listener(player, table, device="two")
        here.wait(lambda _: heard(here) and heard(here)[-1] == {"elsewhere": True})
        there.wait(lambda _: heard(there) == [{"elsewhere": True}])
        unnamed = Listener(player, table)
        there.close()
        unnamed.wait(lambda _: heard(unnamed) == [{"elsewhere": True}])
        assert heard(here)[-1] == {"elsewhere": True}
        unnamed.close()
        here.wait(lambda _: heard(here)[-1] == {"elsewhere": False})
        player.post(f"/api/tables/{table}/chat", {"text": "another"})
        looker.wait(lambda _: looker.changes() and looker.changes()[-1]["version"] == 2)
        assert heard(looker) == [], "others hear of it"
        for listener in (here, tab, looker):
            listener.close()


def check_a_device_that_only_asks_is_shown(scratch):
    """A second device without a stream of events is shown to the seat's player too; the player's
    own requests are not."""
    with Server(scratch) as server:
        made = server.host.new_table(BOARD_GAME, seats={"O": "open"})
        table, player = made["table"], join(server.port, made["seats"][1]["invitation"])

        def heard(listener):
            return [json.loads(event["data"])
                    for event in listener.events if event["event"] == "devices"]
        for request in (lambda: player.get(f"/api/tables/{table}",
                                           **{"User-Agent": "another browser"}),
                        lambda: player.get(f"/api/tables/{table}?device=two")):
            here = Listener(player, table, device="one")
            player.get(f"/api/tables/{table}")
            player.get(f"/api/tables/{table}?device=one")
            player.post(f"/api/tables/{table}/chat", {"text": "a line"})
            here.wait(lambda _: here.changes())
            if not heard(here):
                assert request().status == 200
            here.wait(lambda _: heard(here) and heard(here)[-1] == {"elsewhere": True})
            here.close()


main(globals())
