"""The cameras of the guest, and what can befall them."""

import os
import pathlib
import signal
import subprocess
import sys
import time

import v4l2

FOLDER = pathlib.Path(os.environ.get("OVERLAYD_CAMERAS", "."))
_NODES = pathlib.Path("/sys/class/video4linux")
_USB = pathlib.Path("/sys/bus/usb/devices")
_VIVID = pathlib.Path("/sys/bus/platform/drivers/vivid")


class Missing(Exception):
    """Something of the guest did not happen in time; nothing that overlayd could help."""


def until(condition, what, seconds=30):
    """Waits until the condition holds, and gives what it gave."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Missing(f"the guest did not come to that: {what}")
        time.sleep(0.02)


class UsbCamera:
    """A camera of software at the real USB driver, which shows the code; `serial` is its name, too."""

    def __init__(self, serial, form="mjpeg"):
        self.serial = serial
        self.show = [f"--{form}", "320x240:" + str(FOLDER / ("code.jpg" if form == "mjpeg" else "code.yuyv"))]
        self.process = None

    def plug(self):
        name = ["-n", "Test " + self.serial, "-s", self.serial]
        self.process = subprocess.Popen(["uvcsim", "-f", "10", *name, *self.show])

    def unplug(self):
        """Pulls it out; back when the kernel has taken note.

        One that is plugged into the same port before would pass for the old one, and never be seen.
        """
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None
            until(lambda: not self.is_known(), f"the USB camera {self.serial} is gone")

    def is_known(self):
        """Whether the kernel has a USB device of that serial number."""
        for file in _USB.glob("*/serial"):
            try:
                if file.read_text().strip() == self.serial:
                    return True
            except OSError:
                pass  # gone this moment
        return False

    def freeze_or_thaw(self):
        self.process.send_signal(signal.SIGUSR1)

    def fail_or_heal(self):
        self.process.send_signal(signal.SIGUSR2)

    def node(self):
        """The path of the node that gives its pictures; None while it is not plugged in."""
        for entry in sorted(_NODES.glob("video*")):
            try:
                interface = (entry / "device").resolve()
                if (interface.parent / "serial").read_text().strip() != self.serial:
                    continue
            except OSError:
                continue
            path = f"/dev/{entry.name}"
            if v4l2.is_camera(path):
                return path
        return None


class Vivid:
    """A camera of the kernel's test driver."""

    SIZE, RATE = (320, 180), 10

    def __init__(self, index):
        self.name = f"vivid-{index:03}-vid-cap"
        self.bus = f"platform:vivid-{index:03}"

    def node(self):
        for entry in _NODES.glob("video*"):
            try:
                if (entry / "name").read_text().strip() == self.name:
                    return f"/dev/{entry.name}"
            except OSError:
                pass
        return None

    def set(self, **controls):
        """Starts to set controls; the process that does it."""
        words = ",".join(f"{name}={value}" for name, value in controls.items())
        return subprocess.Popen(["v4l2-ctl", "-d", self.node(), "-c", words], stdout=subprocess.DEVNULL)


def set_both(vivids, **controls):
    """Sets controls of several at once; back when all are set."""
    for process in [vivid.set(**controls) for vivid in vivids]:
        process.wait()


def unbind_vivid():
    (_VIVID / "unbind").write_text("vivid.0")


def bind_vivid():
    (_VIVID / "bind").write_text("vivid.0")


class Loopback:
    """A loopback device, and the program that shows the code through it."""

    def __init__(self, number):
        self.path = f"/dev/video{number}"
        self.process = None

    def node(self):
        return self.path if v4l2.is_camera(self.path) else None

    def start(self):
        program = pathlib.Path(__file__).with_name("producer.py")
        self.process = subprocess.Popen([sys.executable, "-B", str(program), self.path, str(FOLDER / "code.yuyv")])

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None


def reader(camera):
    """A bare reader of a camera."""
    if isinstance(camera, Vivid):
        return v4l2.BareReader(camera.node, Vivid.SIZE, Vivid.RATE)
    return v4l2.BareReader(camera.node)


def exists(path):
    return os.path.exists(path)
