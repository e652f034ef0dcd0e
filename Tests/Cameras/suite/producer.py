"""producer.py NODE FILE: shows the YUYV picture of FILE through a loopback device, ten times a second, until killed."""

import contextlib
import os
import sys
import time

import pictures
import v4l2


def main():
    with open(sys.argv[2], "rb") as file:
        picture = file.read()
    # The driver decides only when it is asked what it can do that it takes pictures from a new producer.
    v4l2.is_camera(sys.argv[1])
    node = os.open(sys.argv[1], os.O_RDWR)
    v4l2.set_format(node, v4l2.OUTPUT, pictures.SIZE, "YUYV")
    # Older drivers learn only from that when their producer goes; newer ones by its writing, and refuse.
    with contextlib.suppress(OSError):
        v4l2.start(node, v4l2.OUTPUT)
    while True:
        os.write(node, picture)
        time.sleep(0.1)  # a camera's pace


main()
