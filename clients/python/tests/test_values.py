"""The mathematics of a layer, and where the socket is."""

from __future__ import annotations

import itertools
import json
import os
import unittest
from typing import Any, Iterable, Sequence
from unittest import mock

from overlayd import (
    Code,
    Connection,
    Face,
    Frame,
    Landmarks,
    Matrix,
    Point,
    Rect,
    Refused,
    SubscriptionState,
    socket_paths,
)
from overlayd._reading import Members

from .support import PACKAGE, REPLY

VECTORS = json.loads((PACKAGE / "Tests/Vectors/transform_vectors.json").read_text())


def subscription(
    rotation: int = 0, mirrored: bool = False, matrix: Sequence[float] = (100, 0, 0, 50, 10, 20)
) -> SubscriptionState:
    state = SubscriptionState(1)
    connection = {**REPLY["connection"], "rotation": rotation, "mirrored": mirrored}
    state._take_reply(Members({**REPLY, "connection": connection, "matrix": list(matrix)}, "result"))
    return state


class ConversionTests(unittest.TestCase):
    def test_points_and_rectangles_agree_with_the_golden_vectors(self) -> None:
        checked = 0
        for vector in VECTORS["vectors"]:
            state = subscription(vector["rotation"], vector["mirrored"], vector["matrix"])
            for pair in vector["points"]:
                self.near(vars(state.to_layer(Point(*pair["uv"]))).values(), pair["xy"])
            for pair in vector["inverse_points"]:
                self.near(vars(state.to_device(Point(*pair["xy"]))).values(), pair["uv"])
            both = vector["metadata_rect"]
            self.near(vars(state.to_layer(Rect(*both["uv"]))).values(), both["layer"])
            checked += 1
        self.assertEqual(checked, 48)

    def test_angles_turn_with_the_picture_and_flip_with_the_mirror(self) -> None:
        face = Face("face", 1, Rect(0.1, 0.2, 0.3, 0.4), roll=10, yaw=20, input="front")
        expected = {(0, False): (10, 20), (90, False): (100, 20), (90, True): (260, 340), (270, True): (80, 340)}
        for (rotation, mirrored), angles in expected.items():
            found = subscription(rotation, mirrored).to_layer(face)
            assert found is not None
            self.assertEqual((found.roll, found.yaw), angles)

    def test_there_and_back_is_where_it_was(self) -> None:
        marks = Landmarks(*(Point(n / 10, n / 20) for n in range(5)))
        face = Face("face", 1, Rect(0.1, 0.2, 0.3, 0.4), roll=10, yaw=20, landmarks=marks, input="front")
        for rotation, mirrored in itertools.product((0, 90, 180, 270), (False, True)):
            state = subscription(rotation, mirrored)
            there = state.to_layer(face)
            assert there is not None
            back = state.to_device(there)
            assert back is not None and back.landmarks is not None
            self.near(vars(back.bounds).values(), vars(face.bounds).values())
            self.near([back.roll, back.yaw], [10, 20])
            self.near(vars(back.landmarks.nose).values(), vars(marks.nose).values())

    def test_a_codes_bounds_are_those_of_its_corners(self) -> None:
        corners = (Point(0.1, 0.1), Point(0.2, 0.5), Point(0.6, 0.4), Point(0.5, 0.0))
        found = subscription().to_layer(Code("qr_code", 1, Rect.around(corners), corners=corners))
        assert found is not None
        self.assertEqual(found.bounds, Rect.around(found.corners))
        self.assertEqual(found.corners[1], Point(30, 45))

    def test_an_object_of_another_input_is_none(self) -> None:
        self.assertIsNone(subscription().to_layer(Face("face", 1, Rect(0, 0, 1, 1), input="side")))

    def test_without_a_transform_it_is_not_ready(self) -> None:
        state = subscription()
        state.matrix = None
        with self.assertRaises(Refused) as refusal:
            state.to_layer(Point(0, 0))
        self.assertEqual((refusal.exception.name, refusal.exception.retryable), ("notReady", True))

    def near(self, got: Iterable[Any], wanted: Iterable[Any]) -> None:
        ours, theirs = list(got), list(wanted)
        self.assertEqual(len(ours), len(theirs))
        for one, other in zip(ours, theirs):
            self.assertAlmostEqual(one, other, places=6)


class ReadingTests(unittest.TestCase):
    def test_absent_members_are_none_and_unknown_ones_are_ignored(self) -> None:
        self.assertEqual(Frame.read(Members({"width": 4, "height": 3, "depth": 9}, "frame")), Frame(4, 3, 1.0))
        self.assertEqual(Connection.read(Members(REPLY["connection"], "connection")).rotation, 90)
        self.assertEqual(Matrix(2, 0, 0, 4, 1, 1).inverse(), Matrix(0.5, 0, 0, 0.25, -0.5, -0.25))


class SocketTests(unittest.TestCase):
    def test_the_order_is_everybodys(self) -> None:
        with mock.patch.dict(os.environ, {"OVERLAYD_SOCKET": "", "XDG_RUNTIME_DIR": "/run/user/5"}):
            self.assertEqual(socket_paths("/a"), ["/a"])
            self.assertEqual(socket_paths(), ["/run/overlayd/overlayd.sock", "/run/user/5/overlayd/overlayd.sock"])
            os.environ["OVERLAYD_SOCKET"] = "/b"
            self.assertEqual(socket_paths(), ["/b"])
