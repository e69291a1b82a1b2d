#!/usr/bin/env python3
"""embed.py SOURCE-ROOT TEXTS.c HEADER.h DEPFILE: the sources that C made of a game is compiled
with, as text.

HEADER.h is src/native/unit.h with the files that it includes in their places. TEXTS.c holds the
same text as a string, because the C is compiled where our sources are not, and the body of every
opcode (bodies.inc, cut at the lines BODY(NAME) and END). The text of the sources is not changed:
macros make them fit (kernel/target.h). DEPFILE tells ninja every file that was read."""

import pathlib
import sys

sys.dont_write_bytecode = True  # a build writes nothing beside the sources
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "kernel" / "vm"))
from bodies import read_bodies  # noqa: E402

LEFT_OUT = "diagnostics.def"  # long texts; generated code reports nothing


class Sources:
    def __init__(self, root):
        self.root, self.read = root, set()

    def text(self, path):
        self.read.add(path)
        return path.read_text(encoding="utf-8")

    def included_by(self, line, folder):
        """The file of ours that a line includes, or None: no such line, or a header of the
        system."""
        words = line.split()
        if len(words) < 2 or words[0] != "#include":
            return None
        name, ours = words[1][1:-1], words[1].startswith('"')
        for base in ((folder, self.root / "src") if ours else ()) + (self.root / "include",):
            if (base / name).is_file():
                return (base / name).resolve()
        return sys.exit(f"embed.py: there is no {name}") if ours else None

    def with_includes(self, path):
        """The text of a file with our files that it includes in it: headers once, all others as
        often as they are named."""
        if path.suffix == ".h" and path in self.read:
            return ""
        parts = []
        for line in self.text(path).splitlines(keepends=True):
            file = self.included_by(line, path.parent)
            if file is None:
                parts.append(line)
            elif file.name != LEFT_OUT:
                parts.append(self.with_includes(file))
        return "".join(parts)

    def bodies(self, path):
        self.read |= {path, pathlib.Path(read_bodies.__code__.co_filename)}
        return read_bodies(path)


def as_string(text):
    rows = [line.replace("\\", "\\\\").replace('"', '\\"') for line in text.splitlines()]
    return "\n".join(f'    "{row}\\n"' for row in rows) or '    ""'


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    sources = Sources(root)
    header = sources.with_includes(root / "src/native/unit.h")
    bodies = sources.bodies(root / "src/kernel/vm/bodies.inc")
    pathlib.Path(sys.argv[3]).write_text(header, encoding="utf-8")
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write('/* Made by embed.py. */\n#include "native/native.h"\n\n')
        out.write(f"const char lf_native_header[] =\n{as_string(header)};\n\n")
        out.write("const char *const lf_native_bodies[LF_OPCODES] = {\n")
        for name, body in bodies.items():
            out.write(f"    [LF_OP_{name}] =\n{as_string(body)},\n")
        out.write("};\n")
    names = " ".join(str(path).replace(" ", "\\ ") for path in sorted(sources.read))
    pathlib.Path(sys.argv[4]).write_text(f"{sys.argv[2]} {sys.argv[3]}: {names}\n",
                                         encoding="utf-8")


main()
