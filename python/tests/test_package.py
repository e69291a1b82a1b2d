"""The package: it installs without a network, runs from elsewhere, says what it misses, and its
types hold."""

from __future__ import annotations

import base64
import csv
import hashlib
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from typing import Any

from common import PYTHON, TOP

import ludoforge

PLAY = """
import ludoforge
game = ludoforge.load("connect-four")
state = game.new_initial_state(seed=1)
while not state.is_terminal():
    state.apply_action(state.legal_actions()[-1])
print(ludoforge.__file__, state.returns(), len(ludoforge.bundled_games()))
"""


def run(*command: str, **settings: Any) -> "subprocess.CompletedProcess[str]":
    environment = {k: v for k, v in os.environ.items()
                   if k not in ("PYTHONPATH", "LUDOFORGE_LIBRARY", "LUDOFORGE_GAMES")}
    environment.update(settings.pop("env", {}))
    return subprocess.run(command, env=environment, text=True, capture_output=True,
                          stdin=subprocess.DEVNULL, timeout=1800, check=False, **settings)


class Wheel(unittest.TestCase):
    def setUp(self) -> None:
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = pathlib.Path(held.name)

    def make(self, hook: str) -> pathlib.Path:
        """Calls a hook of the build backend, as pip does."""
        path = PYTHON / "build_backend" / "ludoforge_build.py"
        spec = importlib.util.spec_from_file_location("ludoforge_build", path)
        assert spec is not None and spec.loader is not None
        backend = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(backend)
        return self.folder / getattr(backend, hook)(str(self.folder))

    def test_record_is_right(self) -> None:
        wheel = self.make("build_wheel")
        self.assertRegex(wheel.name, r"^ludoforge-[\d.]+-py3-none-linux_\w+\.whl$")
        with zipfile.ZipFile(wheel) as archive:
            record = next(name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
            lines = list(csv.reader(archive.read(record).decode().splitlines()))
            self.assertEqual(sorted(line[0] for line in lines), sorted(archive.namelist()))
            for name, digest, size in lines:
                if name != record:
                    data = archive.read(name)
                    hashed = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
                    made = hashed.rstrip(b"=").decode()
                    self.assertEqual((digest, int(size)), (f"sha256={made}", len(data)))
        again = wheel.read_bytes()
        self.assertEqual(self.make("build_wheel").read_bytes(), again,
                         "the same source makes the same wheel")

    def test_version_is_the_library_s(self) -> None:
        self.assertIn(f"-{ludoforge.__version__}-", self.make("build_wheel").name)

    def test_it_installs_and_runs_elsewhere(self) -> None:
        """In an environment of its own, without a network and away from the source tree."""
        made = run(sys.executable, "-m", "venv", "--system-site-packages",
                   str(self.folder / "venv"))
        self.assertEqual(made.returncode, 0, made.stdout + made.stderr + "\n(Debian: python3-venv)")
        python = str(self.folder / "venv" / "bin" / "python")
        copied = self.copy_of_source()
        done = run(python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check",
                   str(copied / "python"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        shutil.rmtree(copied)
        played = run(python, "-c", PLAY, cwd=self.folder, env={"LD_LIBRARY_PATH": ""})
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertIn(str(self.folder / "venv"), played.stdout)
        self.assertIn(f" {len(list((TOP / 'data' / 'games').glob('*.game-spec.md')))}\n",
                      played.stdout)

    def copy_of_source(self) -> pathlib.Path:
        """What the wheel is made of, in a place that goes away."""
        copied = self.folder / "source"
        shutil.copytree(PYTHON, copied / "python",
                        ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache"))
        shutil.copytree(TOP / "data" / "games", copied / "data" / "games")
        (copied / "build").mkdir()
        shutil.copy(library_path(), copied / "build" / "libludoforge.so")
        (copied / "meson.build").touch()
        return copied

    def test_editable_points_here(self) -> None:
        with zipfile.ZipFile(self.make("build_editable")) as archive:
            pointers = [archive.read(name).decode()
                        for name in archive.namelist() if name.endswith(".pth")]
        self.assertEqual(pointers, [f"{PYTHON}\n"])

    def test_sdist_builds_a_pure_wheel(self) -> None:
        shutil.unpack_archive(self.make("build_sdist"), self.folder / "unpacked")
        top = next((self.folder / "unpacked").iterdir())
        hook = ("import sys; sys.path.insert(0, 'build_backend'); import ludoforge_build as b; "
                "print(b.build_wheel('.'))")
        done = run(sys.executable, "-c", hook, cwd=top)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("py3-none-any", done.stdout)


def library_path() -> str:
    from ludoforge._library import lf

    return str(lf._name)


class Missing(unittest.TestCase):
    def setUp(self) -> None:
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = pathlib.Path(held.name)
        shutil.copytree(PYTHON / "ludoforge", self.folder / "ludoforge",
                        ignore=shutil.ignore_patterns("__pycache__"))

    def fails(self, script: str, **env: str) -> str:
        done = run(sys.executable, "-c", script, cwd=self.folder, env=env)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("ImportError: ", done.stderr)
        return done.stderr

    def test_no_library(self) -> None:
        told = self.fails("import ctypes.util; ctypes.util.find_library = lambda name: None; "
                          "import ludoforge")
        for word in ("was not found", "make build", "LUDOFORGE_LIBRARY"):
            self.assertIn(word, told)
        told = self.fails("import ludoforge", LUDOFORGE_LIBRARY="/no/such/library.so")
        self.assertIn("/no/such/library.so", told)

    def test_a_library_of_another_version(self) -> None:
        libc = "libc.so.6"
        self.assertIn("another version", self.fails("import ludoforge", LUDOFORGE_LIBRARY=libc))

    def test_no_numpy(self) -> None:
        """Games are played without it; what needs it says so."""
        script = (
            "import sys; sys.modules['numpy'] = None; import ludoforge; "
            "s = ludoforge.load('tic-tac-toe').new_initial_state();"
            "s.apply_action(s.legal_actions()[0]); print(s.returns()); s.observation_tensor()")
        told = self.fails(script, LUDOFORGE_LIBRARY=library_path(),
                          LUDOFORGE_GAMES=str(TOP / "data" / "games"))
        self.assertIn("needs numpy", told)
        self.assertIn("python3-numpy", told)


class Types(unittest.TestCase):
    def test_strict(self) -> None:
        checker = shutil.which("mypy", path="/usr/bin:" + os.environ.get("PATH", ""))
        if checker is None:
            self.skipTest("mypy is not installed (Debian: mypy)")
        done = run(checker, "--cache-dir", os.devnull, cwd=PYTHON)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
