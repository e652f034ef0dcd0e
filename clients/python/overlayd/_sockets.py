"""Where the daemon is, and how to get there."""

from __future__ import annotations

import contextlib
import errno
import grp
import os
import pwd
import socket
import stat
import time
from typing import List, Optional, Tuple

from ._errors import Unreachable


def socket_paths(path: Optional[str] = None) -> List[str]:
    """Where the daemon's socket may be, in the order in which it is looked for."""
    if path is None:
        path = os.environ.get("OVERLAYD_SOCKET") or None
    if path is not None:
        return [path]
    folder = os.environ.get("XDG_RUNTIME_DIR")
    return ["/run/overlayd/overlayd.sock"] + ([f"{folder}/overlayd/overlayd.sock"] if folder else [])


def open_socket(path: Optional[str], timeout: float) -> Tuple[socket.socket, str]:
    """A socket connected to the first daemon that answers."""
    failure: Optional[Unreachable] = None
    paths = socket_paths(path)
    for candidate in paths:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.settimeout(timeout)
            connection.connect(candidate)
            return connection, candidate
        except OSError as error:
            connection.close()
            if error.errno not in (errno.ENOENT, errno.ENOTDIR) and failure is None:
                failure = _unreachable(candidate, error)
    places = " or ".join(paths)
    raise failure or Unreachable("noDaemon", f"no daemon at {places}; start it with 'overlayd run'")


def _unreachable(path: str, error: OSError) -> Unreachable:
    if error.errno in (errno.ECONNREFUSED, errno.ENOTSOCK):
        return Unreachable(
            "deadSocket", f"nobody listens at {path}: its daemon has ended; start one with 'overlayd run'"
        )
    if error.errno not in (errno.EACCES, errno.EPERM):
        return Unreachable("system", f"cannot connect to {path}: {error.strerror or error}")
    group = "overlayd"
    with contextlib.suppress(OSError, KeyError):
        about, needed = _barrier(path)
        if not about.st_mode & needed:
            owner = pwd.getpwuid(about.st_uid).pw_name
            return Unreachable("notPermitted", f"{path} is for its owner alone (user {owner}); use it as that user")
        group = grp.getgrgid(about.st_gid).gr_name
    advice = f"join it with 'sudo usermod -aG {group} USER' and log in again"
    return Unreachable("notPermitted", f"{path} is for the group '{group}': {advice}")


def _barrier(path: str) -> Tuple[os.stat_result, int]:
    """What keeps the user out, and the right that its group needs: the socket, or a closed folder on the way to it."""
    try:
        return os.stat(path), stat.S_IWGRP
    except PermissionError:
        place = os.path.dirname(path)
        while True:
            with contextlib.suppress(PermissionError):
                return os.stat(place), stat.S_IXGRP
            place = os.path.dirname(place)


class Backoff:
    """How long to wait before the next attempt; a connection that ends at once does not count as success."""

    def __init__(self) -> None:
        self._delay = 0.0
        self._opened: Optional[float] = None

    def opened(self) -> None:
        """A connection was made."""
        self._opened = time.monotonic()

    def next(self) -> float:
        """Seconds to wait: 0 after a connection that held, else more each time, up to 2."""
        if self._opened is not None and time.monotonic() - self._opened > 2.0:
            self._delay = 0.0
        delay, self._delay, self._opened = self._delay, min(max(self._delay * 2, 0.1), 2.0), None
        return delay
