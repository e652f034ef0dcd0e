"""What users of barcode readers have reported in public, each as its whole kind, from generated pictures.

A report is right when every picture of its kind is.
"""

import math
import pathlib
import typing

import numpy
from PIL import Image

import comparison
import scenes
import symbols


class Case(typing.NamedTuple):
    """A picture, and what is wrong with the objects found in it, as a sentence; None when nothing is."""

    report: str
    name: str
    picture: Image.Image
    mistake: typing.Callable
    # The types that a build must read for the case to be tried.
    needs: tuple = ()


def picture(modules, quiet=4, module=4, height=1, dark=0, light=255):
    """Modules as a picture, each a whole number of pixels, on paper."""
    padded = numpy.pad(modules, quiet)
    pixels = numpy.where(padded, dark, light).astype(numpy.uint8)
    return Image.fromarray(pixels.repeat(module * height, axis=0).repeat(module, axis=1))


def seen(modules, quiet, chance, **changes):
    """Modules as scenes.photograph makes them."""
    return scenes.photograph(modules, quiet, scenes.Look(**changes), chance)[0]


def texts(found):
    """The texts that were found, for a mistake's sentence."""
    return ", ".join(f"{read.type} {read.text!r} {read.payload!r}" for read in found) or "nothing"


def only(name, text, **members):
    """Exactly one code is found: this one, with these members."""

    def mistake(found):
        if [(read.type, read.text) for read in found] != [(name, text)]:
            return f"wanted {name} {text!r} alone, got {texts(found)}"
        wrong = {key: found[0].members.get(key) for key, value in members.items() if found[0].members.get(key) != value}
        return f"wanted {members}, got {wrong}" if wrong else None

    return mistake


def only_payload(name, payload):
    """Exactly one code is found, with these bytes, and no text that they do not stand for."""

    def mistake(found):
        if [(read.type, read.payload) for read in found] != [(name, payload)]:
            return f"wanted {name} {payload!r} alone, got {texts(found)}"
        text = found[0].text
        if text is not None and payload not in set(comparison.encoded(text)):
            return f"{text!r} is no reading of {payload!r}"
        return None

    return mistake


def nothing_but(name, text):
    """Nothing is found, or this code."""

    def mistake(found):
        wrong = [read for read in found if (read.type, read.text) != (name, text)]
        return f"{texts(wrong)} in {text!r}" if wrong else None

    return mistake


def all_of(*wanted):
    """These codes are found, in any order, and nothing else."""

    def mistake(found):
        got = sorted((read.type, read.text) for read in found)
        return None if got == sorted(wanted) else f"wanted {sorted(wanted)}, got {texts(found)}"

    return mistake


def _binary():
    first = bytes(range(0x80, 0x100, 0x11)) + bytes(range(0x08, 0x70, 0x11)) + b"\xff"
    chance = symbols.chance("binary")
    payloads = [first] + [chance.randbytes(length) for length in (8, 16, 33, 70)] + [bytes(range(256))]
    for number, payload in enumerate(payloads):
        yield Case("zbar 55", f"payload {number}", picture(symbols.draw_bytes(58, payload)), only_payload("qr_code", payload))


def _texts():
    kinds = {
        "zbar 212": ["Noël, année, Müller", "élève à l'école où ça gèle", "Straße nach Köln", "mañana, niño", "ação", "żółć"],
        "pyzbar 95": ["\u2133", "€", "\u2603", "a\u2133b", "“quoted”", "…", "½ °C", "😀"],
        "zbar 244": ["你好", "中文字符测试", "日本語テキスト", "한국어 문장", "Привет, мир", "Γειά σου"],
    }
    for report, words in kinds.items():
        for word in words:
            yield Case(report, word, picture(symbols.draw_bytes(58, word.encode())), only("qr_code", word))
    for word in ["ﾃﾞｻﾞｲﾝQR", "ｱｲｳｴｵ", "ﾀﾞﾌﾞﾙQR http://example.org/", "*ﾃｽﾄ*"]:
        modules = symbols.draw_bytes(58, word.encode("cp932"))
        yield Case("kana in Shift-JIS", word, picture(modules), only("qr_code", word))


