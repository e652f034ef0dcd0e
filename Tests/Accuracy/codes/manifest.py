"""A corpus: a folder of pictures and a `manifest.jsonl`, one object a line.

`image` is a path in the folder, `type` the symbology under which the picture is counted, `expect` the [symbology, text]
pairs that are in it (none: nothing may be read). `corners`, where known, are four [x, y] in pixels: the symbol's own
top-left, bottom-left, bottom-right and top-right. `set` names a part of the corpus that is counted by itself.
"""

import json
import pathlib
import typing


class Picture(typing.NamedTuple):
    """A row of a manifest."""

    path: pathlib.Path
    type: str
    expect: list
    corners: list | None
    set: str
    condition: str


class Unusable(Exception):
    """A corpus that cannot be read, and why."""


def read(folder, only=()):
    """The pictures of a corpus, or those of the named symbologies, in the manifest's order."""
    manifest = pathlib.Path(folder) / "manifest.jsonl"
    try:
        lines = manifest.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise Unusable(f"{manifest}: {error.strerror}") from error
    pictures = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            pictures.append(
                Picture(
                    manifest.parent / row["image"],
                    row["type"],
                    [tuple(pair) for pair in row["expect"]],
                    row.get("corners"),
                    row.get("set", ""),
                    row.get("condition", ""),
                )
            )
        except (ValueError, KeyError, TypeError) as error:
            raise Unusable(f"{manifest}:{number}: {error!r}; wanted image, type and expect") from error
    if only:
        wanted = {name.lower() for name in only}
        pictures = [picture for picture in pictures if picture.type.lower() in wanted]
    if not pictures:
        raise Unusable(f"{manifest} has no picture" + (f" of {', '.join(only)}" if only else ""))
    missing = [picture.path for picture in pictures if not picture.path.is_file()]
    if missing:
        raise Unusable(f"{manifest} names {missing[0]}, which is not there ({len(missing)} such)")
    return pictures
