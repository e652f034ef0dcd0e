"""What a reader said about a picture, against what is in it."""

import enum
import math
import typing

# The names that readers and manifests have for a symbology, in small letters without what is no letter or digit.
FAMILIES = {
    "qr": ["qr", "qrcode", "microqr", "microqrcode", "mircoqrcode", "rmqr", "rmqrcode", "qrcodemodel1", "qrcodemodel2"],
    "retail": ["ean13", "ean8", "upca", "upce", "eanupc", "isbn", "isbn13", "isbn10"],
    "code 128": ["code128", "gs1128"],
    "code 39": ["code39", "code39std", "code39ext"],
    "code 93": ["code93"],
    "codabar": ["codabar"],
    "itf": ["itf", "itf14", "i25"],
    "databar": [
        "databar", "databaromni", "databaromnidirectional", "databarstk", "databarstacked", "databarstkomni",
        "databarstackedomni", "databarstackedomnidirectional", "databarlimited", "databarltd",
    ],
    "databar expanded": [
        "databarexpanded", "databarexp", "databarexpstk", "databarexpandedstk", "databarexpandedstacked",
    ],
    "data matrix": ["datamatrix"],
    "pdf417": ["pdf417", "compactpdf417", "micropdf417"],
    "aztec": ["aztec", "azteccode", "aztecrune"],
    "maxicode": ["maxicode"],
    "dx": ["dxfilmedge"],
}
_FAMILY = {name: family for family, names in FAMILIES.items() for name in names}

# Character sets in which codes are met.
_CHARSETS = ["utf-8", "cp932", "latin-1", "cp1252", "gb18030", "big5", "euc-kr", "iso8859-2", "iso8859-5", "cp437", "koi8-r"]


class Read(typing.NamedTuple):
    """A code that a reader reported: its text, bytes where it tells them, and corners in pixels."""

    type: str
    text: str | None
    payload: bytes | None = None
    corners: list | None = None
    # All that overlayd said of it.
    members: dict = {}


class Verdict(enum.Enum):
    """How one read stands to what is in the picture."""

    RIGHT = "right"
    WRONG_TEXT = "wrong text"
    WRONG = "wrong"


def family(name):
    """The family of a symbology by any of its names; the name itself when it is unknown."""
    plain = "".join(letter for letter in name.lower() if letter.isalnum())
    return _FAMILY.get(plain, plain)


def expanded(digits):
    """The 12 digits of a UPC-A that the 8 of a UPC-E stand for."""
    system, middle, check = digits[0], digits[1:7], digits[7]
    last = middle[5]
    if last in "012":
        body = middle[:2] + last + "0000" + middle[2:5]
    elif last == "3":
        body = middle[:3] + "00000" + middle[3:5]
    elif last == "4":
        body = middle[:4] + "00000" + middle[4]
    else:
        body = middle[:5] + "0000" + last
    return system + body + check


def _retail(name, text):
    """An EAN or UPC as 13 digits; an EAN-8 as its 8."""
    digits = text.replace("-", "").replace(" ", "")
    if not digits.isdigit():
        return text
    if len(digits) == 8 and "upce" in name.lower().replace("_", "").replace("-", ""):
        digits = expanded(digits)
    return "0" + digits if len(digits) == 12 else digits


def plain(name, text):
    """A text as it is compared: without parentheses, separators, asterisks and what else readers differ in."""
    kind = family(name)
    text = "".join(letter for letter in text if letter not in "()*\x1d")
    if kind == "retail":
        return _retail(name, text)
    if kind == "codabar":
        return text.strip("ABCDTNEabcdtne")
    if kind == "databar" and text.startswith("01") and len(text) == 16:
        return text[2:]
    return text


def encoded(text):
    """The bytes that a text may have had."""
    for charset in _CHARSETS:
        try:
            yield text.encode(charset)
        except UnicodeEncodeError:
            continue


def _same_bytes(read, text):
    wanted = set(encoded(text))
    if read.payload is not None:
        return read.payload in wanted
    return read.text is not None and not wanted.isdisjoint(encoded(read.text))


def judge(read, expect):
    """The verdict on a read among what is in the picture."""
    there = [(name, text) for name, text in expect if family(name) == family(read.type)]
    if read.text is not None:
        said = plain(read.type, read.text)
        if any(plain(name, text) == said for name, text in there):
            return Verdict.RIGHT
    if any(_same_bytes(read, text) for _, text in there):
        return Verdict.WRONG_TEXT
    return Verdict.WRONG


def corner_errors(found, expected):
    """The distances of four corners as parts of the longest side of the expected code."""
    sides = [math.dist(expected[0], expected[3]), math.dist(expected[0], expected[1])]
    sides += [math.dist(expected[1], expected[2]), math.dist(expected[2], expected[3])]
    return [math.dist(got, wanted) / max(sides) for got, wanted in zip(found, expected)]
