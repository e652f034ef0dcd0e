"""What a client is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple, Union

from ._errors import Refused
from ._geometry import Frame
from ._objects import MetadataObject, read_object
from ._reading import Members


@dataclass(frozen=True)
class Metadata:
    """The objects of one frame. `dropped` counts the messages of this subscription that it overtook."""

    subscription: int
    revision: int
    sequence: Optional[int]
    dropped: int
    input: Optional[str]
    time: Optional[int]
    wall: Optional[int]
    frame: Optional[Frame]
    space: str
    objects: Tuple[MetadataObject, ...]
    duration: Optional[int] = None
    latency: Optional[int] = None
    clock: Optional[str] = None
    reason: Optional[str] = None

    @staticmethod
    def read(members: Members, subscription: int, input: Optional[str], dropped: int = 0) -> Metadata:
        frame = members.maybe("frame", members.members)
        return Metadata(
            subscription,
            members.maybe("revision", members.whole) or 0,
            members.maybe("sequence", members.whole),
            (members.maybe("dropped", members.whole) or 0) + dropped,
            input,
            members.maybe("time", members.whole),
            members.maybe("wall", members.whole),
            None if frame is None else Frame.read(frame),
            members.text("space"),
            tuple(read_object(value, input) for value in members.list("objects")),
            members.maybe("duration", members.whole),
            members.maybe("latency", members.whole),
            members.maybe("clock", members.text),
            members.maybe("reason", members.text),
        )


@dataclass(frozen=True)
class GeometryChange:
    """A subscription's frame size, matrix, connection or rectangle changed by itself; read them from it."""

    subscription: int
    revision: int


@dataclass(frozen=True)
class InputChange:
    """An input's state: `idle`, `starting`, `live`, `stalled`, `busy`, `absent`, `ended`, `paused` or `failed`."""

    input: str
    state: str
    reason: Optional[str] = None
    detail: Optional[str] = None
    retry_in: Optional[float] = None


@dataclass(frozen=True)
class Disconnected:
    """The daemon went away; the client waits for it."""

    reason: str


@dataclass(frozen=True)
class Reconnected:
    """The daemon is back and the subscriptions are made anew. Object ids of another session mean nothing here."""

    session: str


@dataclass(frozen=True)
class Lost:
    """A subscription that the daemon refused after a reconnection."""

    subscription: int
    error: Refused


Event = Union[Metadata, GeometryChange, InputChange, Disconnected, Reconnected, Lost]


@dataclass(frozen=True)
class Hello:
    """What the daemon says of itself."""

    server: str
    protocol: str
    session: str
    inputs: Tuple[str, ...]
    types: Tuple[str, ...]
    features: Tuple[str, ...]
