#!/usr/bin/env python3
"""chains.py CHAINS.txt BODIES.inc ROWS.def CODE.inc [COUNT]: generates the chains of the loop from
the bodies of their instructions.

ROWS.def gets a row LF_CHAIN(NAME, length, opcodes) for each chain. CODE.inc gets the code: the
bodies one after the other, with ALONG between them, which continues with the next instruction
unless the body has sent play elsewhere. COUNT limits the number of chains."""

import pathlib
import sys

sys.dont_write_bytecode = True  # a build writes nothing beside the sources
from bodies import read_bodies  # noqa: E402

MOST = 4  # instructions in a chain; lf_chain has room for as many


def main():
    chains_file, bodies_file, rows_file, code_file = (pathlib.Path(name) for name in sys.argv[1:5])
    bodies = read_bodies(bodies_file)
    rows, code = ["/* Made by chains.py. */\n"], ["/* Made by chains.py. */\n"]
    lines = [line
             for line in chains_file.read_text(encoding="utf-8").splitlines()
             if line.strip() and not line.startswith("#")]
    count = int(sys.argv[5]) if len(sys.argv) > 5 else len(lines)
    for chain in sorted({tuple(line.split()) for line in lines[:count]},
                        key=lambda c: (-len(c), c)):
        unknown = [name for name in chain if name not in bodies]
        if unknown or not 2 <= len(chain) <= MOST:
            sys.exit(f"chains.py: {' '.join(chain)} is no chain: "
                     + ", ".join(unknown or [f"2 to {MOST} instructions"]))
        name = "_".join(chain)
        padded = [f"LF_OP_{op}" for op in chain] + ["0"] * (MOST - len(chain))
        rows.append(f"LF_CHAIN({name}, {len(chain)}, {', '.join(padded)})\n")
        parts = ["{\n" + bodies[op] + "}\n" for op in chain]
        code.append(f"CHAIN({name})\n" + "ALONG;\n".join(parts) + "END\n")
    rows_file.write_text("".join(rows), encoding="utf-8")
    code_file.write_text("".join(code), encoding="utf-8")


main()
