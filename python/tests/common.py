"""Shared by the tests: where things are. They run from anywhere, against the library that the
package finds."""

from __future__ import annotations

import pathlib
import sys

PYTHON = pathlib.Path(__file__).resolve().parents[1]
TOP = PYTHON.parent
GAMES = TOP / "data" / "games"
for folder in (PYTHON, PYTHON / "examples"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
