"""Counts of a run, and how they are printed."""

import statistics

import comparison

# Symbologies that ZBar reads, as manifests name them, and the row under which each is counted.
ROWS = {
    "QR": "QR", "EAN13": "EAN-13", "EAN8": "EAN-8", "UPCA": "UPC-A", "UPCE": "UPC-E", "Code128": "Code 128",
    "Code39": "Code 39", "Code93": "Code 93", "ITF": "ITF", "Codabar": "Codabar", "DataBar": "DataBar",
    "DataBarStk": "DataBar", "DataBarExp": "DataBar Expanded", "DataBarExpStk": "DataBar Expanded",
    "DataMatrix": "DataMatrix", "PDF417": "PDF417", "Aztec": "Aztec", "MicroQR": "Micro QR", "MaxiCode": "MaxiCode",
    "rMQR": "rMQR", "DataBarLtd": "DataBar Limited", "(none)": "(no code)",
}
ZBARS_OWN = [
    "QR", "EAN-13", "EAN-8", "UPC-A", "UPC-E", "Code 128", "Code 39", "Code 93", "ITF", "Codabar", "DataBar",
    "DataBar Expanded",
]


class Count:
    """What became of some pictures.

    A picture is right when an expected text was reported, wrong when one was that is not there, of wrong text when it
    was not right but its bytes were; else missed, or the reader died. `beside` counts those of the wrong ones that are
    right as well: what is wrong there may be a second code that the manifest does not name.
    """

    def __init__(self):
        self.pictures = self.right = self.wrong = self.beside = self.wrong_text = self.missed = self.died = 0
        self.seconds = 0.0
        self.corner_errors = []

    def add(self, picture, outcome):
        """Counts a picture; answers the words that apply to it."""
        verdicts = [comparison.judge(read, picture.expect) for read in outcome.reads]
        right = comparison.Verdict.RIGHT in verdicts
        wrong = comparison.Verdict.WRONG in verdicts
        text = not right and comparison.Verdict.WRONG_TEXT in verdicts
        words = []
        if right:
            words.append("right")
        if wrong:
            words.append("wrong")
        if text:
            words.append("wrong text")
        if outcome.died:
            words.append("died")
        if not words and picture.expect:
            words.append("missed")
        self.pictures += 1
        self.right += right or (not picture.expect and not words)
        self.wrong += wrong
        self.beside += right and wrong
        self.wrong_text += text
        self.died += outcome.died
        self.missed += "missed" in words
        self.seconds += outcome.seconds
        # In hard conditions it counts that a code is read at all.
        if picture.corners is not None and picture.set != "conditions":
            for read, verdict in zip(outcome.reads, verdicts):
                if verdict is comparison.Verdict.RIGHT and read.corners:
                    self.corner_errors += comparison.corner_errors(read.corners, picture.corners)
                    break
        return words

    def merge(self, other):
        """Adds another count to this one."""
        for name in ("pictures", "right", "wrong", "beside", "wrong_text", "missed", "died", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.corner_errors += other.corner_errors

    @property
    def percent(self):
        """The right ones of a hundred."""
        return 100 * self.right / self.pictures if self.pictures else 0.0

    @property
    def corners(self):
        """Median and worst error of corners in percent of the longer side; None when none was measured."""
        if not self.corner_errors:
            return None
        return 100 * statistics.median(self.corner_errors), 100 * max(self.corner_errors)

    @property
    def cell(self):
        """`92 w1 t18 d2`."""
        words = [f"{self.percent:.1f}".removesuffix(".0")]
        for letter, number in (("w", self.wrong), ("t", self.wrong_text), ("d", self.died)):
            if number:
                words.append(f"{letter}{number}")
        return " ".join(words)


def rows(pictures, counts_by_type):
    """The counts by row, in the order of `ROWS`, and the sums."""
    result = {}
    for name, count in counts_by_type.items():
        result.setdefault(ROWS.get(name, name), Count()).merge(count)
    order = list(dict.fromkeys(ROWS.values()))
    ordered = {name: result[name] for name in sorted(result, key=lambda row: (order + [row]).index(row))}
    own, everything = Count(), Count()
    for name, count in ordered.items():
        if name in ZBARS_OWN:
            own.merge(count)
        everything.merge(count)
    sums = {}
    if own.pictures:
        sums["ZBar's own types"] = own
    sums["all"] = everything
    return ordered, sums


def detail(ordered, sums):
    """The lines of one reader's table."""
    has_corners = any(count.corners for count in ordered.values())
    head = f"{'':<18}{'n':>6}{'right':>7}{'%':>7}{'wrong':>7}{'beside':>8}{'text':>6}{'missed':>8}{'died':>6}{'ms':>8}"
    if has_corners:
        head += f"{'corners %':>11}{'worst %':>9}"
    lines = [head]
    for name, count in [*ordered.items(), *sums.items()]:
        if name in sums and name == next(iter(sums)):
            lines.append("-" * len(head))
        line = (
            f"{name:<18}{count.pictures:>6}{count.right:>7}{count.percent:>7.1f}{count.wrong:>7}{count.beside:>8}{count.wrong_text:>6}"
            f"{count.missed:>8}{count.died:>6}{1000 * count.seconds / max(count.pictures, 1):>8.1f}"
        )
        if has_corners:
            line += f"{count.corners[0]:>11.2f}{count.corners[1]:>9.2f}" if count.corners else f"{'–':>11}{'–':>9}"
        lines.append(line)
    return lines


def side_by_side(results):
    """The lines of the table in which each reader is a column; `results` is {reader: (ordered, sums)}."""
    names = list(results)
    width = max(14, *(len(name) + 2 for name in names))
    first = results[names[0]]
    lines = [f"{'':<18}{'n':>6}" + "".join(f"{name:>{width}}" for name in names)]
    for part in (0, 1):
        for row, count in first[part].items():
            cells = "".join(f"{results[name][part][row].cell:>{width}}" for name in names)
            lines.append(f"{row:<18}{count.pictures:>6}{cells}")
    everything = [results[name][1]["all"] for name in names]
    cells = "".join(f"{1000 * count.seconds / max(count.pictures, 1):>{width}.1f}" for count in everything)
    lines.append(f"{'ms a picture':<18}{'':>6}{cells}")
    return lines
