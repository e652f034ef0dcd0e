"""The overlayd under test, and what it needs."""

import json
import os
import pathlib
import subprocess
from dataclasses import dataclass

from cameras import FOLDER, until


@dataclass(frozen=True)
class Needs:
    """What a process has open and holds, at one moment."""

    descriptors: int
    threads: int
    workers: int
    kilobytes: int

    def __str__(self):
        return (
            f"{self.descriptors} descriptors, {self.threads} threads, {self.workers} workers, "
            f"{self.kilobytes} kB of memory"
        )


class Daemon:
    """overlayd with these inputs, each as its configuration file has it."""

    def __init__(self, programs, inputs):
        configuration = FOLDER / "overlayd.json"
        configuration.write_text(json.dumps({"inputs": inputs, "closeAfter": 0}, indent=4))
        place = pathlib.Path("/run/overlayd")  # a socket cannot lie in the shared folder
        place.mkdir(mode=0o755, exist_ok=True)
        self.socket = str(place / "overlayd.sock")
        self.log = open(FOLDER / "overlayd.log", "wb")
        self.process = subprocess.Popen(
            [str(pathlib.Path(programs) / "overlayd"), "run", "--config", str(configuration), "--socket", self.socket],
            stderr=self.log,
            stdin=subprocess.DEVNULL,
        )
        until(lambda: os.path.exists(self.socket) or self.process.poll() is not None, "overlayd serves", 60)
        if self.process.poll() is not None:
            raise RuntimeError(f"overlayd ended with {self.process.returncode}: {self.words()}")

    def words(self, count=15):
        """What it wrote last."""
        return "\n".join((FOLDER / "overlayd.log").read_text(errors="replace").splitlines()[-count:])

    def needs(self):
        process = pathlib.Path(f"/proc/{self.process.pid}")
        fields = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
        workers = sum(len((task / "children").read_text().split()) for task in (process / "task").iterdir())
        return Needs(
            len(list((process / "fd").iterdir())),
            int(fields["Threads"]),
            workers,
            int(fields["RssAnon"].split()[0]),
        )

    def settled_needs(self, workers):
        """What it needs once it has that many workers and no more."""
        until(lambda: self.needs().workers == workers, f"overlayd has {workers} workers (has {self.needs()})", 20)
        return self.needs()

    def stop(self):
        self.process.terminate()
        status = self.process.wait(timeout=30)
        self.log.close()
        return status
