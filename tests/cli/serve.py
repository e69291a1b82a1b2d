#!/usr/bin/python3
"""`serve`: tables over HTTP. Whole games, who may what, what is refused, and what survives a
restart."""

import base64
import hashlib
import json
import socket
import sqlite3
import time

from harness import BOARD_GAME, CARD_GAME, SECRETS, SLOW, TOP, Run, main
from served import Client, Listener, Server, join, play_to_end

NOBODY = "A" * 43  # a token that nobody was given


def two_people(server, game=BOARD_GAME, confirm=False, **members):
    """A table of the board game with two people, by seat, who do not know each other's tokens."""
    seats = [seat["id"] for seat in server.host.good("GET", f"/api/games/{game}")["seats"]]
    made = server.host.new_table(game, seats={seat: "open" for seat in seats}, confirm=confirm,
                                 **members)
    return made["table"], {seat["seat"]: join(server.port, seat["invitation"])
                           for seat in made["seats"]}


def check_games_are_listed_and_described(scratch):
    with Server(scratch) as server:
        listed = {game["id"]: game for game in server.host.good("GET", "/api/games")["games"]}
        assert {BOARD_GAME, CARD_GAME} <= set(listed), listed
        assert [seat["id"] for seat in listed[BOARD_GAME]["seats"]] == ["X", "O"]
        whole = server.host.good("GET", f"/api/games/{BOARD_GAME}")
        assert len(whole["spaces"]) == 9 and "visual" in whole, whole
        assert server.host.get("/api/games/nothing").status == 404


def check_a_game_alone(scratch):
    with Server(scratch) as server:
        table = server.host.new_table(BOARD_GAME, confirm=False)["table"]
        for number, cell in enumerate(("a1", "a2", "b1", "b2", "c1")):
            answer = server.host.decide(table, number, cell)
            assert answer.status == 200 and answer.json["view"]["number"] == number + 1, answer
        view = answer.json["view"]
        assert view["over"] and view["outcome"]["winner"] == "X" and view["decision"] is None, view
        record = server.host.get(f"/api/tables/{table}/record")
        (scratch / "record.json").write_bytes(record.bytes)
        assert Run("replay", scratch / "record.json").out.startswith("ok: 5 decisions verified")


def check_two_people(scratch):
    with Server(scratch) as server:
        table, people = two_people(server)
        view = people["X"].table(table)["view"]
        assert view["decision"]["seat"] == "X" and len(view["decision"]["options"]) == 9
        assert people["O"].table(table)["view"]["decision"] is None
        assert people["O"].decide(table, 0, "a1").status == 409
        assert people["O"].decide(table, 0, "a1", seat="X").status == 403
        assert people["O"].get(f"/api/tables/{table}?seat=X").status == 403
        assert play_to_end(people, table)["over"]


def check_the_same_decision_again_and_another(scratch):
    with Server(scratch) as server:
        table, people = two_people(server)
        first = people["X"].decide(table, 0, "b2")
        again = people["X"].decide(table, 0, "b2")
        assert first.status == again.status == 200 and again.json["view"]["number"] == 1, again
        other = people["X"].decide(table, 0, "a1")
        assert other.status == 409 and other.json["code"] == "stale", other
        assert other.json["view"]["number"] == 1, other
        people["O"].decide(table, 1, "a1")
        assert people["X"].decide(table, 0, "b2").status == 200, "the same again, later"
        assert people["X"].decide(table, 9, "b2").status == 409
        assert people["X"].decide(table, 2, "b2").json["code"] == "refused", "it is taken"
        assert people["X"].post(f"/api/tables/{table}/decide", {"option": "c3"}).status == 400


