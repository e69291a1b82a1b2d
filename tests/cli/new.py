#!/usr/bin/python3
"""`ludoforge new`: what it writes is a game that works, and it never writes over anything."""

import os

from harness import Run, main

KINDS = ("grid", "cards", "dice", "war")
SPEC = "my-first-game.game-spec.md"


def check_what_it_writes_works(scratch):
    for kind in KINDS:
        folder = scratch / kind
        folder.mkdir()
        run = Run("new", "my-first-game", "--like", kind, cwd=folder)
        assert run.status == 0 and SPEC in run.out and not run.err, run
        text = (folder / SPEC).read_text()
        assert text.startswith("# My first game\n") and "\n  id: my-first-game\n" in text, text
        assert "\n  name: My first game\n" in text, text
        run = Run("check", SPEC, cwd=folder)
        assert run.status == 0 and not run.err, run
        run = Run("test", SPEC, cwd=folder)
        assert run.status == 0 and "3 passed, 0 failed" in run.out, run
        run = Run("sim", SPEC, "--games", "20", cwd=folder)
        assert run.status == 0, run


def check_nothing_is_written_over(scratch):
    assert Run("new", "my-first-game", cwd=scratch).status == 0
    (scratch / SPEC).write_text("mine")
    run = Run("new", "my-first-game", cwd=scratch)
    assert run.status == 2 and "already exists" in run.err, run
    assert (scratch / SPEC).read_text() == "mine", run
    (scratch / SPEC).unlink()
    run = Run("new", "my-first-game", cwd=scratch)
    assert run.status == 2 and "my-first-game/cases/rules.md already exists" in run.err, run
    assert not (scratch / SPEC).exists(), run


def check_ids_of_games(scratch):
    for name in ("My-Game", "../game", "a--b", "-a", "a-", "", "x" * 64, "a/b", "a b", "1st"):
        run = Run("new", name, cwd=scratch)
        assert run.status == 2 and run.err and os.listdir(scratch) == [], run
    assert Run("new", "x" * 63, cwd=scratch).status == 0


def check_unknown_kinds(scratch):
    run = Run("new", "game", "--like", "card", cwd=scratch)
    assert run.status == 2 and "Did you mean cards?" in run.err and os.listdir(scratch) == [], run
    for kind in KINDS:
        assert kind in run.err, run


def check_a_file_in_the_way_of_the_folder(scratch):
    (scratch / "game").write_text("")
    run = Run("new", "game", cwd=scratch)
    assert run.status == 1 and "game" in run.err, run


main(globals())
