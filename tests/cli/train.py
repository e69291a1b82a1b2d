#!/usr/bin/python3
"""`train`: what it writes plays better than chance, the same run gives the same file, and bad input
is refused in words."""

import json
import xml.etree.ElementTree

from harness import BOARD_GAME, CARD_GAME, GAMES, Run, main

LINE_GAME = "connect-four"  # big enough that playing by what was learned shows


def check_learns_and_repeats(scratch):
    files = [scratch / "one.bin", scratch / "two.bin"]
    runs = [Run("train", LINE_GAME, "--games", 4096, "--seed", 1, "--threads", threads, "--rate",
                "0.002", "--hidden", 8, "-o", file, "--curve", scratch / "curve.svg", "--force",
                "--report", "--json", timeout=600)
            for threads, file in ((1, files[0]), (2, files[1]))]
    assert all(run.status == 0 for run in runs), runs[0]
    assert files[0].read_bytes() == files[1].read_bytes()
    result = runs[0].json()
    assert (result["games"], result["failed"]) == (4096, 0)
    # One seat of two wins half of its games by chance; in 64 games 80 % are five deviations above.
    last = result["points"][-1]
    assert last["against_random"] >= 0.8, f"wins {last['against_random']} against random"
    assert last["error"] < last["frequencies"], f"knows no more than frequencies: {last}"
    assert {"seat", "feature", "own", "win", "margin", "importance"} == set(result["weights"][0]), \
        "weights"
    svg = xml.etree.ElementTree.parse(scratch / "curve.svg").getroot()
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"


def check_resumes(scratch):
    whole, parts, kept = scratch / "whole.bin", scratch / "parts.bin", scratch / "kept"
    assert Run("train", BOARD_GAME, "--games", 512, "-o", whole).status == 0
    assert Run("train", BOARD_GAME, "--games", 256, "--run", kept).status == 0
    assert Run("train", BOARD_GAME, "--games", 512, "--resume", kept, "-o", parts).status == 0
    assert whole.read_bytes() == parts.read_bytes()
    other = Run("train", CARD_GAME, "--games", 512, "--resume", kept)
    assert other.status == 1
    assert "belongs to another game" in other.err, other.err


def check_refuses(scratch):
    for arguments, says in (((BOARD_GAME, "--lambda", "1.5"), "--lambda must be at most 1"),
                            ((BOARD_GAME, "--scenario", "nowhere"), "nowhere"),
                            ((BOARD_GAME, "--games", "0"), "--games"),
                            ((BOARD_GAME, "--resume", scratch / "none"), "none")):
        run = Run("train", *arguments)
        assert run.status in (1, 2) and says in run.err, f"{arguments}: {run.status} {run.err}"


def check_check_tells_of_files_that_do_not_fit(scratch):
    spec = scratch / f"{BOARD_GAME}.game-spec.md"
    spec.write_bytes((GAMES / spec.name).read_bytes())
    learned = scratch / BOARD_GAME / "agents" / "value.bin"
    learned.parent.mkdir(parents=True)
    assert "warning" not in Run("check", spec).out, "a game without a file is no matter"
    assert Run("train", BOARD_GAME, "--games", 128, "-o", learned).status == 0
    assert "warning" not in Run("check", spec).out, "a file that fits is no matter"
    Run("train", CARD_GAME, "--games", 128, "-o", learned, "--force")
    run = Run("check", spec)
    assert run.status == 0
    assert "E0708" in run.err and "1 warning" in run.out, run.err
    learned.write_bytes(learned.read_bytes()[:-5])
    found = Run("check", spec, "--json").json()
    assert [(entry["code"], entry["severity"]) for entry in found] == [("E0708", "warning")]
    assert "checksum" in found[0]["message"], json.dumps(found)


main(globals())
