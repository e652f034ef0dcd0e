"""What a client asks for, and how the protocol writes it."""

from __future__ import annotations

import base64
import dataclasses
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, TypedDict, Union

from ._errors import Json
from ._geometry import Frame, Rect, Region
from ._objects import Code, Face, MetadataObject


class Settings(TypedDict, total=False):
    """What `subscribe` and `update` take; docs/protocol.md says what each means. None stands for null."""

    input: str
    connection: None
    types: Union[str, Sequence[str]]
    unavailable: str
    layer: Union[Rect, Tuple[float, float, float, float], None]
    gravity: str
    rotation: Union[int, str]
    orientation: str
    mirrored: Union[bool, str]
    enabled: bool
    rect_of_interest: Union[Region, Rect, Tuple[float, float, float, float], None]
    rule: str
    coordinates: str
    max_rate: Optional[float]
    max_objects: Optional[int]
    every_frame: bool
    smoothing: str
    min_face: float
    min_reads: int


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def wire(name: str, value: Any) -> Json:
    """A parameter as JSON has it."""
    if isinstance(value, Region):
        return {"x": value.x, "y": value.y, "width": value.width, "height": value.height, "in": value.space}
    if isinstance(value, MetadataObject):
        return wire_object(value)
    if isinstance(value, Frame):
        return {"width": value.width, "height": value.height, "pixelAspect": value.pixel_aspect}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    if name in ("layer", "rectOfInterest") and isinstance(value, (tuple, list)):
        return dataclasses.asdict(Rect(*value))
    if name == "types":
        return [value] if isinstance(value, str) else list(value)
    result: Json = value
    return result


def parameters(settings: Mapping[str, Any]) -> Dict[str, Json]:
    return {camel(name): wire(camel(name), value) for name, value in settings.items()}


def wire_object(found: MetadataObject) -> Dict[str, Json]:
    members = {camel(f.name): getattr(found, f.name) for f in dataclasses.fields(found)}
    members = {name: value for name, value in members.items() if value is not None and value is not False}
    members["bounds"] = dataclasses.asdict(found.bounds)
    if isinstance(found, Code):
        members["payload"] = base64.b64encode(found.payload).decode()
        members["corners"] = [dataclasses.asdict(corner) for corner in found.corners]
        if found.part:
            members["part"] = dataclasses.asdict(found.part)
    if isinstance(found, Face) and found.landmarks:
        members["landmarks"] = {camel(n): v for n, v in dataclasses.asdict(found.landmarks).items()}
    return members
