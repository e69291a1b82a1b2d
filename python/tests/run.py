"""Runs all tests of this folder, and ends with the line that scripts/test counts."""

import pathlib
import sys
import unittest

suite = unittest.defaultTestLoader.discover(str(pathlib.Path(__file__).parent))
result = unittest.TextTestRunner(verbosity=2, buffer=True).run(suite)
for test, reason in result.skipped:
    print(f"skipped: {test}: {reason}")
bad = len(result.failures) + len(result.errors)
print(f"{result.testsRun - bad - len(result.skipped)} passed, {bad} failed")
sys.exit(0 if result.wasSuccessful() else 1)
