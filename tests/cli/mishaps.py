#!/usr/bin/python3
"""What the world does to the program: signals, closed streams, limits, full disks, hostile
texts."""

import json
import os
import pty
import resource
import signal
import subprocess
import time

from harness import BINARY, BOARD_GAME, SLOW, TOP, Run, main, variant

LONG = {
    "sim": ("sim", BOARD_GAME, "--games", "100000000"),
    "perft": ("perft", "reversi", "--depth", "30"),
    "bench": ("bench", BOARD_GAME, "--seconds", "100"),
    "fuzz": ("fuzz", BOARD_GAME, "--seconds", "100"),
    "versus": ("sim", BOARD_GAME, "--games", "100000000", "--versus", BOARD_GAME),
}


# ---- signals -------------------------------------------------------------------------------------


def stop(arguments, number, cwd, after=0.7):
    process = subprocess.Popen([BINARY, *arguments], cwd=cwd, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(after)
    process.send_signal(number)
    out, err = process.communicate(timeout=SLOW)
    return process.returncode, out, err


def check_a_stop_is_told(scratch):
    for name in ("sim", "perft", "bench", "fuzz"):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            status, out, err = stop((*LONG[name], "--json"), number, scratch)
            assert status == 130 and json.loads(out)["stopped"] is True, \
                (name, number, status, out, err)
            assert "stopped early" in err, (name, err)
        status, out, err = stop(LONG[name], signal.SIGINT, scratch)
        assert status == 130 and out and "stopped early" in err, (name, status, out, err)


def check_what_came_to_its_end_was_not_stopped(scratch):
    for arguments in (("sim", BOARD_GAME, "--games", "5"), ("perft", BOARD_GAME, "--depth", "2"),
                      ("bench", BOARD_GAME, "--seconds", "0.1"),
                      ("fuzz", BOARD_GAME, "--games", "5", "-o", scratch / "finds")):
        run = Run(*arguments, "--json")
        assert run.status == 0 and "stopped" not in run.json(), run


def check_a_stopped_measurement_is_not_compared_with(scratch):
    _, out, _ = stop((*LONG["bench"], "--json"), signal.SIGINT, scratch)
    (scratch / "then.json").write_text(out)
    run = Run("bench", BOARD_GAME, "--seconds", "0.1", "--against", scratch / "then.json")
    assert run.status == 2 and "stopped early" in run.err, run


def check_nohup_is_respected(scratch):
    process = subprocess.Popen([BINARY, "sim", BOARD_GAME, "--games", "300000", "--json"],
                               cwd=scratch, text=True, stdout=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    time.sleep(0.3)
    process.send_signal(signal.SIGHUP)
    out, _ = process.communicate(timeout=SLOW)
    assert process.returncode == 0 and json.loads(out)["completed"] == 300000


# ---- games that are left -------------------------------------------------------------------------


def at_the_terminal(scratch, keys, number=None, flags=()):
    """Plays a move on a terminal, then leaves by keys or by a signal; what was printed."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([BINARY, "play", BOARD_GAME, *flags], stdin=theirs, stdout=theirs,
                               stderr=theirs, cwd=TOP, start_new_session=True,
                               env={**os.environ, "XDG_STATE_HOME": str(scratch)})
    os.close(theirs)
    seen = ""

    def read(text):
        nonlocal seen
        while text not in seen:
            try:
                seen += os.read(ours, 4096).decode()
            except OSError:
                return

    read("> ")
    seen = ""
    os.write(ours, keys)
    if number:
        read("> ")
        time.sleep(0.1)
        process.send_signal(number)
    read("\0")
    assert process.wait(timeout=SLOW) == 0
    os.close(ours)
    return seen


def check_every_way_to_leave_keeps_the_game(scratch):
    for name, keys, number in (("quit", b"b2\nquit\n", None),
                               ("Ctrl-D", b"b2\n\x04", None),
                               ("SIGINT", b"b2\n", signal.SIGINT),
                               ("SIGTERM", b"b2\n", signal.SIGTERM),
                               ("SIGHUP", b"b2\n", signal.SIGHUP)):
        folder = scratch / name
        seen = at_the_terminal(folder, keys, number)
        kept = folder / "ludoforge" / f"{BOARD_GAME}.json"
        assert str(kept) in seen, (name, seen)
        run = Run("play", BOARD_GAME, "--load", kept, stdin="a1\nb1\na2\nb3\n")
        assert "X wins" in run.out, (name, run)


def check_no_kept_game_takes_the_place_of_another(scratch):
    home = {"XDG_STATE_HOME": str(scratch)}
    for lines in ("a1\nquit\n", "b2\n"):
        assert "kept" in Run("play", BOARD_GAME, stdin=lines, environment=home).out
    folder = scratch / "ludoforge"
    names = {f"{BOARD_GAME}.json", f"{BOARD_GAME}-2.json"}
    assert {file.name for file in folder.iterdir()} == names
    first, second = (len(json.loads((folder / name).read_text())["record"]["decisions"])
                     for name in sorted(names))
    assert first == second == 1
    Run("play", BOARD_GAME, "--load", folder / f"{BOARD_GAME}.json", stdin="c3\nquit\n",
        environment=home)
    assert {file.name for file in folder.iterdir()} == names, \
        "a game that goes on stays in its file"
    assert len(json.loads((folder / f"{BOARD_GAME}.json").read_text())["record"]["decisions"]) == 2
    Run("play", BOARD_GAME, stdin="quit\n", environment=home)
    Run("play", BOARD_GAME, stdin=f"a1\nsave {scratch / 'mine.json'}\nquit\n", environment=home)
    assert {file.name for file in folder.iterdir()} == names, "nothing was lost that had to be kept"


def check_the_file_follows_every_decision_and_goes_with_the_end(scratch):
    """Killed without warning, the program loses nothing that was decided."""
    home = {**os.environ, "XDG_STATE_HOME": str(scratch)}
    file = scratch / "ludoforge" / f"{BOARD_GAME}.json"
    with subprocess.Popen([BINARY, "play", BOARD_GAME, "--seed", "1", "--seat", "O=greedy"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=TOP,
                          env=home, bufsize=0) as process:
        process.stdin.write("b2\n")
        end = time.monotonic() + SLOW
        made = 0
        while made < 2 and time.monotonic() < end:  # the person's, and what the program answered
            time.sleep(0.05)
            made = (len(json.loads(file.read_text())["record"]["decisions"])
                    if file.exists() and file.stat().st_size else 0)
        process.kill()
    save = json.loads(file.read_text())
    assert made == 2 and save["players"] == {"X": "human", "O": "greedy"}, save
    run = Run("play", BOARD_GAME, "--load", file, "--seat", "O=human", stdin="quit\n",
              environment=home)
    assert run.status == 0 and "O (agent)" not in run.out, run
    run = Run("play", BOARD_GAME, "--load", file, stdin="board\nquit\n", environment=home)
    assert "O (agent)" in run.out and file.exists(), run
    moves = "".join(f"{column}{row}\n" for column in "abc" for row in "123")
    run = Run("play", BOARD_GAME, "--load", file, stdin=moves, environment=home)
    assert "The game is over" in run.out and not file.exists(), run


def check_a_game_that_cannot_be_kept_says_so(scratch):
    (scratch / "file").write_text("")
    run = Run("play", BOARD_GAME, stdin="a1\nquit\n",
              environment={"XDG_STATE_HOME": str(scratch / "file")})
    assert run.status == 0 and "could not be kept" in run.out, run
    assert run.out.count("cannot be saved automatically") == 1, run


def check_every_game_has_its_own_seed_which_repeats_it(_):
    runs = [Run("play", "kuhn-poker", "--no-input") for _ in range(3)]
    seeds = {run.out.splitlines()[0].split()[1].rstrip(":") for run in runs}
    assert len(seeds) == 3, seeds
    again = Run("play", "kuhn-poker", "--no-input", "--seed", runs[0].out.split()[1].rstrip(":"))
    assert runs[0].out.split("\n", 1)[1] == again.out, (runs[0], again)


# ---- files and streams ---------------------------------------------------------------------------


def with_limit(size, *arguments):
    return subprocess.run(
        [BINARY, *map(str, arguments)], cwd=TOP, capture_output=True, text=True, check=False,
        timeout=SLOW, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))


def check_a_record_that_cannot_be_written_is_an_error(scratch):
    done = with_limit(100, "sim", BOARD_GAME, "--games", 3, "--record", scratch / "games")
    assert done.returncode == 1 and "Cannot write" in done.stderr, done
    assert "File too large" in done.stderr, done
    assert not list((scratch / "games").iterdir()), "half a file is left"
    if os.path.exists("/dev/full"):
        run = Run("play", BOARD_GAME, "--no-input", "--record", "/dev/full")
        assert run.status == 1 and "No space left" in run.err, run


def check_a_run_beyond_the_file_size_limit_says_so_and_resumes(scratch):
    folder = scratch / "run"
    done = with_limit(20000, "sim", BOARD_GAME, "--games", 3000, "--run", folder)
    assert done.returncode == 1 and "games.csv: File too large" in done.stderr, done
    run = Run("sim", "--resume", folder, "--json")
    whole = Run("sim", BOARD_GAME, "--games", 3000, "--json")
    assert run.status == 0 and run.json()["digest"] == whole.json()["digest"]


def check_messages_stay_out_of_the_files_of_a_run(scratch):
    """With stderr closed, its number would be that of the next file."""
    for closed in ("2>&-", "<&- 2>&-", "<&- >&- 2>&-"):
        folder = scratch / closed.replace("&", "")
        command = (f"{BINARY} sim {BOARD_GAME} --games 20 --max-decisions 3 "
                   f"--run '{folder}' {closed}")
        subprocess.run(["bash", "-c", command], cwd=TOP, check=False, stdout=subprocess.DEVNULL,
                       timeout=SLOW)
        lines = (folder / "games.csv").read_text().splitlines()
        assert len(lines) == 21, lines
        assert all(line.split(",")[2] == "runaway" for line in lines[1:]), lines


def check_a_closed_stdout_is_still_an_error(_):
    done = subprocess.run(["bash", "-c", f"{BINARY} compile {BOARD_GAME} >&-"], cwd=TOP,
                          check=False, capture_output=True, text=True)
    assert done.returncode == 1 and "cannot write" in done.stderr, done


def check_a_reader_that_left_long_ago_is_no_error(_):
    command = (f"{BINARY} play fire-in-the-lake --no-input --seed 1 | head -n 1; "
               "exit ${PIPESTATUS[0]}")
    done = subprocess.run(["bash", "-c", command], cwd=TOP, check=False, capture_output=True,
                          text=True, timeout=SLOW)
    assert done.returncode == 0 and not done.stderr, done


def check_csv_keeps_out_of_the_folder_of_a_run(scratch):
    folder = scratch / "run"
    for name in ("games.csv", "run.json", "other"):
        run = Run("sim", BOARD_GAME, "--games", 5, "--run", folder, "--csv", folder / name)
        assert run.status in (1, 2) and "Leave out --csv" in run.err, run
        assert not list(folder.iterdir()), run
    run = Run("sim", BOARD_GAME, "--games", 5, "--run", folder, "--csv", scratch / "games.csv")
    assert run.status == 0, run


def check_new_files_have_the_usual_permissions(scratch):
    for mask, mode in ((0o022, 0o644), (0o077, 0o600), (0o002, 0o664)):
        file = scratch / f"{mask}"
        subprocess.run([BINARY, "compile", BOARD_GAME, "-o", file], cwd=TOP, check=True,
                       preexec_fn=lambda m=mask: os.umask(m))
        assert file.stat().st_mode & 0o777 == mode, (oct(mask), oct(file.stat().st_mode))


# ---- rows that somebody changed ------------------------------------------------------------------


def check_changed_rows_are_not_resumed(scratch):
    folder = scratch / "run"
    Run("sim", BOARD_GAME, "--games", 20, "--run", folder)
    file = folder / "games.csv"
    good = file.read_text()
    lines = good.splitlines(keepends=True)

    def changed(row, old, new):
        assert old in lines[row]
        return lines[:row] + [lines[row].replace(old, new)] + lines[row + 1:]

    for bad in (changed(5, lines[5].split(",")[7], "0" * 16), lines[:-3],
                changed(7, ",ended,", ",runaway,"),
                changed(20, f",{lines[20].split(',')[5]},", ",99,")):
        file.write_text("".join(bad))
        run = Run("sim", "--resume", folder, "--games", 30)
        assert run.status == 1 and "games.csv" in run.err and file.read_text() == "".join(bad), run
    file.write_text(good)
    (folder / "games.seal").rename(scratch / "seal")
    run = Run("sim", "--resume", folder, "--games", 30)
    assert run.status == 1 and "games.seal" in run.err and file.read_text() == good, run
    (scratch / "seal").rename(folder / "games.seal")
    assert Run("sim", "--resume", folder, "--games", 30).status == 0


def check_rows_behind_the_seal_are_played_again(scratch):
    """A kill may come between the rows and their seal, and a power cut may leave anything there."""
    whole, part = scratch / "whole", scratch / "part"
    Run("sim", BOARD_GAME, "--games", 40, "--run", whole)
    Run("sim", BOARD_GAME, "--games", 20, "--run", part)
    for tail in ((whole / "games.csv").read_text().splitlines()[21] + "\n", "\0" * 500, "x\ny\n"):
        (part / "games.csv").open("a").write(tail)
        run = Run("sim", "--resume", part, "--json")
        assert run.status == 0 and run.json()["completed"] == 20, (tail, run)
    assert Run("sim", "--resume", part, "--games", 40).status == 0
    assert (part / "games.csv").read_text() == (whole / "games.csv").read_text()


# ---- texts ---------------------------------------------------------------------------------------


def check_no_text_of_others_reaches_the_terminal_raw(scratch):
    evil = "\x1b]0;owned\x07"
    spec = variant(scratch, lambda text: text.replace("name: ", 'name: "\\e]0;owned\\a" #', 1))
    outputs = [Run("check", spec), Run("check", f"no{evil}.game-spec.md"), Run(evil),
               Run("play", BOARD_GAME, stdin=evil + "\n"), Run("sim", BOARD_GAME, f"--{evil}"),
               Run("sim", BOARD_GAME, "--scenario", evil)]
    (scratch / f"bad{evil}.game-spec.md").write_text("```yaml\nmetadata: [\n```\n")
    outputs.append(Run("check", scratch / f"bad{evil}.game-spec.md"))
    save = scratch / "save.json"
    Run("play", BOARD_GAME, stdin=f"a1\nsave {save}\nquit\n")
    game = json.loads(save.read_text())
    game["log"][0]["text"] = evil
    game["record"]["edited"] = True # else the lines are those of playing it again
    save.write_text(json.dumps(game))
    outputs.append(Run("play", BOARD_GAME, "--load", save, stdin="log all\nquit\n"))
    assert "\u241b]0;owned" in outputs[-1].out, outputs[-1]
    Run("sim", BOARD_GAME, "--games", 1, "--record", scratch)
    record = json.loads((scratch / "game-000000.json").read_text())
    record["end"] = {"find": evil}
    record["decisions"][1]["name"] = evil
    save.write_text(json.dumps(record))
    outputs.append(Run("replay", save))
    assert outputs[0].status == 1 and "E0131" in outputs[0].err, outputs[0]
    for run in outputs:
        assert "\x1b" not in run.out + run.err and "\x07" not in run.out + run.err, repr(str(run))


def check_warnings_are_counted_not_subtracted(scratch):
    lines = "".join(f"      unknown{i} += 1\n" for i in range(300))
    spec = variant(scratch, lambda text: text.replace("      empty -= cell\n", lines, 1))
    run = Run("check", spec)
    assert run.status == 1, run.err[-300:]
    assert run.err.splitlines()[-1].endswith(" errors, 0 warnings"), run.err[-300:]
    assert int(run.err.splitlines()[-1].split()[0]) >= 300, run.err[-300:]


main(globals())
