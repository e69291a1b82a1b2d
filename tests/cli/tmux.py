"""A program in tmux, for the scripts that test what a person sees on a terminal."""

import contextlib
import os
import pathlib
import re
import subprocess
import time

from harness import BINARY, SLOW, TOP

PATIENCE = SLOW
PROMPT = r"(?m)^>\s*\Z"  # at the end of a screen
# What the program writes last, on a line of its own, when it waits for the player.
ASKS = re.compile(rb"\n[^\n]*?(?:> |-- |sees the screen\. )(?:\x1b\[[0-9;?]*[A-Za-z])*\Z")

os.environ.pop("TMUX", None)


class Terminal:
    """A program in a terminal of a given size."""

    def __init__(self, scratch, *arguments, columns=80, rows=24, environment=()):
        self.socket, self.output = str(scratch / "tmux"), scratch / "output"
        self.output.touch()
        variables = [f"XDG_STATE_HOME={scratch}", "LC_ALL=C.UTF-8", *environment]
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "-c",
                  str(TOP), "env", *variables, BINARY, *map(str, arguments), ";", "set",
                  "remain-on-exit", "on", ";", "pipe-pane", f"cat >>'{self.output}'")
        self.program = int(self.tmux("list-panes", "-F", "#{pane_pid}"))

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-S", self.socket, *arguments], check=True,
                              capture_output=True, text=True).stdout

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def wait(self, text):
        """The screen once it shows the text."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            screen = self.screen()
            if re.search(text, screen):
                return screen
            time.sleep(0.05)
        raise AssertionError(f"{text!r} does not come:\n{screen}")

    def type(self, *keys):
        self.tmux("send-keys", *keys)

    def line(self, text):
        self.tmux("send-keys", "-l", text, ";", "send-keys", "Enter")

    def asked(self, since=0):
        """The screen once the program waits for a line, or has ended, after it had written so many
        bytes."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            size = self.output.stat().st_size
            time.sleep(0.02)
            quiet = self.output.stat().st_size == size
            if quiet and (ASKS.search(self.output.read_bytes()[since:]) or self.has_ended()):
                return self.screen()
        raise AssertionError(f"no prompt comes:\n{self.screen()}")

    def step(self, text=""):
        """Types a line; the screen once the program waits for the next one, or has ended."""
        before = self.output.stat().st_size
        self.line(text)
        return self.asked(before)

    def take_turn(self, text):
        """Decides what ends the turn, and confirms that it is over."""
        self.line(text)
        self.wait(r"Enter  End turn[^\n]*\n>")
        self.type("Enter")

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def has_ended(self):
        return self.tmux("list-panes", "-F", "#{pane_dead}").strip() == "1"

    def dead(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.has_ended():
                return True
            time.sleep(0.05)
        return False

    def close(self):
        """Ends the program, and waits until it has kept its game."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self.tmux("kill-server")
        end = time.monotonic() + PATIENCE
        while is_running(self.program) and time.monotonic() < end:
            time.sleep(0.05)


def is_running(process):
    """Not one that has ended and that nobody has waited for: whoever inherits it may never do
    so."""
    try:
        stat = pathlib.Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


@contextlib.contextmanager
def terminal(*arguments, **more):
    started = Terminal(*arguments, **more)
    try:
        yield started
    finally:
        started.close()
