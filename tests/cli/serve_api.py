#!/usr/bin/python3
"""docs/openapi.yaml says what the server does: it has every route and no other, and each answer to
each kind of request is what it says. docs/http.md names every route too."""

import re
import time

import jsonschema
import yaml

from harness import BOARD_GAME, CARD_GAME, SECRETS, TOP, Run, main
from served import Client, Server, join

API = yaml.safe_load((TOP / "docs" / "openapi.yaml").read_text())
RESOLVER = jsonschema.RefResolver("", API)


def resolved(part):
    while "$ref" in part:
        part = RESOLVER.resolve(part["$ref"])[1]
    return part


def operation(method, path):
    """The description of a request, and its path there."""
    bare = path.partition("?")[0]
    for pattern, item in API["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", pattern), bare) and method.lower() in item:
            return item[method.lower()], pattern
    raise AssertionError(f"not described: {method} {path}")


class Checked(Client):
    """A client whose every answer is compared with the description. `seen`: what was asked and
    answered."""

    seen = set()

    def ask(self, method, path, body=None, headers=None, raw=None):
        answer = super().ask(method, path, body, headers, raw)
        described, pattern = operation(method, path)
        responses = described["responses"]
        response = resolved(responses.get(str(answer.status), responses["default"]))
        assert answer.status >= 400 or str(answer.status) in responses, (method, path, answer)
        schema = response["content"]["application/json"]["schema"]
        validator = jsonschema.Draft202012Validator(schema, resolver=RESOLVER)
        errors = [f"{error.json_path}: {error.message[:300]}"
                  for error in validator.iter_errors(answer.json)]
        assert not errors, (method, path, answer.status, errors)
        self.seen.add((method, pattern, answer.status))
        if answer.status < 400 and "requestBody" in described and raw is None:
            wanted = resolved(described["requestBody"])["content"]["application/json"]["schema"]
            jsonschema.Draft202012Validator(wanted, resolver=RESOLVER).validate(body or {})
        return answer


def check_the_description_has_every_route(_):
    source = (TOP / "src" / "tool" / "serve" / "route.c").read_text()
    routes = set(re.findall(r'^ *\{"([A-Z]+)", "([^"]+)", [A-Z]+, handle_', source, re.MULTILINE))
    described = {(method.upper(), re.sub(r"\{\w+\}", "*", path))
                 for path, item in API["paths"].items() for method in item
                 if method != "parameters"}
    assert len(routes) > 20 and routes == described, routes ^ described
    words = (TOP / "docs" / "http.md").read_text()
    for _, path in routes:
        assert path.rpartition("/")[2] in ("*", "") or path.rpartition("/")[2] in words, path


