"""Points, rectangles, and the matrix between a picture and a layer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

from ._reading import Members, bad


@dataclass(frozen=True)
class Point:
    """A point in any space; y grows downwards."""

    x: float
    y: float

    @staticmethod
    def read(members: Members) -> Point:
        return Point(members.number("x"), members.number("y"))


@dataclass(frozen=True)
class Rect:
    """A rectangle in any space, by its top-left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @staticmethod
    def read(members: Members) -> Rect:
        return Rect(*(members.number(name) for name in ("x", "y", "width", "height")))

    @staticmethod
    def around(points: Sequence[Point]) -> Rect:
        """The smallest upright rectangle that holds all points."""
        left, top = min(p.x for p in points), min(p.y for p in points)
        return Rect(left, top, max(p.x for p in points) - left, max(p.y for p in points) - top)


@dataclass(frozen=True)
class Region:
    """A rectangle of interest: in 0…1 of the unrotated picture, or with `space="layer"` in the layer's units."""

    x: float
    y: float
    width: float
    height: float
    space: str = "device"


@dataclass(frozen=True)
class Frame:
    """The size of an input's pictures in pixels."""

    width: int
    height: int
    pixel_aspect: float = 1.0

    @staticmethod
    def read(members: Members) -> Frame:
        aspect = members.maybe("pixelAspect", members.number)
        return Frame(members.whole("width"), members.whole("height"), 1.0 if aspect is None else aspect)


@dataclass(frozen=True)
class Matrix:
    """From device space (0…1 of the unrotated picture) to the layer: x' = a·x + c·y + tx, y' = b·x + d·y + ty."""

    a: float
    b: float
    c: float
    d: float
    tx: float
    ty: float

    def apply(self, point: Point) -> Point:
        """The point's image."""
        return Point(
            self.a * point.x + self.c * point.y + self.tx,
            self.b * point.x + self.d * point.y + self.ty,
        )

    def inverse(self) -> Matrix:
        """The way back; ZeroDivisionError when a side is 0."""
        det = self.a * self.d - self.b * self.c
        a, b, c, d = self.d / det, -self.b / det, -self.c / det, self.a / det
        return Matrix(a, b, c, d, -(a * self.tx + c * self.ty), -(b * self.tx + d * self.ty))

    @staticmethod
    def read(members: Members, name: str) -> Matrix:
        values = members.list(name)
        if len(values) != 6:
            raise bad(name, "six numbers", values)
        named = Members(dict(zip("abcdef", values)), name)
        matrix = Matrix(*(named.number(letter) for letter in "abcdef"))
        if matrix.a * matrix.d == matrix.b * matrix.c:
            raise bad(name, "a matrix that has an inverse", values)
        return matrix


@dataclass(frozen=True)
class Connection:
    """What connects a subscription to an input: turn (clockwise), mirroring after it, and whether anything flows."""

    input: str
    rotation: int
    mirrored: bool
    automatically_adjusts_mirroring: bool
    enabled: bool

    @staticmethod
    def read(members: Members) -> Connection:
        return Connection(
            members.text("input"),
            members.whole("rotation"),
            members.flag("mirrored"),
            members.flag("automaticallyAdjustsMirroring"),
            members.flag("enabled"),
        )