def check_taking_back_and_confirming(scratch):
    with Server(scratch) as server:
        table, people = two_people(server, confirm=True)
        base = f"/api/tables/{table}"
        view = people["X"].decide(table, 0, "b2").json["view"]
        assert view["pending"] == "turn" and view["waiting"] == "X" and view["canUndo"], view
        other = people["O"].table(table)["view"]
        assert other["pending"] == "nothing" and other["waiting"] == "X", other
        assert other["decision"] is None, other
        assert people["O"].decide(table, 1, "a1").status == 409
        assert people["O"].post(f"{base}/confirm").status == 409
        assert people["O"].post(f"{base}/undo").status == 409
        view = people["X"].post(f"{base}/undo", {"number": 1}).json["view"]
        assert view["number"] == 0 and view["canRedo"], view
        assert people["X"].post(f"{base}/undo", {"number": 1}).json["code"] == "stale"
        view = people["X"].post(f"{base}/redo").json["view"]
        assert view["number"] == 1 and not view["canRedo"], view
        view = people["X"].post(f"{base}/undo-turn").json["view"]
        assert view["number"] == 0
        people["X"].decide(table, 0, "a1")
        assert people["X"].post(f"{base}/confirm", {"number": 1}).status == 200
        assert people["O"].table(table)["view"]["decision"]["seat"] == "O"
        assert people["X"].post(f"{base}/rollback", {"turn": 0}).status == 409, "others play here"


def check_one_person_goes_back_anywhere(scratch):
    with Server(scratch) as server:
        table = server.host.new_table(BOARD_GAME, confirm=False)["table"]
        for number, cell in enumerate(("a1", "a2", "b1")):
            server.host.decide(table, number, cell)
        log = server.host.good("GET", f"/api/tables/{table}/log")["turns"]
        assert [turn["seat"] for turn in log] == ["X", "O", "X"], log
        answer = server.host.post(f"/api/tables/{table}/rollback", {"turn": log[1]["turn"]})
        view = answer.json["view"]
        assert view["number"] == 1 and view["decider"] == "O", view
        then = server.host.good("GET", f"/api/tables/{table}/at?number=0")
        assert then["number"] == 0 and then["position"]["globals"]["empty"].__len__() == 9, then
        assert server.host.get(f"/api/tables/{table}/at?number=2").status == 400


def check_wrong_tokens(scratch):
    with Server(scratch) as server:
        table, people = two_people(server)
        for path in ("/api/games", "/api/tables", f"/api/tables/{table}",
                     f"/api/tables/{table}/events"):
            assert Client(server.port).get(path).status == 401, path
        stranger = Client(server.port, NOBODY)
        assert stranger.get(f"/api/tables/{table}").status == 404
        assert stranger.get("/api/tables/nothing").status == 404
        assert stranger.get("/api/tables").json == {"tables": []}
        assert stranger.post("/api/tables", {"game": BOARD_GAME}).status == 403
        assert people["X"].post("/api/tables", {"game": BOARD_GAME}).status == 403
        assert people["X"].post(f"/api/tables/{table}/seats/O", {"who": "bot:random"}).status == 403
        assert people["X"].post(f"/api/tables/{table}/invitations", {"seat": "O"}).status == 403
        assert people["X"].ask("DELETE", f"/api/tables/{table}").status == 403
        tried = [people["X"].post(f"/api/tables/{table}/try", {"number": 0}).status
                 for _ in range(201)]
        assert tried[0] == 201 and tried[-1] == 429, "tables without end"
        assert Client(server.port).post("/api/join", {"invitation": NOBODY}).status == 404
        assert Client(server.port, "short").get("/api/games").status == 401
        # Only hashes are kept, and the host is nobody at a table without a seat of the host.
        for file in scratch.glob("tables.sqlite*"):
            assert people["X"].token.encode() not in file.read_bytes()
            assert server.key.encode() not in file.read_bytes()
        you = server.host.table(table)["table"]["you"]
        assert you == {"role": "owner", "host": True, "seats": []}
        assert server.host.decide(table, 0, "a1").status == 403


