"""Symbols of every symbology with chance content, as zint draws them: one array element a module."""

import io
import random
import subprocess
import tempfile
import typing

import numpy
from PIL import Image

import comparison

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"
# zint's numbers of those that can have any height.
ONE_ROW = [3, 8, 13, 16, 18, 20, 25, 34, 37]


class Symbol(typing.NamedTuple):
    """A drawn symbol: dark modules from the code's own top-left corner on, and what must be read."""

    modules: numpy.ndarray
    expect: tuple


class Kind(typing.NamedTuple):
    """A symbology: its name in manifests, ours in requests, zint's number and options, and a maker of content.

    The maker answers what zint is given and the text that must be read.
    """

    name: str
    type: str
    zint: int
    make: typing.Callable
    options: tuple = ()
    # Modules of quiet zone.
    quiet: int = 10
    # The drawing's own outline is not that of the reader's corners.
    has_corners: bool = True

    @property
    def is_linear(self):
        """It consists of bars alone."""
        return self.quiet >= 10 or self.name.startswith("DataBar")

    def symbol(self, chance):
        """A symbol of chance content."""
        data, text = self.make(chance)
        return Symbol(draw(self.zint, data, self.options), (self.name, text))


def draw_bytes(number, payload):
    """A symbol of these very bytes, which says nothing of a character set."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(payload)
        file.flush()
        return draw(number, None, ("--binary", f"--input={file.name}"))


def draw(number, data, options=()):
    """zint's symbol as an array of dark modules, without its light margin."""
    command = ["zint", f"--barcode={number}", "--notext", "--noquietzones", "--filetype=gif", "--direct"]
    if number in ONE_ROW:
        command.append("--height=40")
    # Half of zint's measure is one pixel a module; hexagons need more.
    command += ["--scale=2" if number == 57 else "--scale=0.5", *options]
    if data is not None:
        command.append(f"--data={data}")
    said = subprocess.run(command, capture_output=True, check=False)
    if not said.stdout:
        raise ValueError(f"{' '.join(command)}: {said.stderr.decode()}")
    dark = numpy.asarray(Image.open(io.BytesIO(said.stdout)).convert("L")) < 128
    rows, columns = numpy.flatnonzero(dark.any(axis=1)), numpy.flatnonzero(dark.any(axis=0))
    return dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def check_digit(digits):
    """That of GS1: weights 3 and 1 from the right."""
    total = sum(int(digit) * (3 if index % 2 == 0 else 1) for index, digit in enumerate(reversed(digits)))
    return str(-total % 10)


def some(chance, letters, least, most=None):
    """A word of chance letters."""
    return "".join(chance.choice(letters) for _ in range(chance.randint(least, most or least)))


def _retail(count):
    def make(chance):
        digits = some(chance, DIGITS[1:], count)
        return digits, digits + check_digit(digits)

    return make


def _upc_e(chance):
    digits = "0" + some(chance, DIGITS[1:], 5) + chance.choice("01256789")
    expanded = comparison.expanded(digits + "0")[:-1]
    return digits, digits + check_digit(expanded)


def _databar(chance):
    digits = "0" + some(chance, DIGITS, 12)
    return digits, "01" + digits + check_digit(digits)


def _expanded(chance):
    digits = "9" + some(chance, DIGITS, 12)
    digits += check_digit(digits)
    lot = some(chance, LETTERS + DIGITS, 2, 4)
    return f"[01]{digits}[10]{lot}", f"01{digits}10{lot}"


def _code_39(chance):
    word = some(chance, LETTERS + DIGITS + "-. ", 4, 8).strip() or "A1"
    return word, word


def _code_93(chance):
    word = some(chance, LETTERS + DIGITS, 5, 9)
    return word, word


def _code_128(chance):
    word = some(chance, LETTERS + LETTERS.lower() + DIGITS + " -/", 5, 12).strip() or "a1"
    return word, word


def _codabar(chance):
    word = chance.choice("ABCD") + some(chance, DIGITS + "-$", 6, 10) + chance.choice("ABCD")
    return word, word


def _itf(chance):
    digits = some(chance, DIGITS, 2 * chance.randint(4, 7))
    return digits, digits


def _text(chance):
    word = "https://example.org/" + some(chance, LETTERS + LETTERS.lower() + DIGITS, 6, 30)
    return word, word


def _short(chance):
    digits = some(chance, DIGITS, 6, 10)
    return digits, digits


def _word(chance):
    word = some(chance, LETTERS + DIGITS, 8, 24)
    return word, word


KINDS = [
    Kind("QR", "qr_code", 58, _text, quiet=4),
    Kind("MicroQR", "micro_qr_code", 97, _short, quiet=2),
    Kind("rMQR", "rmqr_code", 145, _word, quiet=2),
    Kind("EAN13", "ean_13", 13, _retail(12)),
    Kind("EAN8", "ean_8", 13, _retail(7)),
    Kind("UPCA", "ean_13", 34, _retail(11)),
    Kind("UPCE", "upc_e", 37, _upc_e),
    Kind("Code128", "code_128", 20, _code_128),
    Kind("Code39", "code_39", 8, _code_39),
    Kind("Code93", "code_93", 25, _code_93),
    Kind("ITF", "itf", 3, _itf),
    Kind("Codabar", "codabar", 18, _codabar),
    Kind("DataBar", "databar", 29, _databar, quiet=4),
    Kind("DataBarStk", "databar", 80, _databar, quiet=4),
    Kind("DataBarLtd", "databar_limited", 30, _databar, quiet=4),
    Kind("DataBarExp", "databar_expanded", 31, _expanded, quiet=4),
    Kind("DataBarExpStk", "databar_expanded", 81, _expanded, quiet=4),
    Kind("DataMatrix", "data_matrix", 71, _word, ("--square",), quiet=2),
    Kind("PDF417", "pdf417", 55, _text, quiet=3),
    Kind("Aztec", "aztec", 92, _word, quiet=2),
    Kind("MaxiCode", "maxi_code", 57, _word, ("--mode=4",), quiet=6, has_corners=False),
]


def chance(*words):
    """A generator of chance numbers of its own for these words."""
    return random.Random(" ".join(str(word) for word in words))
