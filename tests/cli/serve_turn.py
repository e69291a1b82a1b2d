#!/usr/bin/python3
"""`serve`: the turn so far and the way back to each of its choices, clicks that come faster than
answers, turns as steps, what an option would do, the log in pages, and decisions with a single
option."""

import threading

from harness import TOP, main
from served import Client, Server

TABLE = TOP / "tests" / "fixtures" / "table.game-spec.md"
TURNS = TOP / "tests" / "fixtures" / "turns.game-spec.md"
BIG = "fire-in-the-lake"


def new_table(server, game, **members):
    made = server.host.new_table(game, **members)["table"]
    return made, f"/api/tables/{made}"


def choose(client, table, *options):
    """Decides by the ids of the decisions; the last view."""
    view = client.table(table)["view"]
    for option in options:
        answer = client.post(f"/api/tables/{table}/decide",
                             {"decision": view["decision"]["id"], "option": option})
        assert answer.status == 200, answer
        view = answer.json["view"]
    return view


def chosen(view):
    return [choice["option"] + "!" * choice["forced"]
            for choice in (view["decision"] or view)["chosen"]]


def check_the_turn_so_far_and_back(scratch):
    with Server(scratch, game=TABLE) as server:
        table, base = new_table(server, "table")
        view = choose(server.host, table, "march", "hill", "march", "ford")
        assert chosen(view) == ["march", "hill", "march", "ford"], view["decision"]["chosen"]
        assert view["decision"]["chosen"][1] == {"index": 1, "prompt": "Where to?",
                                                 "option": "hill", "kind": "space",
                                                 "subject": "hill", "label": "Hill",
                                                 "forced": False}
        back = server.host.good("POST", f"{base}/rewind", {"to": 1})["view"]
        assert chosen(back) == ["march"] and back["number"] == 1 and back["canRedo"], back
        refused = server.host.post(f"{base}/rewind", {"to": 7})
        assert refused.status == 409 and "no choice number 7" in refused.json["error"], refused
        assert server.host.post(f"{base}/rewind", {}).json["code"] == "body"
        view = choose(server.host, table, "ford", "rest")
        assert view["pending"] == "turn" and view["decision"] is None, view
        assert chosen(view) == ["march", "ford", "rest"], view
    with Server(scratch, game=TABLE) as server:  # it is fetched from the store
        view = server.host.table(table)["view"]
        assert chosen(view) == ["march", "ford", "rest"], view
        back = server.host.good("POST", f"{base}/rewind", {"to": 0})["view"]
        assert chosen(back) == [] and back["number"] == 0


def check_options_say_where_they_belong(scratch):
    with Server(scratch, game=TABLE) as server:
        table, _ = new_table(server, "table")
        options = server.host.table(table)["view"]["decision"]["options"]
        assert all(option["group"] == "action" and option["place"] is None for option in options), \
            options
        options = choose(server.host, table, "march")["decision"]["options"]
        assert [o["group"] for o in options] == ["space", "space"], options
        assert [o["place"] for o in options] == [{"space": "hill"}, {"space": "ford"}], options
        table, _ = new_table(server, BIG, seats={}, seed=3)
        options = {o["id"]: o for o in server.host.table(table)["view"]["decision"]["options"]}
        assert options["pass"]["group"] == "wayOut", options["pass"]
        assert options["pass"]["wayOut"] == "skip", options["pass"]


def check_fast_clicks_are_not_lost(scratch):
    """Three spaces are clicked before the first answer is there: all three are chosen, in whatever
    order they arrive."""
    with Server(scratch) as server:
        table, base = new_table(server, BIG, seats={}, confirm=False, seed=3)
        view = server.host.table(table)["view"]
        view = choose(server.host, table, "operation")
        train = next(o["id"]
                     for o in view["decision"]["options"] if o["label"] in ("Train", "Rally"))
        decision = choose(server.host, table, train)["decision"]
        spaces = [o["id"] for o in decision["options"] if o["group"] == "space"][:3]
        assert len(spaces) == 3, decision
        answers = []

        def click(space):
            client = Client(server.port, server.key)
            answers.append(client.post(f"{base}/decide",
                                       {"decision": decision["id"], "option": space}))
        first = server.host.post(f"{base}/decide",
                                 {"decision": decision["id"], "option": spaces[0]})
        assert first.status == 200, first
        asked_again = [o["id"] for o in first.json["view"]["decision"]["options"]]
        threads = [threading.Thread(target=click, args=(space,)) for space in spaces[1:]]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if set(spaces[1:]) <= set(asked_again):  # the game asks for all spaces at once
            assert [a.status for a in answers] == [200, 200], answers
            assert sorted(chosen(server.host.table(table)["view"])[2:]) == sorted(spaces)
        else:
            assert all(a.status == 409 and "no longer" in a.json["error"] for a in answers), answers
        again = server.host.post(f"{base}/decide",
                                 {"decision": decision["id"], "option": spaces[0]})
        assert again.status == 200, "decided twice"
        assert again.json["view"]["number"] == server.host.table(table)["view"]["number"], \
            "decided twice"


