#!/usr/bin/python3
"""`check`, `compile` and `explain`."""

import json
import subprocess
import time

from harness import BOARD_GAME, GAMES, TOP, Run, main

SPEC = (GAMES / f"{BOARD_GAME}.game-spec.md").read_text()


def broken(scratch):
    path = scratch / "broken.game-spec.md"
    path.write_text(SPEC.replace("seats:", "saets:", 1))
    return path


WRONG_PROMPTS = """```yaml
metadata: { id: a, name: A }
seats: [Red]
globalVars: [{ name: gold, type: int }]
turnStructure:
  phases: [{ id: day, prompt: "Rolled {roll 6}, {gould}", prompts: [{ when: gold, text: x }], \
pass: sleep }]
```
"""


def check_prompts_of_phases_are_checked(scratch):
    spec = scratch / "prompts.game-spec.md"
    spec.write_text(WRONG_PROMPTS)
    run = Run("check", spec)
    assert run.status == 1 and "3 errors" in run.out + run.err, run
    for text in (":6:40: error[E0513]: a text may not roll dice",
                 ":6:50: error[E0501]: unknown name `gould`",
                 ":6:77: error[E0504]: expected a condition, found a number"):
        assert text in run.out + run.err, (text, run)


def check_a_good_game(_):
    run = Run("check", BOARD_GAME)
    assert run.status == 0 and run.out.startswith("ok: ") and "2 seats" in run.out, run
    assert not run.err, run


def check_errors_with_position_and_suggestion(scratch):
    path = broken(scratch)
    run = Run("check", path)
    line = SPEC[:SPEC.index("seats:")].count("\n") + 1
    assert run.status == 1 and f"broken.game-spec.md:{line}:" in run.err and "saets" in run.err, run
    assert "error" in run.err.splitlines()[-1] and "warning" in run.err.splitlines()[-1], run
    assert "\x1b" not in run.err, "colour off a terminal"


def check_errors_as_json(scratch):
    run = Run("check", broken(scratch), "--json")
    assert run.status == 1 and run.json() and not run.err, run
    assert Run("check", BOARD_GAME, "--json").status == 0


def check_a_condition_on_a_wide_range_is_refused(scratch):
    path = scratch / "wide.game-spec.md"
    path.write_text(SPEC.replace(
        "      empty -= cell\n",
        "      empty -= cell\n      choose n in 1..1500 where n > 1\n      log \"{n}\"\n", 1))
    run = Run("check", path)
    assert run.status == 1 and "error[E0606]" in run.err and "1..1500" in run.err, run


def check_a_value_out_of_range_is_told_where_it_is(scratch):
    path = scratch / "zero.game-spec.md"
    path.write_text(SPEC.replace("      empty -= cell\n",
                                 "      empty -= cell\n      won = 7 / (size(empty) - 8) > 3\n", 1))
    line = SPEC[:SPEC.index("      empty -= cell\n")].count("\n") + 2
    run = Run("sim", path, "--games", "1")
    assert run.status == 1 and f"zero.game-spec.md:{line}:" in run.err, run
    assert "error[E0704]" in run.err, run


def check_the_other_commands_refuse_a_broken_game(scratch):
    path = broken(scratch)
    for command in (["compile", path], ["test", path], ["sim", path], ["play", path],
                    ["engine", path], ["bench", path], ["perft", path, "--depth", "1"],
                    ["fuzz", path, "--seconds", "1"]):
        run = Run(*command)
        assert run.status == 1 and "saets" in run.err and not run.out, run


def check_compiled_json_is_canonical(scratch):
    first, second = Run("compile", BOARD_GAME), Run("compile", BOARD_GAME, "--emit=json")
    assert first.status == 0 and first.out == second.out, second
    json.loads(first.out)
    file = scratch / "game.json"
    run = Run("compile", BOARD_GAME, "-o", file)
    assert run.status == 0 and not run.out and file.read_text().rstrip() == first.out.rstrip(), run
    assert [f.name for f in scratch.iterdir()] == ["game.json"], "a temporary file is left"


def check_compiled_json_is_a_game(scratch):
    file = scratch / "game.json"
    assert Run("compile", BOARD_GAME, "-o", file).status == 0
    one, other = (Run("sim", game, "--games", "50", "--json") for game in (BOARD_GAME, file))
    assert other.status == 0, other
    assert one.json()["digest"] == other.json()["digest"]


def check_image_is_a_game(scratch):
    file = scratch / "game.lfi"
    run = Run("compile", BOARD_GAME, "--emit", "image", "-o", file)
    assert run.status == 0 and not run.out, run
    one, other = (Run("sim", game, "--games", "50", "--json") for game in (BOARD_GAME, file))
    assert other.status == 0, other
    assert one.json()["digest"] == other.json()["digest"]
    assert Run("compile", file).out == Run("compile", BOARD_GAME).out
    again = scratch / "again.lfi"
    assert Run("compile", file, "--emit", "image", "-o", again).status == 0
    assert again.read_bytes() == file.read_bytes()


def check_a_damaged_image(scratch):
    file = scratch / "game.lfi"
    assert Run("compile", BOARD_GAME, "--emit", "image", "-o", file).status == 0
    whole = file.read_bytes()
    for damaged in (whole[:-1], whole[:100], whole[:-9] + b"x" + whole[-8:], whole + b"x"):
        file.write_bytes(damaged)
        run = Run("sim", file, "--games", "1")
        assert run.status == 1 and "E0113" in run.err and "--emit image" in run.err, run


def check_disassembly(_):
    run = Run("compile", BOARD_GAME, "--emit", "bytecode")
    assert run.status == 0 and run.out.count("\n") > 20, run


def check_wrong_emit_and_unwritable_file(_):
    assert Run("compile", BOARD_GAME, "--emit", "xml").status == 2
    run = Run("compile", BOARD_GAME, "-o", "/no/such/folder/x.json")
    assert run.status == 1 and "/no/such/folder" in run.err, run


def check_explain(_):
    codes = Run("explain")
    assert codes.status == 0 and codes.out, codes
    code = codes.out.split()[0]
    run = Run("explain", code)
    assert run.status == 0 and len(run.out) > 40, run
    assert Run("explain", "E9999").status == 2
    assert any(entry["code"] == code for entry in Run("explain", "--json").json())


def check_a_large_spec_and_its_gamedef_on_one_line(scratch):
    spec, gamedef = scratch / "big.game-spec.md", scratch / "big.json"
    spec.write_text(subprocess.run([TOP / "tests/scripts/make-big-spec", "400000"],
                                   capture_output=True, text=True, check=True).stdout)
    run = Run("check", spec)
    assert run.status == 0 and run.err == "" and run.out.startswith("ok: "), run
    gamedef.write_text(json.dumps(Run("compile", spec).json(), separators=(",", ":")))
    start = time.monotonic()
    again = Run("check", gamedef)
    assert again.status == 0 and again.out == run.out, again
    assert time.monotonic() - start < 30, "the length of a line counts"


main(globals())
