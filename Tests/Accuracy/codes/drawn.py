"""The project's own corpus: every symbology in every condition, and at 24 angles with known corners; all by seed."""

import hashlib
import json
import multiprocessing
import pathlib
import subprocess
import time

import scenes
import symbols

SEED = 1
# Conditions by name, over a symbology's usual module size; a size is given in modules of that.
CONDITIONS = (
    [(f"module {size:g}", {"module": size}) for size in (1, 1.3, 1.6, 2, 2.5, 4, 6)]
    + [(f"turn {angle}", {"turn": angle}) for angle in (7, 20, 33, 45, 58, 72, 90, 117, 180, 230, 270, 315)]
    + [(f"tilt {angle}", {"tilt": angle}) for angle in (15, 30, 40, 50)]
    + [(f"blur {width:g}", {"blur": width}) for width in (0.3, 0.45, 0.6)]
    + [(f"noise {level}", {"noise": level}) for level in (8, 16, 28)]
    + [("faint", {"dark": 90, "light": 170}), ("very faint", {"dark": 110, "light": 145})]
    + [("dim", {"dark": 8, "light": 70}), ("glaring", {"dark": 150, "light": 253})]
    + [("uneven light", {"shade": 0.35}), ("mirrored", {"mirror": True}), ("inverted", {"invert": True})]
    + [("all a little", {"turn": 12, "tilt": 20, "blur": 0.3, "noise": 6, "dark": 50, "light": 190, "shade": 0.7})]
)
ANGLES = [15 * step + 3.7 for step in range(24)]


def _usual(kind, columns):
    """Pixels a module, so that no picture is much larger than a code is in a camera's."""
    return {"MaxiCode": 0.5}.get(kind.name) or (4.0 if columns <= 60 else 3.0 if columns <= 130 else 2.0)


def _looks(kind, columns, part):
    usual = _usual(kind, columns)
    if part == "corners":
        for angle in ANGLES:
            chance = symbols.chance(SEED, kind.name, angle)
            look = scenes.Look(usual, angle, chance.uniform(5, 25), chance.uniform(0, 360), 0.15, 2.0)
            yield f"angle {angle:g}", look
        return
    for name, changes in CONDITIONS:
        # A size is in pixels, and one of zint's pixels is not a module of a MaxiCode.
        if "module" in changes and kind.name == "MaxiCode":
            changes = {"module": changes["module"] / 6}
        chance = symbols.chance(SEED, kind.name, name)
        if "tilt" in changes:
            changes = changes | {"axis": chance.uniform(0, 360)}
        yield name, scenes.Look(**({"module": usual, "turn": chance.uniform(-2, 2), "noise": 1.5} | changes))


def _draw(task):
    folder, index, part = task
    kind = symbols.KINDS[index]
    lines = []
    columns = kind.symbol(symbols.chance(SEED, kind.name)).modules.shape[1]
    for number, (name, look) in enumerate(_looks(kind, columns, part)):
        chance = symbols.chance(SEED, kind.name, part, name)
        symbol = kind.symbol(chance)
        # Bars in a mirror are bars that stand on their head.
        has_corners = kind.has_corners and not (look.mirror and kind.is_linear)
        picture, corners = scenes.photograph(symbol.modules, kind.quiet, look, chance, has_corners)
        image = f"{kind.name}-{part}-{number}.png"
        picture.save(pathlib.Path(folder) / image, compress_level=1)
        row = {"image": image, "type": kind.name, "expect": [symbol.expect], "set": part, "condition": name}
        if corners:
            row["corners"] = [[round(x, 3), round(y, 3)] for x, y in corners]
        lines.append(json.dumps(row, ensure_ascii=False))
    return lines


def corpus(work, say):
    """The folder of the corpus below `work`, drawn when it is not there."""
    here = pathlib.Path(__file__).resolve().parent
    sources = [here / name for name in ("symbols.py", "scenes.py", "drawn.py", "comparison.py")]
    version = subprocess.run(["zint", "--version"], capture_output=True, check=False).stdout
    stamp = hashlib.sha256(b"".join(source.read_bytes() for source in sources) + version).hexdigest()[:16]
    folder = pathlib.Path(work) / f"drawn-{stamp}"
    manifest = folder / "manifest.jsonl"
    if manifest.is_file():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    tasks = [
        (str(folder), index, part)
        for part in ("conditions", "corners")
        for index, kind in enumerate(symbols.KINDS)
        if part != "corners" or kind.has_corners
    ]
    with multiprocessing.Pool() as pool:
        lines = [line for part in pool.imap(_draw, tasks) for line in part]
    manifest.write_text("\n".join(lines) + "\n", encoding="utf-8")
    say(f"drew {len(lines)} pictures in {time.monotonic() - start:.0f} s")
    return folder