def _parts():
    def mistake(found):
        wrong = [read for read in found if not read.members.get("part")]
        return f"a part without its flag: {texts(wrong)}" if wrong else None

    for index, count in [(2, 3), (1, 3), (3, 3), (1, 2), (7, 16)]:
        modules = symbols.draw(58, f"part {index} of {count}", (f"--structapp={index},{count}",))
        yield Case("zbar 315", f"part {index} of {count}", picture(modules), mistake)


def _nul():
    payloads = [b"ab\0cd\0", b"\0", b"\0\0abc", b"a\0" * 12]
    kinds = [(58, "qr_code"), (71, "data_matrix"), (92, "aztec"), (55, "pdf417"), (20, "code_128")]
    for number, name in kinds:
        for payload in payloads:
            modules = symbols.draw_bytes(number, payload)
            image = picture(modules, 10 if name == "code_128" else 4, 3)
            yield Case("text cut at NUL", f"{name} {payload!r}", image, only_payload(name, payload), (name,))


def _inverted():
    chance = symbols.chance("inverted")
    # Bars of which some are read in a plain picture already.
    for kind in symbols.KINDS:
        if kind.name in ("QR", "EAN13", "EAN8", "UPCA", "UPCE", "Code128", "Code39", "Code93", "ITF", "Codabar", "DataBar"):
            symbol = kind.symbol(chance)
            name, text = kind.type, ours(kind, symbol.expect[1])
            image = picture(symbol.modules, kind.quiet, 3, dark=255, light=0)
            yield Case("zbar 173, inverted", kind.name, image, only(name, text, inverted=True))
    for left, right in [(0, 255), (255, 0)]:
        images = [picture(symbols.draw(58, f"side {side}"), 4, 4, dark=side, light=255 - side) for side in (left, right)]
        sheet = Image.new("L", (sum(image.width for image in images) + 60, images[0].height + 40), 128)
        sheet.paste(images[0], (20, 20))
        sheet.paste(images[1], (images[0].width + 40, 20))
        wanted = all_of(("qr_code", f"side {left}"), ("qr_code", f"side {right}"))
        yield Case("zbar 173, side by side", f"{left} left", sheet, wanted)


def ours(kind, text):
    """A manifest's text as our value."""
    return "0" + text if kind.name == "UPCA" else text


def _mirrored():
    for number, turn in enumerate([0, 30, 90, 180, 215, 270]):
        modules = symbols.draw(58, "0123456789")
        look = scenes.Look(4, turn, mirror=True)
        image, corners = scenes.photograph(modules, 4, look, symbols.chance("mirrored", turn))

        def mistake(found, corners=corners):
            if [read.text for read in found] != ["0123456789"]:
                return f"wanted the value, got {texts(found)}"
            error = max(comparison.corner_errors(found[0].corners, corners))
            return f"corners are off by {100 * error:.1f} %" if error > 0.05 else None

        yield Case("zxing-cpp 428", f"mirrored, turned by {turn}", image, mistake)


def _retail():
    chance = symbols.chance("retail")
    upc_a = ["69792911003"] + [symbols.some(chance, symbols.DIGITS, 11) for _ in range(6)]
    for digits in upc_a:
        text = digits + symbols.check_digit(digits)
        image = seen(symbols.draw(34, digits), 10, chance, turn=chance.uniform(-8, 8))
        yield Case("barcode-detector 184", text, image, only("ean_13", "0" + text, upc=text))
    kind = next(kind for kind in symbols.KINDS if kind.name == "UPCE")
    contents = [("0654123", "06541238")] + [kind.make(chance) for _ in range(6)]
    for data, text in contents:
        image = seen(symbols.draw(37, data), 10, chance, turn=chance.uniform(-8, 8))
        yield Case("pyzbar 160", text, image, only("upc_e", text))
    for add_on in ("12345", "52999", "07", "21"):
        digits = symbols.some(chance, symbols.DIGITS[1:], 12)
        text = digits + symbols.check_digit(digits)
        image = picture(symbols.draw(13, f"{digits}+{add_on}"), 12, 3)
        yield Case("barcodescanner 179", f"EAN-13 {add_on}", image, only("ean_13", text, addOn=add_on))
        digits = symbols.some(chance, symbols.DIGITS[1:], 11)
        text = digits + symbols.check_digit(digits)
        image = picture(symbols.draw(34, f"{digits}+{add_on}"), 12, 3)
        yield Case("barcodescanner 179", f"UPC-A {add_on}", image, only("ean_13", "0" + text, addOn=add_on, upc=text))


