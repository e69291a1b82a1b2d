#!/usr/bin/python3
"""Commands, flags, help, and how games are found."""

import os
import pathlib
import re
import shutil
import subprocess

from harness import BINARY, BOARD_GAME, CARD_GAME, GAMES, SLOW, TOP, Run, main


def check_help_leads_with_examples(_):
    run = Run("--help")
    assert run.status == 0 and run.out.index("Examples:") < run.out.index("Commands:"), run
    assert Run("help").out == run.out


def check_without_a_command_and_a_terminal_help_is_printed(_):
    run = Run()
    assert run.status == 0 and run.out == Run("help").out and not run.err, run


def check_the_demo_plays_the_default_game_as_a_story(scratch):
    for path in (BOARD_GAME, CARD_GAME):
        shutil.copy(GAMES / f"{path}.game-spec.md", scratch)
    (scratch / "default").write_text(f"{BOARD_GAME}\n")
    run = Run("demo", environment={"LUDOFORGE_GAMES": str(scratch)})
    assert run.status == 0 and "The game is over" in run.out, run
    assert re.search("^   0 X: Mark", run.out, re.MULTILINE) and "Try next:" in run.out, run
    (scratch / "examples").write_text(f"demo {CARD_GAME} --seed 2\n")
    run = Run("demo", environment={"LUDOFORGE_GAMES": str(scratch)})
    assert run.status == 0 and "a short game of\nKuhn poker" in run.out, run


def check_a_story_is_short(_):
    """Random play takes the most turns."""
    for seed in range(4):
        run = Run("play", "fire-in-the-lake", "--no-input", "--story", "--seed", seed)
        assert run.status == 0 and "The game is over" in run.out, run
        lines = run.out.splitlines()
        assert len(lines) <= 140 and max(map(len, lines)) <= 80, run


def check_help_for_an_empty_command_is_a_usage_error(_):
    run = Run("")
    assert run.status == 2 and not run.out and "unknown command" in run.err, run


def commands():
    """Those that help lists."""
    listed = Run("help").out.partition("Commands:\n")[2].partition("\n\n")[0]
    return [line.split()[0] for line in listed.splitlines()]


# Examples that wait for a browser, need files of the reader, or play for long.
NOT_RUN = re.compile(r"serve|my-game|^ludoforge$|^ludoforge demo$|--native")


def check_the_examples_of_help_work_when_pasted(scratch):
    for command in [*commands(), ""]:
        folder = scratch / (command or "program")
        folder.mkdir()
        text = Run("help", *([command] if command else [])).out
        for line in text.partition("Examples:\n")[2].partition("\n\n")[0].splitlines():
            line = line.partition("#")[0].strip()
            if NOT_RUN.search(line) and not line.startswith("ludoforge new"):
                continue
            environment = {**os.environ,
                           "PATH": f"{pathlib.Path(BINARY).parent}:{os.environ['PATH']}"}
            done = subprocess.run(["bash", "-c", line], cwd=folder, env=environment, check=False,
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  timeout=SLOW)
            assert done.returncode == 0, (line, done)


def check_exit_codes_are_explained(_):
    run = Run("help", "exit-codes")
    assert run.status == 0 and all(f" {code}  " in run.out for code in (0, 1, 2, 130)), run


def check_old_names_of_flags_still_work(scratch):
    for words in (("fuzz", BOARD_GAME, "--runs", 3, "-o", scratch / "finds"),
                  ("exploit", CARD_GAME, "--agent", "random"),
                  ("train", BOARD_GAME, "--games", 128, "--checkpoint", scratch / "checkpoint"),
                  ("train", BOARD_GAME, "--minutes", 0.001),
                  ("build", BOARD_GAME, "--jobs", 1, "-o", scratch / "game.so")):
        run = Run(*words)
        assert run.status == 0, run


def check_nothing_is_overwritten_without_force(scratch):
    games = scratch / "games"
    assert Run("sim", BOARD_GAME, "--games", 2, "--record", games).status == 0
    assert Run("sim", BOARD_GAME, "--games", 2, "--run", scratch / "run").status == 0
    record = games / "game-000000.json"
    for words in (("compile", BOARD_GAME, "-o"), ("compile", BOARD_GAME, "--output"),
                  ("sim", BOARD_GAME, "--games", 2, "--csv"),
                  ("analyse", record, "--quick", "-o"), ("report", scratch / "run", "-o"),
                  ("ladder", BOARD_GAME, "--agents", "random", "-o"),
                  ("train", BOARD_GAME, "--games", 128, "-o"),
                  ("train", BOARD_GAME, "--games", 128, "--run"),
                  ("play", BOARD_GAME, "--no-input", "--record")):
        file = scratch / "mine"
        file.write_text("mine")
        run = Run(*words, file)
        assert run.status == 2 and "--force" in run.err and file.read_text() == "mine", run
        run = Run(*words, file, "--force")
        assert run.status == 0 and file.read_bytes() != b"mine", run
    run = Run("sim", BOARD_GAME, "--games", 2, "--record", games)
    assert run.status == 2 and "--force" in run.err, run
    assert Run("sim", BOARD_GAME, "--games", 2, "--record", games, "--force").status == 0


