#!/usr/bin/python3
"""`serve`: requests that race with each other: joining and reissuing, listing and removing, quotas
asked for by many at once."""

import threading

from harness import BOARD_GAME, main
from served import Client, Server

ROUNDS = 40
RACERS = 6


def race(*racers):
    """Runs all of them at the same moment; what each returned, or the exception that it raised, in
    order."""
    begin, results = threading.Barrier(len(racers)), [None] * len(racers)

    def run(index, racer):
        begin.wait()
        try:
            results[index] = racer()
        except Exception as error:  # pylint: disable=broad-except
            results[index] = error
    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(racers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        if isinstance(result, Exception):
            raise result
    return results


def check_a_revoked_invitation_opens_no_seat(scratch):
    """Whoever joined by a link that was reissued meanwhile has no seat, whichever of the two came
    first."""
    with Server(scratch) as server:
        made = server.host.new_table(BOARD_GAME, seats={"O": "open"}, confirm=False)
        table, link = made["table"], made["seats"][1]["invitation"]
        clients = [Client(server.port) for _ in range(RACERS)]
        alive = joined = 0
        for _ in range(ROUNDS):
            def reissue():
                made = server.host.good("POST", f"/api/tables/{table}/invitations", {"seat": "O"})
                return made["invitation"]
            old, answers = link, []
            joins = [lambda c=client, l=old: c.post("/api/join", {"invitation": l})
                     for client in clients]
            *answers, link = race(*joins, reissue)
            assert all(answer.status in (200, 404, 409) for answer in answers), answers
            tokens = {answer.json["token"] for answer in answers if answer.status == 200}
            joined += len(tokens)
            alive += sum(Client(server.port, token).get(f"/api/tables/{table}").status == 200
                         for token in tokens)
            assert clients[0].post("/api/join",
                                   {"invitation": old}).status == 404, "the old link still opens"
        assert alive == 0, f"{alive} of {joined} tokens of revoked links are alive"


def check_one_of_many_who_join_at_once_has_the_seat(scratch):
    with Server(scratch) as server:
        for _ in range(ROUNDS // 4):
            made = server.host.new_table(BOARD_GAME, seats={"O": "open"})
            link = made["seats"][1]["invitation"]
            answers = race(*[lambda c=Client(server.port): c.post("/api/join", {"invitation": link})
                             for _ in range(RACERS)])
            assert sorted(answer.status for answer in answers) == [200] + [409] * (RACERS - 1), \
                answers


def check_the_list_skips_tables_that_vanish(scratch):
    """Tables are removed while the list is read: the others are listed all the same."""
    with Server(scratch) as server:
        stay = {server.host.new_table(BOARD_GAME)["table"] for _ in range(30)}
        other = Client(server.port, server.key)
        for _ in range(ROUNDS // 4):
            go = [server.host.new_table(BOARD_GAME)["table"] for _ in range(8)]

            def remove():
                for table in go:
                    assert other.ask("DELETE", f"/api/tables/{table}").status == 200

            def read():
                return [[row["id"] for row in server.host.good("GET", "/api/tables")["tables"]]
                        for _ in range(8)]
            lists, _ = race(read, remove)
            for listed in lists:
                assert stay <= set(listed), f"{len(stay - set(listed))} of {len(stay)} are missing"


def check_a_quota_holds_against_many_at_once(scratch):
    """A person who asks for analyses at several tables at once gets no more of them."""
    with Server(scratch) as server:
        made = server.host.new_table(BOARD_GAME, seats={"O": "open"})
        token = Client(server.port).good("POST", "/api/join",
                                         {"invitation": made["seats"][1]["invitation"]})["token"]
        tables = [made["table"]]
        first = Client(server.port, token)
        tables += [first.good("POST", f"/api/tables/{made['table']}/try", {"number": 0})["table"]
                   for _ in range(RACERS - 1)]

        def ask(table):
            client = Client(server.port, token)
            return sum(client.post(f"/api/tables/{table}/try", {"number": 0}).status == 201
                       for _ in range(40))
        got = sum(race(*[lambda t=table: ask(t) for table in tables])) + RACERS - 1
        assert got == 200, got


main(globals())
