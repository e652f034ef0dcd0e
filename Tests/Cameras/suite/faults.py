"""What befalls a camera, and how soon metadata flows again, beside a bare reader of its twin, which it befalls too."""

import pathlib
import subprocess
import threading
import time
from dataclasses import dataclass
from typing import Callable, Optional

import cameras
from watch import Wrong

AWAY = frozenset(("absent", "busy", "failed", "stalled", "starting"))


@dataclass(frozen=True)
class Recovery:
    """Seconds from the end of a fault to the bare reader's first frame, and to overlayd's first metadata.

    `start`: how long the guest needed at that moment to start the worker's program, which the reader need not.
    """

    reader: float
    start: float
    overlayd: float
    state: str

    @property
    def behind(self):
        return self.overlayd - self.reader


@dataclass(frozen=True)
class Fault:
    """What `cause` does to the camera of an input, and to its twin.

    The input then becomes one of `states`, and `end` repairs the cameras; without an end they recover by themselves.
    """

    name: str
    input: str
    sentence: str
    cause: Callable
    states: frozenset = AWAY
    end: Optional[Callable] = None

    def run(self, stage):
        with cameras.reader(stage.twin(self.input)) as reader:
            if reader.frame_after(0) is None:
                raise cameras.Missing(f"the twin of {self.input} gives no frame")
            began = time.monotonic()
            self.cause(stage)
            ended, start = time.monotonic(), None if self.end else Start(stage)
            moment, told = stage.watch.state_after(self.input, began, self.states, 60)
            if self.end:
                ended, start = time.monotonic(), Start(stage)
                self.end(stage)
            return recovery(stage, self.input, reader, start, ended, max(moment, ended), told.reason or told.state)


class HarmlessFault(Fault):
    """One through which the input stays live."""

    def run(self, stage):
        with cameras.reader(stage.twin(self.input)) as reader:
            if reader.frame_after(0) is None:
                raise cameras.Missing(f"the twin of {self.input} gives no frame")
            began = moment = time.monotonic()
            self.cause(stage)
            ended = time.monotonic()
            found = recovery(stage, self.input, reader, None, ended, ended, "live")
            for _ in range(8):
                moment, _ = stage.watch.frame_after(self.input, moment)
            if self.end:
                self.end(stage)
            told = [change for at, change in stage.watch.states[self.input] if at > began and change.state in AWAY]
            if told:
                raise Wrong(f"{self.input} did not stay live: {told[0]}")
            return found


class BusyFault(Fault):
    """Somebody else has the camera when it is wanted, and gives it back."""

    def run(self, stage):
        watch = stage.watch
        began = time.monotonic()
        watch.update(self.input, enabled=False)
        watch.state_after(self.input, began, {"idle"}, 30)
        with cameras.reader(stage.pattern) as holder:
            if holder.frame_after(began) is None:
                raise cameras.Missing("the camera cannot be held")
            began = time.monotonic()
            watch.update(self.input, enabled=True)
            _, told = watch.state_after(self.input, began, self.states, 30)
        ended, start = time.monotonic(), Start(stage)
        with cameras.reader(stage.twin(self.input)) as reader:
            return recovery(stage, self.input, reader, start, ended, ended, told.reason or told.state)


class RenamedFault(Fault):
    """The camera comes back under another node's name, since another one has taken its own."""

    def run(self, stage):
        before = stage.eye.node()
        try:
            found = super().run(stage)
            after = stage.eye.node()
            if after == before:
                raise cameras.Missing(f"the camera came back as {after}")
            return found
        finally:
            for decoy in stage.decoys:
                decoy.unplug()


def unplug_and_take_name(stage):
    before, moment = stage.eye.node(), time.monotonic()
    stage.unplug_eyes()
    # A number is free once nobody has the node open any more.
    stage.watch.state_after("eye", moment, {"absent"}, 30)
    cameras.until(lambda: not cameras.exists(before), f"{before} goes")
    for decoy in stage.decoys:
        if not cameras.exists(before):
            decoy.plug()
            cameras.until(decoy.node, "the decoy is there")
    if not cameras.exists(before):
        raise cameras.Missing(f"nothing took the name {before}")


class Start(threading.Thread):
    """Starts the worker's program for nothing, to see how long that takes now."""

    def __init__(self, stage):
        super().__init__(daemon=True)
        self.program = str(pathlib.Path(stage.programs) / "overlayd-input")
        self.seconds = 0.0
        self.start()

    def run(self):
        began = time.monotonic()
        subprocess.run([self.program, "--version"], stdout=subprocess.DEVNULL, check=True)
        self.seconds = time.monotonic() - began


def recovery(stage, name, reader, start, ended, moment, state):
    """How soon the reader has a frame after `ended`, and overlayd metadata of that time and after `moment`."""
    frame = reader.frame_after(ended, 60)
    if frame is None:
        raise cameras.Missing(f"the twin of {name} did not recover: the bare reader's last word is '{reader.doing}'")
    metadata, _ = stage.watch.frame_after(name, moment, 60)
    if start:
        start.join()
    return Recovery(frame - ended, start.seconds if start else 0.0, metadata - ended, state)


def vivids(stage, **controls):
    cameras.set_both([stage.pattern, stage.pattern_twin], **controls)


def eyes(stage, change):
    for camera in (stage.eye, stage.eye_twin):
        change(camera)


FAULTS = (
    Fault(
        "unplug",
        "eye",
        "a USB camera is unplugged and plugged in again",
        lambda stage: stage.unplug_eyes(),
        frozenset({"absent"}),
        lambda stage: stage.plug_eyes(),
    ),
    RenamedFault(
        "rename",
        "eye",
        "it comes back under another name",
        unplug_and_take_name,
        frozenset({"absent"}),
        lambda stage: stage.plug_eyes(),
    ),
    Fault("disconnect", "pattern", "vivid disconnects", lambda stage: vivids(stage, disconnect=1)),
    Fault(
        "unbind",
        "pattern",
        "a driver is unbound and bound again",
        lambda stage: cameras.unbind_vivid(),
        frozenset({"absent"}),
        lambda stage: cameras.bind_vivid(),
    ),
    Fault(
        "fatal", "pattern", "streaming fails for good", lambda stage: vivids(stage, inject_fatal_streaming_error=1)
    ),
    HarmlessFault(
        "bad", "pattern", "one buffer is bad", lambda stage: vivids(stage, inject_v4l2_buf_flag_error=1)
    ),
    HarmlessFault(
        "dropped",
        "pattern",
        "60 % of the buffers are dropped",
        lambda stage: vivids(stage, percentage_of_dropped_buffers=60),
        end=lambda stage: vivids(stage, percentage_of_dropped_buffers=0),
    ),
    Fault(
        "frozen",
        "eye",
        "a USB camera freezes, and thaws",
        lambda stage: eyes(stage, cameras.UsbCamera.freeze_or_thaw),
        AWAY,
        lambda stage: eyes(stage, cameras.UsbCamera.freeze_or_thaw),
    ),
    Fault(
        "failing",
        "eye",
        "its transfers fail, and heal",
        lambda stage: eyes(stage, cameras.UsbCamera.fail_or_heal),
        AWAY,
        lambda stage: eyes(stage, cameras.UsbCamera.fail_or_heal),
    ),
    Fault(
        "producer",
        "wall",
        "a loopback's producer is killed and started again",
        lambda stage: stage.kill_walls(),
        AWAY,
        lambda stage: stage.start_walls(),
    ),
    BusyFault("busy", "pattern", "another program has the camera, and ends", lambda stage: None, frozenset({"busy"})),
)
