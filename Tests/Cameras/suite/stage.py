"""The cameras, overlayd that has them as inputs, and the client that watches all along."""

import cameras
import daemon
import pictures
import watch
from cameras import until

# How much later than a bare reader overlayd may have metadata, once its worker has started, and by how much its memory
# may grow.
LATEST_SECONDS = 3.0
MEMORY_KILOBYTES = 2048


class Stage:
    """What the codes and the faults are tried on. Each input but `desk` has a twin, which a bare reader reads."""

    def __init__(self, programs):
        self.eye, self.eye_twin = cameras.UsbCamera("eye"), cameras.UsbCamera("eyetwin")
        self.desk = cameras.UsbCamera("desk", "yuyv")
        self.decoys = [cameras.UsbCamera("decoy1"), cameras.UsbCamera("decoy2")]
        self.wall, self.wall_twin = cameras.Loopback(50), cameras.Loopback(51)
        self.pattern, self.pattern_twin = cameras.Vivid(0), cameras.Vivid(1)
        self.programs = programs
        self.daemon = self.watch = None

    def __enter__(self):
        for camera in (self.eye, self.eye_twin, self.desk):
            camera.plug()
            until(camera.node, f"the USB camera {camera.serial} is there")
        self.start_walls()
        until(lambda: self.wall.node() and self.wall_twin.node(), "the loopback devices have producers")
        width, height = cameras.Vivid.SIZE
        # While somebody else has the camera at start, overlayd waits for it.
        with cameras.reader(self.pattern) as holder:
            if holder.frame_after(0) is None:
                raise cameras.Missing("vivid gives no frame")
            self.daemon = daemon.Daemon(
                self.programs,
                {
                    "eye": {"source": "usb:1209:0001:eye"},
                    "desk": {"source": "usb:1209:0001:desk"},
                    "wall": {"source": self.wall.path},
                    "pattern": {
                        "source": f"bus:{self.pattern.bus}",
                        "size": f"{width}x{height}",
                        "rate": cameras.Vivid.RATE,
                    },
                },
            )
            value = pictures.VALUE
            self.watch = watch.Watch(
                self.daemon.socket, {"eye": value, "desk": value, "wall": value, "pattern": None}
            )
            self.watch.start()
            self.watch.state_after("pattern", 0, {"busy"}, 60)
        for name in self.watch.wanted:
            self.watch.frame_after(name, 0, 60)
        return self

    def __exit__(self, *_):
        if self.watch:
            self.watch.end()
        if self.daemon:
            self.daemon.process.kill()
            self.daemon.process.wait()
        for camera in (self.eye, self.eye_twin, self.desk, *self.decoys):
            camera.unplug()
        self.kill_walls()

    def start_walls(self):
        self.wall.start()
        self.wall_twin.start()

    def kill_walls(self):
        self.wall.kill()
        self.wall_twin.kill()

    def plug_eyes(self):
        self.eye.plug()
        self.eye_twin.plug()

    def unplug_eyes(self):
        self.eye.unplug()
        self.eye_twin.unplug()

    def twin(self, name):
        return {"eye": self.eye_twin, "wall": self.wall_twin, "pattern": self.pattern_twin}[name]

    def live_inputs(self):
        return [name for name in self.watch.wanted if self.watch.state(name) == "live"]

    def heal(self):
        """Makes all cameras as they should be, after a fault from which overlayd did not recover."""
        self.unplug_eyes()
        self.kill_walls()
        for decoy in self.decoys:
            decoy.unplug()
        if self.pattern.node() is None:
            cameras.bind_vivid()
        self.plug_eyes()
        self.start_walls()
        self.watch.update("pattern", enabled=True)
