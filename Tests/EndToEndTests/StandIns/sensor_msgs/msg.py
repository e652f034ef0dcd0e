import array


class Image:
    """A bitmap of 24 bits as a ROS message: rows from the top, each with its padding."""

    encoding = "bgr8"

    def __init__(self, bitmap):
        self.width = int.from_bytes(bitmap[18:22], "little")
        self.height = int.from_bytes(bitmap[22:26], "little")
        self.step = (self.width * 3 + 3) // 4 * 4
        rows = [bitmap[54 + row * self.step : 54 + (row + 1) * self.step] for row in range(self.height)]
        self.data = array.array("B", b"".join(reversed(rows)))
