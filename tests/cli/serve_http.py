#!/usr/bin/python3
"""`serve`: requests that two programs on the way may read in two ways are refused, and the
connection is closed: whatever is behind them is not taken for another request."""

import gzip
import http.client
import re
import socket

from harness import BOARD_GAME, SLOW, main
from served import Server

SECOND = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def send(port, data, answers=None):
    """All that comes back until the server closes the connection, or until there are so many
    answers. The second value tells whether it was closed."""
    with socket.create_connection(("127.0.0.1", port), timeout=SLOW) as connection:
        connection.sendall(data)
        got = b""
        try:
            while answers is None or not is_whole(got, answers):
                piece = connection.recv(1 << 16)
                if not piece:
                    return got, True
                got += piece
        except ConnectionResetError:
            return got, True
        return got, False


def is_whole(got, answers):
    """Are these so many answers, the last one with all of its body?"""
    for _ in range(answers):
        head, found, got = got.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
        if not found or length is None or len(got) < int(length[1]):
            return False
        got = got[int(length[1]) :]
    return True


def lines(*more, first=b"GET /api/bots HTTP/1.1", host=b"Host: 127.0.0.1", end=b"\r\n"):
    return end.join([first, host, *more, b"", b""])


def check_what_is_ambiguous_is_refused(scratch):
    with Server(scratch) as server:
        key = b"Authorization: Bearer " + server.key.encode()
        post = b"POST /api/tables HTTP/1.1"
        body = b'{"game":"' + BOARD_GAME.encode() + b'"}'
        length = b"Content-Length: %d" % len(body)
        chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        good = {
            "plain": lines(key),
            "no space behind the colon": lines(key.replace(b": ", b":")),
            "tabs and spaces around a value": lines(key, b"X: \t a \t"),
            "a body": lines(key, length, first=post) + body,
            "chunks": lines(key, b"Transfer-Encoding: chunked", first=post) + chunks,
            "Chunked": lines(key, b"transfer-encoding: Chunked", first=post) + chunks,
            "letters outside of ASCII": lines(key, b"X: \xc3\xa4"),
            "an empty value": lines(key, b"X:"),
            "a query": lines(key, first=b"GET /api/bots?a=b%20c HTTP/1.1"),
        }
        for name, request in good.items():
            got, _ = send(server.port, request, answers=1)
            assert got.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201")), (name, got)
            got, closed = send(server.port, request + lines(key), answers=2)
            assert got.count(b"HTTP/1.1 20") == 2 and not closed, \
                (name, "the connection is not kept", got)
        bad = {"length and encoding": lines(key, length, b"Transfer-Encoding: chunked",
                                            first=post) + chunks,
               "encoding and length": lines(key, b"Transfer-Encoding: chunked", length,
                                            first=post) + chunks,
               "two lengths": lines(key, length, b"Content-Length: 1", first=post) + body,
               "the same length twice": lines(key, length, length, first=post) + body,
               "a list of lengths": lines(key, length + b", 1", first=post) + body,
               "a length with a sign": lines(key, length.replace(b": ", b": +"), first=post) + body,
               "an unknown encoding": lines(key, b"Transfer-Encoding: xchunked",
                                            first=post) + chunks,
               "no encoding": lines(key, b"Transfer-Encoding: identity", first=post),
               "two encodings": lines(key, b"Transfer-Encoding: chunked",
                                      b"Transfer-Encoding: identity", first=post) + chunks,
               "a list of encodings": lines(key, b"Transfer-Encoding: gzip, chunked",
                                            first=post) + chunks,
               "encoding in HTTP/1.0": lines(key, b"Transfer-Encoding: chunked",
                                             first=post.replace(b"1.1", b"1.0")) + chunks,
               "two hosts": lines(key, b"Host: elsewhere.example"),
               "the same host twice": lines(key, b"Host: 127.0.0.1"),
               "no host": lines(key, host=b"X: y"),
               "two authorizations": lines(key, b"Authorization: Bearer x"),
               "bare LF everywhere": lines(key, end=b"\n"),
               "bare LF behind the request line": lines(key).replace(b"1.1\r\n", b"1.1\n", 1),
               "bare LF behind a header": lines(key).replace(b"127.0.0.1\r\n", b"127.0.0.1\n", 1),
               "bare LF behind a header and a space": lines(key).replace(b"127.0.0.1\r\n",
                                                                         b"127.0.0.1 \n", 1),
               "bare LF behind an empty header": lines(b"X:", key).replace(b"X:\r\n", b"X:\n", 1),
               "bare LF behind the last header": lines(key)[:-4] + b"\n\r\n",
               "bare LF at the end": lines(key)[:-2] + b"\n",
               "bare LF twice at the end": lines(key)[:-4] + b"\n\n",
               "bare CR": lines(key, b"X: a\rb"), "NUL in a value": lines(key, b"X: a\0b"),
               "NUL behind the token": lines(key + b"\0x"), "NUL in a name": lines(key, b"X\0y: a"),
               "NUL in the path": lines(key, first=b"GET /api/bots\0x HTTP/1.1"),
               "%00 in the path": lines(key, first=b"GET /api/bots%00x HTTP/1.1"),
               "%00 in the query": lines(key, first=b"GET /api/bots?x=%00 HTTP/1.1"),
               "a space before the colon": lines(key, b"X : y"),
               "a line that goes on": lines(key, b"X: a\r\n b"),
               "a name without letters": lines(key, b": y"),
               "a name with other letters": lines(key, b"X(y): z"),
               "a line without a colon": lines(key, b"Xyz")}
        for name, request in bad.items():
            got, closed = send(server.port, request + SECOND)
            assert got.startswith(b"HTTP/1.1 400"), (name, got)
            assert got.count(b"HTTP/1.1 ") <= 1 + got.count(b"<html>"), (name, "it goes on", got)
            assert b'"games"' not in got and closed, (name, "it goes on", got)
        assert len(server.host.good("GET", "/api/tables")["tables"]) == 6, \
            "what was refused was not done"
        assert server.host.get("/api/games").status == 200


