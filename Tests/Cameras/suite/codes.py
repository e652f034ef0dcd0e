"""The code that each camera shows is published with its value, and with its corners where they are."""

import math

import pictures

NEAR = 3.0


def run(stage, say):
    """Each input that shows a code; what was wrong."""
    mistakes = []
    for name, value in stage.watch.wanted.items():
        if value is None:
            continue
        _, message = stage.watch.frame_after(name, 0)
        found = next(found for found in message.objects if found.value == value)
        away = max(
            math.hypot(got.x - x, got.y - y) for got, (x, y) in zip(found.corners, pictures.corners())
        )
        say(f"{name}: {found.value!r}, corners within {away:.2f} pixels, {message.clock} clock")
        if away > NEAR:
            corners = [(round(corner.x, 1), round(corner.y, 1)) for corner in found.corners]
            mistakes.append(f"{name}: corners {corners}, wanted {pictures.corners()}")
    return mistakes
