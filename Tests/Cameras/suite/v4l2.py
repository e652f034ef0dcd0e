"""A bare reader of a camera: the kernel's own interface and nothing else, to compare overlayd with."""

import errno
import fcntl
import mmap
import os
import select
import struct
import threading
import time

CAPTURE, OUTPUT = 1, 2
MEMORY_MAPPED = 1
FLAG_ERROR = 0x40
BAD_IN_A_ROW = 8
VIDEO_CAPTURE, DEVICE_CAPS = 0x1, 0x80000000


def _request(direction, number, size):
    return direction << 30 | size << 16 | ord("V") << 8 | number


_QUERYCAP = _request(2, 0, 104)
_G_FMT, _S_FMT = _request(3, 4, 208), _request(3, 5, 208)
_REQBUFS, _QUERYBUF = _request(3, 8, 20), _request(3, 9, 88)
_QBUF, _DQBUF = _request(3, 15, 88), _request(3, 17, 88)
_STREAMON = _request(1, 18, 4)
_S_PARM = _request(3, 22, 204)


def is_camera(path):
    """Whether pictures can be captured from the node, now."""
    try:
        node = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        capability = bytearray(104)
        fcntl.ioctl(node, _QUERYCAP, capability)
        everything, device = struct.unpack_from("II", capability, 84)
        return bool((device if everything & DEVICE_CAPS else everything) & VIDEO_CAPTURE)
    except OSError:
        return False
    finally:
        os.close(node)


def set_format(node, kind, size=None, fourcc=None):
    """Asks for a size and a format, each as it is when None; the size and format that the driver took."""
    form = bytearray(208)
    struct.pack_into("I", form, 0, kind)
    fcntl.ioctl(node, _G_FMT, form)
    if size:
        struct.pack_into("II", form, 8, *size)
    if fourcc:
        form[16:20] = fourcc.encode()
    struct.pack_into("III", form, 20, 1, 0, 0)  # progressive; the stride and size are the driver's to say
    fcntl.ioctl(node, _S_FMT, form)
    return struct.unpack_from("II", form, 8), form[16:20].decode()


def set_rate(node, rate):
    parameters = bytearray(204)
    struct.pack_into("IIIII", parameters, 0, CAPTURE, 0, 0, 1, rate)
    fcntl.ioctl(node, _S_PARM, parameters)


def start(node, kind):
    fcntl.ioctl(node, _STREAMON, struct.pack("i", kind))


class Stream:
    """A camera that is open and streams; OSError from anything when it is not there."""

    def __init__(self, path, size=None, rate=None):
        self.buffers, self.bad = [], 0
        self.node = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            set_format(self.node, CAPTURE, size)
            if rate:
                set_rate(self.node, rate)
            request = bytearray(struct.pack("5I", 4, CAPTURE, MEMORY_MAPPED, 0, 0))
            fcntl.ioctl(self.node, _REQBUFS, request)
            for index in range(struct.unpack_from("I", request)[0]):
                buffer = self._buffer(index)
                fcntl.ioctl(self.node, _QUERYBUF, buffer)
                offset, length = struct.unpack_from("QI", buffer, 64)
                self.buffers.append(mmap.mmap(self.node, length, offset=offset & 0xFFFFFFFF))
                fcntl.ioctl(self.node, _QBUF, buffer)
            start(self.node, CAPTURE)
        except BaseException:
            self.close()
            raise

    def frame(self, seconds):
        """Whether a good frame came in time; OSError where none will come any more."""
        poll = select.poll()
        poll.register(self.node, select.POLLIN)
        if not poll.poll(seconds * 1000):
            if self.bad:
                raise OSError(errno.EIO, "nothing after a bad buffer")
            return False
        buffer = self._buffer(0)
        try:
            fcntl.ioctl(self.node, _DQBUF, buffer)
        except OSError as error:
            if error.errno == errno.EAGAIN:
                return False
            raise
        used, flags = struct.unpack_from("II", buffer, 8)
        fcntl.ioctl(self.node, _QBUF, buffer)
        is_good = used > 0 and not flags & FLAG_ERROR
        self.bad = 0 if is_good else self.bad + 1
        # After failed transfers the USB driver gives bad buffers or none for ever, even when they work again.
        if self.bad > BAD_IN_A_ROW:
            raise OSError(errno.EIO, "bad buffers only")
        return is_good

    def close(self):
        for buffer in self.buffers:
            buffer.close()
        os.close(self.node)

    @staticmethod
    def _buffer(index):
        buffer = bytearray(88)
        struct.pack_into("II", buffer, 0, index, CAPTURE)
        struct.pack_into("I", buffer, 60, MEMORY_MAPPED)
        return buffer


class BareReader(threading.Thread):
    """Reads the camera that `find` names, looks for it again whenever it is lost, and remembers when frames came."""

    def __init__(self, find, size=None, rate=None):
        super().__init__(daemon=True)
        self.find, self.size, self.rate = find, size, rate
        self.latest = None
        self.doing = "nothing yet"
        self.changed = threading.Condition()
        self.is_ended = False

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.is_ended = True
        self.join()

    def run(self):
        while not self.is_ended:
            path = self.find()
            try:
                self.doing = f"opening {path}"
                stream = Stream(path or "/dev/none", self.size, self.rate)
            except OSError as error:
                self.doing = f"cannot open {path}: {error}"
                time.sleep(0.01)  # no event tells that a camera can be opened again
                continue
            try:
                self.doing = f"reading {path}"
                self._read(stream)
            except OSError as error:
                self.doing = f"lost {path}: {error}"
            finally:
                stream.close()

    def _read(self, stream):
        while not self.is_ended:
            if stream.frame(0.5):
                with self.changed:
                    self.latest = time.monotonic()
                    self.changed.notify_all()

    def frame_after(self, moment, seconds=30):
        """When a frame came after that moment; None when none did in time."""
        with self.changed:
            self.changed.wait_for(lambda: self.latest is not None and self.latest > moment, seconds)
            return self.latest if self.latest is not None and self.latest > moment else None
