"""A real daemon and a scripted one, each in a folder of its own."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading
from typing import Any, Callable, Iterator, List

PACKAGE = pathlib.Path(__file__).resolve().parents[3]
#: For what a slow machine may take; no test waits for it to pass.
PATIENCE = 60.0


def program() -> str:
    """The daemon that was built: that of $OVERLAYD_PROGRAM, else of the debug or release build."""
    named = os.environ.get("OVERLAYD_PROGRAM")
    if named:
        return named
    for configuration in ("debug", "release"):
        path = PACKAGE / ".build" / configuration / "overlayd"
        if path.exists():
            return str(path)
    raise FileNotFoundError("overlayd is not built; run deploy/build or deploy/test")


@contextlib.contextmanager
def scratch() -> Iterator[str]:
    """The path of a socket in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="overlayd-py.") as folder:
        yield f"{folder}/overlayd.sock"


class Daemon:
    """The real daemon on its drawn scene."""

    def __init__(self, path: str, *arguments: str) -> None:
        self.path = path
        self.arguments = arguments or ("--input", "test=test:,size=640x480,rate=30")
        self.start()

    def start(self) -> None:
        """Starts it and waits until it serves."""
        words = [program(), "run", "--socket", self.path, *self.arguments]
        self.process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
        said: List[str] = []
        assert self.process.stderr is not None
        for line in self.process.stderr:
            said.append(line)
            if " serves " in line:
                break
        else:
            raise AssertionError(f"the daemon did not start: {''.join(said)}")
        self._drain = threading.Thread(target=self.process.stderr.read)
        self._drain.start()

    def kill(self) -> None:
        """Ends it without a word."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ends it as an operator does."""
        self._end(signal.SIGTERM)

    def _end(self, number: int) -> None:
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.process.wait(PATIENCE)
        self._drain.join(PATIENCE)
        if self.process.stderr is not None:
            self.process.stderr.close()

    def __enter__(self) -> Daemon:
        return self

    def __exit__(self, *ignored: object) -> None:
        self.stop()


HELLO = {
    "server": "overlayd 0.1.0",
    "protocol": "0.1",
    "session": "s1",
    "inputs": [{"name": "front", "state": "live", "position": "front", "mount": 0}],
    "types": ["qr_code"],
    "features": [],
    "limits": {"request": 65536, "clients": 8, "subscriptions": 8},
}
REPLY = {
    "session": "s1",
    "subscription": 7,
    "revision": 1,
    "connection": {
        "input": "front",
        "rotation": 90,
        "mirrored": True,
        "automaticallyAdjustsMirroring": False,
        "enabled": True,
    },
    "state": "live",
    "types": ["qr_code"],
    "unavailable": [],
    "layer": {"x": 0, "y": 0, "width": 1080, "height": 1920},
    "gravity": "resizeAspectFill",
    "mode": "frames",
    "coordinates": "layer",
    "rectOfInterest": {"x": 0, "y": 0, "width": 1, "height": 1},
    "rectOfInterestInLayer": None,
    "frame": {"width": 1280, "height": 720},
    "matrix": [0, 1920, 1080, 0, 0, 0],
    "content": {"x": 0, "y": 0, "width": 1080, "height": 1920},
    "visible": {"x": 0, "y": 0, "width": 1, "height": 1},
    "sequence": None,
    "time": None,
    "wall": None,
    "space": "layer",
    "objects": [],
}
METADATA = {
    "subscription": 7,
    "revision": 1,
    "dropped": 0,
    "sequence": 3,
    "input": "front",
    "time": 1000020000,
    "wall": 1764500000120000,
    "duration": 40000,
    "clock": "received",
    "latency": 21400,
    "frame": {"width": 1280, "height": 720},
    "space": "layer",
    "objects": [],
}


def notification(method: str, params: Any) -> bytes:
    """A line that nobody asked for."""
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode() + b"\n"


class Peer:
    """The daemon's side of one connection, for a script to drive."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._lines = connection.makefile("rb")

    def send(self, data: bytes) -> None:
        """Sends bytes as they are."""
        self._connection.sendall(data)

    def hello(self, **changes: Any) -> None:
        """Sends the first line."""
        self.send(notification("hello", {**HELLO, **changes}))

    def request(self) -> Any:
        """Waits for a request."""
        return json.loads(self._lines.readline())

    def answer(self, request: Any, result: Any) -> None:
        """Answers a request."""
        self.send(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode() + b"\n")

    def refuse(self, request: Any, name: str) -> None:
        """Refuses a request."""
        error = {"code": -32602, "message": f"it is {name}", "data": {"name": name, "retryable": False}}
        self.send(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": error}).encode() + b"\n")

    def subscribed(self, **changes: Any) -> Any:
        """Says hello and answers the first subscription; the request."""
        self.hello()
        request = self.request()
        self.answer(request, {**REPLY, **changes})
        return request

    def metadata(self, **changes: Any) -> None:
        """Sends a metadata message."""
        self.send(notification("metadata", {**METADATA, **changes}))

    def wait(self) -> None:
        """Waits until the client hangs up."""
        with contextlib.suppress(OSError):
            while self._lines.readline():
                pass


Script = Callable[[Peer], None]


class Scripted:
    """A daemon that plays one script for each connection, in order; the last for all further ones."""

    def __init__(self, path: str, *scripts: Script) -> None:
        self.failures: List[BaseException] = []
        self._scripts = list(scripts)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(path)
        self._listener.listen()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            script = self._scripts.pop(0) if len(self._scripts) > 1 else self._scripts[0]
            with connection:
                connection.settimeout(PATIENCE)
                try:
                    script(Peer(connection))
                except (BrokenPipeError, ConnectionResetError):
                    pass  # The client went first, as some scripts want it.
                except BaseException as error:
                    self.failures.append(error)

    def __enter__(self) -> Scripted:
        return self

    def __exit__(self, *ignored: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(PATIENCE)
        if self.failures:
            raise self.failures[0]
