"""Shared by the check-* scripts: the bundled games as GameDefs, and the report at the end."""

import json
import os
import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]


def ludoforge(*arguments):
    """Runs the binary under test ($LUDOFORGE) at the top of the source tree."""
    binary = os.environ.get("LUDOFORGE", str(TOP / "build" / "ludoforge"))
    return subprocess.run([binary, *arguments], cwd=TOP, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=1200, check=False)


def game_name(spec):
    return spec.name.removesuffix(".game-spec.md")


def game_defs():
    """Yields (spec path, GameDef) of each bundled game. A check without games would check
    nothing."""
    specs = sorted((TOP / "data" / "games").glob("*.game-spec.md"))
    if not specs:
        sys.exit("no games in data/games")
    for spec in specs:
        run = ludoforge("compile", str(spec.relative_to(TOP)), "--emit", "json")
        if run.returncode != 0:
            sys.exit(f"{game_name(spec)} does not compile:\n{run.stderr}")
        yield spec, json.loads(run.stdout)


class Report:
    """Counts checks, prints each failure as it comes, and ends the script."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, good, message):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(message, flush=True)

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed else 0)
