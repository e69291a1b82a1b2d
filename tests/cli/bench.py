#!/usr/bin/python3
"""`bench`: its figures, its signature, the comparison with an earlier result, the profile. What it
measures differs from run to run, so only what must hold for every measurement is checked."""

import json
import re
import subprocess

from harness import BOARD_GAME, CARD_GAME, TOP, Run, main

QUICK = ("--seconds", "0.2")
OPERATIONS = ("load_ns", "new_ns", "legal_ns", "list_ns", "apply_ns", "copy_ns", "hash_ns")
LARGEST = 22


def bench(game, *flags):
    run = Run("bench", game, *QUICK, "--json", *flags)
    assert run.status == 0, run
    return run.json()


def write(scratch, result, name="earlier.json"):
    path = scratch / name
    path.write_text(result if isinstance(result, str) else json.dumps(result))
    return path


def grid(scratch, n):
    path = scratch / f"grid-{n}.game-spec.md"
    subprocess.run([TOP / "tests" / "scripts" / "make-grid-game", str(n), "-o", path], check=True)
    return path


def scaled(result, factor):
    """The result as a machine would have given it that is so many times as fast."""
    copy = json.loads(json.dumps(result))
    for figure in copy["operations"].values():
        figure["slices"] = [value / factor for value in figure["slices"]]
    for scenario in copy["scenarios"].values():
        for key in ("games_slices", "decisions_slices"):
            scenario[key]["slices"] = [value * factor for value in scenario[key]["slices"]]
    return copy


def check_the_figures(_):
    result = bench(BOARD_GAME)
    for key in OPERATIONS:
        figure = result["operations"][key]
        assert 0 <= figure["q1"] <= figure["median"] <= figure["q3"], (key, figure)
        assert result[key] == figure["median"] and figure["slices"], key
    assert len(result["operations"]["apply_ns"]["slices"]) == 15
    assert result["game"] == BOARD_GAME and result["without"] == "" and result["state_bytes"] > 0
    assert all(result["program"][key] > 0 for key in ("instructions", "routines", "choices")), \
        result["program"]
    assert {"compiler", "optimised", "processor", "processors", "load"} <= set(result["machine"])
    scenario = result["scenarios"][result["scenario"]]
    assert scenario["games"] == 15 * scenario["slice_games"] and scenario["games_per_s"] > 0
    assert 5 <= scenario["decisions_per_game"] <= 9, scenario
    assert result["games_per_s"] == scenario["games_per_s"]


def check_the_environment(_):
    result = bench(BOARD_GAME, "--api")["api"]
    keys = ("legal_ids_ns", "mask_ns", "apply_id_ns", "tensor_ns", "bytes_ns", "copy_ns",
            "clone_ns", "reset_ns", "batch_sample_ns", "batch_step_ns")
    for key in keys:
        figure = result["figures"][key]
        assert 0 <= figure["q1"] <= figure["median"] <= figure["q3"], (key, figure)
    assert result["figures"]["batch_step_ns"]["median"] > 0
    assert result["figures"]["tensor_ns"]["median"] > 0
    assert result["actions"] == 10 and result["questions"] == 2 and result["numbers"] > 9, result
    run = Run("bench", CARD_GAME, *QUICK, "--api")
    assert run.status == 0, run
    for word in ("legal ids", "mask", "apply by id", "tensor", "batch step", "actions"):
        assert word in run.out, word
    assert "api" not in bench(BOARD_GAME)


def check_the_slowest_decision_names_its_rule(_):
    slowest = bench(BOARD_GAME)["slowest"]
    assert slowest["ms"] > 0 and slowest["steps"] > 0, slowest
    for key in ("place", "heaviest"):
        assert f"{BOARD_GAME}.game-spec.md:" in slowest[key], slowest


MANY_CHOICES = """# Many choices

```yaml
metadata: {{ id: many, name: Many }}
seats: [Ann, Bob]
globalVars:
  - {{ name: turns, type: int, init: 0, min: 0, max: 400 }}
  - {{ name: work, type: int, init: 0, min: 0, max: 1 }}
turnStructure:
  phases:
    - id: play
actions:
  - id: go
    name: Go
    phase: play
    effects: |
      turns += 1
      choose "Which way?"
{options}
terminal:
  checkpoints:
    - {{ id: done, when: turns == 400, winner: activePlayer }}
```
"""


