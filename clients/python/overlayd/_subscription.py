"""What a subscription is now, and the conversions that it makes by itself."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, Mapping, Optional, Tuple, TypeVar

from ._errors import Json, Refused
from ._events import Metadata
from ._geometry import Connection, Frame, Matrix, Point, Rect
from ._objects import Code, Face, Landmarks, MetadataObject
from ._reading import Members

Convertible = TypeVar("Convertible", Point, Rect, MetadataObject, Face, Code)


class SubscriptionState:
    """What a subscription is now: as the daemon's newest reply or geometry message says."""

    def __init__(self, number: int) -> None:
        #: Its number in this client, which outlives reconnections.
        self.number = number
        self.session = ""
        self.revision = 0
        self.connection: Optional[Connection] = None
        self.state: Optional[str] = None
        self.types: Tuple[str, ...] = ()
        self.unavailable: Tuple[str, ...] = ()
        self.coordinates = "device"
        self.rect_of_interest: Optional[Rect] = None
        self.rect_of_interest_in_layer: Optional[Rect] = None
        self.frame: Optional[Frame] = None
        self.matrix: Optional[Matrix] = None
        self.content: Optional[Rect] = None
        self.visible: Optional[Rect] = None
        self.is_closed = False
        self._remote: Optional[int] = None
        self._settings: Dict[str, Json] = {}
        self._failure: Optional[Refused] = None

    def to_layer(self, value: Convertible) -> Optional[Convertible]:
        """A point, rectangle or object of device space in this layer, without asking the daemon.

        None for an object of another input; Refused `notConnected` or `notReady` while there is no transform.
        """
        return self._convert(value, True)

    def to_device(self, value: Convertible) -> Optional[Convertible]:
        """A point, rectangle or object of this layer in device space, without asking the daemon; as `to_layer`."""
        return self._convert(value, False)

    def _convert(self, value: Convertible, forward: bool) -> Optional[Convertible]:
        connection, matrix = self.connection, self.matrix
        if connection is None:
            raise Refused("notConnected", "the subscription has no connection; connect it to an input")
        if isinstance(value, MetadataObject) and value.input not in (None, connection.input):
            return None
        if matrix is None:
            raise Refused(
                "notReady", "there is no transform yet: no frame has come or the layer has no area", retryable=True
            )
        result: Convertible = _convert(value, matrix if forward else matrix.inverse(), connection, forward)
        return result

    def _take_geometry(self, members: Members) -> None:
        def rect(name: str) -> Optional[Rect]:
            found = members.maybe(name, members.members)
            return None if found is None else Rect.read(found)

        connection = members.maybe("connection", members.members)
        frame = members.maybe("frame", members.members)
        self.revision = members.whole("revision")
        self.connection = None if connection is None else Connection.read(connection)
        self.frame = None if frame is None else Frame.read(frame)
        self.matrix = Matrix.read(members, "matrix") if members.has("matrix") else None
        self.content, self.visible = rect("content"), rect("visible")
        self.rect_of_interest, self.rect_of_interest_in_layer = rect("rectOfInterest"), rect("rectOfInterestInLayer")

    def _take_reply(self, members: Members) -> Metadata:
        """Takes a reply; answers what is in view now."""
        self._take_geometry(members)
        self._remote = members.whole("subscription")
        self.session = members.text("session")
        self.state = members.maybe("state", members.text)
        self.types, self.unavailable = members.names("types"), members.names("unavailable")
        self.coordinates = members.text("coordinates")
        return Metadata.read(members, self.number, self.connection.input if self.connection else None)

    def _merge(self, changes: Mapping[str, Json]) -> None:
        """Keeps what was asked for, to ask again after a reconnection; of two that exclude each other the newer."""
        for name, other in (("rotation", "orientation"), ("orientation", "rotation"), ("input", "connection")):
            if name in changes:
                self._settings.pop(other, None)
        if "connection" in changes:
            self._settings.pop("input", None)
        self._settings.update(changes)


def _convert(value: Any, matrix: Matrix, connection: Connection, forward: bool) -> Any:
    if isinstance(value, Point):
        return matrix.apply(value)
    if isinstance(value, Rect):
        corners = (Point(value.x, value.y), Point(value.x + value.width, value.y + value.height))
        return Rect.around([matrix.apply(corner) for corner in corners])
    changes: Dict[str, Any] = {"bounds": _convert(value.bounds, matrix, connection, forward)}
    if isinstance(value, Code) and value.corners:
        changes["corners"] = tuple(matrix.apply(corner) for corner in value.corners)
        changes["bounds"] = Rect.around(changes["corners"])
    if isinstance(value, Face):
        sign, turn = -1.0 if connection.mirrored else 1.0, connection.rotation
        if value.roll is not None:
            changes["roll"] = _angle(sign * (value.roll + turn) if forward else sign * value.roll - turn)
        if value.yaw is not None:
            changes["yaw"] = _angle(sign * value.yaw)
        if value.landmarks:
            points = dataclasses.fields(value.landmarks)
            changes["landmarks"] = Landmarks(*(matrix.apply(getattr(value.landmarks, f.name)) for f in points))
    return dataclasses.replace(value, **changes)


def _angle(degrees: float) -> float:
    angle = degrees % 360.0
    return 0.0 if angle == 360.0 else angle
