#!/usr/bin/env python3
"""embed.py OUTPUT ROOT FILE...: writes the files of the page as a C source, by their paths below
ROOT."""

import hashlib
import pathlib
import sys

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
         ".json": "application/json; charset=utf-8", ".webmanifest": "application/manifest+json",
         ".ico": "image/x-icon"}


def main():
    output, root, files = sys.argv[1], pathlib.Path(sys.argv[2]), sorted(sys.argv[3:])
    rows = []
    with open(output, "w", encoding="ascii") as out:
        out.write('/* Made from the files of the page. */\n#include "tool/serve/server.h"\n\n')
        for number, name in enumerate(files):
            data = pathlib.Path(name).read_bytes()
            out.write(f"static const unsigned char file_{number}[] = {{\n")
            for at in range(0, len(data), 24):
                out.write("".join(f"{byte}," for byte in data[at:at + 24]) + "\n")
            out.write("0};\n\n")
            path = pathlib.Path(name).relative_to(root).as_posix()
            kind = TYPES.get(pathlib.Path(name).suffix, "application/octet-stream")
            tag = hashlib.sha256(data).hexdigest()[:24]
            rows.append(f'    {{"{path}", "{kind}", file_{number}, {len(data)}, '
                        f'"W/\\"{tag}\\""}},\n')
        out.write("const page_file page_files[] = {\n" + "".join(rows)
                  + "    {NULL, NULL, NULL, 0, NULL},\n};\n")


main()