def check_the_slowest_decisions_are_of_different_choices(scratch):
    """One rare choice is slow, a common one nearly as slow every time: both are found, each
    once."""
    options = ['        option "Quick"\n          work = 0']
    for name, rounds in (("Slow", 900), ("Slower", 2000)):
        options.append(f'        option "{name}"\n          choose "{name}: how?"\n'
                       '            option "So"\n'
                       f'              repeat at most {rounds}\n                work = 1 - work\n'
                       f'            option "Not so"\n              work = 0')
    path = scratch / "many.game-spec.md"
    path.write_text(MANY_CHOICES.format(options="\n".join(options)))
    slow = bench(path)["slow"]
    assert 3 <= len(slow) <= 5, slow
    assert [row["ms"] for row in slow] == sorted((row["ms"] for row in slow), reverse=True), slow
    assert len({row["place"] for row in slow}) == len(slow), slow
    assert slow[0]["steps"] > 2 * slow[1]["steps"] > 2 * 900 and slow[2]["steps"] < 900, slow
    assert bench(path)["slowest"]["place"] == slow[0]["place"]


def check_native_code_against_bytecode(_):
    run = Run("bench", BOARD_GAME, *QUICK, "--native=no", "--versus-bytecode")
    assert run.status == 1 and "no native code to measure" in run.err, run
    result = bench(BOARD_GAME, "--native", "--versus-bytecode")["versus_bytecode"]["default"]
    assert result["same_games"] and 0 < result["q1"] <= result["ratio"] <= result["q3"], result
    assert result["native_games_per_s"] > 0 and result["bytecode_games_per_s"] > 0, result
    words = Run("bench", BOARD_GAME, *QUICK, "--versus-bytecode")  # it is in the cache now
    assert words.status == 0 and "same games" in words.out, words


PEERS = """peers:
  - { name: "a snail", game: tic-tac-toe, games_per_s: 0.5 }
  - { name: "light", game: tic-tac-toe, games_per_s: 1.0e+12 }
  - { name: "another", game: connect-four, games_per_s: 1 }
"""


def check_peers(scratch):
    result = bench(BOARD_GAME, "--peers", write(scratch, PEERS, "peers.yaml"))
    snail, light = result["peers"]
    assert snail["name"] == "a snail" and snail["ratio"] > 1 > light["ratio"] > 0, result["peers"]
    median = result["scenarios"][result["scenario"]]["games_slices"]["median"]
    assert snail["ours"] == median and abs(snail["ratio"] - 2 * median) < 1e-6 * median
    again = bench(BOARD_GAME, "--peers",
                  write(scratch, {"peers": [{"name": "a", "game": BOARD_GAME, "games_per_s": 1}]},
                        "p.json"))
    assert [row["name"] for row in again["peers"]] == ["a"]
    assert bench(CARD_GAME, "--peers", scratch / "peers.yaml")["peers"] == []
    run = Run("bench", BOARD_GAME, *QUICK, "--peers", TOP / "docs" / "peers.yaml")
    assert run.status == 0 and "RBG 1.3, native, plain" in run.out, run


def check_wrong_peers_are_refused(scratch):
    wrong = (
        ("peers: 3", "peers"), ("peers:\n  - 3", "map"), ("pears: []", "pears"),
        ("peers:\n  - { name: x", "peers.yaml"),
        ("peers:\n  - { name: x, game: tic-tac-toe }", "needs"),
        ("peers:\n  - { name: x, game: tic-tac-toe, games_per_s: fast }", "above 0"),
        ("peers:\n  - { name: x, game: tic-tac-toe, games_per_s: -1 }", "above 0"),
        ("peers:\n  - { name: x, game: tic-tac-toe, scenario: no, games_per_s: 1 }", "scenario"),
        ("peers:\n  - { name: x, gmae: tic-tac-toe, games_per_s: 1 }", "did you mean game"))
    for text, words in wrong:
        run = Run("bench", BOARD_GAME, *QUICK, "--peers", write(scratch, text, "peers.yaml"))
        assert run.status == 2 and words in run.err and "peers.yaml" in run.err, (text, run)
        assert not run.out, (text, run)
    run = Run("bench", BOARD_GAME, *QUICK, "--peers", scratch / "missing.yaml")
    assert run.status == 2 and "missing.yaml" in run.err, run


def check_every_scenario_is_measured_or_the_one_given(_):
    several = "fire-in-the-lake"
    run = Run("bench", several, "--seconds", "0.1", "--json", timeout=200)
    assert run.status == 0 and set(run.json()["scenarios"]) == {"short", "medium", "full"}, run
    command = ("bench", several, "--seconds", "0.1", "--json", "--scenario", "short")
    one = Run(*command, timeout=200).json()
    assert set(one["scenarios"]) == {"short"} and one["signature"] == run.json()["signature"]
    run = Run("bench", several, "--scenario", "shrt")
    assert run.status == 2 and "Did you mean short?" in run.err, run


