#!/usr/bin/python3
"""`engine`: every request gets exactly one answer, whatever it is."""

import json
import subprocess

from harness import (BINARY, BOARD_GAME, CARD_GAME, SECRETS, TOP, Engine, Run, main, variant,
                     with_dice, without_turns)


def started(game=BOARD_GAME, **members):
    engine = Engine(game)
    answer = engine.ask("new", **members)
    assert answer["ok"], answer
    return engine


def check_a_whole_game(_):
    engine = started(seed=3)
    for cell, decider in zip(("a1", "a2", "b1", "b2"), ("X", "O", "X", "O")):
        legal = engine.ask("legal")
        assert legal["ok"] and legal["decider"] == decider and legal["prompt"], legal
        assert cell in [option["id"] for option in legal["options"]], legal
        assert engine.ask("apply", option=cell)["ok"]
    end = engine.ask("apply", option="c1")
    assert end["over"] and end["decider"] is None and end["outcome"]["winner"] == "X", end
    assert engine.ask("legal")["options"] == []
    assert not engine.ask("apply", option=0)["ok"]
    assert engine.ask("quit") == {"ok": True} and engine.close() == 0


def check_forced_decisions_are_asked(_):
    """The only action of the game, and then the cell; the last cell too."""
    engine = started(seed=3, forced="ask")
    asked = []
    for cell in ("a1", "a2", "a3", "b1", "b3", "b2", "c1", "c3", "c2"):
        for wanted in (None, cell):
            options = [option["id"] for option in engine.ask("legal")["options"]]
            asked.append(len(options))
            assert engine.ask("apply", option=wanted or options[0])["ok"]
    assert asked[0::2] == [1] * 9 and asked[1::2] == list(range(9, 0, -1)), asked
    assert not engine.ask("new", forced="never")["ok"] and engine.ask("new", forced="game")["ok"]
    engine.close()


def check_the_members_of_an_option(_):
    engine = started()
    options = engine.ask("legal")["options"]
    assert len(options) == 9, options
    assert all(list(option) == ["id", "label", "kind", "subject", "count"] for option in options), \
        options
    assert options[0]["kind"] == "space" and options[0]["subject"] == options[0]["id"], options[0]
    engine.close()


def check_ways_out_are_told(_):
    engine = started("fire-in-the-lake", seed=3)
    options = {option["id"]: option for option in engine.ask("legal")["options"]}
    assert options["pass"]["kind"] == "action" and options["pass"]["wayOut"] == "skip", options
    assert "wayOut" not in options["operation"], options
    engine.close()


def check_the_text_of_a_card_stands_with_its_parts(_):
    engine = started("tests/cli/fixtures/omens.game-spec.md")
    legal = engine.ask("legal")
    assert legal["card"] == "comet" and legal["prompt"] == "Which side of The Comet?", legal
    assert [option["text"] for option in legal["options"]][1] == "A drought begins.", legal
    engine.close()


def check_why_something_is_not_offered(_):
    engine = started("tests/fixtures/why.game-spec.md")
    answer = engine.ask("why", thing="build")
    assert answer["ok"] and answer["why"] == "Build: Gold is 2 and must be at least 3.", answer
    answer = engine.ask("why", thing="biuld")
    assert not answer["ok"], answer
    assert answer["error"] == "no action or option is called 'biuld'; did you mean 'Build'?", answer
    assert "\"thing\"" in engine.ask("why")["error"]
    engine.close()


def check_values_are_ids(_):
    engine = started("tests/cli/fixtures/omens.game-spec.md")
    for expression, value in (("top(open)", "comet"), ("{c in cards where c == comet}", ["comet"]),
                              ("season", "dry"), ("luck", 2), ("drought", False),
                              ("activePlayer", "Red"), ("stackOf(comet)", "open")):
        answer = engine.ask("eval", expr=expression)
        assert answer["ok"] and answer["value"] == value, (expression, answer)
    engine.close()


