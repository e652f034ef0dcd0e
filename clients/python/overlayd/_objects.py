"""What can be found."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple

from ._geometry import Point, Rect
from ._reading import Members, bad


@dataclass(frozen=True)
class MetadataObject:
    """Something that was found. Times are microseconds of the machine's monotonic clock."""

    type: str
    id: int
    bounds: Rect
    confidence: Optional[float] = None
    predicted: bool = False
    first_seen: Optional[int] = None
    last_seen: Optional[int] = None
    input: Optional[str] = None


@dataclass(frozen=True)
class Landmarks:
    """Five points of a face, named by the subject's own sides."""

    left_eye: Point
    right_eye: Point
    nose: Point
    mouth_left: Point
    mouth_right: Point

    @staticmethod
    def read(members: Members) -> Landmarks:
        return Landmarks(*(Point.read(members.members(name)) for name in _LANDMARKS))


_LANDMARKS = ("leftEye", "rightEye", "nose", "mouthLeft", "mouthRight")


@dataclass(frozen=True)
class Face(MetadataObject):
    """A face. Angles are degrees in [0, 360); None was not measured."""

    roll: Optional[float] = None
    yaw: Optional[float] = None
    pitch: Optional[float] = None
    landmarks: Optional[Landmarks] = None


@dataclass(frozen=True)
class Part:
    """Which part of a message that is spread over several QR codes."""

    index: int
    count: int
    parity: int


@dataclass(frozen=True)
class Code(MetadataObject):
    """A barcode. `corners` are its own top-left, bottom-left, bottom-right, top-right; `value` is None for no text."""

    value: Optional[str] = None
    payload: bytes = b""
    corners: Tuple[Point, ...] = ()
    reads: Optional[int] = None
    gs1: bool = False
    upc: Optional[str] = None
    add_on: Optional[str] = None
    part: Optional[Part] = None
    inverted: bool = False


def read_object(value: object, input: Optional[str]) -> MetadataObject:
    members = Members(value, "object")
    common: Dict[str, Any] = {
        "type": members.text("type"),
        "id": members.whole("id"),
        "bounds": Rect.read(members.members("bounds")),
        "confidence": members.maybe("confidence", members.number),
        "predicted": bool(members.maybe("predicted", members.flag)),
        "first_seen": members.maybe("firstSeen", members.whole),
        "last_seen": members.maybe("lastSeen", members.whole),
        "input": input,
    }
    if common["type"] == "face":
        marks = members.maybe("landmarks", members.members)
        return Face(
            **common,
            roll=members.maybe("roll", members.number),
            yaw=members.maybe("yaw", members.number),
            pitch=members.maybe("pitch", members.number),
            landmarks=None if marks is None else Landmarks.read(marks),
        )
    if not members.has("payload"):
        return MetadataObject(**common)
    try:
        payload = base64.b64decode(members.text("payload"), validate=True)
    except ValueError:
        raise bad("object.payload", "base64", members.text("payload")) from None
    corners = tuple(Point.read(Members(corner, "corners")) for corner in members.list("corners"))
    if len(corners) != 4:
        raise bad("object.corners", "four points", corners)
    part = members.maybe("part", members.members)
    return Code(
        **common,
        value=members.maybe("value", members.text),
        payload=payload,
        corners=corners,
        reads=members.maybe("reads", members.whole),
        gs1=bool(members.maybe("gs1", members.flag)),
        upc=members.maybe("upc", members.text),
        add_on=members.maybe("addOn", members.text),
        part=None if part is None else Part(part.whole("index"), part.whole("count"), part.whole("parity")),
        inverted=bool(members.maybe("inverted", members.flag)),
    )
