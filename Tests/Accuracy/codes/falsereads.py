"""Pictures without a code, in which none may be read: noise, gratings, text, floors, screens, keyboards, fences, walls."""

import json
import pathlib
import shutil
import tempfile

import numpy
from PIL import Image, ImageDraw, ImageFont

# Pictures that are made before overlayd looks at them.
BATCH = 250


def _places(random):
    """Rows and columns of a chance size, seen at a slant: where each pixel lies on a plane."""
    width, height = int(random.integers(120, 520)), int(random.integers(90, 400))
    y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    x, y = x - width / 2, y - height / 2
    angle = random.uniform(0, 2 * numpy.pi) if random.random() < 0.6 else random.uniform(-0.05, 0.05)
    u = x * numpy.cos(angle) - y * numpy.sin(angle)
    v = x * numpy.sin(angle) + y * numpy.cos(angle)
    slant = random.uniform(-0.6, 0.6, 2) / max(width, height) if random.random() < 0.5 else (0, 0)
    depth = 1 + slant[0] * u + slant[1] * v
    return u / depth, v / depth


def _levels(random):
    dark = random.uniform(0, 90)
    return dark, random.uniform(dark + 60, 255)


def noise(random):
    """White, coarse, or of two levels."""
    height, width = int(random.integers(60, 360)), int(random.integers(80, 480))
    grain = int(random.integers(1, 7))
    small = random.normal(128, random.uniform(20, 90), (height // grain + 1, width // grain + 1))
    if random.random() < 0.4:
        small = numpy.where(small < 128, 0, 255)
    return numpy.kron(small, numpy.ones((grain, grain)))[:height, :width]


def stretched_noise(random):
    """Noise that is long in one direction: hair, wood, brushed metal."""
    height, width = int(random.integers(80, 360)), int(random.integers(80, 480))
    line = random.normal(128, 70, (1, width))
    picture = numpy.repeat(line, height, axis=0) + random.normal(0, random.uniform(4, 40), (height, width))
    return picture.T if random.random() < 0.5 else picture


def grating(random):
    """Even stripes, sharp or soft, also ones that grow narrower."""
    u, _ = _places(random)
    period = random.uniform(2, 40)
    wave = numpy.sin(2 * numpy.pi * u / period * (1 + random.uniform(0, 0.004) * u))
    dark, light = _levels(random)
    sharp = random.choice([1, 3, 100])
    return dark + (light - dark) * (numpy.clip(wave * sharp, -1, 1) + 1) / 2


def fence(random):
    """Slats of about the same width with gaps of about the same width, and rails."""
    u, v = _places(random)
    slat, gap = random.uniform(3, 30), random.uniform(2, 20)
    edges = numpy.cumsum(random.normal(1, 0.05, 400).clip(0.7, 1.3) * numpy.tile([slat, gap], 200))
    is_slat = numpy.searchsorted(edges, u - u.min()) % 2 == 0
    rail = numpy.abs(v % random.uniform(60, 200)) < random.uniform(3, 12)
    dark, light = _levels(random)
    return numpy.where(is_slat | rail, light, dark)


def floor(random):
    """A chequered floor."""
    u, v = _places(random)
    side = random.uniform(4, 40)
    dark, light = _levels(random)
    return numpy.where((numpy.floor(u / side) + numpy.floor(v / side)) % 2 == 0, dark, light)


def tiles(random):
    """Bricks or tiles with joints."""
    u, v = _places(random)
    side, ratio, joint = random.uniform(8, 50), random.uniform(1, 3), random.uniform(1, 4)
    row = numpy.floor(v / side)
    across = (u + (row % 2) * side * ratio / 2) % (side * ratio)
    dark, light = _levels(random)
    return numpy.where((v % side < joint) | (across < joint), light, dark)


def screen(random):
    """Moiré: the grid of a screen seen through the grid of a camera."""
    u, v = _places(random)
    first, second = random.uniform(2, 5), random.uniform(2, 5)
    grid = (1 + numpy.sin(2 * numpy.pi * u / first)) * (1 + numpy.sin(2 * numpy.pi * v / second))
    beat = 1 + 0.8 * numpy.sin(2 * numpy.pi * (u * numpy.cos(0.1) + v * numpy.sin(0.1)) / random.uniform(2, 30))
    picture = grid * beat
    return picture / picture.max() * 255


def rings(random):
    """Circles within circles."""
    u, v = _places(random)
    radius = numpy.hypot(u, v)
    return numpy.where(numpy.sin(2 * numpy.pi * radius / random.uniform(4, 30)) > 0, *_levels(random))


def dots(random):
    """A halftone."""
    u, v = _places(random)
    side = random.uniform(4, 16)
    inside = numpy.hypot(u % side - side / 2, v % side - side / 2) < side * random.uniform(0.2, 0.6)
    return numpy.where(inside, *_levels(random))


def blocks(random):
    """Dark and light squares by chance, without what codes have at their corners."""
    rows, columns, side = (int(random.integers(*span)) for span in ((8, 40), (8, 40), (2, 8)))
    picture = numpy.kron(random.integers(0, 2, (rows, columns)) * 255, numpy.ones((side, side)))
    return numpy.pad(picture, int(random.integers(0, 30)), constant_values=255)


def _letters(random, width, height, size):
    image = Image.new("L", (width, height), 255)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default()
    alphabet = numpy.array(list("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789|lIi.,;:-=#    "))
    for y in range(2, height, size):
        draw.text((3, y), "".join(random.choice(alphabet, width // 6)), fill=0, font=font)
    return image


def page(random):
    """Lines of small text, turned a little."""
    width, height = int(random.integers(120, 480)), int(random.integers(80, 360))
    image = _letters(random, width, height, int(random.integers(10, 16)))
    if random.random() < 0.5:
        image = image.resize((width * 2, height * 2), Image.Resampling.BICUBIC)
    return image.rotate(random.uniform(-90, 90) if random.random() < 0.4 else 0, Image.Resampling.BICUBIC, fillcolor=230)


def keyboard(random):
    """Keys with letters."""
    side, gap = int(random.integers(14, 40)), int(random.integers(2, 8))
    columns, rows = int(random.integers(5, 14)), int(random.integers(3, 7))
    image = Image.new("L", (columns * (side + gap), rows * (side + gap)), int(random.integers(0, 256)))
    draw, font = ImageDraw.Draw(image), ImageFont.load_default()
    key, ink = (int(level) for level in random.integers(0, 256, 2))
    for row in range(rows):
        for column in range(columns):
            x, y = column * (side + gap), row * (side + gap)
            draw.rounded_rectangle((x, y, x + side, y + side), 3, fill=key)
            draw.text((x + 3, y + 2), chr(33 + int(random.integers(0, 90))), fill=ink, font=font)
    return image.rotate(random.uniform(-20, 20), Image.Resampling.BICUBIC, expand=True, fillcolor=key)


KINDS = [
    noise, stretched_noise, grating, fence, floor, tiles, screen, rings, dots, blocks, page, keyboard,
]


def picture(number, seed=1):
    """The picture of a number: its kind goes round, all else is chance."""
    random = numpy.random.default_rng([seed, number])
    made = KINDS[number % len(KINDS)](random)
    pixels = numpy.asarray(made, dtype=numpy.float32)
    pixels = pixels + random.normal(0, random.choice([0, 2, 6]), pixels.shape)
    return Image.fromarray(pixels.clip(0, 255).astype(numpy.uint8))


def check(overlayd, work, count, progress):
    """Looks at so many pictures; prints what was read in them, and answers how many had a read."""
    print(f"\nfalse reads in {count} pictures of {', '.join(kind.__name__ for kind in KINDS)}")
    kept = pathlib.Path(work) / "false"
    reads = died = 0
    for first in range(0, count, BATCH):
        with tempfile.TemporaryDirectory(prefix="overlayd-accuracy.") as folder:
            numbers = range(first, min(first + BATCH, count))
            paths = [pathlib.Path(folder) / f"{number}.bmp" for number in numbers]
            for number, path in zip(numbers, paths):
                picture(number).save(path)
            for number, path, outcome in zip(numbers, paths, overlayd.run(paths, lambda done: None)):
                died += outcome.died or outcome.error is not None
                if outcome.reads:
                    reads += 1
                    kept.mkdir(parents=True, exist_ok=True)
                    shutil.copy(path, kept / path.name)
                    said = ", ".join(f"{read.type} {json.dumps(read.text)}" for read in outcome.reads)
                    print(f"  {KINDS[number % len(KINDS)].__name__} {kept / path.name}: {said}", flush=True)
            progress(numbers[-1] + 1)
    print(f"  {reads} with a false read, {died} that were not looked at to the end")
    return reads + died
