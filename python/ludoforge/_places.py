"""Where the shared library and the bundled games may be.

The order is: the environment variables, this package, the source tree that contains it, the place
where it was installed together with the library, and last the system's own places.
"""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path
from typing import Iterator, List, Optional

PACKAGE = Path(__file__).resolve().parent
LIBRARY_VARIABLE = "LUDOFORGE_LIBRARY"
GAMES_VARIABLE = "LUDOFORGE_GAMES"
STEM = "libludoforge.so"
SPEC_ENDING = ".game-spec.md"
#: How far above the package an installed library can be: lib/python3.X/dist-packages/ludoforge.
LEVELS = 5


def _libraries_in(folder: Path) -> List[Path]:
    """The plain name first, then the newest version."""
    plain = folder / STEM
    return [plain] if plain.exists() else sorted(folder.glob(STEM + ".*"), reverse=True)


def source_tree() -> Optional[Path]:
    """The top of the source tree, if the package is in one."""
    top = PACKAGE.parents[1]
    return top if (top / "meson.build").exists() and (top / "data" / "games").is_dir() else None


def _parents() -> List[Path]:
    return list(PACKAGE.parents)[:LEVELS]


def library_paths() -> Iterator[Path]:
    """The files that may be the library, best first. Only the first two kinds certainly exist."""
    told = os.environ.get(LIBRARY_VARIABLE)
    if told:
        yield Path(told)
        return
    yield from _libraries_in(PACKAGE / "native")
    top = source_tree()
    if top is not None:
        yield from _libraries_in(top / "build")
        return
    architecture = sysconfig.get_config_var("MULTIARCH") or "lib64"
    for parent in _parents():
        for folder in (parent / architecture, parent / "lib64", parent):
            yield from _libraries_in(folder)


def games_folders() -> Iterator[Path]:
    """Folders of bundled games that belong to this package.

    Those that the library itself knows are not among them.
    """
    told = os.environ.get(GAMES_VARIABLE)
    if told:
        yield Path(told)
    yield PACKAGE / "games"
    top = source_tree()
    if top is not None:
        yield top / "data" / "games"
        return
    for parent in _parents():
        yield parent / "share" / "ludoforge" / "games"


def spec_of(name: str) -> Optional[Path]:
    """The spec of a bundled game, or None if the library has to look for it."""
    if not name or name.startswith(".") or "/" in name or os.sep in name:
        return None
    for folder in games_folders():
        spec = folder / (name + SPEC_ENDING)
        if spec.is_file():
            return spec
    return None


def bundled_names() -> List[str]:
    """The names of the games in those folders, sorted."""
    specs = (spec for folder in games_folders() for spec in folder.glob("*" + SPEC_ENDING))
    return sorted({spec.name[: -len(SPEC_ENDING)] for spec in specs})
