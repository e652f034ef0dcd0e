"""Changed copies of pictures: smaller, compressed, turned, mirrored, inverted."""

import hashlib
import math

import numpy
from PIL import Image, ImageOps


class Variant:
    """How all pictures of a run are changed; nothing by default."""

    def __init__(self, scale=100, jpeg=None, turn=0.0, mirror=False, invert=False):
        self.scale = scale
        self.jpeg = jpeg
        self.turn = turn % 360
        self.mirror = mirror
        self.invert = invert

    def __str__(self):
        words = []
        if self.scale != 100:
            words.append(f"scaled to {self.scale:g} %")
        if self.turn:
            words.append(f"turned by {self.turn:g}°")
        if self.mirror:
            words.append("mirrored")
        if self.invert:
            words.append("inverted")
        if self.jpeg is not None:
            words.append(f"JPEG of quality {self.jpeg}")
        return ", ".join(words)

    def apply(self, pictures, folder):
        """The pictures' rows with changed copies in place of the pictures; copies that are there are not made again."""
        if not str(self):
            return pictures
        folder.mkdir(parents=True, exist_ok=True)
        return [self._changed(picture, folder) for picture in pictures]

    def _changed(self, picture, folder):
        stamp = f"{picture.path.resolve()} {picture.path.stat().st_mtime_ns} {self}"
        name = hashlib.sha256(stamp.encode()).hexdigest()[:24] + (".png" if self.jpeg is None else ".jpg")
        path = folder / name
        with Image.open(picture.path) as opened:
            if picture.corners is None and path.is_file():
                return picture._replace(path=path)
            image = opened_flat(opened)
        corners = picture.corners
        if self.scale != 100:
            before = image.size
            size = [max(1, round(side * self.scale / 100)) for side in before]
            image = image.resize(size, Image.Resampling.BICUBIC, reducing_gap=3.0)
            corners = corners and [[x * size[0] / before[0], y * size[1] / before[1]] for x, y in corners]
        if self.turn:
            image, corners = turned(image, self.turn, corners)
        if self.mirror:
            image = ImageOps.mirror(image)
            corners = corners and [[image.width - x, y] for x, y in corners]
        if self.invert:
            image = ImageOps.invert(image)
        part = path.with_name("part-" + name)
        if self.jpeg is None:
            image.save(part, compress_level=1)
        else:
            image.save(part, quality=self.jpeg)
        part.replace(path)
        return picture._replace(path=path, corners=corners)


def opened_flat(image):
    """The picture in 8 bits as grey or RGB, on white where it is transparent."""
    if image.mode.startswith("I"):
        return Image.fromarray((numpy.asarray(image).astype("int32") >> 8).clip(0, 255).astype("uint8"))
    if image.mode in ("L", "RGB"):
        return image.copy()
    if image.mode == "1":
        return image.convert("L")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        layered = image.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", layered.size, "white"), layered).convert("RGB")
    return image.convert("RGB")


def turned(image, angle, corners):
    """The picture turned clockwise on a sheet that holds all of it, in the shade of its border; and the corners."""
    quarters = {90: Image.Transpose.ROTATE_270, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_90}
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    width, height = image.size
    if angle in quarters:
        sheet = image.transpose(quarters[angle])
    else:
        size = (
            math.ceil(abs(width * cosine) + abs(height * sine)),
            math.ceil(abs(width * sine) + abs(height * cosine)),
        )
        middle = (size[0] / 2, size[1] / 2)
        # Where a pixel of the sheet comes from: turned back around the middle.
        matrix = (
            cosine, sine, width / 2 - cosine * middle[0] - sine * middle[1],
            -sine, cosine, height / 2 + sine * middle[0] - cosine * middle[1],
        )
        sheet = image.transform(size, Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC, fillcolor=border(image))
    if corners:
        center = (width / 2, height / 2)
        corners = [
            [
                sheet.width / 2 + cosine * (x - center[0]) - sine * (y - center[1]),
                sheet.height / 2 + sine * (x - center[0]) + cosine * (y - center[1]),
            ]
            for x, y in corners
        ]
    return sheet, corners


def border(image):
    """The mean shade of a picture's outermost rows and columns."""
    width, height = image.size
    strips = [(0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height)]
    means = [image.crop(strip).resize((1, 1), Image.Resampling.BOX).getpixel((0, 0)) for strip in strips]
    if isinstance(means[0], int):
        return round(sum(means) / 4)
    return tuple(round(sum(mean[channel] for mean in means) / 4) for channel in range(len(means[0])))
