"""Shared by the scripts of this folder: runs the binary under test, counts checks, and ends the
script.

Each check prints `ok NAME` or `not ok NAME` and what went wrong; the last line is `N passed, N
failed`."""

import atexit
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import traceback

TOP = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("LUDOFORGE", str(TOP / "build" / "ludoforge"))
GAMES = TOP / "data" / "games"
# Seconds of the wall clock after which a program hangs. A busy machine must not fail a test: this
# is no measure of speed.
SLOW = 600
# Games that are left unfinished are kept here, not where those of a person are.
os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp()
atexit.register(shutil.rmtree, os.environ["XDG_STATE_HOME"], ignore_errors=True)
# What is tested does not depend on which games a person has built.
os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp()
atexit.register(shutil.rmtree, os.environ["XDG_CACHE_HOME"], ignore_errors=True)
# A board game without chance, and one of cards with hidden hands: the smallest of the bundled ones.
BOARD_GAME = "tic-tac-toe"
CARD_GAME = "kuhn-poker"
# A game for tests whose rules touch hidden cards in every way.
SECRETS = TOP / "tests" / "fixtures" / "secrets.game-spec.md"


def variant(scratch, change):
    """The board game with its spec changed, as a file of its own."""
    path = scratch / f"{BOARD_GAME}.game-spec.md"
    text = (GAMES / path.name).read_text()
    assert change(text) != text, "the change no longer fits the spec"
    path.write_text(change(text))
    return path


def without_turns(text):
    """The first seat makes all decisions."""
    return text.replace("if not won: activePlayer = next(activePlayer)", "")


def with_dice(text):
    """A die is rolled after every mark."""
    return text.replace("      empty -= cell\n",
                        "      empty -= cell\n      let die = roll 6\n      log \"rolled {die}\"\n",
                        1)


def limit_cpu(seconds):
    """For the process that calls it, and what it starts."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]))


class Run:
    """One run of the binary, with what it wrote. `timeout`: seconds of CPU time for each core that
    it may use; the wall clock has ten times as many, for a machine may be busy."""

    def __init__(self, *arguments, stdin="", timeout=60, environment=None, cwd=TOP):
        source = {"input": stdin} if stdin else {"stdin": subprocess.DEVNULL}
        done = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True,
                              cwd=cwd, timeout=10 * timeout,
                              preexec_fn=lambda: limit_cpu(os.cpu_count() * timeout), check=False,
                              env={**os.environ, **(environment or {})}, **source)
        self.arguments, self.status = arguments, done.returncode
        self.out, self.err = done.stdout, done.stderr

    def json(self):
        return json.loads(self.out)

    def __str__(self):
        return (f"ludoforge {' '.join(map(str, self.arguments))}\n"
                f"{self.out}{self.err}exit status {self.status}")


# Sanitizers report what MPI itself never frees.
RANKS = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
         "ASAN_OPTIONS": "detect_leaks=0"}


def need_mpi():
    """What cannot be run is not proved: a machine without MPI fails."""
    assert "MPI: yes" in Run("version").out and shutil.which("mpirun"), \
        "install openmpi-bin and libopenmpi-dev (scripts/setup test does), and build again"


class Engine:
    """A conversation with `ludoforge engine`."""

    def __init__(self, game):
        self.process = subprocess.Popen([BINARY, "engine", str(game)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, cwd=TOP)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ask(self, cmd, **members):
        return self.send(json.dumps({"cmd": cmd, **members}))

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(timeout=SLOW)


def main(checks):
    """Runs the functions of a module whose names begin with `check_`, in order, each with a scratch
    folder."""
    passed = failed = 0
    for name, function in list(checks.items()):
        if not name.startswith("check_"):
            continue
        title = name.removeprefix("check_").replace("_", " ")
        try:
            with tempfile.TemporaryDirectory() as scratch:
                function(pathlib.Path(scratch))
            passed += 1
            print(f"ok {title}", flush=True)
        except Exception:  # a check may fail in any way
            failed += 1
            print(f"not ok {title}", flush=True)
            traceback.print_exc(file=sys.stdout)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
