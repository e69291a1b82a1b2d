#!/usr/bin/python3
"""`sim` at length and on several ranks: runs that are killed and resumed, and results that depend
neither on threads nor on ranks nor on a rank that is lost."""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

from harness import (BINARY, BOARD_GAME, CARD_GAME, RANKS, SLOW, TOP, Run, main, need_mpi, variant,
                     without_turns)

TIMING = {"seconds", "games_per_s", "decisions_per_s", "threads"}
WITHOUT_MPI = TOP / "build-tiny" / "ludoforge"


def results(run):
    assert run.status == 0, run
    return {key: value for key, value in run.json().items() if key not in TIMING}


def start(*arguments, ranks=0, **environment):
    """Starts a simulation of the board game; with ranks, by mpirun."""
    launcher = ["mpirun", "--oversubscribe", "-n", str(ranks)] if ranks else []
    return subprocess.Popen([*launcher, BINARY, "sim", *map(str, arguments)], cwd=TOP,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, env={**RANKS, **environment})


def finish(process, timeout=SLOW):
    out, err = process.communicate(timeout=timeout)
    return process.returncode, out, err


def with_ranks(ranks, *arguments):
    status, out, err = finish(start(*arguments, "--json", ranks=ranks))
    assert status == 0, (status, out, err)
    return {key: value for key, value in json.loads(out).items() if key not in TIMING}


def rows(folder):
    return (folder / "games.csv").read_text()


def play_until_killed(least, file, *arguments):
    """Kills the program, as hard as can be, once the file has grown by so many bytes."""
    size = file.stat().st_size if file.exists() else 0
    process = start(*arguments)
    until = time.monotonic() + SLOW
    while not file.exists() or file.stat().st_size < size + least:
        assert process.poll() is None and time.monotonic() < until, finish(process)
        time.sleep(0.001)
    process.kill()
    finish(process)


# ---- runs ----------------------------------------------------------------------------------------


def check_a_run_is_a_folder(scratch):
    folder = scratch / "run"
    whole = results(Run("sim", BOARD_GAME, "--games", 300, "--seed", 4, "--run", folder, "--csv",
                        scratch / "x", "--json"))
    about = json.loads((folder / "run.json").read_text())
    assert list(about) == ("format version game identity spec scenario seed options forced games "
                           "agents maxDecisions").split()
    assert about["format"] == "ludoforge-run" and about["games"] == 300
    assert about["agents"] == ["random", "random"]
    assert rows(folder) == (scratch / "x").read_text()
    title, *games = rows(folder).splitlines()
    assert title == "game,seed,end,winner,checkpoint,decisions,turns,hash,margin_X,margin_O", title
    assert [int(row.split(",")[0]) for row in games] == list(range(300))
    assert games[0].startswith("0,4,ended,")
    assert results(Run("sim", "--resume", folder, "--json")) == whole
    (folder / "run.json").unlink()  # as after a kill at the very beginning
    assert results(Run("sim", BOARD_GAME, "--games", 300, "--seed", 4, "--run", folder,
                       "--json")) == whole


def check_a_killed_run_is_resumed_without_loss(scratch):
    flags = ("--games", 20000, "--agents", "random,greedy", "--threads", 2)
    command = ("sim", BOARD_GAME, *flags, "--run", scratch / "whole", "--json")
    whole = results(Run(*command, timeout=250))
    folder = scratch / "killed"
    file = folder / "games.csv"
    play_until_killed(60000, file, BOARD_GAME, *flags, "--run", folder)
    for i in range(4):
        play_until_killed(60000, file, "--resume", folder, "--threads", 1 + i)
        assert rows(scratch / "whole").startswith(rows(folder))
        assert rows(folder) != rows(scratch / "whole")
    with file.open("a") as out:
        out.write("77,half a r")
    assert results(Run("sim", "--resume", folder, "--json", timeout=250)) == whole
    assert rows(folder) == rows(scratch / "whole")


def check_a_run_can_be_made_longer(scratch):
    whole = results(Run("sim", CARD_GAME, "--games", 500, "--run", scratch / "whole", "--json"))
    results(Run("sim", CARD_GAME, "--games", 123, "--run", scratch / "part", "--json"))
    assert results(Run("sim", "--resume", scratch / "part", "--games", 500, "--json")) == whole
    assert rows(scratch / "part") == rows(scratch / "whole")
    run = Run("sim", "--resume", scratch / "part", "--games", 400)
    assert run.status == 1 and "already has 500 games" in run.err, run


