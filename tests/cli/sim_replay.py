#!/usr/bin/python3
"""`sim` and `replay`: results that do not depend on threads, records, and what happens when games
fail."""

import csv
import json
import signal
import subprocess
import time

from harness import BINARY, BOARD_GAME, CARD_GAME, SLOW, TOP, Run, main

FIELDS = ("game scenario seed games completed errors decisions turns seconds games_per_s "
          "decisions_per_s threads wins margins victory length digest").split()


def sim(*flags, game=BOARD_GAME):
    run = Run("sim", game, "--json", *flags)
    assert run.status == 0, run
    return run.json()


def check_the_json_object(_):
    result = sim("--games", "200", "--seed", "5")
    assert list(result) == FIELDS, list(result)
    assert result["games"] == result["completed"] == 200 and result["errors"] == 0
    assert result["seed"] == 5
    assert set(result["wins"]) == set(result["margins"]) and len(result["wins"]) == 2
    assert sum(result["victory"].values()) == 200
    assert 5 <= result["length"]["min"] <= result["length"]["max"] <= 9
    assert result["decisions"] == round(result["length"]["mean"] * 200)
    assert len(result["digest"]) == 16


def check_results_do_not_depend_on_threads(_):
    timing = {"seconds", "games_per_s", "decisions_per_s", "threads"}
    for game in (BOARD_GAME, CARD_GAME):
        results = [{key: value
                    for key, value in sim("--games", "1000", "--threads", t, game=game).items()
                    if key not in timing} for t in (1, 2, 7)]
        assert results[0] == results[1] == results[2], results


def check_seeds_matter(_):
    assert sim("--seed", "1")["digest"] != sim("--seed", "2")["digest"]
    assert sim("--seed", "1")["digest"] == sim("--seed", "1")["digest"]


def check_agents(_):
    greedy = sim("--games", "300", "--agents", "greedy,random")
    first, second = greedy["wins"].values()
    assert first > 2 * second, greedy["wins"]
    run = Run("sim", BOARD_GAME, "--agents", "gredy,random")
    assert run.status == 2 and "Did you mean greedy?" in run.err, run
    run = Run("sim", BOARD_GAME, "--agents", "random,random,random")
    assert run.status == 2 and "2 seats" in run.err, run


def check_greedy_does_not_see_hidden_cards(scratch):
    """Checking after a check ends the hand: who saw the other card would never do it with the lower
    one.

    Nor does the agent play at random: of the hands that it ends so it wins more than half."""
    sim("--games", "2000", "--agents", "random,greedy", "--csv", scratch / "hands.csv",
        game=CARD_GAME)
    rows = list(csv.DictReader((scratch / "hands.csv").open()))
    checked = [int(row["margin_Second"]) for row in rows
               if row["checkpoint"] == "showdown" and row["margin_First"] in ("1", "-1")]
    lost = checked.count(-1)
    assert len(checked) > 200 and 0.05 * len(checked) < lost < 0.45 * len(checked), \
        (lost, len(checked))


def check_the_table_for_people(_):
    run = Run("sim", BOARD_GAME, "--games", "50")
    assert run.status == 0 and "95 % interval" in run.out and "digest" in run.out, run
    assert not run.err, run


def check_csv(scratch):
    file = scratch / "games.csv"
    result = sim("--games", "100", "--threads", "3", "--csv", file)
    rows = list(csv.DictReader(file.open()))
    assert [int(row["game"]) for row in rows] == list(range(100))
    for seat, wins in result["wins"].items():
        assert sum(row["winner"] == seat for row in rows) == wins
    assert sum(int(row["decisions"]) for row in rows) == result["decisions"]


# Three coins are thrown; who has a head has won, together with the others who have one. Without any
# head nobody has.
SHARED = """```yaml
metadata: { id: shared, name: Shared }
seats: [A, B, C]
seatVars: [{ name: heads, type: int, min: 0, max: 1 }]
turnStructure: { phases: [{ id: toss }] }
actions:
  - id: toss
    phase: toss
    effects: |
      for s in seats: s.heads = roll(2) - 1
      if every s in seats where s.heads == 0: check nothing
      check toss
terminal:
  checkpoints:
    - { id: tails, timing: nothing, when: true, draw: true }
    - { id: heads, timing: toss, when: true }
  margins: [{ seat: A, value: A.heads }, { seat: B, value: B.heads }, { seat: C, value: C.heads }]
  ties: shared
```
"""


