"""pictures.py FOLDER: draws what the cameras show: a QR code at a known place, as JPEG and as YUYV."""

import pathlib
import subprocess
import sys

VALUE = "https://example.org/overlayd"
SIZE = WIDTH, HEIGHT = 320, 240
# The place of the symbol's top-left corner, and the side of a module, in pixels.
LEFT, TOP, MODULE = 90, 50, 5

_SYMBOL = pathlib.Path(__file__).parents[2] / "OverlayDetectionTests/Resources/qr_text.pbm"


def symbol():
    """Its rows of modules, each 0 (white) or 1."""
    lines = [line for line in _SYMBOL.read_text().splitlines() if not line.startswith("#")]
    side = int(lines[1].split()[0])
    modules = [int(module) for line in lines[2:] for module in line if module in "01"]
    return [modules[row * side : (row + 1) * side] for row in range(side)]


def corners():
    """The symbol's top-left, bottom-left, bottom-right and top-right corner, in pixels."""
    side = len(symbol()) * MODULE
    return [(LEFT, TOP), (LEFT, TOP + side), (LEFT + side, TOP + side), (LEFT + side, TOP)]


def luma():
    picture = bytearray(b"\xd0" * (WIDTH * HEIGHT))
    for row, modules in enumerate(symbol()):
        line = b"".join((b"\x20" if module else b"\xd0") * MODULE for module in modules)
        for y in range(TOP + row * MODULE, TOP + (row + 1) * MODULE):
            picture[y * WIDTH + LEFT : y * WIDTH + LEFT + len(line)] = line
    return bytes(picture)


def main():
    folder = pathlib.Path(sys.argv[1])
    grey = luma()
    yuyv = bytearray(b"\x80" * (2 * len(grey)))
    yuyv[::2] = grey
    (folder / "code.yuyv").write_bytes(yuyv)
    form = ["-f", "rawvideo", "-pix_fmt", "gray", "-s", f"{WIDTH}x{HEIGHT}", "-i", "-"]
    to_jpeg = ["-frames:v", "1", "-pix_fmt", "yuvj420p", "-q:v", "2", str(folder / "code.jpg")]
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *form, *to_jpeg], input=grey, check=True)


if __name__ == "__main__":
    main()
