"""The program of the README, as a newcomer runs it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import unittest

from .support import PACKAGE, Daemon, scratch

CLIENT = PACKAGE / "clients/python"


class ReadmeTests(unittest.TestCase):
    def test_the_program_goes_on_after_the_daemon_was_killed_and_started_again(self) -> None:
        program = re.search(r"```python\n(.*?)```", (CLIENT / "README.md").read_text(), re.DOTALL)
        assert program is not None
        self.assertLessEqual(len(program[1].splitlines()), 20)
        self.assertIn(program[0], (PACKAGE / "README.md").read_text())
        with scratch() as path, Daemon(path) as daemon:
            environment = {**os.environ, "OVERLAYD_SOCKET": path, "PYTHONPATH": str(CLIENT), "PYTHONUNBUFFERED": "1"}
            with subprocess.Popen(
                [sys.executable, "-c", program[1]], env=environment, stdout=subprocess.PIPE, text=True
            ) as running:
                try:
                    assert running.stdout is not None
                    pattern = re.compile(r"qr_code \d+ at -?\d+,-?\d+, (\d+×\d+) https://overlayd.example/test\n")
                    sizes = (found[1] for found in map(pattern.fullmatch, running.stdout) if found)
                    before = next(sizes)
                    daemon.kill()
                    # A wider picture shows its code larger in the same layer: that tells the second daemon's lines.
                    daemon.arguments = ("--input", "test=test:,size=1280x720")
                    daemon.start()
                    self.assertNotEqual(next(size for size in sizes if size != before), before)
                    self.assertIsNone(running.poll())
                finally:
                    running.kill()