def check_the_words(_):
    run = Run("bench", CARD_GAME, *QUICK)
    assert run.status == 0, run
    for word in ("apply", "quartiles", "games/s", "slowest decision", "chosen at", "instructions",
                 "built with", "signature"):
        assert word in run.out, (word, run.out)


def check_the_signature_does_not_depend_on_the_run_or_the_optimisations(scratch):
    for game in (BOARD_GAME, CARD_GAME, grid(scratch, 5)):
        slow = bench(game, "--without", "all")
        assert slow["without"] == "all"
        longer = bench(game, "--seconds", "0.1")
        assert bench(game)["signature"] == longer["signature"] == slow["signature"], game


def check_single_optimisations_are_left_out(scratch):
    with_all = bench(BOARD_GAME)
    names = list(with_all["optimisations"])
    assert {"fold", "inline"} < set(names) and all(with_all["optimisations"].values()), with_all
    for left_out in ("fold,inline", *names):
        assert bench(BOARD_GAME, "--without", left_out)["signature"] == with_all["signature"], \
            left_out
    sizes = {bench(grid(scratch, 5), "--without", left_out)["program"]["instructions"]
             for left_out in ("", "fold,inline", "all")}
    assert len(sizes) == 3, sizes
    run = Run("bench", BOARD_GAME, *QUICK, "--without", "fold,inline", "--against",
              write(scratch, with_all))
    assert run.status == 0 and "choices, without fold,inline\n" in run.out, run
    left_out = re.search("optimisations left out +nothing +fold,inline\n", run.out)
    assert left_out and "the signature is the same" in run.out, run


def check_the_steps_play_the_same_games(_):
    result = bench(CARD_GAME, "--steps")
    names, rows = list(result["optimisations"]), result["steps"]
    assert [row["name"] for row in rows] == ["none", *names, *names], rows
    assert [row["single"] for row in rows] == [False] * (len(names) + 1) + [True] * len(names), rows
    assert rows[0]["without"] == ",".join(names) and rows[len(names)]["without"] == "", rows
    assert rows[-1]["without"] == names[-1] and rows[1]["without"] == ",".join(names[1:]), rows
    for row in rows:
        assert row["same_games"] and row["games_per_s"] > 0, row
        assert row["q1"] <= row["ratio"] <= row["q3"], row
    words = Run("bench", CARD_GAME, *QUICK, "--steps").out
    assert f"all but  {names[0]}" in words and " NO" not in words, words


def check_unknown_optimisations(_):
    for command, left_out, word, near in (("bench", "flod", "flod", "fold"),
                                          ("sim", "fold,inlin", "inlin", "inline"),
                                          ("bench", "al", "al", "all")):
        run = Run(command, BOARD_GAME, "--without", left_out)
        assert run.status == 2 and not run.out and "Choose from:\n  all\n" in run.err, run
        assert f'unknown optimisation "{word}". Did you mean {near}?' in run.err, run
    known = "".join(f"  {name}\n" for name in ["all", *bench(BOARD_GAME)["optimisations"]])
    for left_out in ("fold,,inline", ",", "x" * 500):
        run = Run("bench", BOARD_GAME, "--without", left_out)
        assert run.status == 2 and f"Choose from:\n{known}" in run.err, run


def check_help_lists_the_optimisations(_):
    words = " ".join(Run("help", "bench").out.split())
    for name, text in bench(BOARD_GAME)["optimisations"].items():
        assert f" {name} {text}" in words, (name, words)


def check_games_do_not_depend_on_threads_or_optimisations(scratch):
    for game in (CARD_GAME, grid(scratch, 5)):
        runs = [Run("sim", game, "--games", "60", "--json", *flags).json()["digest"]
                for flags in (("--threads", "1"), ("--threads", "3"), ("--without", "all"),
                              ("--without", "fold,inline"))]
        assert len(set(runs)) == 1, (game, runs)


def check_a_comparison_does_the_same_work(scratch):
    earlier = bench(BOARD_GAME)
    later = bench(BOARD_GAME, "--against", write(scratch, earlier))
    for name, scenario in later["scenarios"].items():
        for key in ("slice_games", "games", "decisions"):
            assert scenario[key] == earlier["scenarios"][name][key], key
    against = later["against"]
    assert against["signature_same"] is True and against["without"] == ""
    figures = against["figures"]
    assert {"apply", "copy", "hash", "legal", "load", "new game"} <= set(figures), figures
    for name, figure in figures.items():
        assert figure["q1"] <= figure["speed"] <= figure["q3"], (name, figure)
        assert figure["verdict"] in ("within noise", "faster", "slower"), figure


