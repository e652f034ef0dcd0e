"""What can go wrong, each with a symbolic name."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Union

Json = Union[None, bool, int, float, str, List[Any], Dict[str, Any]]


class OverlaydError(Exception):
    """Anything that went wrong: `name` is for programs, `message` for people."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name
        self.message = message


class Unreachable(OverlaydError):
    """No connection could be made: `noDaemon`, `deadSocket`, `notPermitted` or `system`."""


class Closed(OverlaydError):
    """The connection is over: `closed`."""


class TimedOut(OverlaydError):
    """No answer came in time: `timedOut`."""


class BadMessage(OverlaydError):
    """What came is not what the protocol says: `badMessage`, or `unsupportedProtocol` for a later version of it."""


class Refused(OverlaydError):
    """The daemon refused a request; `name` is the protocol's, such as `unknownInput` or `notReady`."""

    def __init__(
        self,
        name: str,
        message: str,
        *,
        code: int = -32000,
        parameter: Optional[str] = None,
        got: Json = None,
        expected: Optional[str] = None,
        available: Sequence[str] = (),
        setting: Optional[str] = None,
        retryable: bool = False,
        retry_in: Optional[float] = None,
    ) -> None:
        super().__init__(name, message)
        self.code = code
        self.parameter = parameter
        self.got = got
        self.expected = expected
        self.available = tuple(available)
        self.setting = setting
        self.retryable = retryable
        self.retry_in = retry_in