def check_invitations_are_reissued(scratch):
    with Server(scratch) as server:
        made = server.host.new_table(BOARD_GAME, seats={"O": "open"}, confirm=False)
        table, invitation = made["table"], made["seats"][1]["invitation"]
        assert server.host.table(table)["table"]["seats"][1]["who"] == "open"
        secret = "s" * 43
        friend, again = join(server.port, invitation, secret), join(server.port, invitation, secret)
        assert friend.token == again.token, "a lost answer is asked for again"
        # the link alone, in the hands of the one who made it
        for body in ({}, {"secret": "t" * 43}):
            answer = Client(server.port).post("/api/join", {"invitation": invitation, **body})
            assert answer.status == 409 and answer.json["code"] == "taken", answer
            assert "token" not in answer.json, answer
        assert Client(server.port).post("/api/join",
                                        {"invitation": invitation, "secret": "short"}).status == 400
        assert server.host.table(table)["table"]["seats"][1]["who"] == "person"
        listener = Listener(friend, table)
        listener.wait(lambda events: events)
        reissued = server.host.good("POST", f"/api/tables/{table}/invitations", {"seat": "O"})
        fresh = reissued["invitation"]
        with listener.news:
            assert listener.news.wait_for(lambda: listener.ended,
                                          timeout=SLOW), "whoever lost the seat still listens"
        assert friend.get(f"/api/tables/{table}").status == 404
        assert Client(server.port).post("/api/join", {"invitation": invitation}).status == 404
        assert join(server.port, fresh).table(table)["table"]["you"]["seats"] == ["O"]
        assert server.host.post(f"/api/tables/{table}/invitations", {"seat": "X"}).status == 400


def check_a_bot_takes_a_seat(scratch):
    with Server(scratch) as server:
        table, people = two_people(server)
        listener = Listener(people["X"], table)
        people["X"].decide(table, 0, "b2")
        server.host.good("POST", f"/api/tables/{table}/seats/O", {"who": "bot:greedy"})
        listener.wait(lambda _: listener.changes() and listener.changes()[-1]["number"] == 2)
        assert people["O"].get(f"/api/tables/{table}").status == 404, "the seat is another's now"
        assert people["X"].table(table)["view"]["decider"] == "X"
        back = server.host.good("POST", f"/api/tables/{table}/seats/O", {"who": "open"})
        assert join(server.port, back["invitation"]).table(table)["table"]["you"]["seats"] == ["O"]
        assert server.host.post(f"/api/tables/{table}/seats/O", {"who": "bot:nobody"}).status == 400
        listener.close()


def check_bots_alone_play_to_the_end(scratch):
    with Server(scratch) as server:
        table = server.host.new_table(
            BOARD_GAME, seats={"X": "bot:random", "O": "bot:greedy"})["table"]
        listener = Listener(server.host, table)
        deadline = time.time() + SLOW
        while not server.host.table(table)["view"]["over"]:
            assert time.time() < deadline
            time.sleep(0.05)
        listener.close()


def check_onlookers(scratch):
    with Server(scratch) as server:
        table, people = two_people(server, CARD_GAME)
        made = server.host.good("POST", f"/api/tables/{table}/invitations", {"seat": None})
        link = made["invitation"]
        onlooker = join(server.port, link)
        seen = onlooker.table(table)
        assert seen["table"]["you"] == {"role": "onlooker", "host": False, "seats": []}, seen
        assert seen["view"]["decision"] is None and seen["viewer"] is None
        hands = [stack
                 for name, stack in seen["view"]["position"]["stacks"].items()
                 if name.startswith("hand")]
        assert hands and all(isinstance(hand, int) for hand in hands), seen
        assert onlooker.decide(table, 0, "bet").status == 403
        assert onlooker.post(f"/api/tables/{table}/undo").status == 403
        said = onlooker.post(f"/api/tables/{table}/chat", {"text": "hello"})
        assert said.json["chat"][0]["from"] == "onlooker"
        assert onlooker.get(f"/api/tables/{table}/record").status == 403
        assert onlooker.get(f"/api/tables/{table}/advice").status == 403
        assert people["First"].get(f"/api/tables/{table}/record").status == 403