def _gs1():
    kinds = [(16, "code_128"), (31, "databar_expanded"), (58, "qr_code"), (71, "data_matrix"), (92, "aztec")]
    contents = [("[10]ABC123[17]251231", "10ABC123\x1d17251231"), ("[21]12[10]L7[15]270101", "2112\x1d10L7\x1d15270101")]
    for number, name in kinds:
        for data, text in contents:
            modules = symbols.draw(number, data, ("--gs1",) if number in (58, 71, 92) else ())
            modules = modules.repeat(40, axis=0) if len(modules) == 1 else modules
            yield Case("zxing 1457", f"{name} {data}", picture(modules, 10, 3), only(name, text, gs1=True), (name,))


def _is_whole(modules, digits):
    """What was left by a cut is bar for bar a shorter ITF: nobody can tell."""
    columns = numpy.flatnonzero(modules.any(axis=0))
    rest = modules[0, columns[0] : columns[-1] + 1]
    for length in range(2, len(digits), 2):
        for part in (digits[:length], digits[-length:]):
            shorter = symbols.draw(3, part)[0]
            if numpy.array_equal(rest, shorter):
                return True
    return False


def _itf():
    chance = symbols.chance("itf")
    for digits in ["10602679"] + [symbols.some(chance, symbols.DIGITS, length) for length in (6, 10, 12, 14)]:
        modules = symbols.draw(3, digits)
        width = modules.shape[1]
        for part in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6):
            cut = int(width * part)
            for side, rest in (("right", modules[:, :-cut]), ("left", modules[:, cut:])):
                if _is_whole(rest, digits):
                    continue
                image = picture(rest, 10, 3)
                yield Case("zxing-cpp 775, cut", f"{digits} {part} {side}", image, nothing_but("itf", digits))
                # Cut by the picture's own border.
                margin = 10 * 3
                edge = image.crop((0, 0, image.width - margin, image.height) if side == "right" else (margin, 0, image.width, image.height))
                yield Case("zxing-cpp 775, cut", f"{digits} {part} {side} edge", edge, nothing_but("itf", digits))
        for turn in range(10, 81, 5):
            image = seen(modules, 10, chance, turn=turn)
            yield Case("zxing-cpp 775, turned", f"{digits} {turn}", image, nothing_but("itf", digits))


def _codabar():
    chance = symbols.chance("codabar")
    yield Case("flutter_barcode_scanner 239", "A76981239B", picture(symbols.draw(18, "A76981239B"), 10, 3), only("codabar", "A76981239B"))
    for start in "ABCD":
        for end in "ABCD":
            word = start + symbols.some(chance, symbols.DIGITS + "-$", 8) + end
            yield Case("flutter_barcode_scanner 239", word, picture(symbols.draw(18, word), 10, 3), only("codabar", word))


def _small():
    for length in (5, 20, 40, 80, 150):
        word = symbols.some(symbols.chance("small", length), symbols.LETTERS, length)
        modules = symbols.draw(58, word)
        yield Case("zbar 296", f"{modules.shape[1]} pixels wide", picture(modules, 4, 1), only("qr_code", word))
        for module in (3, 5):
            sheet = numpy.pad(numpy.pad(modules, 2), 8, constant_values=True)
            yield Case("pyzbar 88", f"{modules.shape[1]} modules of {module}", picture(sheet, 0, module), only("qr_code", word))


