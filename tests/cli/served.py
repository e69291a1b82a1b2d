"""A server under test, and clients that talk to it: shared by the serve_*.py scripts."""

import http.client
import json
import os
import random
import socket
import subprocess
import threading
import time
import urllib.parse

from harness import BINARY, SLOW, TOP


def wait_for(what, condition):
    end = time.time() + SLOW
    while not (found := condition()):
        assert time.time() < end, what
        time.sleep(0.02)
    return found


class Answer:
    def __init__(self, response):
        self.status, self.headers, self.bytes = (response.status, dict(response.getheaders()),
                                                 response.read())

    @property
    def json(self):
        return json.loads(self.bytes)

    def __repr__(self):
        return f"{self.status} {self.bytes[:2000]!r}"


class Server:
    """`ludoforge serve` in a folder of its own, or in one that was used before."""

    def __init__(self, data, *arguments, game=None, rate=0):
        self.data = data
        command = [BINARY, "serve", *([str(game)] if game else []), "--port", "0", "--data",
                   str(data), "--rate", str(rate), "--native=no"]
        self.process = subprocess.Popen([*command, *map(str, arguments)], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, cwd=TOP)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"it does not start: {self.process.stderr.read()}")
        self.address = urllib.parse.urlsplit(line.strip())
        self.port = self.address.port
        self.key = urllib.parse.parse_qs(self.address.fragment)["key"][0]
        self.host = Client(self.port, self.key)

    def stop(self):
        self.process.terminate()
        out, err = self.process.communicate(timeout=SLOW)
        assert self.process.returncode in (0, 130), (self.process.returncode, out, err)
        assert "Sanitizer" not in err, err

    def kill(self):
        self.process.kill()
        self.process.communicate(timeout=SLOW)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.process.poll() is None:
            self.kill() if kind else self.stop()


class Client:
    """One token. A connection is kept as long as it lasts."""

    def __init__(self, port, token=None):
        self.port, self.token, self.connection = port, token, None

    def ask(self, method, path, body=None, headers=None, raw=None):
        headers = dict(headers or {})
        if self.token:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        for attempt in (1, 2):
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SLOW)
            try:
                self.connection.request(method, path, body=data, headers=headers)
                return Answer(self.connection.getresponse())
            except (http.client.HTTPException, ConnectionError, socket.timeout):
                self.close()
                if attempt == 2:
                    raise
        return None

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def get(self, path, **headers):
        return self.ask("GET", path, headers=headers)

    def post(self, path, body=None, **headers):
        return self.ask("POST", path, {} if body is None else body, headers)

    def good(self, method, path, body=None):
        answer = self.ask(method, path, body)
        assert answer.status in (200, 201), answer
        return answer.json

    def new_table(self, game, **members):
        return self.good("POST", "/api/tables", {"game": game, **members})

    def table(self, table, seat=None):
        return self.good(
            "GET", f"/api/tables/{table}" + (f"?seat={urllib.parse.quote(seat)}" if seat else ""))

    def decide(self, table, number, option, **members):
        return self.post(f"/api/tables/{table}/decide",
                         {"number": number, "option": option, **members})


def join(port, invitation, secret=None):
    """A new client that has taken the seat of an invitation."""
    body = {"invitation": invitation, **({"secret": secret} if secret else {})}
    token = Client(port).good("POST", "/api/join", body)["token"]
    return Client(port, token)


class Listener:
    """A stream of events, read by a thread of its own."""

    def __init__(self, client, table, last=None, device=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=SLOW)
        headers = {"Authorization": f"Bearer {client.token}",
                   **({"Last-Event-ID": str(last)} if last is not None else {})}
        query = f"?device={device}" if device else ""
        self.connection.request("GET", f"/api/tables/{table}/events{query}", headers=headers)
        self.response = self.connection.getresponse()
        assert self.response.status == 200, self.response.read()
        self.events, self.ended = [], False
        self.news = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        event = {}
        try:
            for line in self.response:
                line = line.decode().rstrip("\n")
                name, _, value = line.partition(": ")
                if line.startswith(":"):
                    continue  # it only keeps the line alive
                if line and name:
                    event[name] = value
                elif event:
                    with self.news:
                        self.events.append(event)
                        self.news.notify_all()
                    event = {}
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass
        with self.news:
            self.ended = True
            self.news.notify_all()

    def wait(self, condition):
        with self.news:
            assert self.news.wait_for(lambda: condition(self.events), timeout=SLOW), self.events
            return list(self.events)

    def changes(self):
        return [json.loads(event["data"]) for event in self.events if event["event"] == "change"]

    def close(self):
        self.connection.sock and self.connection.sock.shutdown(socket.SHUT_RDWR)


def play_to_end(clients, table, seed=1, most=5000):
    """Random decisions by whoever has to decide, until the game is over. `clients`: by seat."""
    rng = random.Random(seed)
    looker = next(iter(clients.values()))
    for _ in range(most):
        view = looker.table(table)["view"]
        if view["over"]:
            return view
        if view["waiting"]:
            answer = clients[view["waiting"]].post(
                f"/api/tables/{table}/confirm", {"number": view["number"], "seat": view["waiting"]})
            assert answer.status == 200, answer
            continue
        mine = clients[view["decider"]]
        own = mine.table(table, view["decider"])["view"]
        option = rng.choice(own["decision"]["options"])["id"]
        answer = mine.decide(table, own["number"], option, seat=view["decider"])
        assert answer.status == 200, answer
    raise AssertionError("it does not end")


def environment_number(name, otherwise):
    return int(os.environ.get(name, otherwise))