def check_events_tell_of_changes(scratch):
    with Server(scratch) as server:
        table, people = two_people(server)
        listener = Listener(people["O"], table)
        listener.wait(lambda _: listener.changes())
        assert people["X"].table(table)["table"]["seats"][1]["present"], "O listens"
        people["X"].decide(table, 0, "b2")
        listener.wait(lambda _: listener.changes()[-1] == {"version": 1, "number": 1})
        again = Listener(people["O"], table, last=0)
        again.wait(lambda events: events and events[0]["id"] == "1")
        listener.close()
        again.close()


def check_chat_and_notes(scratch):
    with Server(scratch) as server:
        table, people = two_people(server)
        base = f"/api/tables/{table}"
        assert people["X"].post(f"{base}/chat", {"text": "<b>good luck</b> ☺"}).status == 200
        line = people["O"].get(f"{base}/chat").json["chat"][0]
        assert line["from"] == "X" and line["text"] == "<b>good luck</b> ☺", line
        assert people["X"].post(f"{base}/chat", {"text": "x" * 3000}).status == 400
        assert people["X"].ask("PUT", f"{base}/notes", {"text": "mine"}).status == 200
        assert people["X"].get(f"{base}/notes").json == {"text": "mine"}
        assert people["O"].get(f"{base}/notes").json == {"text": ""}


def check_it_goes_on_after_a_restart(scratch):
    with Server(scratch) as server:
        table, people = two_people(server)
        people["X"].decide(table, 0, "b2")
        people["X"].post(f"/api/tables/{table}/undo")
        people["X"].decide(table, 0, "a1")
        people["O"].decide(table, 1, "c3")
        people["X"].post(f"/api/tables/{table}/chat", {"text": "still here"})
        before = people["X"].table(table)
        log = people["X"].get(f"/api/tables/{table}/log").bytes
        key = server.key
    assert Run("serve", "--check", "--data", scratch).out == "ok: 1 tables, 5 events, 0 bad\n"
    with Server(scratch) as server:
        assert server.key == key
        people = {seat: Client(server.port, client.token) for seat, client in people.items()}
        assert people["X"].table(table) == before
        assert people["X"].get(f"/api/tables/{table}/log").bytes == log
        assert people["X"].get(f"/api/tables/{table}/chat").json["chat"][0]["text"] == "still here"
        assert people["O"].decide(table, 1, "c3").status == 200, "the answer may have been lost"
        assert play_to_end(people, table)["over"]
        rows = server.host.good("GET", "/api/tables")["tables"]
        assert rows[0]["id"] == table and rows[0]["finished"] and rows[0]["standing"]["over"], rows


def check_tables_of_before_go_on(scratch):
    """A store that does not know persons yet, with a seat that was taken by its invitation alone:
    the player goes on."""
    with Server(scratch) as server:
        made = server.host.new_table(BOARD_GAME, seats={"O": "open"}, confirm=False)
        table, invitation = made["table"], made["seats"][1]["invitation"]
        server.host.decide(table, 0, "b2")
    word = b"a seat that was taken".ljust(32, b"\0")
    digest = hashlib.blake2b(invitation.encode(), key=word, digest_size=32).digest()
    token = base64.urlsafe_b64encode(digest).decode().rstrip("=")
    with sqlite3.connect(scratch / "tables.sqlite") as db:
        db.execute("INSERT INTO tokens (table_id, hash, role, seat) VALUES (?, ?, 2, 1)",
                   (table, hashlib.blake2b(token.encode(), digest_size=32).digest()))
        for change in ("DROP INDEX tables_maker", "ALTER TABLE tables DROP COLUMN maker",
                       "ALTER TABLE tokens DROP COLUMN person", "PRAGMA user_version = 1"):
            db.execute(change)
    with Server(scratch) as server:
        player = Client(server.port, token)
        assert player.table(table)["table"]["you"]["seats"] == ["O"]
        assert player.decide(table, 1, "a1").status == 200
        answer = Client(server.port).post("/api/join", {"invitation": invitation})
        assert answer.status == 409, ("the link alone opens a seat that is taken", answer)
        assert player.good("POST", f"/api/tables/{table}/try", {"number": 0})["table"]
    assert Run("serve", "--check", "--data", scratch).status == 0