def _thin():
    def mistake(found):
        for read in found:
            area = sum(
                a[0] * b[1] - b[0] * a[1] for a, b in zip(read.corners, read.corners[1:] + read.corners[:1])
            )
            if not math.isfinite(area) or abs(area) < 1:
                return f"corners {read.corners} enclose nothing"
        return None

    chance = symbols.chance("thin")
    for kind in symbols.KINDS:
        if kind.quiet >= 10:
            symbol = kind.symbol(chance)
            for rows in (1, 2, 3):
                image = picture(symbol.modules[5:6], 0, 2, 1)
                sheet = Image.new("L", (image.width + 60, rows), 255)
                sheet.paste(image.resize((image.width, rows)), (30, 0))
                yield Case("pyzbar 135", f"{kind.name} of {rows} rows", sheet, mistake)
                tall = Image.new("L", (image.width + 60, 60), 255)
                tall.paste(image.resize((image.width, rows)), (30, 30))
                yield Case("pyzbar 135", f"{kind.name} of {rows} rows on paper", tall, mistake)


def _tilted_retail():
    chance = symbols.chance("tilted")
    for number in range(8):
        digits = symbols.some(chance, symbols.DIGITS, 12)
        text = digits + symbols.check_digit(digits)
        for turn in range(45, 71, 5):
            for module in (2, 3):
                image = seen(symbols.draw(13, digits), 10, chance, turn=turn, module=module, blur=0.2)
                yield Case("zxing-cpp 255", f"{text} turned by {turn}", image, nothing_but("ean_13", text))


def _slow():
    noise = numpy.random.default_rng(7).integers(0, 256, (3000, 4000), dtype=numpy.uint8)
    stripes = numpy.tile(numpy.where(numpy.random.default_rng(8).random(4000) < 0.5, 0, 255).astype(numpy.uint8), (3000, 1))
    for name, pixels in (("noise", noise), ("bars", stripes)):
        image = Image.fromarray(pixels)
        yield Case("zbar 184", f"12 megapixels of {name}", image, lambda found: None if not found else texts(found))
        yield Case("zbar 184", f"what comes after {name}", picture(symbols.draw(58, "next")), only("qr_code", "next"))


MAKERS = [
    _binary, _texts, _parts, _nul, _inverted, _mirrored, _retail, _gs1, _itf, _codabar, _small, _thin, _tilted_retail,
    _slow,
]


def check(overlayd, work, listed=True):
    """Looks at all reports; prints a line for each, and answers how many are not right."""
    folder = pathlib.Path(work) / "reports"
    folder.mkdir(parents=True, exist_ok=True)
    cases, paths, missing = [], [], {}
    for case in (case for maker in MAKERS for case in maker()):
        lacking = [name for name in case.needs if name not in missing and missing.setdefault(name, not overlayd.available([name]))]
        if lacking or any(missing.get(name) for name in case.needs):
            continue
        path = folder / f"{len(cases)}.png"
        case.picture.save(path, compress_level=1)
        cases.append(case._replace(picture=None))
        paths.append(path.resolve())
    outcomes = overlayd.run(paths, lambda done: None)
    table = {}
    for case, path, outcome in zip(cases, paths, outcomes):
        if outcome.died:
            mistake = f"the worker died or took too long: {outcome.error}"
        else:
            mistake = outcome.error or case.mistake(outcome.reads)
        table.setdefault(case.report, []).append(mistake and f"{case.name}: {mistake} ({path})")
    if overlayd.noise:
        table["zbar 177, a quiet log"] = [f"the log says: {overlayd.noise[0]}"]
    else:
        table["zbar 177, a quiet log"] = [None]
    print("\nreports")
    for name in (name for name, lacks in missing.items() if lacks):
        print(f"  this build cannot read {name}; its part was not looked at")
    wrong = 0
    for report, mistakes in table.items():
        bad = [mistake for mistake in mistakes if mistake]
        wrong += bool(bad)
        print(f"  {report:<32}{len(mistakes) - len(bad):>4} of {len(mistakes):<4}{'right' if not bad else 'WRONG'}")
        if listed:
            print("".join(f"      {mistake}\n" for mistake in bad[:6]), end="")
    return wrong