def check_clicks_that_apply_no_more_are_refused(scratch):
    with Server(scratch, game=TABLE) as server:
        table, base = new_table(server, "table", confirm=False)
        first = server.host.table(table)["view"]["decision"]["id"]
        choose(server.host, table, "march")
        late = server.host.post(f"{base}/decide", {"decision": first, "option": "storm"})
        assert late.status == 409 and late.json["code"] == "stale", late
        assert "no longer" in late.json["error"], late
        server.host.good("POST", f"{base}/undo", {})
        assert server.host.post(f"{base}/decide",
                                {"decision": first, "option": "march"}).status == 409, \
            "the decision was taken back"
        choose(server.host, table, "march", "hill", "rest")
        blue = server.host.table(table)["view"]["decision"]
        choose(server.host, table, "rest", "march")
        late = server.host.post(f"{base}/decide", {"decision": blue["id"], "option": "march"})
        assert late.status == 409, "somebody else has decided since"
        assert server.host.post(f"{base}/decide", {"option": "march"}).json["code"] == "body"


def check_turns_are_steps_in_pages(scratch):
    with Server(scratch, game=TABLE) as server:
        table, base = new_table(server, "table", confirm=False)
        choose(server.host, table, "march", "hill", "rest", "march", "ford", "rest", "march",
               "hill")
        first = server.host.good("GET", f"{base}/turns?limit=2")
        assert [turn["seat"] for turn in first["turns"]] == ["Red", "Blue"], first
        assert first["next"] == 2, first
        step = first["turns"][1]["steps"][0]
        assert step["seat"] == "Blue" and step["verb"] == "march", step
        assert step["space"] == "ford" and step["from"] == "camp", step
        assert step["pieces"] == [{"kind": "blue-scouts", "count": 1}], step
        assert step["why"] == "March", step
        values = [(v["name"], v["before"], v["after"]) for v in step["values"]]
        assert values == [("supplies", 5, 4)], step
        rest = server.host.good("GET", f"{base}/turns?since={first['next']}")
        assert [turn["turn"] for turn in rest["turns"]] == [2] and rest["next"] is None, rest
        assert rest["last"] == {"Red": 2, "Blue": 1}, rest
        page = server.host.good("GET", f"{base}/log?limit=2")
        assert [turn["turn"] for turn in page["turns"]] == [1, 2] and page["previous"] == 1, page
        page = server.host.good("GET", f"{base}/log?before=1&limit=2")
        assert [turn["turn"] for turn in page["turns"]] == [0] and page["previous"] is None, page
        for wrong in ("log?limit=0", "log?before=1&from=0", "turns?since=-1", "turns?limit=501"):
            assert server.host.get(f"{base}/{wrong}").json["code"] == "query", wrong


def check_what_an_option_would_do(scratch):
    with Server(scratch, game=TABLE) as server:
        table, base = new_table(server, "table", confirm=False)
        ahead = server.host.good("GET", f"{base}/ahead")
        move = next(m for m in ahead["moves"] if m["to"] == "hill")
        assert move == {"from": "camp", "to": "hill", "kind": move["kind"], "most": 1,
                        "amount": -1, "path": ["march", "hill"]}, move
        preview = server.host.good("GET", f"{base}/preview?option=march/hill")
        assert preview["options"][0]["steps"][0]["space"] == "hill", preview
        choose(server.host, table, "march")
        preview = server.host.good("GET", f"{base}/preview?option=hill")
        assert preview["decision"] == server.host.table(table)["view"]["decision"]["id"]
        option, = preview["options"]
        assert option["known"] and option["steps"][0]["space"] == "hill", option
        assert option["next"]["prompt"], option
        assert server.host.table(table)["view"]["number"] == 1, "nothing has happened"
        choose(server.host, table, "hill")
        options = {o["option"]: o for o in server.host.good("GET", f"{base}/preview")["options"]}
        assert options["storm"] == {"option": "storm", "known": False}, options["storm"]
        assert server.host.get(f"{base}/preview?option=none").json["code"] == "option"


def check_single_options_are_shown(scratch):
    with Server(scratch, game=TURNS) as server:
        table, base = new_table(server, "turns", confirm=False, forced="show")
        view = choose(server.host, table, "build")
        assert chosen(view) == ["build", "site!"], view
        view = choose(server.host, table, "hut")
        assert [o["id"] for o in view["decision"]["options"]] == ["done"], "it would end the turn"
        assert view["decider"] == "Red", "it would end the turn"
        view = server.host.good("POST", f"{base}/rewind", {"to": 1})["view"]
        assert [o["id"] for o in view["decision"]["options"]] == ["site"], view
        view = choose(server.host, table, "site", "stall", "done")
        assert view["decider"] == "Blue", view
        tried = server.host.good("POST", f"{base}/try", {"number": 0})["table"]
        assert chosen(choose(server.host, tried, "build")) == ["build", "site!"]
    with Server(scratch, game=TURNS) as server:
        assert server.host.table(table)["view"]["decider"] == "Blue", \
            "the table is fetched as it was"
        plain, _ = new_table(server, "turns", confirm=False)
        assert chosen(choose(server.host, plain, "build")) == ["build"], \
            "the game takes single options itself"


main(globals())