def check_a_shared_win_is_a_win_of_each(scratch):
    game, folder = scratch / "shared.game-spec.md", scratch / "run"
    game.write_text(SHARED)
    result = sim("--games", "300", "--csv", scratch / "shared.csv", "--run", folder, game=game)
    rows = list(csv.DictReader((scratch / "shared.csv").open()))
    for row in rows:
        assert (row["winner"].split("+") == [seat for seat in "ABC" if row[f"margin_{seat}"] == "1"]
                or (row["winner"] == "" and row["checkpoint"] == "tails")), row
    heads = {seat: sum(row[f"margin_{seat}"] == "1" for row in rows) for seat in "ABC"}
    assert result["wins"] == heads and sum(heads.values()) > 300, (result["wins"], heads)
    assert {row["winner"] for row in rows} == {"", "A", "B", "C", "A+B", "A+C", "B+C", "A+B+C"}
    # People see the same, and only games without any winner as drawn.
    table = Run("sim", game, "--games", "300").out
    drawn = sum(row["winner"] == "" for row in rows)
    assert f"drawn {drawn} " in " ".join(table.split()), (drawn, table)
    # A run is read back as it was written, and continued.
    longer = Run("sim", "--resume", folder, "--games", "400", "--json").json()
    whole = sim("--games", "400", game=game)
    assert longer["wins"] == whole["wins"] and longer["digest"] == whole["digest"], (longer, whole)


def check_rows_with_damaged_winners_are_refused(scratch):
    game, folder = scratch / "shared.game-spec.md", scratch / "run"
    game.write_text(SHARED)
    sim("--games", "50", "--run", folder, game=game)
    kept = (folder / "games.csv").read_text()
    for wrong in ("A+", "+A", "A++B", "A+X", "A B"):
        lines = kept.splitlines()
        fields = lines[10].split(",")
        fields[3] = wrong
        lines[10] = ",".join(fields)
        (folder / "games.csv").write_text("\n".join(lines) + "\n")
        run = Run("sim", "--resume", folder)
        assert run.status == 1 and "this is not game 9 of the run" in run.err, (wrong, run)


def check_a_game_can_be_repeated_by_its_seed(scratch):
    sim("--games", "10", "--csv", scratch / "all.csv")
    row = list(csv.DictReader((scratch / "all.csv").open()))[7]
    sim("--games", "1", "--seed", row["seed"], "--csv", scratch / "one.csv")
    assert list(csv.DictReader((scratch / "one.csv").open()))[0]["hash"] == row["hash"]


def check_records_replay(scratch):
    for game in (BOARD_GAME, CARD_GAME):
        sim("--games", "12", "--record", scratch / game, game=game)
        files = sorted((scratch / game).iterdir())
        assert [f.name for f in files] == [f"game-{i:06}.json" for i in range(12)]
        for file in files:
            run = Run("replay", file)
            assert run.status == 0 and run.out.startswith("ok: "), run
        result = Run("replay", files[0], "--json").json()
        assert result["ok"] and result["verified"] == result["decisions"] > 0
        assert result["same_rules"]


def check_replay_tells_the_first_difference(scratch):
    sim("--games", "1", "--record", scratch)
    file = scratch / "game-000000.json"
    good = json.loads(file.read_text())

    def replay(change):
        bad = json.loads(json.dumps(good))
        change(bad)
        file.write_text(json.dumps(bad))
        run = Run("replay", file)
        assert run.status == 1, run
        return run.out + run.err

    def other_hash(record):
        record["decisions"][2]["hash"] = "0" * 16

    def other_option(record):
        record["decisions"][3]["option"] = 1000

    def other_name(record):
        record["decisions"][1]["name"] = "elsewhere"

    def other_outcome(record):
        record["end"]["outcome"]["checkpoint"] = "elsewhere"

    assert "Decision 3" in replay(other_hash)
    assert "Decision 4" in replay(other_option)
    assert "Decision 2" in replay(other_name)
    assert "outcome" in replay(other_outcome)
    assert "set-up differs" in replay(lambda record: record.update(start="0" * 16))


def check_replay_refuses_what_is_no_record(scratch):
    file = scratch / "x.json"
    for text in (
        "", "{", "[]", "{}", '{"format":"ludoforge-record"}',
        '{"format":"ludoforge-record","version":1}',
        '{"format":"ludoforge-record","version":1,"start":"0000000000000000",'
        '"decisions":[{"option":-1}]}',
    ):
        file.write_text(text)
        run = Run("replay", file)
        assert run.status in (1, 2) and run.err, run
    assert Run("replay", scratch / "missing.json").status == 1
    assert Run("replay", scratch).status == 1


def check_a_runaway_game_is_an_error(_):
    run = Run("sim", BOARD_GAME, "--games", "5", "--max-decisions", "3", "--json")
    assert run.status == 1 and run.json()["errors"] == 5 and run.json()["completed"] == 0, run
    assert "Runaway" in run.err and "seed" in run.err, run


def check_interrupt_still_reports(_):
    process = subprocess.Popen([BINARY, "sim", BOARD_GAME, "--games", "100000000", "--json"],
                               cwd=TOP, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=SLOW)
    result = json.loads(out)
    assert process.returncode == 130 and 0 < result["completed"] < result["games"], result
    assert "stopped early" in err


def check_unwritable_outputs(_):
    assert Run("sim", BOARD_GAME, "--csv", "/no/such/x.csv").status == 1
    assert Run("sim", BOARD_GAME, "--record", "/no/such/folder").status == 1


main(globals())