def check_failed_games_count_in_a_resumed_run(scratch):
    flags = ("--games", 40, "--max-decisions", 7)
    whole = Run("sim", BOARD_GAME, *flags, "--json")
    Run("sim", BOARD_GAME, *flags, "--games", 13, "--run", scratch / "part")
    run = Run("sim", "--resume", scratch / "part", "--games", 40, "--json")
    assert run.status == 1 and 0 < run.json()["errors"] < 40, run
    assert {**run.json(), **whole.json()} == whole.json()
    assert run.json()["errors"] == whole.json()["errors"]


def check_the_wrong_run_is_refused(scratch):
    folder = scratch / "run"
    Run("sim", BOARD_GAME, "--games", 20, "--run", folder)
    before = rows(folder)
    other = variant(scratch, without_turns)
    for arguments, words in (
            ((BOARD_GAME, "--run", folder), "already has a run"),
            ((CARD_GAME, "--resume", folder), "of the game tic-tac-toe"),
            ((other, "--resume", folder), "other rules"),
            ((BOARD_GAME, "--resume", folder, "--seed", 7), "the seed 0, not 7"),
            (("--resume", folder, "--agents", "greedy"), "the agents"),
            (("--resume", folder, "--max-decisions", 9), "decisions a game"),
            (("--resume", folder, "--csv", scratch / "x"), "Leave out --csv"),
            (("--resume", folder, "--run", scratch / "y"), "one of them"),
            (("--resume", scratch / "none"), "Cannot read"),
            ((), "Usage"),
    ):
        run = Run("sim", *arguments)
        assert run.status in (1, 2) and words in run.err, (words, str(run))
    assert rows(folder) == before


def check_damage_is_told(scratch):
    folder = scratch / "run"
    Run("sim", BOARD_GAME, "--games", 20, "--run", folder)
    good = rows(folder)
    lines = good.splitlines(keepends=True)
    for bad in (lines[:3] + lines[4:], lines[:5] + lines[4:], ["what,ever\n"] + lines[1:],
                lines[:9] + ["\n"] + lines[9:],
                lines[:9] + [lines[9].replace(",ended,", ",won,")] + lines[10:], []):
        (folder / "games.csv").write_text("".join(bad))
        run = Run("sim", "--resume", folder)
        assert run.status == 1 and "games.csv" in run.err and rows(folder) == "".join(bad), run
    (folder / "games.csv").write_text(good)
    for text in ("", "{}", '{"format":"ludoforge-run","version":2}'):
        (folder / "run.json").write_text(text)
        assert Run("sim", "--resume", folder).status == 1


def check_only_one_process_writes(scratch):
    folder = scratch / "run"
    process = start(BOARD_GAME, "--games", 100000000, "--run", folder, "--threads", 1)
    while not (folder / "run.json").exists():
        time.sleep(0.01)
    run = Run("sim", "--resume", folder)
    assert run.status == 1 and "Another process" in run.err, run
    process.send_signal(signal.SIGINT)
    status, _, err = finish(process)
    assert status == 130 and "stopped early" in err, err
    numbers = [int(row.split(",")[0]) for row in rows(folder).splitlines()[1:]]
    assert numbers == list(range(len(numbers))), "gaps after Ctrl-C"


# ---- threads and ranks ---------------------------------------------------------------------------


def check_threads_do_not_matter(scratch):
    first = None
    for threads in (1, 2, 8):
        folder = scratch / str(threads)
        result = results(Run("sim", CARD_GAME, "--games", 3001, "--threads", threads, "--run",
                             folder, "--json"))
        first = first or (result, rows(folder))
        assert (result, rows(folder)) == first


def check_ranks_do_not_matter(scratch):
    need_mpi()
    flags = (BOARD_GAME, "--games", 3001, "--seed", 9)
    alone = results(Run("sim", *flags, "--run", scratch / "0", "--json"))
    for ranks, threads in ((1, 1), (2, 2), (4, 1)):
        folder = scratch / str(ranks)
        assert with_ranks(ranks, *flags, "--threads", threads, "--run", folder) == alone
        assert rows(folder) == rows(scratch / "0")


def check_ranks_resume_and_record(scratch):
    need_mpi()
    alone = results(Run("sim", CARD_GAME, "--games", 90, "--json"))
    with_ranks(2, CARD_GAME, "--games", 31, "--run", scratch / "run", "--record", scratch / "games")
    assert with_ranks(4, "--resume", scratch / "run", "--games", 90, "--record",
                      scratch / "games") == alone
    assert len(list((scratch / "games").iterdir())) == 90
    assert Run("replay", scratch / "games" / "game-000077.json").status == 0