def check_it_is_valid(_):
    assert API["openapi"].startswith("3.1")
    for schema in API["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)

    def references(part):
        if isinstance(part, dict):
            yield from [part["$ref"]] if "$ref" in part else []
            for item in part.values():
                yield from references(item)
        elif isinstance(part, list):
            for item in part:
                yield from references(item)
    for reference in references(API):
        RESOLVER.resolve(reference)


def check_answers_are_what_it_says(scratch):
    with Server(scratch, game=SECRETS) as server:
        host = Checked(server.port, server.key)
        host.good("GET", "/api/games")
        for game in host.good("GET", "/api/games")["games"]:
            host.good("GET", f"/api/games/{game['id']}")
        host.get("/api/games/none")
        host.get("/api/dev")
        host.good("GET", "/api/bots")
        for game in (BOARD_GAME, CARD_GAME, "secrets"):
            play_with_everything(host, game)
        Run("sim", BOARD_GAME, "--games", "1", "--record", scratch)
        host.ask("POST", "/api/records", raw=next(scratch.glob("game-*.json")).read_bytes())
        host.post("/api/records", {})
        host.good("GET", "/api/tables")
        host.post("/api/tables", {"game": "none"})
        described = {(method.upper(), path)
                     for path, item in API["paths"].items() for method in item
                     if method != "parameters"}
        asked = {(method, path) for method, path, status in Checked.seen if status < 400}
        left = described - asked - {("GET", "/api/tables/{table}/events")}
        assert not left, left


def until_ready(client, path):
    """Asks until it is worked out."""
    while (answer := client.get(path)).status == 202:
        time.sleep(0.02)
    assert answer.status == 200, answer
    return answer.json


def play_with_everything(host, game):
    seats = [seat["id"] for seat in host.good("GET", f"/api/games/{game}")["seats"]]
    made = host.new_table(game, seats={seats[0]: "me", seats[1]: "open"}, confirm=True,
                          name="a table")
    base = f"/api/tables/{made['table']}"
    link = host.good("POST", f"{base}/invitations", {"seat": seats[1]})["invitation"]
    other = Checked(host.port,
                    Checked(host.port).good("POST", "/api/join", {"invitation": link})["token"])
    link = host.good("POST", f"{base}/invitations", {"seat": None})["invitation"]
    looker = Checked(host.port, join(host.port, link).token)
    for client in (host, other, looker):
        for path in ("", "/log", "/log?limit=1", "/log?before=1", "/log?limit=0",
                     "/turns", "/turns?since=1&limit=1", "/turns?since=x",
                     "/preview", "/preview?option=nothing", "/preview?option=nothing/", "/ahead",
                     "/at?number=0", "/at?number=99", "/rule", "/rule?about=nothing",
                     "/advice", "/chances", "/reasons", "/review", "/notes", "/chat", "/record",
                     "/game", "/why?thing=nothing", f"/why?thing={seats[1]}"):
            client.get(base + path)
        client.post(f"{base}/chat", {"text": "hello"})
        client.ask("PUT", f"{base}/notes", {"text": "mine"})
        client.post(f"{base}/decide", {"number": 7, "option": "x"})
    looker.ask("DELETE", base)
    people = {seats[0]: host, seats[1]: other}
    for step in ("undo", "redo", "undo-turn", None, "rewind", "confirm", None, "rollback"):
        view = host.table(made["table"])["view"]
        if view["over"]:
            break
        seat = view["waiting"] or view["decider"]
        if not view["waiting"] and step != "redo":
            option = people[seat].table(made["table"], seat)["view"]["decision"]["options"][0]["id"]
            people[seat].decide(made["table"], view["number"], option, seat=seat)
        if step:
            body = {"rollback": {"turn": 0}, "rewind": {"to": view["number"], "seat": seat}}.get(
                step, {"seat": seat})
            people[seat].post(f"{base}/{step}", body)
    until_ready(host, f"{base}/chances")
    view = host.table(made["table"])["view"]
    if view["waiting"]:
        people[view["waiting"]].post(f"{base}/confirm")
    if not view["over"]:
        until_ready(people[host.table(made["table"])["view"]["decider"]], f"{base}/advice")
    tried = other.good("POST", f"{base}/try", {"number": 0, "name": "A trial"})["table"]
    assert other.good("GET", f"/api/tables/{tried}")["table"]["name"] == "A trial"
    assert "A trial" in [one["name"] for one in other.good("GET", "/api/tables")["tables"]]
    assert other.post(f"{base}/try", {"number": 0, "name": "x" * 200}).json["code"] == "body"
    other.table(tried)
    other.post(f"/api/tables/{tried}/rollback", {"turn": 0})
    host.post(f"{base}/seats/{seats[1]}", {"who": "bot:random"})
    host.post(f"{base}/seats/{seats[1]}", {"who": "me"})
    host.good("GET", f"{base}/record")
    host.post(f"{base}/draw", {"seat": seats[0], "answer": "offer"})
    host.post(f"{base}/draw", {"seat": seats[0], "answer": "decline"})
    host.post(f"{base}/draw", {"seat": seats[0], "answer": "perhaps"})
    host.post(f"{base}/resign", {"seat": seats[0]})
    until_ready(looker, f"{base}/review")
    host.post(f"{base}/rollback", {"turn": 0})
    host.ask("DELETE", base)


main(globals())
