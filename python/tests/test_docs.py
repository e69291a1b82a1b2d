"""The Python on the pages runs, block after block."""

from __future__ import annotations

import contextlib
import io
import os
import re
import unittest
from typing import Any, Dict

from common import PYTHON, TOP

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Pages(unittest.TestCase):
    def test_blocks_run(self) -> None:
        binary = os.environ.get("LUDOFORGE", str(TOP / "build" / "ludoforge"))
        os.environ["PATH"] = os.path.dirname(binary) + os.pathsep + os.environ["PATH"]
        for page in (TOP / "docs" / "research.md", TOP / "docs" / "engine.md", TOP / "README.md",
                     PYTHON / "README.md"):
            blocks = BLOCK.findall(page.read_text())
            self.assertGreater(len(blocks), 0)
            names: Dict[str, Any] = {}
            for number, block in enumerate(blocks, 1):
                with self.subTest(page=page.name, block=number), \
                        contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(block, f"{page.name} block {number}", "exec"), names)


if __name__ == "__main__":
    unittest.main()