def check_save_does_not_overwrite(scratch):
    file = scratch / "mine"
    file.write_text("mine")
    run = Run("play", BOARD_GAME, stdin=f"a1\nsave {file}\nquit\n")
    assert f"{file} already exists." in run.out and file.read_text() == "mine", run
    run = Run("play", BOARD_GAME, stdin=f"a1\nsave --force {file}\nb1\nsave {file}\nquit\n")
    assert run.out.count(f"Saved to {file}") == 2, run


def check_seats_are_found_in_any_case(scratch):
    record = scratch / "record.json"
    run = Run("play", BOARD_GAME, "--seat", "x=random", "--seat", "o=RANDOM", "--record", record)
    assert run.status == 2 and "RANDOM" in run.err, run
    run = Run("play", BOARD_GAME, "--seat", "x=random", "--seat", "o=greedy", "--no-input",
              "--record", record)
    assert run.status == 0, run
    assert Run("analyse", record, "--seat", "x", "--quick").status == 0
    run = Run("analyse", record, "--seat", "z", "--quick")
    assert run.status == 2 and 'unknown seat "z"' in run.err and "  X\n  O\n" in run.err, run


def check_quiet(scratch):
    run = Run("play", BOARD_GAME, "--no-input", "-q")
    assert run.status == 0 and "Seed" not in run.out, run
    assert "Seed" in Run("play", BOARD_GAME, "--no-input").out
    run = Run("build", BOARD_GAME, "-o", scratch / "a.so", "--quiet")
    assert run.status == 0 and not run.err, run


def check_sim_fits_80_columns(_):
    for words in (("texas-holdem", "--games", 4, "--agents", "mcts:10,searchers=1"),
                  ("fire-in-the-lake", "--games", 2),
                  ("kalah", "--games", 10, "--versus-option", "seedsAHouse=3")):
        run = Run("sim", *words)
        assert run.status == 0 and all(len(line) <= 80 for line in run.out.splitlines()), run


def check_games_are_listed_from_easy_to_hard(_):
    listed = Run("games", "--json").json()
    levels = [game["difficulty"] for game in listed]
    assert len(listed) == len(list(GAMES.glob("*.game-spec.md"))) and levels == sorted(levels)
    assert all(game["ok"] and game["minutes"] > 0 and game["description"] for game in listed), \
        listed
    assert [game["id"] for game in listed if game["default"]] == ["fire-in-the-lake"], listed
    holdem = next(game for game in listed if game["id"] == "texas-holdem")
    assert (holdem["min_players"], holdem["max_players"]) == (2, 9), holdem
    lines = Run("games").out.splitlines()
    assert all(len(line) <= 80 for line in lines) and len(lines) == len(listed) + 3, lines
    assert [line.split()[0] for line in lines[1:-2]] == [game["id"] for game in listed], lines


def check_a_game_is_described_and_its_names_are_listed(_):
    run = Run("games", "fire-in-the-lake")
    for text in ("Seats:", "Scenarios:", "Options:", "Lessons:", "first-cards", "Westy's War"):
        assert text in run.out, run
    assert Run("games", BOARD_GAME, "--json").json()["seats"] == [
        {"id": "X", "label": "X"}, {"id": "O", "label": "O"}]
    for what, wanted in (("games", BOARD_GAME), ("agents", "greedy")):
        assert wanted in Run("games", "--list", what).out.split(), what
    for what, wanted in (("seats", "ARVN"), ("scenarios", "short"), ("options", "edition"),
                         ("lessons", "first-cards")):
        assert wanted in Run("games", "fire-in-the-lake", "--list", what).out.split(), what
    assert Run("games", "--list", "seats").status == 2
    assert Run("games", BOARD_GAME, "--list", "nothing").status == 2


def check_saves_are_listed(scratch):
    home = {"XDG_STATE_HOME": str(scratch)}
    assert "No unfinished games" in Run("saves", environment=home).out
    Run("play", BOARD_GAME, "--seat", "O=random", stdin="b2\nquit\n", environment=home)
    (scratch / "ludoforge" / "foreign.json").write_text("{}")
    file = scratch / "ludoforge" / f"{BOARD_GAME}.json"
    run = Run("saves", environment=home)
    assert run.status == 0 and "Tic-tac-toe, turn " in run.out and "you play X" in run.out, run
    assert f"ludoforge play {BOARD_GAME} --load {file}" in run.out, run
    saves = Run("saves", "--json", environment=home).json()
    assert [save["game"] for save in saves] == [BOARD_GAME] and saves[0]["seat"] == "X", saves


def check_documents_are_listed_and_shown(_):
    run = Run("docs")
    assert run.status == 0, run
    assert re.search("^sections +Sections of a game$", run.out, re.MULTILINE), run
    assert Run("docs", "sections").out == (TOP / "docs" / "sections.md").read_text()
    path = pathlib.Path(Run("docs", "sections", "--path").out.strip())
    assert path.samefile(TOP / "docs" / "sections.md"), path
    run = Run("docs", "section")
    assert run.status == 2 and "Did you mean sections?" in run.err, run