def check_options_by_label_id_and_index(_):
    engine = started()
    option = engine.ask("legal")["options"][4]
    hashes = set()
    for spelling in (option["label"], option["id"], 4):
        assert engine.ask("new")["ok"] and engine.ask("apply", option=spelling)["ok"]
        hashes.add(engine.ask("hash")["hash"])
    assert len(hashes) == 1
    assert engine.ask("new")["ok"]
    for half in (option["id"][:1],
                 option["label"].upper() if option["label"].islower() else option["label"].lower(),
                 ""):
        answer = engine.ask("apply", option=half)
        assert not answer["ok"] and "whole id or label" in answer["error"], (half, answer)
    engine.close()


def check_bad_requests_get_an_error_and_the_game_goes_on(_):
    engine = Engine(BOARD_GAME)
    assert "new" in engine.ask("legal")["error"]
    assert engine.ask("new")["ok"]
    before = engine.ask("hash")
    for line in ("", "   ", "{", "[]", "3", '"legal"', "null", '{"cmd":3}', '{"cmd":"apply"}',
                 '{"cmd":"apply","option":99}', '{"cmd":"apply","option":-1}',
                 '{"cmd":"apply","option":"zz"}', '{"cmd":"apply","option":[]}',
                 '{"cmd":"apply","option":1e99}', '{"cmd":"eval"}', '{"cmd":"eval","expr":"1 +"}',
                 '{"cmd":"eval","expr":"nothing-like-it"}',
                 '{"cmd":"do","effects":"nonsense here"}', '{"cmd":"do"}',
                 '{"cmd":"phase","id":"zz"}', '{"cmd":"phase"}', '{"cmd":"rolls"}',
                 '{"cmd":"rolls","values":["a"]}', '{"cmd":"rolls","values":[99999999999]}',
                 '{"cmd":"log","since":-1}', '{"cmd":"log","since":"x"}', '{"cmd":"load"}',
                 '{"cmd":"load","data":{}}', '{"cmd":"load","data":3}',
                 '{"cmd":"state","seat":"zz"}', '{"cmd":"new","seed":-1}',
                 '{"cmd":"new","seed":"x"}', '{"cmd":"new","scenario":"zz"}',
                 '{"cmd":"new","scenario":3}', '{"cmd":"new","options":{"zz":"1"}}',
                 '{"cmd":"new","options":[]}', '{"cmd":"new","deck":["zz"]}',
                 '{"cmd":"new","deck":"zz"}', '{"cmd":"new","deck":[3]}',
                 '{"cmd":"new","sceanrio":"short"}', '{"cmd":"legal","s":1}',
                 '{"cmd":"apply","option":0,"opt":1}', '{"cmd":"undo"}',
                 '{"cmd":"new","cmd":"new"}', "[" * 5000, "\x00", "é"):
        answer = engine.send(line)
        assert answer["ok"] is False and answer["error"], (line, answer)
    assert engine.ask("hash") == before
    assert "Did you mean legal?" in engine.ask("leagl")["error"]
    engine.close()


def check_words_are_never_cut_inside_a_character(_):
    engine = started()
    for length in range(95, 105):
        answer = engine.ask("apply", option="x" * length + "é☺" * 40)
        assert not answer["ok"] and "No option" in answer["error"], answer
    engine.close()


def check_a_line_that_is_too_long(_):
    engine = started()
    answer = engine.send('{"cmd":"apply","option":"' + "x" * (2 << 20) + '"}')
    assert not answer["ok"] and "longer" in answer["error"], answer
    assert engine.ask("hash")["ok"]
    engine.close()


