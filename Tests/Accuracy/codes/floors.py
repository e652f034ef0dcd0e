"""What must be reached on the drawn corpus: floors.json, by row of the table.

`right` is the least percentage, `wrong` the most pictures with a false read, `median` and `worst` the most that corners
may be off, in percent of the longer side.
"""

import json
import pathlib

import symbols
import table

FLOORS = pathlib.Path(__file__).with_name("floors.json")


def _types():
    """The request's names of the types in each row."""
    types = {}
    for kind in symbols.KINDS:
        types.setdefault(table.ROWS[kind.name], set()).add(kind.type)
    return types


def check(ordered, sums, overlayd, in_part):
    """Prints what is below its floor; the exit status. Rows that this build cannot read are left out, and said to be."""
    wanted = json.loads(FLOORS.read_text(encoding="utf-8"))
    types = _types()
    mistakes = []
    print()
    for row, floor in wanted.items():
        if row not in ordered:
            if not in_part:
                mistakes.append(f"{row} is not in the corpus")
            continue
        if not overlayd.available(types[row]):
            print(f"{row}: this build cannot read it; its floor was not looked at")
            continue
        count = ordered[row]
        if count.percent < floor["right"]:
            mistakes.append(f"{row}: {count.percent:.1f} % right, wanted at least {floor['right']}")
        if count.wrong + count.wrong_text > floor.get("wrong", 0):
            mistakes.append(f"{row}: {count.wrong + count.wrong_text} wrong, wanted at most {floor.get('wrong', 0)}")
        if count.died:
            mistakes.append(f"{row}: the reader died of {count.died}")
        for name, got in zip(("median", "worst"), count.corners or (0, 0)):
            if got > floor.get(name, 100):
                mistakes.append(f"{row}: corners are off by {got:.2f} % ({name}), wanted at most {floor[name]}")
    for mistake in mistakes:
        print(f"BELOW ITS FLOOR: {mistake}")
    if not mistakes:
        print("every floor is held")
    return 1 if mistakes else 0
