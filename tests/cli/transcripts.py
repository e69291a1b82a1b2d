#!/usr/bin/python3
"""The commands in the documents work, and print what the documents show.

Covers every ```console block under docs/. A line `$ command` runs; the blocks of a page run in
order in one scratch folder that holds the source tree's docs/, data/ and python/. Lines after `> `
are typed. If the block shows output, the program must print exactly that, where `[… N lines]`
stands for N lines and `…` inside a line for any text. If it shows none, the command must only
succeed. A comment before a block changes this: `<!-- not run: why -->` leaves it out, `<!-- exit 1
-->` expects its last command to fail.

`transcripts.py --write` runs everything and writes today's output into the pages. Gaps keep their
place: the number of lines before and after a gap does not change. `transcripts.py [--write]
PAGE...` takes only these pages.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from harness import BINARY, SLOW, TOP, Run, main

NAMED = [pathlib.Path(word).resolve() for word in sys.argv[1:] if word != "--write"]
PAGES = NAMED or sorted((TOP / "docs").rglob("*.md"))
BLOCK = re.compile(r"(?:<!-- (?P<mark>not run|exit 1)[^>]*-->\s*)?^```console\n(?P<body>.*?)^```$",
                   re.MULTILINE | re.DOTALL)
GAP = re.compile(r"\[… \d+ lines\]")


def split_before(lines, mark):
    """The lines in parts; each part but the first begins with a line that starts with the mark."""
    found = [[]]
    for line in lines:
        if line.startswith(mark):
            found.append([])
        found[-1].append(line)
    return found


def scratch_folder(path):
    """A folder in which a reader's commands work and leave nothing behind in the source tree."""
    for name in ("data", "docs", "python", "examples"):
        (path / name).symlink_to(TOP / name)
    return path


def run(command, typed, folder, status):
    """What the command prints. `play` and `engine` get the typed lines; `play` prints them
    again."""
    if command.startswith("ludoforge play") and typed:
        assert re.search(r"--seed|--load|--lesson", command), f"not repeatable: {command}"
    home = folder / "home"
    environment = {**os.environ, "XDG_STATE_HOME": str(home), "PYTHONPATH": str(TOP / "python"),
                   "PATH": os.path.dirname(BINARY) + os.pathsep + os.environ["PATH"]}
    done = subprocess.run(["bash", "-c", command], input="".join(line + "\n" for line in typed),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder,
                          env=environment, timeout=SLOW, check=False)
    assert done.returncode == status, f"$ {command}\n{done.stdout}exit status {done.returncode}"
    lines = done.stdout.replace(str(home), "~/.local/state").splitlines()
    if command.startswith("ludoforge engine"):  # one answer for each request
        lines = [line for pair in zip((f"> {line}" for line in typed), lines) for line in pair]
    return [line.rstrip() for line in lines]


def matches(shown, line):
    return re.fullmatch(".*".join(map(re.escape, shown.split("…"))), line) is not None


def as_shown(shown, lines):
    """The lines as the page shows them: with its gap, and with `…` where it has one that still
    fits."""
    at = next((i for i, line in enumerate(shown) if GAP.fullmatch(line)), None)
    if at is not None:
        after = len(shown) - at - 1
        left_out = len(lines) - at - after
        if left_out > 1:
            lines = [*lines[:at], f"[… {left_out} lines]", *lines[len(lines) - after:]]
    if len(shown) != len(lines):
        return lines
    return [old if "…" in old and matches(old, new) else new for old, new in zip(shown, lines)]


def today(block, folder, status):
    """The block as the program prints it now. Its last command must end with the status."""
    result = []
    before, *parts = split_before(block.splitlines(), "$ ")
    assert not before, f"a block begins with a command: {before}"
    for part in parts:
        command, *shown = part
        typed = [line[2:] for line in shown if line.startswith("> ")]
        lines = run(command[2:], typed, folder, status if part is parts[-1] else 0)
        result.append(command)
        if not shown:
            continue
        wanted, found = split_before(shown, "> "), split_before(lines, "> ")
        assert len(found) == len(wanted), (f"{command}: the program takes {len(found) - 1} of "
                                           f"{len(wanted) - 1} lines:\n" + "\n".join(lines))
        result += [line for old, new in zip(wanted, found) for line in as_shown(old, new)]
    return "\n".join(result) + "\n"


def blocks_of_today():
    """Yields (page, shown block, block of today) of all blocks that run."""
    for page in PAGES:
        with tempfile.TemporaryDirectory() as scratch:
            folder = scratch_folder(pathlib.Path(scratch))
            for match in BLOCK.finditer(page.read_text()):
                if match["mark"] != "not run":
                    fails = int(match["mark"] is not None)
                    yield page, match["body"], today(match["body"], folder, fails)


def check_documents_show_what_the_program_prints(_):
    pages, stale = set(), []
    for page, shown, now in blocks_of_today():
        pages.add(page.name)
        if now != shown:
            old, new = shown.splitlines(), now.splitlines()
            first = next((i for i, pair in enumerate(zip(old, new)) if pair[0] != pair[1]),
                         min(len(old), len(new)))
            stale.append(f"{page.relative_to(TOP)}, line {first + 1} of a block: "
                         f"{old[first:first + 3]}\n"
                         f"the program prints {new[first:first + 3]}")
    assert not stale, "\n".join([*stale, "`tests/cli/transcripts.py --write` updates the pages"])
    known = {"play.md", "engine.md", "small-game.md", "one-card.md", "coup-round.md"}
    assert NAMED or known <= pages, pages


def check_transcripts_show_each_command(_):
    text = "".join(page.read_text() for page in (TOP / "docs/transcripts").glob("*.md"))
    for typed in ("undo", "undo turn", "redo", "why ", "card", "rule", "log", "board "):
        assert f"\n> {typed}" in text, typed
    for shown in ("No option matches", "Taken back.", "Support Phase", "wins."):
        assert shown in text, shown


def check_engine_page_has_every_request(_):
    page = (TOP / "docs/engine.md").read_text()
    requests = set(re.findall(r"(?m)^  ([a-z]+) {2,}", Run("help", "engine").out))
    assert len(requests) > 10, requests
    for request in sorted(requests):
        assert f"\n| `{request}` |" in page, request


def write():
    changes = {}
    for page, shown, now in blocks_of_today():
        changes.setdefault(page, []).append((shown, now))
    for page, blocks in changes.items():
        text = page.read_text()
        for shown, now in blocks:
            text = text.replace(f"```console\n{shown}```", f"```console\n{now}```")
        page.write_text(text)


if "--write" in sys.argv[1:]:
    write()
else:
    main(globals())
