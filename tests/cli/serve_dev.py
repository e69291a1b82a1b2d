#!/usr/bin/python3
"""`serve --dev`: the rules change while the game is played."""

import shutil
import time

from harness import GAMES, SLOW, Run, main
from served import Listener, Server

GAME = "tic-tac-toe"


def wait_for(ask, condition):
    deadline = time.time() + SLOW
    while not condition(ask()):
        assert time.time() < deadline, ask()
        time.sleep(0.05)
    return ask()


def dev(server):
    return server.host.good("GET", "/api/dev")


def check_the_game_goes_on_under_changed_rules(scratch):
    spec = scratch / f"{GAME}.game-spec.md"
    shutil.copy(GAMES / spec.name, spec)
    rules = spec.read_text()
    with Server(scratch / "data", "--dev", game=spec) as server:
        first = wait_for(lambda: dev(server), lambda said: said and said["ok"])
        table = server.host.new_table(GAME, confirm=False)["table"]
        for number, cell in enumerate(("a1", "b2", "c3")):
            assert server.host.decide(table, number, cell).status == 200
        listener = Listener(server.host, table)
        listener.wait(lambda _: listener.changes())
        # A mistake: it is shown, and the game goes on as it was.
        spec.write_text(rules.replace("empty -= cell", "emty -= cell"))
        wrong = wait_for(lambda: dev(server), lambda said: said["version"] > first["version"])
        assert not wrong["ok"] and "emty" in wrong["text"] and wrong["problems"], wrong
        listener.wait(lambda events: any(event["event"] == "dev" for event in events))
        assert server.host.decide(table, 3, "a3").status == 200
        # Other words: every decision holds.
        spec.write_text(rules.replace("name: Mark a cell", "name: Put a sign"))
        good = wait_for(lambda: dev(server), lambda said: said["version"] > wrong["version"])
        assert good["ok"], good
        assert good["tables"] == [{"table": table, "kept": 4, "of": 4, "problem": ""}], good
        turns = server.host.good("GET", f"/api/tables/{table}/log")["turns"]
        assert turns[0]["entries"][0]["cause"] == "Put a sign", turns[0]
        # The middle is forbidden: as far as it goes.
        assert "domain: empty" in rules
        spec.write_text(rules.replace("domain: empty", "domain: empty except {b2}"))
        last = wait_for(lambda: dev(server), lambda said: said["version"] > good["version"])
        assert last["ok"] and last["tables"][0]["kept"] == 1 and last["tables"][0]["problem"], last
        view = server.host.table(table)["view"]
        assert view["number"] == 1, view
        assert "b2" not in [option["id"] for option in view["decision"]["options"]], view
        listener.close()
    assert Run("serve", "--check", "--data", scratch / "data").status == 0


def check_tables_begun_otherwise_keep_their_rules(scratch):
    spec = scratch / f"{GAME}.game-spec.md"
    shutil.copy(GAMES / spec.name, spec)
    with Server(scratch / "data", game=spec) as server:
        table = server.host.new_table(GAME, confirm=False)["table"]
        server.host.decide(table, 0, "b2")
    spec.write_text(spec.read_text().replace("domain: empty", "domain: empty except {b2}"))
    with Server(scratch / "data", "--dev", game=spec) as server:
        wait_for(lambda: dev(server), lambda said: said and said["ok"])
        assert server.host.table(table)["view"]["number"] == 1
        assert server.host.decide(table, 1, "a1").status == 200
        assert server.host.decide(table, 2, "c3").status == 200
        fresh = server.host.new_table(GAME, confirm=False)["table"]
        assert server.host.decide(fresh, 0, "b2").status == 409


def check_it_needs_a_game(_):
    assert Run("serve", "--dev", "--port", "0").status == 2


main(globals())
