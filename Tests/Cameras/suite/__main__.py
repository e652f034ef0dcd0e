"""The camera suite: formats, codes and faults, in the guest of deploy/test-cameras."""

import argparse
import statistics
import subprocess
import sys
import time
import traceback

import codes
import faults
import formats
from cameras import FOLDER, Missing, reader
from stage import LATEST_SECONDS, MEMORY_KILOBYTES, Stage
from watch import Wrong

NAMES = {
    "formats": "the luma of every pixel format, beside the same picture as grey",
    "codes": "the code that each camera shows, and where",
    **{fault.name: fault.sentence for fault in faults.FAULTS},
    "idle": "without demand every camera is closed, and free for others",
}
BEGAN = time.monotonic()


def say(*words):
    print(f"{time.monotonic() - BEGAN:6.1f} s ", *words, file=sys.stderr, flush=True)


class Suite:
    def __init__(self, arguments):
        self.programs, self.rounds = arguments.programs, arguments.rounds
        self.names = [name for name in NAMES if not arguments.only or name in arguments.only]
        self.rows = []  # name, result, how often, what was measured
        self.recoveries = {}
        self.mistakes = {}

    def run(self):
        if "formats" in self.names:
            self.try_("formats", lambda: self.expect_none("formats", formats.run(self.programs, say)))
        if any(name != "formats" for name in self.names):
            say("starting overlayd, with a camera that somebody else has")
            try:
                with Stage(self.programs) as stage:
                    self.on_stage(stage)
            except Exception as error:  # the table is shown in any case
                self.note("stage", error)
        self.show()
        return 1 if self.mistakes else 0

    def on_stage(self, stage):
        say("all cameras are live")
        if "codes" in self.names:
            self.try_("codes", lambda: self.expect_none("codes", codes.run(stage, say)))
        # One camera fewer for what follows: absence is nothing to wait for.
        stage.desk.unplug()
        stage.watch.state_after("desk", 0, {"absent"})
        wanted = [fault for fault in faults.FAULTS if fault.name in self.names]
        before = first = last = stage.daemon.settled_needs(3)
        for number in range(1, self.rounds + 1):
            for fault in wanted:
                self.befall(stage, fault, number)
            last = stage.daemon.settled_needs(3)
            first = last if number == 1 else first
            say(f"round {number} of {self.rounds}: overlayd has {last}")
        if wanted:
            self.compare(before if self.rounds == 1 else first, last)
        if "idle" in self.names:
            self.try_("idle", lambda: self.idle(stage))
        if stage.watch.mistakes:
            self.mistakes["client"] = stage.watch.mistakes[:3]
        self.rows.append(("client", f"{stage.watch.count} messages on one connection"))

    def befall(self, stage, fault, number):
        try:
            found = fault.run(stage)
        except (Wrong, Missing, OSError, subprocess.SubprocessError) as error:
            self.note(fault.name, error)
            for line in stage.daemon.words(6).splitlines():
                say("overlayd:", line)
            stage.watch.mistakes.clear()
            moment = time.monotonic()
            stage.heal()
            for name in ("eye", "wall", "pattern"):
                stage.watch.frame_after(name, moment, 60)
            return
        self.recoveries.setdefault(fault.name, []).append(found)
        say(
            f"{fault.name} {number}: {found.state}; a bare reader has a frame after {found.reader:.2f} s, "
            f"overlayd metadata after {found.overlayd:.2f} s; a worker starts in {found.start:.2f} s"
        )
        if found.behind > LATEST_SECONDS + found.start:
            self.note(fault.name, Wrong(f"round {number}: metadata {found.behind:.2f} s after a bare reader's frame"))

    def compare(self, first, last):
        """No more is open at the end than after the first round."""
        said = f"{first}; at the end {last}"
        self.rows.append(("needs", said))
        grown = last.kilobytes - first.kilobytes
        pairs = zip((first.descriptors, first.threads, first.workers), (last.descriptors, last.threads, last.workers))
        if any(later > earlier for earlier, later in pairs) or grown > MEMORY_KILOBYTES:
            self.note("needs", Wrong(said))

    def idle(self, stage):
        moment = time.monotonic()
        for name in ("eye", "wall", "pattern"):
            stage.watch.update(name, enabled=False)
        for name in ("eye", "wall", "pattern"):
            stage.watch.state_after(name, moment, {"idle"})
        for camera in (stage.eye, stage.wall, stage.pattern):
            with reader(camera) as bare:
                if bare.frame_after(moment) is None:
                    raise Wrong(f"{camera.node()} cannot be read by others")

    def try_(self, name, test):
        say(f"{name}: {NAMES[name]}")
        try:
            test()
            self.rows.append((name, "as it should be"))
        except Exception as error:
            self.note(name, error)

    def expect_none(self, name, mistakes):
        for mistake in mistakes[1:]:
            self.note(name, Wrong(mistake))
        if mistakes:
            raise Wrong(mistakes[0])

    def note(self, name, error):
        """Remembers what was not as it should be."""
        words = str(error) if isinstance(error, (Wrong, Missing)) else traceback.format_exc()
        self.mistakes.setdefault(name, []).append(words)
        say(f"NOT so, {name}: {words}")

    def show(self):
        """The table; seconds are the median and the longest of all rounds."""
        lines = []
        faulty = [fault for fault in faults.FAULTS if fault.name in self.names]
        if faulty:
            heads = "".join(f"{head:>15}" for head in ("bare reader", "overlayd", "behind", "worker's start"))
            lines.append(f"{'fault':<12}{'rounds':>7}{heads}  state")
        for fault in faulty:
            found = self.recoveries.get(fault.name, [])
            times = [[getattr(one, name) for one in found] for name in ("reader", "overlayd", "behind", "start")]
            cells = "".join(f"{statistics.median(t):8.2f} {max(t):6.2f}" if t else f"{'-':>15}" for t in times)
            states = ", ".join(sorted({one.state for one in found}))
            wrong = "  NOT SO" if fault.name in self.mistakes else ""
            lines.append(f"{fault.name:<12}{len(found):>3} of {self.rounds:<2}{cells}  {states}{wrong}")
        lines += [f"{name:<12}{what}" for name, what in self.rows]
        for name, mistakes in self.mistakes.items():
            lines += [f"NOT so, {name}: {mistake}" for mistake in mistakes]
        text = "\n".join(lines)
        (FOLDER / "table.txt").write_text(text + "\n")
        print(text, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--only", action="append", choices=NAMES, metavar="NAME")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    if arguments.list:
        for name, what in NAMES.items():
            print(f"{name:<12}{what}")
        return 0
    return Suite(arguments).run()


if __name__ == "__main__":
    sys.exit(main())
