#!/usr/bin/env python3
"""embed_templates.py OUTPUT FOLDER NAME...: writes the templates of FOLDER as a C source."""

import pathlib
import sys


def text_of(path):
    """A C array of the bytes, ended by 0: long texts are no string literals that every compiler
    must take."""
    return "{" + "".join(f"{byte}," for byte in path.read_bytes()) + "0}"


def main():
    output, folder, names = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    with open(output, "w", encoding="ascii") as out:
        out.write('/* Made from data/templates. */\n#include "cli/templates.h"\n\n'
                  '#include <stddef.h>\n\n')
        for number, name in enumerate(names):
            out.write(f"static const unsigned char spec_{number}[] = "
                      f"{text_of(folder / f'{name}.game-spec.md')};\n")
            out.write(f"static const unsigned char cases_{number}[] = "
                      f"{text_of(folder / name / 'cases' / 'rules.md')};\n\n")
        out.write("const game_template game_templates[] = {\n")
        for number, name in enumerate(names):
            out.write(f'    {{"{name}", (const char *)spec_{number}, '
                      f'(const char *)cases_{number}}},\n')
        out.write("    {NULL, NULL, NULL},\n};\n")


main()
