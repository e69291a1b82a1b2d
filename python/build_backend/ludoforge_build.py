"""Builds the wheel of the package with Python's standard library alone (PEP 517, 660, 427).

A wheel contains the shared library that was built in the source tree, and the bundled games, so it
is for this kind of machine. Without a source tree (in an unpacked sdist), the wheel contains only
Python, for any machine, and the package uses an installed library. LUDOFORGE_LIBRARY names another
library to include.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import re
import sysconfig
import tarfile
import time
import zipfile
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

HERE = Path(__file__).resolve().parent.parent
TOP = HERE.parent
PACKAGE = "ludoforge"
OLDEST = 315532800  # 1980: a zip file knows nothing older
Settings = Optional[Dict[str, Any]]
File = Tuple[str, bytes]


def _field(name: str) -> str:
    """A line of [project]. Python 3.11 could read all of TOML; this also runs where it cannot."""
    found = re.search(rf'^{name} = "(.*)"$', (HERE / "pyproject.toml").read_text(), re.MULTILINE)
    if found is None:
        raise RuntimeError(f"pyproject.toml has no line `{name} = …`")
    return found[1]


VERSION = _field("version")
DIST_INFO = f"{PACKAGE}-{VERSION}.dist-info"


# ---- what is in it ----


def _metadata() -> bytes:
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {PACKAGE}",
        f"Version: {VERSION}",
        f"Summary: {_field('description')}",
        "License: MIT",
        f"Requires-Python: {_field('requires-python')}",
        "Provides-Extra: arrays",
        'Requires-Dist: numpy >=1.20 ; extra == "arrays"',
        "Description-Content-Type: text/markdown",
    ]
    return ("\n".join(lines) + "\n\n" + (HERE / "README.md").read_text()).encode()


def _tag(native: bool) -> str:
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_") if native else "any"
    return f"py3-none-{platform}"


def _wheel_file(native: bool) -> bytes:
    pure = "false" if native else "true"
    lines = ("Wheel-Version: 1.0", f"Generator: ludoforge_build {VERSION}",
             f"Root-Is-Purelib: {pure}", f"Tag: {_tag(native)}")
    return "".join(f"{line}\n" for line in lines).encode()


def _python_files() -> Iterator[File]:
    for path in sorted((HERE / PACKAGE).iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            yield f"{PACKAGE}/{path.name}", path.read_bytes()


def _library() -> Optional[Path]:
    """The library that the wheel carries; None for none."""
    told = os.environ.get("LUDOFORGE_LIBRARY")
    path = Path(told) if told else TOP / "build" / "libludoforge.so"
    if path.exists():
        return path
    if told or (TOP / "meson.build").exists():
        raise SystemExit(f"{path}, which the wheel needs, does not exist. Run `make build` in the "
                         "source tree first.")
    return None


def _native_files(library: Path) -> Iterator[File]:
    yield f"{PACKAGE}/native/libludoforge.so", library.read_bytes()
    games = TOP / "data" / "games"
    for path in sorted(games.rglob("*")) if games.is_dir() else []:
        name = path.relative_to(games)
        if path.is_file() and "cases" not in name.parts:  # rule cases are not needed for play
            yield f"{PACKAGE}/games/{name.as_posix()}", path.read_bytes()


# ---- writing it ----


def _moment() -> Tuple[int, int, int, int, int, int]:
    """The time of all files, so that the same source makes the same wheel."""
    seconds = max(int(os.environ.get("SOURCE_DATE_EPOCH", OLDEST)), OLDEST)
    year, month, day, hour, minute, second = time.gmtime(seconds)[:6]
    return year, month, day, hour, minute, second


def _record_line(name: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def _write_wheel(folder: str, files: List[File], native: bool) -> str:
    files = [*files, (f"{DIST_INFO}/METADATA", _metadata()),
             (f"{DIST_INFO}/WHEEL", _wheel_file(native))]
    record = f"{DIST_INFO}/RECORD"
    lines = "".join(_record_line(name, data) for name, data in files) + f"{record},,\n"
    name = f"{PACKAGE}-{VERSION}-{_tag(native)}.whl"
    with zipfile.ZipFile(Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in [*files, (record, lines.encode())]:
            entry = zipfile.ZipInfo(path, _moment())
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if path.endswith(".so") else 0o100644) << 16
            wheel.writestr(entry, data)
    return name


# ---- the hooks ----


def get_requires_for_build_wheel(config_settings: Settings = None) -> List[str]:
    """Nothing."""
    return []


get_requires_for_build_sdist = get_requires_for_build_editable = get_requires_for_build_wheel


def build_wheel(wheel_directory: str, config_settings: Settings = None,
                metadata_directory: Optional[str] = None) -> str:
    """Writes the wheel and returns its name."""
    library = _library()
    native = list(_native_files(library)) if library is not None else []
    return _write_wheel(wheel_directory, [*_python_files(), *native], library is not None)


def build_editable(wheel_directory: str, config_settings: Settings = None,
                   metadata_directory: Optional[str] = None) -> str:
    """A wheel that only points here: the package uses the library and games of the source tree."""
    link = (f"__editable__.{PACKAGE}.pth", f"{HERE}\n".encode())
    return _write_wheel(wheel_directory, [link], False)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Writes the Python source and returns the archive's name."""
    base = f"{PACKAGE}-{VERSION}"
    names = ("pyproject.toml", "README.md", "build_backend/ludoforge_build.py")
    own = [(name, (HERE / name).read_bytes()) for name in names]
    path = Path(sdist_directory) / f"{base}.tar.gz"
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name, data in [*own, *_python_files(), ("PKG-INFO", _metadata())]:
            entry = tarfile.TarInfo(f"{base}/{name}")
            entry.size, entry.mtime = len(data), int(os.environ.get("SOURCE_DATE_EPOCH", OLDEST))
            archive.addfile(entry, io.BytesIO(data))
    return f"{base}.tar.gz"
