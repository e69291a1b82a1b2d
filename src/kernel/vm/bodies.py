"""bodies.py: cuts bodies.inc at its marker lines, for chains.py and native/embed.py."""

import sys


def read_bodies(path):
    """The lines between BODY(NAME) and END, by NAME. The text of a body is not looked at."""
    bodies, name = {}, None
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.startswith("BODY("):
            name = line.strip()[len("BODY("):-1]
            bodies[name] = ""
        elif line == "END\n":
            name = None
        elif name is not None:
            bodies[name] += line
    if name is not None or not bodies:
        sys.exit(f"{path} is not a list of bodies between BODY(NAME) and END")
    return bodies
