#!/usr/bin/python3
"""Commands, flags, help, and how games are found."""

import re
import shutil

from harness import BOARD_GAME, CARD_GAME, GAMES, Run, main


def check_help_leads_with_examples(_):
    run = Run("--help")
    assert run.status == 0 and run.out.index("Examples:") < run.out.index("Commands:"), run
    assert Run("help").out == run.out


def check_without_a_command_and_a_terminal_one_game_is_played(scratch):
    for path in (BOARD_GAME, CARD_GAME):
        shutil.copy(GAMES / f"{path}.game-spec.md", scratch)
    (scratch / "default").write_text(f"{BOARD_GAME}\n")
    run = Run(environment={"LUDOFORGE_GAMES": str(scratch)})
    assert run.status == 0 and "The game is over" in run.out and re.search("^   0 X: Mark", run.out, re.MULTILINE), run


def check_help_for_an_empty_command_is_a_usage_error(_):
    run = Run("")
    assert run.status == 2 and not run.out and "no command" in run.err, run


def check_every_command_has_help(_):
    for command in "check compile test sim play engine replay report bench perft exploit fuzz explain help version".split():
        long, short = Run(command, "--help"), Run("help", command)
        assert long.status == short.status == 0 and long.out == short.out, long
        assert "Examples:" in long.out and f"ludoforge {command}" in long.out, long


def check_version(_):
    assert Run("--version").out == Run("version").out
    assert Run("version").out.startswith("ludoforge ")


def check_a_mistyped_command_gets_a_suggestion(_):
    run = Run("chekc", BOARD_GAME)
    assert run.status == 2 and "Did you mean check?" in run.err, run


def check_a_mistyped_flag_gets_a_suggestion(_):
    run = Run("sim", BOARD_GAME, "--game", "3")
    assert run.status == 2 and "Did you mean --games?" in run.err, run


def check_values_of_flags_are_checked(_):
    for flags in (["--games"], ["--games", "x"], ["--games", "0"], ["--games=-3"], ["--seed", "-1"], ["--json=yes"],
                  ["--threads", "99999999999999999999"]):
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
    assert run.status == 2 and f"Did you mean {BOARD_GAME}?" in run.err and "Bundled games:" in run.err, run


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
        done = subprocess.run([BINARY, "compile", BOARD_GAME], stdout=full, stderr=subprocess.PIPE, cwd=TOP, check=False)
    assert done.returncode == 1 and b"cannot write" in done.stderr


def check_a_reader_that_goes_away_is_no_error(_):
    import subprocess
    from harness import BINARY, TOP
    done = subprocess.run(["bash", "-c", f"{BINARY} compile {BOARD_GAME} | head -c 1; exit ${{PIPESTATUS[0]}}"],
                          capture_output=True, cwd=TOP, check=False)
    assert done.returncode == 0 and not done.stderr, done


main(globals())
