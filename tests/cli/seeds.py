#!/usr/bin/python3
"""Seeds have 64 bits everywhere: flags, saves, records, runs that were written to a folder, rule
cases. A seed up to 2^63 - 1 is a number in JSON, as it always was; a larger one is a text of
digits."""

import csv
import json

from harness import CARD_GAME, GAMES, Engine, Run, main

SEEDS = [0, 1, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1]
WRONG = ["-1", "18446744073709551616", "99999999999999999999999", "1.5", "x", "", "1 ", "+1",
         "0x10"]


def as_json(seed):
    return seed if seed < 2**63 else str(seed)


def check_saves_and_records_of_the_engine(_):
    for seed in SEEDS:
        engine = Engine(CARD_GAME)
        for given in {as_json(seed), str(seed)}:
            assert engine.ask("new", seed=given)["ok"], (seed, given)
        first = engine.ask("state")
        save = engine.ask("save")["data"]
        assert f'"seed": {json.dumps(as_json(seed))}' in json.dumps(save), (seed, save)
        assert engine.ask("record")["record"]["seed"] == as_json(seed), seed
        assert engine.ask("new", seed=7)["ok"]
        assert engine.ask("load", data=save)["ok"], seed
        assert engine.ask("state") == first, seed
        assert engine.ask("record")["record"]["seed"] == as_json(seed), seed
        engine.close()


def check_the_engine_refuses_what_is_no_seed(_):
    engine = Engine(CARD_GAME)
    for wrong in [*WRONG, -1, 1.5, True, []]:
        answer = engine.ask("new", seed=wrong)
        assert not answer["ok"] and "18446744073709551615" in json.dumps(answer), (wrong, answer)
    engine.close()


def check_different_seeds_deal_differently(_):
    """The upper bits count: 2^63 is not taken for 0, nor 2^64 - 1 for 2^63 - 1."""
    hashes = {seed: Run("sim", CARD_GAME, "--games", 20, "--seed", seed, "--json").json()["digest"]
              for seed in SEEDS}
    assert len(set(hashes.values())) == len(SEEDS), hashes


def check_runs_records_and_replay(scratch):
    for seed in SEEDS:
        folder = scratch / str(seed)
        run = Run("sim", CARD_GAME, "--games", 3, "--seed", seed, "--run", folder, "--record",
                  scratch / f"{seed}-games", "--json")
        assert run.status == 0 and run.json()["seed"] == as_json(seed), run
        with open(folder / "games.csv", encoding="utf-8") as rows:
            assert next(csv.DictReader(rows))["seed"] == str(seed)
        records = sorted((scratch / f"{seed}-games").iterdir())
        assert json.loads(records[0].read_text())["seed"] == as_json(seed)
        for record in records:
            replay = Run("replay", record)
            assert replay.status == 0, replay
        report = Run("report", folder, "-o", scratch / "report.html", "--force")
        assert report.status == 0, report
        again = Run("sim", "--resume", folder, "--games", 5, "--seed", seed, "--json")
        assert again.status == 0 and again.json()["games"] == 5, again


def check_flags(scratch):
    for seed in SEEDS:
        for words in (["play", CARD_GAME],
                      ["fuzz", CARD_GAME, "--games", 2, "-o", scratch / str(seed)]):
            run = Run(*words, "--seed", seed, stdin="quit\n")
            assert "takes a whole number" not in run.err and run.status == 0, run
    for wrong in WRONG:
        for words in (["play", CARD_GAME], ["sim", CARD_GAME], ["fuzz", CARD_GAME],
                      ["ladder", CARD_GAME], ["train", CARD_GAME], ["exploit", CARD_GAME]):
            run = Run(*words, f"--seed={wrong}")
            assert run.status == 2 and "18446744073709551615" in run.err, (words, wrong, run)


def check_rule_cases(scratch):
    spec = scratch / f"{CARD_GAME}.game-spec.md"
    spec.write_text((GAMES / spec.name).read_text())
    cases = scratch / CARD_GAME / "cases"
    cases.mkdir(parents=True)
    for seed in [*map(str, SEEDS), *WRONG]:
        (cases / "rules.md").write_text("# Cases\n\n```yaml\ncases:\n  - case: any deal\n"
                                        f"    seed: {json.dumps(seed) if seed in WRONG else seed}\n"
                                        "    expect: size(deck) == 1\n```\n")
        run = Run("test", spec)
        assert (run.status == 0 and "1 passed" in run.out) == (seed not in WRONG), (seed, run)


main(globals())