def check_doctor(scratch):
    checks = {check["check"]: check for check in Run("doctor", "--json").json()}
    assert {"version", "libraries", "games", "documents", "compiler", "cache", "saves", "terminal",
            "port"} <= set(checks), checks
    assert checks["games"]["ok"]
    assert str(len(list(GAMES.glob("*.game-spec.md")))) in checks["games"]["text"]
    run = Run("doctor", environment={"PATH": str(scratch)})
    assert run.status == 1 and re.search("problem +compiler .*\n +Fix: ", run.out), run
    (scratch / "bad.game-spec.md").write_text("no game\n")
    run = Run("doctor", environment={"LUDOFORGE_GAMES": str(scratch)})
    assert run.status == 1 and "ludoforge check bad" in run.out, run


def check_every_command_has_help(_):
    for command in commands():
        long, short = Run(command, "--help"), Run("help", command)
        assert long.status == short.status == 0 and long.out == short.out, long
        assert "Examples:" in long.out and f"ludoforge {command}" in long.out, long
        assert all(len(line) <= 80 for line in long.out.splitlines()), long


def check_version(_):
    assert Run("--version").out == Run("-V").out == Run("version").out
    assert Run("version").out.startswith("ludoforge ")


def check_a_mistyped_command_gets_a_suggestion(_):
    run = Run("chekc", BOARD_GAME)
    assert run.status == 2 and "Did you mean check?" in run.err, run


def check_a_mistyped_flag_gets_a_suggestion(_):
    run = Run("sim", BOARD_GAME, "--game", "3")
    assert run.status == 2 and "Did you mean --games?" in run.err, run


def check_values_of_flags_are_checked(_):
    for flags in (["--games"], ["--games", "x"], ["--games", "0"], ["--games=-3"], ["--seed", "-1"],
                  ["--json=yes"], ["--threads", "99999999999999999999"]):
        run = Run("sim", BOARD_GAME, *flags)
        assert run.status == 2 and run.err and not run.out, run


def check_flags_may_be_written_with_an_equals_sign(_):
    run = Run("sim", "--games=2", "--json", BOARD_GAME)
    assert run.status == 0 and run.json()["games"] == 2, run


def check_superfluous_and_missing_arguments(_):
    assert Run("check").status == 2
    assert Run("check", BOARD_GAME, "more").status == 2


def check_an_unknown_game_gets_a_suggestion_and_the_list(_):
    run = Run("check", BOARD_GAME[:-1])
    assert run.status == 2 and f"Did you mean {BOARD_GAME}?" in run.err, run
    assert "Choose from:" in run.err, run


def check_a_missing_file(_):
    run = Run("check", "no/such.game-spec.md")
    assert run.status == 2 and "no/such.game-spec.md" in run.err, run


def check_games_by_name_by_path_and_by_environment(scratch):
    assert Run("check", BOARD_GAME).status == 0
    assert Run("check", GAMES / f"{BOARD_GAME}.game-spec.md").status == 0
    (scratch / "mine.game-spec.md").write_text((GAMES / f"{BOARD_GAME}.game-spec.md").read_text())
    assert Run("check", "mine", environment={"LUDOFORGE_GAMES": str(scratch)}).status == 0
    assert Run("check", "mine").status == 2
    assert Run("check", BOARD_GAME, cwd=scratch).status == 0


def check_the_folder_that_one_stands_in_does_not_replace_bundled_games(scratch):
    games = scratch / "data" / "games"
    games.mkdir(parents=True)
    for name in (BOARD_GAME, "mine"):
        (games / f"{name}.game-spec.md").write_text("no game\n")
    assert Run("check", BOARD_GAME, cwd=scratch).status == 0
    run = Run("check", "mine", cwd=scratch)
    assert run.status == 1 and "data/games/mine.game-spec.md" in run.err, run


def check_an_unknown_scenario(_):
    run = Run("sim", BOARD_GAME, "--scenario", "no-such")
    assert run.status == 2 and "no-such" in run.err, run


def check_a_full_disk_is_noticed(_):
    import os
    import subprocess
    from harness import BINARY, TOP
    if not os.path.exists("/dev/full"):
        return
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([BINARY, "compile", BOARD_GAME], stdout=full, stderr=subprocess.PIPE,
                              cwd=TOP, check=False)
    assert done.returncode == 1 and b"cannot write" in done.stderr


def check_a_reader_that_goes_away_is_no_error(_):
    import subprocess
    from harness import BINARY, TOP
    done = subprocess.run(["bash", "-c",
                           f"{BINARY} compile {BOARD_GAME} | head -c 1; exit ${{PIPESTATUS[0]}}"],
                          capture_output=True, cwd=TOP, check=False)
    assert done.returncode == 0 and not done.stderr, done


main(globals())
