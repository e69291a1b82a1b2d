#!/usr/bin/python3
"""`serve`: a body with a member that the request does not have, or with one of another type, is
refused by its name, on every route. Which members there are is read from docs/openapi.yaml."""

import json

import jsonschema
import yaml

from harness import BOARD_GAME, CARD_GAME, SECRETS, TOP, Run, main
from served import Server

API = yaml.safe_load((TOP / "docs" / "openapi.yaml").read_text())
RESOLVER = jsonschema.RefResolver("", API)
SAMPLES = ["yes", 5, 1.5, True, None, {"x": "y"}, [[]]]


def resolved(part):
    while isinstance(part, dict) and "$ref" in part:
        part = RESOLVER.resolve(part["$ref"])[1]
    return part


def types_of(schema):
    """The JSON types that a schema names; those of an enumeration by its values."""
    schema = resolved(schema)
    if "enum" in schema:
        return {"string"}
    found = schema["type"]
    return set(found if isinstance(found, list) else [found])


def is_of(value, types):
    kinds = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null",
             dict: "object", list: "array"}
    return kinds[type(value)] in types


def routes():
    """(method, path, members of the body by name) of all requests."""
    for path, item in API["paths"].items():
        for method, described in item.items():
            if method == "parameters":
                continue
            schema = {}
            if "requestBody" in described:
                schema = resolved(
                    resolved(described["requestBody"])["content"]["application/json"]["schema"])
                assert schema.get("additionalProperties") is False, \
                    f"{method} {path} does not say that there are no others"
            yield method.upper(), path, schema.get("properties", {})


def refused(host, method, path, body, name):
    answer = host.ask(method, path, body)
    assert answer.status == 400 and answer.json["code"] == "body", (method, path, body, answer)
    assert f'"{name}"' in answer.json["error"], (method, path, body, answer)


def check_every_route(scratch):
    with Server(scratch) as server:
        host = server.host
        table = host.new_table(BOARD_GAME, seats={"O": "open"}, confirm=False)["table"]
        number = host.table(table)["version"]
        count = 0
        for method, path, members in routes():
            for word, value in (("{table}", table), ("{seat}", "O"), ("{game}", BOARD_GAME)):
                path = path.replace(word, value)
            for name in ("scenari", "Number", "", "a" * 50, "__proto__"):
                refused(host, method, path, {name: 1}, name)
            for name, schema in members.items():
                for value in SAMPLES:
                    if not is_of(value, types_of(schema)):
                        refused(host, method, path, {name: value}, name)
                        count += 1
        assert count > 150, count
        assert host.table(table)["version"] == number, "something was done all the same"
        assert len(host.good("GET", "/api/tables")["tables"]) == 1


def check_members_of_members(scratch):
    with Server(scratch) as server:
        for body, name in (({"clock": {"mainMs": "1"}}, "clock.mainMs"),
                           ({"clock": {"mainMs": 1000, "increment": 1}}, "clock.increment"),
                           ({"seats": {"X": 5}}, "seats.X"), ({"seats": {"X": None}}, "seats.X"),
                           ({"options": {"a": []}}, "options.a"), ({"deck": ["a", 5]}, "deck[1]"),
                           ({"top": [None]}, "top[0]")):
            refused(server.host, "POST", "/api/tables", {"game": BOARD_GAME, **body}, name)
        Run("sim", BOARD_GAME, "--games", "1", "--record", scratch)
        record = json.loads(next(scratch.glob("game-*.json")).read_text())
        assert server.host.post("/api/records", record).status == 201
        for decisions, name in ((None, "decisions"), ({}, "decisions"), ([1], "decisions[0]"),
                                ([{"name": 1}], "decisions[0].name"),
                                ([{"name": "a1", "seat": "X"}], "decisions[0].seat")):
            refused(server.host, "POST", "/api/records", {**record, "decisions": decisions}, name)
        without = {name: value for name, value in record.items() if name != "decisions"}
        assert server.host.post("/api/records", without).status == 400
        long = server.host.post("/api/tables", {"game": BOARD_GAME, "name": "x" * 121})
        assert long.status == 400 and "name" in long.json["error"], long


def check_a_position_is_taken(scratch):
    """Records of games that began at a position come in again."""
    with Server(scratch) as server:
        begin = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
        made = server.host.new_table("chess", position=begin, confirm=False)["table"]
        view = server.host.table(made)["view"]
        server.host.decide(made, 0, view["decision"]["options"][0]["id"])
        record = server.host.good("GET", f"/api/tables/{made}/record")
        assert record["position"] == begin, record
        again = server.host.post("/api/records", record)
        assert again.status == 201, again
        first, second = (server.host.table(table)["view"] for table in (made, again.json["table"]))
        assert first["number"] == second["number"], again


def check_a_fixed_order_of_cards_holds_or_is_refused(scratch):
    with Server(scratch, game=SECRETS) as server:
        def cards(game):
            return [card["id"] for card in server.host.good("GET", f"/api/games/{game}")["cards"]]
        for game, order, word in ((CARD_GAME, cards(CARD_GAME), "deals"),
                                  ("leduc-poker", cards("leduc-poker"), "deals"),
                                  ("secrets", cards("secrets"), "deals"),
                                  ("texas-holdem", cards("texas-holdem"), "shuffles"),
                                  (BOARD_GAME, ["ace"], "stack")):
            answer = server.host.post("/api/tables", {"game": game, "seed": 3, "deck": order})
            assert answer.status == 400 and answer.json["code"] == "setup", (game, answer)
            assert word in answer.json["error"], (game, answer)
        # What is still in the deck may be put in any order.
        plain = server.host.new_table("secrets", seed=3)["table"]
        hands = []
        for seat in ("Red", "Blue"):
            stacks = server.host.table(plain, seat)["view"]["position"]["stacks"]
            hands += stacks[f"hand:{seat}"]
        left = [card for card in cards("secrets") if card not in hands][::-1]
        for key, order in (("deck", left), ("top", left[:2])):
            assert server.host.post("/api/tables",
                                    {"game": "secrets", "seed": 3, key: order}).status == 201, key
        refused_top = server.host.post("/api/tables",
                                       {"game": "secrets", "seed": 3, "top": hands[:1]})
        assert refused_top.status == 400, refused_top
        if Run("check", "fire-in-the-lake").status == 0:
            order = cards("fire-in-the-lake")[:30]
            made = server.host.new_table("fire-in-the-lake", seed=3, deck=order)["table"]
            stacks = server.host.table(made)["view"]["position"]["stacks"]
            assert stacks["played"] == order[:1] and stacks["lookahead"] == order[1:2], stacks
            assert stacks["deck"] == 28, stacks


main(globals())
