#!/usr/bin/python3
"""The server is killed in the midst of its work, again and again, and started again: no decision
that was acknowledged is lost, none is there twice, and the store is sound.

SERVE_KILLS times (100 by default, 1,000 in the long lane)."""

import http.client
import json
import random
import socket
import threading
import time

from harness import Run, main
from served import Client, Server, environment_number

KILLS = environment_number("SERVE_KILLS", 100)
CLIENTS = 4
GAME = "connect-four"


class Player(threading.Thread):
    """Plays both sides of one table until the server goes away, and notes what was acknowledged. A
    finished game is followed by a new one. `made[table]`: the options that were acknowledged, in
    order; `sent`: the one whose answer did not come."""

    def __init__(self, client, rng, made, table):
        super().__init__(daemon=True)
        self.client, self.rng, self.made, self.table = client, rng, made, table
        self.sent, self.error = None, None

    def run(self):
        try:
            while True:
                self.play()
        except (OSError, http.client.HTTPException, socket.timeout):
            pass  # the server is gone
        except Exception as error:  # pylint: disable=broad-except
            self.error = error

    def play(self):
        if self.table is None:
            made = self.client.new_table(GAME, confirm=False)
            self.table = made["table"]
            self.made[self.table] = []
        view = self.client.table(self.table)["view"]
        done = self.made[self.table]
        while not view["over"]:
            options = [option["id"] for option in view["decision"]["options"]]
            if len(done) > 2 and self.rng.random() < 0.1:
                answer = self.client.post(f"/api/tables/{self.table}/chat", {"text": "hm"})
                assert answer.status == 200, answer
            self.sent = self.rng.choice(options)
            answer = self.client.decide(self.table, len(done), self.sent)
            assert answer.status == 200 and answer.json["view"]["number"] == len(done) + 1, answer
            done.append(self.sent)
            self.sent = None
            view = answer.json["view"]
        self.table = None


def recorded(client, table):
    answer = client.get(f"/api/tables/{table}/record")
    assert answer.status == 200, answer
    return [decision["name"] for decision in json.loads(answer.bytes)["decisions"]]


def compare(client, player, made):
    """What the server has of a player's table is what was acknowledged, and at most the one
    decision more that was on its way."""
    stored = recorded(client, player.table)
    acknowledged = made[player.table]
    assert stored[:len(acknowledged)] == acknowledged, (player.table, stored, acknowledged)
    more = stored[len(acknowledged):]
    assert more in ([], [player.sent]), (player.table, more, player.sent)
    made[player.table] = stored


def verify(server, players, made):
    """The tables that were played at when the server was killed; those that are still under way, by
    player."""
    still = []
    for player in players:
        known = (player.table is not None
                 and server.host.get(f"/api/tables/{player.table}").status == 200)
        if player.table in made:
            assert known, "a table that was acknowledged is gone"
            compare(server.host, player, made)
        still.append(player.table if known else None)
    return still


def check_nothing_acknowledged_is_lost(scratch):
    rng = random.Random(1)
    made, players, tables = {}, [], [None] * CLIENTS
    for kill in range(KILLS):
        server = Server(scratch)
        if players:
            tables = verify(server, players, made)
        players = [Player(Client(server.port, server.key), random.Random(rng.random()), made, table)
                   for table in tables]
        for player in players:
            player.start()
        time.sleep(rng.uniform(0.01, 0.15))
        server.kill()
        for player in players:
            player.join(30)
            assert player.error is None, (kill, player.error)
    with Server(scratch) as server:
        verify(server, players, made)
        for table, options in made.items():
            assert recorded(server.host, table) == options, table
    check = Run("serve", "--check", "--data", scratch, timeout=280)
    assert check.status == 0, check
    print(f"{KILLS} kills, {len(made)} tables, {sum(map(len, made.values()))} decisions",
          flush=True)


main(globals())