def check_one_server_a_folder(scratch):
    with Server(scratch):
        second = Run("serve", "--port", "0", "--data", scratch)
        assert second.status == 1 and "in use" in second.err, second


def check_backup_while_it_runs(scratch):
    with Server(scratch / "data") as server:
        table, people = two_people(server)
        people["X"].decide(table, 0, "b2")
        (scratch / "copy").mkdir()
        done = Run("serve", "--data", scratch / "data", "--backup",
                   scratch / "copy" / "tables.sqlite")
        assert done.status == 0, done
        people["O"].decide(table, 1, "a1")
    assert Run("serve", "--check", "--data",
               scratch / "copy").out == "ok: 1 tables, 1 events, 0 bad\n"


def check_a_damaged_store_is_told(scratch):
    with Server(scratch) as server:
        sound = server.host.new_table(BOARD_GAME, confirm=False)["table"]
        table, people = two_people(server)
        people["X"].decide(table, 0, "b2")
        people["O"].decide(table, 1, "a1")
    with sqlite3.connect(scratch / "tables.sqlite") as db:
        db.execute("UPDATE events SET payload = replace(payload, 'b2', 'c2') "
                   "WHERE table_id = ? AND number = 1", (table,))
    check = Run("serve", "--check", "--data", scratch)
    assert check.status == 1 and f"table {table}: Event 1" in check.out, check
    assert "1 bad" in check.out, check
    with Server(scratch) as server:
        broken = Client(server.port, people["X"].token).get(f"/api/tables/{table}")
        assert broken.status == 500 and broken.json["code"] == "broken", broken
        assert "Event 1" in broken.json["error"], broken
        assert server.host.table(sound)["view"]["number"] == 0, "the others are as before"


def check_a_store_that_may_not_be_written(scratch):
    (scratch / "tables.sqlite").write_text("this is no store")
    run = Run("serve", "--port", "0", "--data", scratch)
    assert run.status == 1 and "damaged" in run.err, run


def check_records_are_brought_in_and_taken_out(scratch):
    with Server(scratch) as server:
        for game in (BOARD_GAME, CARD_GAME):
            assert Run("sim", game, "--games", "1", "--seed", "5", "--record", scratch).status == 0
            taken = next(scratch.glob("game-*.json"))
            made = server.host.ask("POST", "/api/records", raw=taken.read_bytes())
            assert made.status == 201, made
            table = made.json["table"]
            view = server.host.table(table)["view"]
            assert view["over"], view
            out = server.host.get(f"/api/tables/{table}/record").json
            mine = json.loads(taken.read_text())
            assert [d["hash"] for d in out["decisions"]] == [d["hash"] for d in mine["decisions"]]
            mine["decisions"][0]["name"] = "nothing"
            wrong = server.host.ask("POST", "/api/records", mine)
            assert wrong.status == 400 and wrong.json["code"] == "record", wrong
            taken.unlink()
        assert server.host.ask("POST", "/api/records", {"format": "other"}).status == 400


def check_an_analysis_touches_nothing(scratch):
    with Server(scratch) as server:
        table, people = two_people(server)
        people["X"].decide(table, 0, "b2")
        before = people["X"].table(table)
        made = people["O"].good("POST", f"/api/tables/{table}/try", {"number": 1})["table"]
        view = people["O"].table(made)["view"]
        assert view["decider"] == "O" and view["decision"], view
        assert people["O"].decide(made, view["number"], "a1").status == 200
        assert people["O"].post(f"/api/tables/{made}/undo").status == 200
        assert people["X"].get(f"/api/tables/{made}").status == 404
        assert server.host.get(f"/api/tables/{made}").status == 404
        assert people["X"].table(table) == before
        assert people["O"].post(f"/api/tables/{table}/try", {"number": 7}).status == 400
        assert people["O"].ask("DELETE", f"/api/tables/{made}").status == 200
        assert people["O"].get(f"/api/tables/{made}").status == 404


