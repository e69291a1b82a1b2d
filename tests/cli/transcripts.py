#!/usr/bin/python3
"""The transcripts in docs/transcripts are what the program prints today.

A block of a page begins with a command (`$ ludoforge play …`); the lines behind `> ` are what the person types, over a pipe. `[… N lines]`
stands for N lines that the page leaves out. `transcripts.py --write` plays all of it again and puts the output of today into the
pages; how many lines stand before and behind a gap stays as it is.
"""

import re
import shlex
import sys
import tempfile

from harness import TOP, Run, main

PAGES = TOP / "docs" / "transcripts"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GAP = re.compile(r"\[… \d+ lines\]")
SEED = re.compile(r"--seed|--load|--lesson")


def parts(lines):
    """The lines of a block or of an output, divided before each line that somebody typed."""
    found = [[]]
    for line in lines:
        if line.startswith("> "):
            found.append([])
        found[-1].append(line)
    return found


def played(command, typed):
    words = shlex.split(command.removeprefix("$ "))
    assert words[:2] == ["ludoforge", "play"] and SEED.search(command), f"not repeatable: {command}"
    with tempfile.TemporaryDirectory() as home:
        run = Run(*words[1:], stdin="".join(line + "\n" for line in typed), environment={"XDG_STATE_HOME": home})
        assert run.status == 0 and not run.err, run
        return run.out.replace(home, "~/.local/state").splitlines()


def with_gap(wanted, lines):
    """The lines with a gap where the page has one."""
    at = next((i for i, line in enumerate(wanted) if GAP.fullmatch(line)), None)
    if at is None:
        return lines
    behind = len(wanted) - at - 1
    left_out = len(lines) - at - behind
    if left_out <= 1:
        return lines
    return [*lines[:at], f"[… {left_out} lines]", *lines[len(lines) - behind:]]


def today(block):
    """The block as the program prints it now."""
    command, *lines = block.splitlines()
    wanted = parts(lines)
    found = parts(played(command, [part[0].removeprefix("> ") for part in wanted[1:]]))
    assert len(found) == len(wanted), f"{command}: the game ends before all is typed, or goes on"
    shown = [line for old, new in zip(wanted, found) for line in with_gap(old, new)]
    return "\n".join([command, *(line.rstrip() for line in shown)]) + "\n"


def check_the_transcripts_are_of_today(_):
    pages = {page: BLOCK.findall(page.read_text()) for page in sorted(PAGES.glob("*.md"))}
    assert sum(len(blocks) for blocks in pages.values()) >= 3, pages
    for page, blocks in pages.items():
        for block in blocks:
            now = today(block)
            if now != block:
                old, new = block.splitlines(), now.splitlines()
                first = next((i for i, pair in enumerate(zip(old, new)) if pair[0] != pair[1]), min(len(old), len(new)))
                raise AssertionError(f"{page.name}, line {first + 1} of a block: {old[first:first + 3]}\n"
                                     f"the program prints {new[first:first + 3]}; transcripts.py --write takes it over")


def check_the_transcripts_show_what_they_should(_):
    text = "".join(page.read_text() for page in PAGES.glob("*.md"))
    for typed in ("undo", "undo turn", "redo", "why ", "card", "rule", "log", "board "):
        assert f"\n> {typed}" in text, typed
    for shown in ("is no option here. Did you mean", "Taken back.", "Support Phase", "wins."):
        assert shown in text, shown


if sys.argv[1:] == ["--write"]:
    for path in sorted(PAGES.glob("*.md")):
        path.write_text(BLOCK.sub(lambda match: f"```console\n{today(match.group(1))}```", path.read_text()))
else:
    main(globals())
