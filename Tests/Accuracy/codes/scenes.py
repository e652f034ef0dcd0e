"""Photographs of symbols that never were: turned, tilted, blurred, noisy, faint, unevenly lit."""

import math
import typing

import numpy
from PIL import Image, ImageFilter

# Points inside each pixel, along each axis, at which the scene is looked at.
FINE = 4


class Look(typing.NamedTuple):
    """How a symbol is photographed."""

    # Pixels a module.
    module: float = 3.0
    # Degrees clockwise.
    turn: float = 0.0
    # Degrees out of the picture's plane, and around which axis in the plane.
    tilt: float = 0.0
    axis: float = 0.0
    # Standard deviation in modules.
    blur: float = 0.0
    # Standard deviation in levels.
    noise: float = 0.0
    dark: float = 25.0
    light: float = 235.0
    # The light at one side as a part of that at the other.
    shade: float = 1.0
    mirror: bool = False
    invert: bool = False


def projection(columns, rows, look):
    """The matrix that takes a place in modules, from the symbol's middle, to pixels, from the picture's middle.

    The symbol is turned out of the plane around an axis through its middle, seen from three of its own widths away, and
    turned in the picture.
    """
    tilt, axis, turn = (math.radians(angle) for angle in (look.tilt, look.axis, look.turn))

    def around(angle):
        cosine, sine = math.cos(angle), math.sin(angle)
        return numpy.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])

    lean = numpy.array([
        [1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)],
    ])
    space = around(turn) @ around(axis) @ lean @ around(-axis)
    if look.mirror:
        space = numpy.diag([-1, 1, 1]) @ space
    distance = 3 * look.module * math.hypot(columns, rows)
    # x' = f x / (f + z) of a plane's point (u, v, 0), f = distance.
    return numpy.array([
        [look.module * space[0, 0], look.module * space[0, 1], 0],
        [look.module * space[1, 0], look.module * space[1, 1], 0],
        [look.module * space[2, 0] / distance, look.module * space[2, 1] / distance, 1],
    ])


def _through(matrix, x, y):
    w = matrix[2, 0] * x + matrix[2, 1] * y + matrix[2, 2]
    return (
        (matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2]) / w,
        (matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2]) / w,
    )


def photograph(modules, quiet, look, random, has_corners=True):
    """A grey picture of a symbol on a label on a table, and the symbol's corners in pixels, None where it has none."""
    rows, columns = modules.shape
    matrix = projection(columns, rows, look)
    inner = [(-columns / 2, -rows / 2), (-columns / 2, rows / 2), (columns / 2, rows / 2), (columns / 2, -rows / 2)]
    label = [(x + math.copysign(quiet, x), y + math.copysign(quiet, y)) for x, y in inner]
    outline = [_through(matrix, *corner) for corner in label]
    margin = 8 + 2 * look.module
    left, top = (min(point[axis] for point in outline) - margin - random.uniform(0, 20) for axis in (0, 1))
    width = math.ceil(max(point[0] for point in outline) + margin - left)
    height = math.ceil(max(point[1] for point in outline) + margin - top)
    corners = [[x - left, y - top] for x, y in (_through(matrix, *corner) for corner in inner)]

    reflectance = numpy.pad(numpy.where(modules, 0.0, 1.0), quiet, constant_values=1.0).astype(numpy.float32)
    if look.invert:
        reflectance = 1 - reflectance
    table = numpy.float32(random.uniform(0.45, 0.75))
    reflectance = numpy.pad(reflectance, 1, constant_values=table)
    x = (numpy.arange(width * FINE, dtype=numpy.float32) + 0.5) / FINE + numpy.float32(left)
    y = (numpy.arange(height * FINE, dtype=numpy.float32) + 0.5) / FINE + numpy.float32(top)
    u, v = _through(numpy.linalg.inv(matrix).astype(numpy.float32), x[None, :], y[:, None])
    column = numpy.clip(numpy.floor(u + columns / 2).astype(numpy.int32) + quiet + 1, 0, reflectance.shape[1] - 1)
    row = numpy.clip(numpy.floor(v + rows / 2).astype(numpy.int32) + quiet + 1, 0, reflectance.shape[0] - 1)
    seen = reflectance[row, column].reshape(height, FINE, width, FINE).mean(axis=(1, 3))

    pixels = look.dark + (look.light - look.dark) * seen
    if look.shade != 1:
        slope = numpy.linspace(1, look.shade, width)[None, :] * numpy.linspace(1, math.sqrt(look.shade), height)[:, None]
        pixels = pixels * slope
    if look.blur:
        image = Image.fromarray(numpy.clip(pixels, 0, 255).astype(numpy.uint8))
        pixels = numpy.asarray(image.filter(ImageFilter.GaussianBlur(look.blur * look.module))).astype(numpy.float32)
    if look.noise:
        grains = numpy.random.default_rng(random.getrandbits(32))
        pixels = pixels + grains.normal(0, look.noise, pixels.shape)
    picture = Image.fromarray(numpy.clip(pixels + 0.5, 0, 255).astype(numpy.uint8))
    return picture, corners if has_corners else None