def check_failures_in_ranks(scratch):
    need_mpi()
    status, out, err = finish(start(BOARD_GAME, "--games", 60, "--max-decisions", 3, "--json",
                                    ranks=3))
    assert status != 0 and json.loads(out)["errors"] == 60, (out, err)
    assert err.count("Runaway") == 10, (out, err)
    for arguments, words in (((BOARD_GAME, "--option", "no=1"), "unknown option"),
                             (("no-such-game",), "no-such-game"),
                             ((BOARD_GAME, "--versus", CARD_GAME), "without mpirun"),
                             (("--resume", scratch / "none"), "Cannot read")):
        status, out, err = finish(start(*arguments, ranks=3))
        assert status != 0 and not out and err.count(words) == 1, (words, err)


def children(process):
    """The ranks of an mpirun, in order. Process numbers wrap around, so they tell no order."""
    found = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(process.pid)],
                           capture_output=True, text=True, check=True)
    ranks = {}
    for line in found.stdout.splitlines():
        if "ludoforge" in line:
            number = int(line.split()[0])
            environment = Path(f"/proc/{number}/environ").read_bytes().split(b"\0")
            rank = next(v for v in environment if v.startswith(b"OMPI_COMM_WORLD_RANK="))
            ranks[int(rank.split(b"=")[1])] = number
    return [ranks[rank] for rank in sorted(ranks)]


def lose_a_rank(folder, number, *arguments, **environment):
    """Sends a signal to one of 4 ranks in the middle of a long run; what became of the run."""
    process = start(BOARD_GAME, "--games", 10000000, "--run", folder, "--threads", 1, *arguments,
                    ranks=4, **environment)
    file = folder / "games.csv"
    until = time.monotonic() + SLOW
    while not file.exists() or file.stat().st_size < 100000:
        assert process.poll() is None and time.monotonic() < until, finish(process)
        time.sleep(0.01)
    os.kill(children(process)[2], number)
    return process


def check_a_killed_rank_is_reported_and_the_run_resumes(scratch):
    need_mpi()
    folder = scratch / "run"
    status, _, err = finish(lose_a_rank(folder, signal.SIGKILL), timeout=SLOW)
    assert status != 0 and re.search(r"rank 2 on \S+ is lost", err), (status, err)
    done = len(rows(folder).splitlines()) - 1
    assert with_ranks(2, "--resume", folder, "--games", done + 500) == results(
        Run("sim", BOARD_GAME, "--games", done + 500, "--json", timeout=250))


def check_a_frozen_rank_is_given_up_and_its_games_are_played_by_the_others(scratch):
    need_mpi()
    folder = scratch / "run"
    process = lose_a_rank(folder, signal.SIGSTOP, LUDOFORGE_RANK_TIMEOUT="5")
    while process.poll() is None and "is lost" not in (line := process.stderr.readline()):
        assert line, "it ended without a word"
    size = (folder / "games.csv").stat().st_size
    until = time.monotonic() + SLOW
    # more than the others could do without them
    while (folder / "games.csv").stat().st_size < size + 3000000:
        assert process.poll() is None and time.monotonic() < until
        time.sleep(0.01)
    os.kill(children(process)[0], signal.SIGTERM)
    status, _, err = finish(process, timeout=SLOW)
    assert status != 0 and "stopped early" in err, (status, err)
    numbers = [int(row.split(",")[0]) for row in rows(folder).splitlines()[1:]]
    assert numbers == list(range(len(numbers)))


def check_without_mpi_it_says_so(_):
    assert WITHOUT_MPI.exists(), "the build without MPI is not there: scripts/build tiny"
    alone = {key: value
             for key, value in os.environ.items() if not key.startswith(("OMPI_", "PMI"))}
    for launcher in ({"OMPI_COMM_WORLD_SIZE": "4"}, {"PMI_SIZE": "4"}):
        done = subprocess.run([WITHOUT_MPI, "sim", BOARD_GAME], capture_output=True, text=True,
                              cwd=TOP, check=False, env={**alone, **launcher})
        assert done.returncode == 2 and "without MPI" in done.stderr, done
    done = subprocess.run([WITHOUT_MPI, "version"], capture_output=True, text=True, check=True,
                          env=alone)
    assert "MPI: no" in done.stdout, done


main(globals())