def check_what_is_noise_and_what_is_not(scratch):
    earlier = bench(BOARD_GAME)
    for factor, verdict in ((1000, "slower"), (0.001, "faster")):
        result = bench(BOARD_GAME, "--against", write(scratch, scaled(earlier, factor)))
        figures = result["against"]["figures"]
        assert {figure["verdict"] for figure in figures.values()} == {verdict}, figures
    wild = scaled(earlier, 1)
    wild["operations"]["apply_ns"]["slices"] = [10.0**(i % 2 * 8) for i in range(15)]
    figure = bench(BOARD_GAME, "--against", write(scratch, wild))["against"]["figures"]["apply"]
    assert figure["verdict"] == "within noise", figure


def check_a_comparison_in_words(scratch):
    earlier = bench(BOARD_GAME)
    run = Run("bench", BOARD_GAME, *QUICK, "--against", write(scratch, earlier))
    assert run.status == 0 and "the signature is the same" in run.out and "speed" in run.out, run
    earlier["signature"] = "0123456789abcdef"
    run = Run("bench", BOARD_GAME, *QUICK, "--against", write(scratch, earlier))
    assert run.status == 0 and "the signature DIFFERS: 0123456789abcdef" in run.out, run
    result = bench(BOARD_GAME, "--against", scratch / "earlier.json")
    assert result["against"]["signature_same"] is False


def check_wrong_files_are_refused(scratch):
    earlier = bench(BOARD_GAME)
    for content in ("", "no JSON", "[]", "{}", '{"bench": "3"}',
                    json.dumps({**earlier, "bench": 1})):
        run = Run("bench", BOARD_GAME, "--against", write(scratch, content))
        assert run.status == 2 and "not a result of" in run.err and not run.out, (content, run)
    run = Run("bench", CARD_GAME, "--against", write(scratch, earlier))
    assert run.status == 2 and "another game" in run.err, run
    run = Run("bench", BOARD_GAME, "--against", scratch / "missing.json")
    assert run.status == 2 and "missing.json" in run.err, run


def check_a_damaged_result_is_no_crash(scratch):
    earlier = bench(BOARD_GAME)
    for key, value in (("scenarios", []), ("operations", None), ("machine", 3), ("program", "x"),
                       ("signature", 1)):
        bench(BOARD_GAME, "--against", write(scratch, {**earlier, key: value}))
    scenarios = {name: {**scenario, "slice_games": 10**15}
                 for name, scenario in earlier["scenarios"].items()}
    bench(BOARD_GAME, "--against", write(scratch, {**earlier, "scenarios": scenarios}))


def check_the_profile_adds_up(scratch):
    for game in (BOARD_GAME, CARD_GAME, grid(scratch, 6)):
        profile = bench(game, "--profile")["profile"]
        assert profile["decisions"] > 0
        totals = set()
        for table in ("opcodes", "routines", "lines"):
            rows = profile[table]
            assert abs(sum(row["step_share"] for row in rows) - 1) < 1e-6, table
            if profile["samples"] > 0:
                assert (abs(sum(row["time_share"] for row in rows) + profile["outside_share"] - 1)
                        < 1e-6), table
            assert len({row["name"] for row in rows}) == len(rows), table
            totals.add(sum(row["steps"] + row["lookahead_steps"] for row in rows))
        assert len(totals) == 1, totals
        choices = next(row for row in profile["opcodes"] if row["name"] == "CHOOSE")
        assert choices["steps"] + choices["lookahead_steps"] >= profile["decisions"] / 2, choices
        assert any(row["calls"] > 0 for row in profile["routines"])


def check_the_profile_counts_what_looks_ahead(scratch):
    path = scratch / "ahead.game-spec.md"
    spec = (TOP / "data" / "games" / f"{BOARD_GAME}.game-spec.md").read_text()
    path.write_text(spec.replace(
        "      empty -= cell\n",
        "      require cell in spaces and cell in empty\n      empty -= cell\n"))
    rows = bench(path, "--profile")["profile"]["opcodes"]
    assert sum(row["lookahead_steps"] for row in rows) > 0, rows


def check_the_profile_in_words(_):
    run = Run("bench", BOARD_GAME, *QUICK, "--profile")
    for word in ("steps a decision", "by the clock", "opcode", "routine", "line", "CHOOSE"):
        assert word in run.out, (word, run)


def check_generated_games_of_every_size(scratch):
    states = [bench(grid(scratch, n))["state_bytes"] for n in (4, 9, LARGEST)]
    assert states == sorted(states) and states[0] < states[2], states
    assert grid(scratch, 4).read_bytes() == grid(scratch, 4).read_bytes()


main(globals())
