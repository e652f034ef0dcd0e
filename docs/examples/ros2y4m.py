#!/usr/bin/env python3
"""Writes the pictures of a ROS 2 topic to a pipe that overlayd reads as y4m.

    ros2y4m.py TOPIC PIPE

It needs rclpy, sensor_msgs and numpy, which come with ROS 2. Encodings: mono8, 8UC1, rgb8, bgr8, rgba8 and bgra8; of
colours the luma is written, by ITU-R BT.601. It waits until somebody reads the pipe.
"""

import sys

import numpy
import rclpy
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import Image

# Bytes of a pixel, and where its red, green and blue stand.
ENCODINGS = {
    "mono8": (1, (0, 0, 0)),
    "8UC1": (1, (0, 0, 0)),
    "rgb8": (3, (0, 1, 2)),
    "bgr8": (3, (2, 1, 0)),
    "rgba8": (4, (0, 1, 2)),
    "bgra8": (4, (2, 1, 0)),
}


def luma(image: Image) -> bytes:
    """The picture's rows without padding, a byte for each pixel."""
    pixel, (red, green, blue) = ENCODINGS[image.encoding]
    rows = numpy.frombuffer(image.data, numpy.uint8).reshape(image.height, image.step)
    pixels = rows[:, : image.width * pixel].reshape(image.height, image.width, pixel).astype(numpy.uint16)
    return ((77 * pixels[..., red] + 150 * pixels[..., green] + 29 * pixels[..., blue]) >> 8).astype(numpy.uint8).tobytes()


def main(topic: str, path: str) -> None:
    rclpy.init()
    node = rclpy.create_node("overlayd")
    size = None
    with open(path, "wb") as pipe:

        def write(image: Image) -> None:
            nonlocal size
            if image.encoding not in ENCODINGS:
                sys.exit(f"{topic} has {image.encoding}; this writes {', '.join(ENCODINGS)}")
            if (image.width, image.height) != size:
                size = (image.width, image.height)
                pipe.write(f"YUV4MPEG2 W{image.width} H{image.height} F30:1 Ip A1:1 Cmono\n".encode())
            pipe.write(b"FRAME\n" + luma(image))
            pipe.flush()

        node.create_subscription(Image, topic, write, qos_profile_sensor_data)
        try:
            rclpy.spin(node)
        except (BrokenPipeError, KeyboardInterrupt):
            pass


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