def fetch(port, path, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SLOW)
    connection.putrequest("GET", path, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def check_answers_are_compressed_for_those_who_read_it(scratch):
    with Server(scratch) as server:
        key = {"Authorization": "Bearer " + server.key}
        for path in ("/assets/table.js", "/assets/table.css", "/api/games",
                     "/api/games/" + BOARD_GAME):
            plain, text = fetch(server.port, path, **key)
            assert plain.status == 200 and plain.headers["Content-Encoding"] is None, path
            assert plain.headers["Vary"] == "Accept-Encoding", path
            for accepted in ("gzip", "br, GZIP;q=0.5", "deflate,gzip", "gzip ;q=1"):
                packed, body = fetch(server.port, path, Accept_Encoding=accepted, **key)
                assert packed.headers["Content-Encoding"] == "gzip", (path, accepted)
                assert gzip.decompress(body) == text, path
                assert len(body) < len(text) / 2, (path, len(body), len(text))
            for refused in ("", "identity", "br", "gzip;q=0", "gzip;q=0.00, br", "xgzip",
                            "gzipped"):
                answer, body = fetch(server.port, path, Accept_Encoding=refused, **key)
                assert answer.headers["Content-Encoding"] is None and body == text, (path, refused)
        small, _ = fetch(server.port, "/api/nothing", Accept_Encoding="gzip", **key)
        assert small.status == 404 and small.headers["Content-Encoding"] is None


def check_files_of_the_page_are_asked_for_once(scratch):
    with Server(scratch) as server:
        first, _ = fetch(server.port, "/assets/table.js", Accept_Encoding="gzip")
        tag = first.headers["ETag"]
        for known in (tag, tag.removeprefix("W/"), '"other", ' + tag):
            again, body = fetch(server.port, "/assets/table.js", Accept_Encoding="gzip",
                                If_None_Match=known)
            assert again.status == 304 and body == b"" and again.headers["ETag"] == tag, known
        assert fetch(server.port, "/assets/table.js", If_None_Match='"other"')[0].status == 200


main(globals())