def check_an_analysis_knows_no_more_than_its_seat(scratch):
    """Over many copies the hidden card of the other is each that it can be; the own one is always
    the true one."""
    with Server(scratch) as server:
        table, people = two_people(server, CARD_GAME, seed=4)
        mine = people["First"].table(table)["view"]["position"]["stacks"]["hand:First"]
        others = set()
        for _ in range(30):
            made = people["First"].good("POST", f"/api/tables/{table}/try", {"number": 0})["table"]
            both = [people["First"].table(made, seat)["view"]["position"]["stacks"][f"hand:{seat}"]
                    for seat in ("First", "Second")]
            assert both[0] == mine, (both, mine)
            others.add(both[1][0])
            assert people["First"].get(f"/api/tables/{made}/record").status in (200, 403)
        assert len(others) == 2, others


def check_a_seed_settles_the_luck_of_bots(scratch):
    with Server(scratch) as server:
        games = []
        for seed in (5, 5, 6):
            table = server.host.post("/api/tables",
                                     {"game": "connect-four",
                                      "seats": {"Red": "bot:random", "Yellow": "bot:random"},
                                      "seed": seed}).json["table"]
            while not server.host.table(table)["view"]["over"]:
                time.sleep(0.05)
            games.append([turn["summary"]
                          for turn in server.host.get(f"/api/tables/{table}/log").json["turns"]])
        assert games[0] == games[1] != games[2], games


def check_rules_and_why_not(scratch):
    with Server(scratch) as server:
        table, people = two_people(server)
        assert people["X"].get(f"/api/tables/{table}/rule").json["text"], \
            "the spec says something above its rule"
        assert people["O"].get(f"/api/tables/{table}/rule").status == 403
        assert people["O"].get(f"/api/tables/{table}/rule?about=mark").json["text"], \
            "what the rules say about an action is for all"
        assert people["O"].get(f"/api/tables/{table}/rule?about=moon").json["text"] == ""
        people["X"].decide(table, 0, "b2")
        assert people["O"].get(f"/api/tables/{table}/why?thing=b2").json["text"], "it is taken"
        assert people["X"].get(f"/api/tables/{table}/why?thing=b2").status == 403, \
            "not the one who decides"
        assert people["O"].get(f"/api/tables/{table}/why?thing=moon").json["code"] == "thing"
        assert people["O"].get(f"/api/tables/{table}/why").status == 400


def check_other_sites_may_not_ask(scratch):
    with Server(scratch) as server:
        path, body = "/api/tables", {"game": BOARD_GAME}
        here = f"http://127.0.0.1:{server.port}"
        assert server.host.post(path, body, Origin=here).status == 201
        for origin in ("http://elsewhere.example", "null", f"http://127.0.0.1:{server.port + 1}",
                       here + ".example"):
            assert server.host.post(path, body, Origin=origin).json["code"] == "origin", origin
        for name in ("elsewhere.example", f"elsewhere.example:{server.port}", ""):
            assert server.host.get("/api/games", Host=name).status in (400, 421), name
            assert server.host.get("/", Host=name).status in (400, 421), name
        assert server.host.get("/api/games", Host=f"localhost:{server.port}").status == 200
        assert server.host.get("/api/games", Host=f"[::1]:{server.port}").status == 200
    with Server(scratch, "--host", "games.example") as server:
        assert server.host.get("/api/games", Host="games.example").status == 200
        assert server.host.post(path, body, Host="games.example",
                                Origin="https://games.example").status == 201


