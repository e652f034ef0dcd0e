"""What overlayd's capture makes of each pixel format, beside the same picture captured as grey."""

import collections
import json
import pathlib
import subprocess

import cameras
from watch import Wrong

FORMATS = (
    *("YUYV", "UYVY", "NV12", "NV21", "YU12", "YV12", "NV16", "422P"),
    *("Y10 ", "Y12 ", "Y16 ", "RGB3", "BGR3"),
    "YVYU",  # by libv4l
)
# Nothing moves, no text changes, and luma has the whole range.
STILL = dict(osd_text_mode=2, quantization=1)
# A ramp for the levels, checkers for the places; greys, since vivid weighs colours otherwise for GREY than for others.
RAMP, CHECKERS = 20, 10
PATTERNS = {(320, 180): RAMP, (640, 360): CHECKERS, (640, 480): RAMP, (1280, 720): CHECKERS}
LEVELS = {RAMP: 200, CHECKERS: 2}
NEAR, SHARE = 3, 0.99


def probe(programs, node, size, form):
    """What camera-probe says of the camera, and the luma of its last frame."""
    file = cameras.FOLDER / "luma"
    words = [str(pathlib.Path(programs) / "camera-probe"), node, "--size", "%dx%d" % size, "--format", form]
    words += ["--frames", "2", "--luma", str(file)]
    outcome = subprocess.run(words, capture_output=True, text=True, timeout=120)
    if outcome.returncode != 0:
        words = (outcome.stdout + outcome.stderr).strip()
        raise Wrong(f"{form} {size[0]}x{size[1]}: camera-probe ended with {outcome.returncode}: {words}")
    luma = file.read_bytes()
    if len(luma) != size[0] * size[1]:
        raise Wrong(f"{form} {size[0]}x{size[1]}: {len(luma)} bytes of luma, wanted {size[0] * size[1]}")
    return json.loads(outcome.stdout), luma


def share_near(luma, wanted):
    """The share of pixels that are within NEAR levels of the wanted ones."""
    if luma == wanted:
        return 1.0
    pairs = collections.Counter(zip(luma, wanted))
    return sum(count for (got, want), count in pairs.items() if abs(got - want) <= NEAR) / len(wanted)


def run(programs, say):
    """Every format in every size; what was wrong."""
    vivid, mistakes = cameras.Vivid(0), []
    for size, pattern in PATTERNS.items():
        cameras.set_both([vivid], test_pattern=pattern, **STILL)
        _, grey = probe(programs, vivid.node(), size, "GREY")
        if len(set(grey)) < LEVELS[pattern]:
            mistakes.append(f"GREY {size[0]}x{size[1]} shows no pattern")
        shares = {}
        for form in FORMATS:
            try:
                told, luma = probe(programs, vivid.node(), size, form)
                if told.get("format", "").strip() != form.strip():
                    raise Wrong(f"{form}: captured as {told.get('format')}")
                shares[form] = share_near(luma, grey)
                if shares[form] < SHARE:
                    mistakes.append(f"{form} {size[0]}x{size[1]}: {100 * shares[form]:.1f} % of the pixels are near")
            except (Wrong, ValueError, subprocess.TimeoutExpired) as error:
                mistakes.append(str(error))
        say(f"{size[0]}x{size[1]}: " + ", ".join(f"{form.strip()} {100 * s:.1f} %" for form, s in shares.items()))
    cameras.set_both([vivid], test_pattern=0, **{name: 0 for name in STILL})
    return mistakes
