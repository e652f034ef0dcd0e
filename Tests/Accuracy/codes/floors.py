"""What must be reached on the drawn corpus: floors.json, by row of the table.

`right` is the least percentage, `wrong` the most pictures with a false read, `median` and `worst` the most that corners
may be off, in percent of the longer side.
"""

import json
import pathlib

import symbols
import table

FLOORS = pathlib.Path(__file__).with_name("floors.json")


def readable(pictures, overlayd, say):
    """The pictures of the symbologies that this build can read; says which it cannot."""
    names = sorted({picture.type for picture in pictures})
    types = {kind.name: kind.type for kind in symbols.KINDS}
    lacking = [name for name in names if not overlayd.available([types[name]])]
    if lacking:
        say(f"this build cannot read {', '.join(lacking)}: left out")
    return [picture for picture in pictures if picture.type not in lacking]


def check(ordered, in_part, lacking):
    """Prints what is below its floor; answers how much is. Rows that this build cannot read do not count."""
    wanted = json.loads(FLOORS.read_text(encoding="utf-8"))
    mistakes = []
    print()
    for row, floor in wanted.items():
        if row not in ordered:
            if not in_part and row not in lacking:
                mistakes.append(f"{row} is not in the corpus")
            continue
        count = ordered[row]
        if count.percent < floor["right"]:
            mistakes.append(f"{row}: {count.percent:.1f} % right, wanted at least {floor['right']}")
        if count.wrong + count.wrong_text > floor.get("wrong", 0):
            mistakes.append(f"{row}: {count.wrong + count.wrong_text} wrong, wanted at most {floor.get('wrong', 0)}")
        if count.died:
            mistakes.append(f"{row}: the reader died of {count.died}")
        for name, got in zip(("median", "worst"), count.corners or (0, 0)):
            if got > floor.get(name, 1000):
                mistakes.append(f"{row}: corners are off by {got:.2f} % ({name}), wanted at most {floor[name]}")
    for mistake in mistakes:
        print(f"BELOW ITS FLOOR: {mistake}")
    if not mistakes:
        print("every floor is held")
    return len(mistakes)
