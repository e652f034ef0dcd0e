"""Runs a reader over many pictures: overlayd itself, or a peer."""

import base64
import contextlib
import json
import pathlib
import selectors
import shutil
import subprocess
import sys
import tempfile
import time
import typing

import comparison

HERE = pathlib.Path(__file__).resolve().parent
# A picture that takes a peer longer is one on which it died.
PATIENCE = 60


class Outcome(typing.NamedTuple):
    """What a reader made of one picture."""

    reads: list
    seconds: float
    died: bool = False
    error: str | None = None


class Missing(Exception):
    """A reader that is not on this machine, and what would bring it."""


class Overlayd:
    """`overlayd detect`, all pictures in one go."""

    name = "overlayd"

    def __init__(self, program, jobs=1, types="codes"):
        self.program = program
        self.jobs = jobs
        self.types = types
        # What it wrote that is no answer.
        self.noise = []
        if shutil.which(program) is None:
            raise Missing(f"{program} is not there; deploy/build makes it")
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
        self.version = said.stdout.strip()

    def available(self, names):
        """Those of the type names that this build can read."""
        return [name for name in names if self._can_read(name)]

    def _can_read(self, name):
        said = subprocess.run(
            [self.program, "detect", "--types", name, "--list", "/dev/null"], capture_output=True, text=True, check=False
        )
        return said.returncode == 0

    def run(self, paths, progress):
        """The outcome of each path, in order; a picture with which the program ended is one on which it died."""
        outcomes = []
        while len(outcomes) < len(paths):
            rest = paths[len(outcomes) :]
            got = self._run(rest, lambda done: progress(len(paths) - len(rest) + done))
            outcomes += got
            if len(got) < len(rest):
                outcomes.append(Outcome([], 0, died=True))
        return outcomes

    def _run(self, paths, progress):
        with contextlib.ExitStack() as stack:
            listing = stack.enter_context(tempfile.NamedTemporaryFile("w", suffix=".txt"))
            listing.write("".join(f"{path}\n" for path in paths))
            listing.flush()
            command = [self.program, "detect", "--types", self.types, "--jobs", str(self.jobs), "--list", listing.name]
            noise = stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace"))
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=noise)
            outcomes, before = [], time.monotonic()
            for line in process.stdout:
                now = time.monotonic()
                outcomes.append(_outcome(json.loads(line), (now - before) * self.jobs))
                before = now
                progress(len(outcomes))
            process.wait()
            noise.seek(0)
            said = [line for line in noise.read().splitlines() if "faces are left out" not in line]
            self.noise += said
            print("".join(f"{line}\n" for line in said[:5]), end="", file=sys.stderr)
        if len(outcomes) < len(paths) and process.returncode in (64, 65, 69):
            raise Missing(f"{' '.join(command)} ended with {process.returncode}")
        return outcomes


def _outcome(message, seconds):
    if "error" in message:
        died = message["error"]["name"] in ("workerDied", "timeLimit")
        return Outcome([], seconds, died=died, error=message["error"]["message"])
    width, height = message["frame"]["width"], message["frame"]["height"]
    reads = [
        comparison.Read(
            found["type"],
            found.get("value"),
            base64.b64decode(found["payload"]),
            [[corner["x"] * width, corner["y"] * height] for corner in found["corners"]],
            found,
        )
        for found in message["objects"]
        if "corners" in found
    ]
    return Outcome(reads, seconds)


class Peer:
    """Another reader, in a process that is started again when it died."""

    def __init__(self, name, python):
        self.name = name
        self.command = [python, "-B", str(HERE / "peers.py"), name]
        self.process = None
        self.version = self._start()

    def _start(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        line = self.process.stdout.readline()
        if not line:
            words = self.process.communicate()[1].strip().splitlines()
            raise Missing(f"{self.name} is not installed ({words[-1] if words else 'it ended at once'})")
        self.process.stderr.close()
        return json.loads(line)["version"]

    def run(self, paths, progress):
        """The outcome of each path, in order."""
        outcomes = []
        for path in paths:
            outcomes.append(self._read(path))
            progress(len(outcomes))
        self._stop()
        return outcomes

    def _read(self, path):
        if self.process is None:
            self._start()
        before = time.monotonic()
        try:
            self.process.stdin.write(f"{path}\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline() if self._answers() else ""
        except BrokenPipeError:
            line = ""
        seconds = time.monotonic() - before
        if not line:
            self._stop()
            return Outcome([], seconds, died=True)
        answer = json.loads(line)
        if "error" in answer:
            return Outcome([], seconds, error=answer["error"])
        reads = [
            comparison.Read(name, text, bytes.fromhex(payload) if payload is not None else None)
            for name, text, payload in answer["reads"]
        ]
        return Outcome(reads, seconds)

    def _answers(self):
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            return bool(selector.select(PATIENCE))

    def _stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


def peer(name, environment):
    """The peer of that name: what Debian has, or what `environment`, a folder of Python packages, holds."""
    inside = environment / "bin" / "python3"
    if name in ("zxing-cpp", "opencv"):
        if not inside.exists():
            raise Missing(f"{name} is not installed; deploy/accuracy --install-peers does that")
        return Peer(name, str(inside))
    if name == "zbarimg" and shutil.which("zbarimg") is None:
        raise Missing("zbarimg is not installed; Debian's package zbar-tools has it")
    return Peer(name, sys.executable)
