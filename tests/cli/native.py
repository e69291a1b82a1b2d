#!/usr/bin/python3
"""Native code in the commands: used where it was built, built where that was asked for or pays, and
never needed: without a compiler all goes on as bytecode, and that is said once."""

import os
import shutil
import subprocess
import time

from harness import BOARD_GAME, CARD_GAME, Run, main
from served import SLOW, Server

NO_COMPILER = {"PATH": "/nonexistent"}
BIG = "fire-in-the-lake"


def need_compiler():
    assert shutil.which("cc"), "install a C compiler: what is tested here needs one"


def cache(scratch):
    (scratch / "cache").mkdir(mode=0o700, exist_ok=True)
    return {"XDG_CACHE_HOME": str(scratch / "cache")}


def objects(scratch):
    return sorted((scratch / "cache" / "ludoforge" / "native").glob("*"))


def runs_natively(game, environment, *flags):
    run = Run("bench", game, "--seconds", "0.02", "--json", *flags, environment=environment)
    assert run.status == 0, run
    return run.json()["native"]


def check_what_was_built_is_used(scratch):
    need_compiler()
    environment = cache(scratch)
    assert not runs_natively(BOARD_GAME, environment) and objects(scratch) == []
    assert Run("build", BOARD_GAME, environment=environment).status == 0
    assert len(objects(scratch)) == 1
    assert runs_natively(BOARD_GAME, environment)
    assert not runs_natively(BOARD_GAME, environment, "--native=no")
    assert not runs_natively(CARD_GAME, environment)
    assert runs_natively(CARD_GAME, environment, "--native") and len(objects(scratch)) == 2
    for game in (BOARD_GAME, CARD_GAME):
        native, plain = (Run("sim", game, "--games", 200, "--json", flag,
                             environment=environment).json()
                         for flag in ("--native=auto", "--native=no"))
        assert native["digest"] == plain["digest"] and native["wins"] == plain["wins"], game


def check_without_a_compiler_it_is_said_once(scratch):
    environment = {**cache(scratch), **NO_COMPILER}
    for words in (("sim", BOARD_GAME, "--games", 20), ("bench", BOARD_GAME, "--seconds", "0.02"),
                  ("test", BOARD_GAME), ("fuzz", BOARD_GAME, "--games", 3, "-o", scratch / "finds"),
                  ("perft", BOARD_GAME, "--depth", 2)):
        run = Run(*words, "--native", environment=environment)
        assert run.status == 0 and run.err.count("no C compiler") == 1, run
        assert run.err.count("runs as bytecode") == 1, run
        assert "no C compiler" not in Run(*words, environment=environment).err
    run = Run("build", BOARD_GAME, environment=environment)
    assert run.status == 1 and "no C compiler" in run.err, run
    assert objects(scratch) == []


def check_a_cache_that_others_can_write_to_is_not_used(scratch):
    need_compiler()
    environment = cache(scratch)
    assert Run("build", BOARD_GAME, environment=environment).status == 0
    (scratch / "cache" / "ludoforge" / "native").chmod(0o777)
    assert not runs_natively(BOARD_GAME, environment)
    run = Run("sim", BOARD_GAME, "--games", 5, "--native", environment=environment)
    assert run.status == 0 and "not yours alone" in run.err and "runs as bytecode" in run.err, run


def bots_play(server, game):
    seats = [seat["id"] for seat in server.host.good("GET", f"/api/games/{game}")["seats"]]
    table = server.host.new_table(game, seats={seat: "bot:greedy" for seat in seats},
                                  confirm=False)["table"]
    server.host.table(table)  # bots play where somebody looks
    return table


def wait_until(what, condition):
    end = time.time() + 4 * SLOW  # what is built stands back behind all else that the machine does
    while not condition():
        assert time.time() < end, what
        time.sleep(0.05)


def stop(server):
    """Ends it; what it said."""
    server.process.terminate()
    _, err = server.process.communicate(timeout=SLOW)
    assert server.process.returncode in (0, 130) and "Sanitizer" not in err, err
    return err


def check_a_server_builds_beside_the_play(scratch):
    need_compiler()
    os.environ.update(cache(scratch))
    server = Server(scratch, "--native")
    tables = [bots_play(server, BOARD_GAME) for _ in range(3)]
    wait_until("there is no native code",
               lambda: any(path.suffix == ".so" for path in objects(scratch)))
    tables.append(bots_play(server, BOARD_GAME))
    for table in tables:
        wait_until("a game does not end", lambda at=table: server.host.table(at)["view"]["over"])
    time.sleep(0.2)
    assert "runs as native code now" in stop(server)


def compilers(scratch):
    """Programs that work on what is built there."""
    found = subprocess.run(
        ["grep", "-slF", str(scratch),
         *[f"/proc/{pid}/cmdline" for pid in os.listdir("/proc") if pid.isdigit()]],
        capture_output=True, text=True, check=False)
    return [line for line in found.stdout.split() if int(line.split("/")[2]) != os.getpid()]


def check_a_server_that_ends_stops_building(scratch):
    need_compiler()
    os.environ.update(cache(scratch))
    server = Server(scratch / "data", "--native")
    bots_play(server, BIG)
    wait_until("nothing is built",
               lambda: any((path / "log_0").exists() for path in objects(scratch)))
    assert "native code" not in stop(server)
    assert objects(scratch) == [], "the server waited until the game was built"
    wait_until("compilers go on", lambda: not compilers(scratch / "cache"))


def check_a_server_without_a_compiler_plays(scratch):
    os.environ.update(cache(scratch))
    path, os.environ["PATH"] = os.environ["PATH"], NO_COMPILER["PATH"]
    try:
        server = Server(scratch, "--native")
    finally:
        os.environ["PATH"] = path
    tables = [bots_play(server, BOARD_GAME) for _ in range(3)]
    for table in tables:
        wait_until("a game does not end", lambda at=table: server.host.table(at)["view"]["over"])
    time.sleep(0.2)
    err = stop(server)
    assert err.count("goes on as bytecode") == 1 and "no C compiler" in err, err


main(globals())
