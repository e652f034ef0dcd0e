"""How many of a corpus' codes overlayd reads, and how truly, beside other readers."""

import argparse
import json
import pathlib
import sys

import drawn
import falsereads
import floors
import manifest
import readers
import reports
import table
import variants


def options():
    parser = argparse.ArgumentParser(prog="deploy/accuracy codes", description=__doc__)
    parser.add_argument("--corpus", metavar="DIR", help="a folder with a manifest.jsonl (default: a drawn one, with floors)")
    parser.add_argument("--against", metavar="NAME,…", default="", help="zbar, zbarimg, zxing-cpp, libzxing, opencv")
    parser.add_argument("--only", metavar="TYPE,…", default="", help="pictures of these types of the manifest alone")
    parser.add_argument("--sample", metavar="N", type=int, default=1, help="every Nth picture")
    parser.add_argument("--scale", metavar="PERCENT", type=float, default=100, help="each picture at this size")
    parser.add_argument("--jpeg", metavar="QUALITY", type=int, help="each picture compressed")
    parser.add_argument("--turn", metavar="DEGREES", type=float, default=0, help="turned clockwise")
    parser.add_argument("--mirror", action="store_true", help="left and right exchanged")
    parser.add_argument("--invert", action="store_true", help="dark and light exchanged")
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="pictures at once; times are true for 1")
    parser.add_argument("--list", metavar="WORD,…", default="", help="names the pictures that are wrong, text, missed, died")
    parser.add_argument("--json", metavar="FILE", help="writes what was made of each picture, one object a line")
    parser.add_argument("--false-reads", metavar="N", type=int, help="looks at so many pictures without a code, and nothing else")
    parser.add_argument("--program", default=".build/release/overlayd", help=argparse.SUPPRESS)
    parser.add_argument("--work", default=".build/accuracy", help=argparse.SUPPRESS)
    return parser.parse_args()


def words(text):
    return [word.strip() for word in text.split(",") if word.strip()]


def say(text):
    print(f"deploy/accuracy: {text}", file=sys.stderr, flush=True)


class Progress:
    """A line that changes at a terminal, nothing elsewhere."""

    def __init__(self, name, total):
        self.name, self.total = name, total

    def __call__(self, done):
        if sys.stderr.isatty():
            end = "\n" if done == self.total else ""
            print(f"\r{self.name}: {done} of {self.total}", end=end, file=sys.stderr, flush=True)


def open_readers(chosen):
    """overlayd and the peers that are there; says which are not."""
    work = pathlib.Path(chosen.work)
    opened = [readers.Overlayd(chosen.program, chosen.jobs)]
    for name in words(chosen.against):
        try:
            opened.append(readers.peer(name, work / "peers"))
        except readers.Missing as missing:
            say(str(missing))
    return opened


def count(pictures, outcomes):
    """Counts by type, and the words on each picture."""
    by_type, verdicts = {}, []
    for picture, outcome in zip(pictures, outcomes):
        verdicts.append(by_type.setdefault(picture.type, table.Count()).add(picture, outcome))
    return by_type, verdicts


def main():
    chosen = options()
    if chosen.false_reads is not None:
        reader = readers.Overlayd(chosen.program, chosen.jobs)
        return 1 if falsereads.check(reader, chosen.work, chosen.false_reads, Progress("pictures", chosen.false_reads)) else 0
    variant = variants.Variant(chosen.scale, chosen.jpeg, chosen.turn, chosen.mirror, chosen.invert)
    corpus = chosen.corpus or drawn.corpus(chosen.work, say)
    originals = manifest.read(corpus, words(chosen.only))[:: chosen.sample]
    lacking = set()
    if not chosen.corpus:
        there = floors.readable(originals, readers.Overlayd(chosen.program), say)
        lacking = {table.ROWS[picture.type] for picture in originals} - {table.ROWS[picture.type] for picture in there}
        originals = there
    pictures = variant.apply(originals, pathlib.Path(chosen.work) / "variants")
    paths = [picture.path.resolve() for picture in pictures]
    named = words(chosen.list)
    log = open(chosen.json, "w", encoding="utf-8") if chosen.json else None
    results = {}
    print(f"{len(pictures)} pictures of {corpus}" + (f", {variant}" if str(variant) else ""))
    for reader in open_readers(chosen):
        outcomes = reader.run(paths, Progress(reader.name, len(paths)))
        by_type, verdicts = count(pictures, outcomes)
        results[reader.name] = table.rows(pictures, by_type)
        print(f"\n{reader.name}: {reader.version}")
        print("\n".join(table.detail(*results[reader.name])), flush=True)
        for picture, outcome, said in zip(originals, outcomes, verdicts):
            reads = [[read.type, read.text, read.payload and read.payload.hex(), read.corners] for read in outcome.reads]
            if any(word in said or (word == "text" and "wrong text" in said) for word in named):
                texts = "; ".join(f"{read[0]} {read[1]!r}" for read in reads)
                print(f"  {', '.join(said)}: {picture.path} {picture.expect} {texts}")
            if log:
                row = {"reader": reader.name, "image": str(picture.path), "type": picture.type, "verdict": said}
                row |= {"reads": reads, "ms": round(1000 * outcome.seconds, 1), "error": outcome.error}
                print(json.dumps(row, ensure_ascii=False), file=log)
        unread = [outcome.error for outcome in outcomes if outcome.error and not outcome.died]
        if unread:
            print(f"  {len(unread)} pictures could not be opened: {unread[0]}")
    if len(results) > 1:
        print("\npercent right, wN pictures with a false read, tN right bytes but wrong text, dN the reader died")
        print("\n".join(table.side_by_side(results)))
    if chosen.corpus or str(variant) or chosen.sample != 1:
        return 0
    below = floors.check(results["overlayd"][0], bool(words(chosen.only)), lacking)
    wrong = 0 if words(chosen.only) else reports.check(readers.Overlayd(chosen.program, chosen.jobs), chosen.work)
    return 1 if below or wrong else 0


try:
    sys.exit(main())
except (manifest.Unusable, readers.Missing) as reason:
    say(str(reason))
    sys.exit(69)