def check_bytes_that_are_no_text(_):
    done = subprocess.run([BINARY, "engine", BOARD_GAME],
                          input=b'\xff\xfe\n{"cmd":"\xff"}\n{"cmd":"new"}\n{"cmd":"hash"}',
                          capture_output=True, cwd=TOP, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [False, False, True, True], done


def check_do_phase_and_rolls_mark_the_session(_):
    engine = started()
    assert engine.ask("eval", expr="size(empty)")["value"] == 9
    assert engine.ask("eval", expr="1 + 1 == 2")["value"] is True
    assert engine.ask("eval", expr="activePlayer")["value"] == "X"
    assert engine.ask("eval", expr="{a1, b2}")["value"] == ["a1", "b2"]
    # looking changes nothing
    assert engine.ask("state")["edited"] is False
    assert engine.ask("record")["record"]["edited"] is False
    assert engine.ask("do", effects="crosses += b2\nempty -= b2")["ok"]
    assert engine.ask("state")["edited"] is True
    assert engine.ask("record")["record"]["edited"] is True
    assert engine.ask("phase", id="play")["ok"]
    assert "b2" not in [option["id"] for option in engine.ask("legal")["options"]]
    assert engine.ask("rolls", values=[1, 2])["ok"]
    engine.close()


def check_what_failed_leaves_no_log(scratch):
    def with_a_trap(text):
        return text.replace("    - id: play\n", """    - id: play
    - id: trap
      onEnter: |
        log "into the trap"
        require won because "{activePlayer} has not won"
""")
    engine = started(variant(scratch, with_a_trap))
    assert engine.ask("apply", option="a1")["ok"]
    before, place = engine.ask("log")["entries"], engine.ask("hash")["hash"]
    answer = engine.ask("phase", id="trap")
    assert not answer["ok"], answer
    assert answer["error"].endswith("prevent it: O has not won (in enter trap)"), answer
    assert engine.ask("log")["entries"] == before and engine.ask("hash")["hash"] == place
    engine.close()


def check_the_log(_):
    engine = started()
    engine.ask("apply", option="a1")
    first = engine.ask("log")
    assert first["ok"] and first["entries"] and first["next"] == len(first["entries"]), first
    assert first["entries"][0]["kind"] == "decision" and first["entries"][0]["seat"] == "X", first
    engine.ask("apply", option="b1")
    rest = engine.ask("log", since=first["next"])
    assert rest["entries"] and rest["entries"][0]["n"] == first["next"], rest
    assert engine.ask("log", since=10**9)["entries"] == []
    engine.close()


def check_save_and_load(_):
    engine = started(seed=11)
    engine.ask("apply", option="b2")
    data, before = engine.ask("save")["data"], engine.ask("hash")
    assert data["format"] == "ludoforge-save" and data["game"] == BOARD_GAME
    engine.ask("apply", option="a1")
    assert engine.ask("load", data=data)["ok"] and engine.ask("hash") == before
    assert engine.ask("apply", option="a1")["ok"]
    other = Engine(BOARD_GAME)
    assert other.ask("load", data=data)["ok"] and other.ask("hash") == before
    assert other.ask("save")["data"] == data
    assert not other.ask("load", data={**data, "identity": "0" * 16})["ok"]
    assert not other.ask("load", data={**data, "game": "zz"})["ok"]
    assert not other.ask("load", data={**data, "state": {}})["ok"]
    assert not other.ask("load", data={**data, "record": None})["ok"]
    assert other.ask("hash") == before
    engine.close()
    other.close()


def check_undo_stops_at_the_other_seat(_):
    engine = started()
    first = engine.ask("hash")
    engine.ask("apply", option="a1")
    # nobody else has decided yet
    assert engine.ask("undo", seat="X")["ok"] and engine.ask("hash") == first
    assert engine.ask("redo")["ok"] and engine.ask("apply", option="b2")["ok"]
    answer = engine.ask("undo", seat="X")
    assert not answer["ok"] and "somebody else has decided" in answer["error"], answer
    assert engine.ask("undo", seat="O")["ok"] and not engine.ask("undo", seat="O")["ok"]
    assert engine.ask("undo", seat="X")["ok"] and engine.ask("hash") == first
    engine.close()


def check_turns_in_one_line(_):
    engine = started()
    for cell in ("a1", "b2"):
        engine.ask("apply", option=cell)
    texts = [turn["text"] for turn in engine.ask("summary")["turns"]]
    assert texts[:2] == ["X: Mark a cell a1", "O: Mark a cell b2"], texts
    engine.close()


def check_undo_within_a_seat(scratch):
    engine = started(variant(scratch, without_turns))
    hashes = []
    for cell in ("a1", "b2", "c1"):
        hashes.append(engine.ask("hash"))
        assert engine.ask("apply", option=cell)["ok"]
    while hashes:
        assert engine.ask("undo")["ok"] and engine.ask("hash") == hashes.pop()
    assert engine.ask("log")["entries"] == [] and engine.ask("record")["record"]["decisions"] == []
    assert not engine.ask("undo")["ok"]
    engine.close()


def check_undo_stops_at_dice(scratch):
    engine = started(variant(scratch, lambda text: with_dice(without_turns(text))))
    assert engine.ask("apply", option="a1")["ok"]
    assert not engine.ask("undo")["ok"]
    engine.close()


def check_rolls_are_fixed(scratch):
    engine = started(variant(scratch, with_dice))
    assert engine.ask("rolls", values=[3, 6])["ok"]
    for cell, value in (("a1", 3), ("b2", 6)):
        since = engine.ask("log")["next"]
        assert engine.ask("apply", option=cell)["ok"]
        rolls = [entry["text"]
                 for entry in engine.ask("log", since=since)["entries"] if entry["kind"] == "log"]
        assert rolls == [f"rolled {value}"], rolls
    engine.close()


def check_a_fixed_deck(_):
    engine = started(CARD_GAME, deck=["jack"])
    assert engine.ask("legal")["options"]
    engine.close()


def check_cards_on_top(scratch):
    engine = started("fire-in-the-lake", top=["card-107", "card-1"])
    assert engine.ask("eval", expr="top(played)")["value"] == "card-107"
    assert engine.ask("eval", expr="top(lookahead)")["value"] == "card-1"
    assert engine.ask("eval", expr="size(deck)")["value"] > 70
    assert not engine.ask("new", top=["card-1"], deck=["card-2"])["ok"]
    record = engine.ask("record")["record"]
    assert record["top"] == ["card-107", "card-1"] and "deck" not in record, record
    path = scratch / "record.json"
    path.write_text(json.dumps(record))
    run = Run("replay", path)
    assert run.status == 0, run
    engine.close()


def check_a_seat_sees_only_its_own_cards(_):
    engine = started(CARD_GAME, seed=4)
    everything = json.dumps(engine.ask("state")["state"])
    seats = [json.dumps(engine.ask("state", seat=seat)["state"]) for seat in ("First", "Second")]
    assert everything not in seats and seats[0] != seats[1]
    engine.close()


def check_a_seat_is_told_only_what_it_may_know(_):
    engine = started(SECRETS, seed=3)
    engine.ask("apply", option="lay")
    chosen = engine.ask("apply", option=0)["applied"]["label"]
    texts = {seat: [entry["text"] for entry in engine.ask("log", seat=seat)["entries"]]
             for seat in ("Red", "Blue")}
    assert texts["Red"][1:] == [chosen, f"{chosen}: Hand (Red) -> Face down"], texts
    assert texts["Blue"][1:] == ["a card", "a card: Hand (Red) -> Face down"], texts
    host = engine.ask("log")["entries"]
    assert host[1]["text"] == chosen and host[1]["public"] == "a card", host
    assert host[1]["knownTo"] == ["Red"], host
    assert not engine.ask("log", seat="Green")["ok"]
    engine.close()


def check_what_was_seen_cannot_be_taken_back(_):
    for peek in ("draw", "take", "steal", "search", "peek", "gamble"):
        engine = started(SECRETS, seed=3)
        engine.ask("apply", option=peek)
        assert not engine.ask("undo")["ok"], peek
        engine.close()


def check_the_record_replays(scratch):
    engine = started(CARD_GAME, seed=9)
    while not engine.ask("legal")["over"]:
        engine.ask("apply", option=0)
    (scratch / "game.json").write_text(json.dumps(engine.ask("record")["record"]))
    run = Run("replay", scratch / "game.json")
    assert run.status == 0, run
    engine.close()


def check_the_end_of_the_input_ends_it(_):
    run = Run("engine", BOARD_GAME, stdin='{"cmd":"new"}')
    assert run.status == 0 and run.json()["ok"], run


main(globals())