def check_the_page(scratch):
    with Server(scratch) as server:
        anybody = Client(server.port)
        page = anybody.get("/")
        assert page.status == 200 and page.headers["Content-Type"].startswith("text/html"), page
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert page.headers["X-Content-Type-Options"] == "nosniff"
        assert page.headers["Referrer-Policy"] == "no-referrer"
        assert b"<script>" not in page.bytes and b" style=" not in page.bytes
        assert anybody.ask("GET", "/",
                           headers={"If-None-Match": page.headers["ETag"]}).status == 304
        assert anybody.get("/nothing").status == 404
        assert anybody.get("/../meson.build").status == 404
        assert anybody.post("/").status == 405
    with Server(scratch, "--web", TOP / "docs") as server:
        assert Client(server.port).get("/internals.md").status == 200
        assert Client(server.port).get("/../README.md").status == 404


def check_limits(scratch):
    with Server(scratch) as server:
        big = server.host.ask("POST", "/api/tables", raw=b" " * (70 << 10))
        assert big.status == 413 and big.json["code"] == "size", big
        for raw in (b"[1]", b"{", b'{"a":1,"a":2}', b"\xff\xfe", b"null", b"[" * 5000):
            assert server.host.ask("POST", "/api/tables", raw=raw).json["code"] == "json", raw
        for body in ({"game": 3}, {"game": BOARD_GAME, "seats": []},
                     {"game": BOARD_GAME, "seats": {"Z": "me"}},
                     {"game": BOARD_GAME, "seats": {"X": "ghost"}},
                     {"game": BOARD_GAME, "scenario": "nowhere"}, {"game": BOARD_GAME, "seed": "x"},
                     {"game": BOARD_GAME, "options": {"none": 1}}):
            answer = server.host.post("/api/tables", body)
            assert answer.status == 400 and answer.json["error"], (body, answer)
        assert server.host.ask("PATCH", "/api/tables").status == 405
        assert server.host.get("/api/nothing").status == 404
        assert server.host.get("/api/tables/" + "x" * 200).status == 404
    with Server(scratch, rate=5) as server:
        statuses = [server.host.get("/api/games").status for _ in range(60)]
        assert statuses[0] == 200 and 429 in statuses
        assert Client(server.port, NOBODY).get("/api/games").status == 200
        tried = [Client(server.port, f"{number:043}").get("/api/tables").status
                 for number in range(300)]
        assert 429 in tried, "tokens can be tried without end"


def check_a_slow_client_keeps_nobody_waiting(scratch):
    with Server(scratch) as server:
        slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(50)]
        request = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n"
        for number, connection in enumerate(slow):
            connection.sendall(request[:20 + number])
        begin = time.time()
        assert server.host.get("/api/games").status == 200 and time.time() - begin < 5
        # Drop by drop: it is cut off all the same.
        slow[0].settimeout(2)
        ended = False
        while not ended and time.time() - begin < 50:
            try:
                slow[0].sendall(b"x")
                ended = slow[0].recv(1, socket.MSG_DONTWAIT) == b""
            except BlockingIOError:
                time.sleep(1)
            except OSError:
                ended = True
        assert ended, "a request that never ends is kept"
        for connection in slow:
            connection.close()


def check_it_ends_in_order(scratch):
    with Server(scratch) as server:
        table, people = two_people(server)
        listener = Listener(people["X"], table)
        listener.wait(lambda events: events)
        begin = time.time()
        server.stop()
        assert time.time() - begin < 10
        with listener.news:
            assert listener.news.wait_for(lambda: listener.ended,
                                          timeout=SLOW), "the stream goes on"
    assert Run("serve", "--check", "--data", scratch).status == 0


def check_a_hand_is_hidden_from_the_other(scratch):
    with Server(scratch, game=SECRETS) as server:
        table, people = two_people(server, "secrets")
        for seat, other in (("Red", "Blue"), ("Blue", "Red")):
            stacks = people[seat].table(table)["view"]["position"]["stacks"]
            assert len(stacks[f"hand:{seat}"]) == 3 and stacks[f"hand:{other}"] == 3, stacks
            assert stacks["deck"] == 4, stacks
        whole = json.dumps(people["Red"].table(table)["table"])
        assert "seed\"" not in whole and "deck" not in whole, whole


main(globals())
