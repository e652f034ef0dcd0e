"""Both clients against daemons that are absent, broken or mean."""

from __future__ import annotations

import asyncio
import os
import socket
import unittest
from typing import Any, Optional, Tuple

import overlayd

from .support import METADATA, PATIENCE, REPLY, Peer, Script, Scripted, notification, scratch

Outcome = Tuple[overlayd.SubscriptionState, Optional[overlayd.Metadata]]


def blocking(path: str, reconnect: bool, **settings: Any) -> Outcome:
    """Subscribes and takes one message."""
    with overlayd.connect(path, reconnect=reconnect, timeout=PATIENCE) as client:
        subscription = client.subscribe(**settings)
        return subscription, subscription.next(PATIENCE)


def asynchronous(path: str, reconnect: bool, **settings: Any) -> Outcome:
    """The same by the other client."""

    async def body() -> Outcome:
        async with await overlayd.connect_async(path, reconnect=reconnect, timeout=PATIENCE) as client:
            subscription = await client.subscribe(**settings)
            return subscription, await subscription.next(PATIENCE)

    return asyncio.run(body())


CLIENTS = (blocking, asynchronous)
FACE = {"type": "face", "id": 1, "bounds": {"x": 0, "y": 0, "width": 1, "height": 1}}
CODE = {**FACE, "type": "qr_code", "payload": "YQ==", "corners": [{"x": 0, "y": 0}] * 4}


def after_subscribing(data: bytes) -> Script:
    """A daemon that sends these bytes once there is a subscription."""

    def script(peer: Peer) -> None:
        peer.subscribed()
        peer.send(data)
        peer.wait()

    return script


def metadata(**changes: Any) -> bytes:
    return notification("metadata", {**METADATA, **changes})


class HostileTests(unittest.TestCase):
    def play(self, client: Any, *scripts: Script, reconnect: bool = False, **settings: Any) -> Any:
        with scratch() as path, Scripted(path, *scripts):
            return client(path, reconnect, **settings)

    def test_what_makes_no_sense_is_a_bad_message(self) -> None:
        lines = {
            "no JSON": b"hello there\n",
            "no object": b"[1]\n",
            "invalid UTF-8": b'{"method":"\xff"}\n',
            "NaN": b'{"jsonrpc":"2.0","method":"metadata","params":{"subscription":7,"sequence":NaN}}\n',
            "nested without end": b"[" * 100_000 + b"\n",
            "a number of a million digits": b'{"id":' + b"9" * 1_000_000 + b"}\n",
            "no params": b'{"jsonrpc":"2.0","method":"metadata"}\n',
            "objects that are none": metadata(objects={}),
            "an object without bounds": metadata(objects=[{"type": "face", "id": 1}]),
            "an infinite side": metadata(objects=[FACE]).replace(b'"width": 1,', b'"width": 1e999,'),
            "an id that is none": metadata(objects=[{**FACE, "id": True}]),
            "a payload that is no base64": metadata(objects=[{**CODE, "payload": "a"}]),
            "three corners": metadata(objects=[{**CODE, "corners": [{"x": 0, "y": 0}] * 3}]),
            "a matrix without an inverse": notification("geometry", {**REPLY, "matrix": [0] * 6}),
        }
        for client in CLIENTS:
            for what, line in lines.items():
                with self.subTest(what, client=client.__name__), self.assertRaises(overlayd.BadMessage) as failure:
                    self.play(client, after_subscribing(line), reconnect=True)
                self.assertEqual(failure.exception.name, "badMessage")
                self.assertLess(len(failure.exception.message), 400)

    def test_a_line_without_end_is_a_bad_message(self) -> None:
        def flood(peer: Peer) -> None:
            peer.subscribed()
            while True:
                peer.send(b"x" * 65_536)

        for client in CLIENTS:
            with self.subTest(client=client.__name__), self.assertRaises(overlayd.BadMessage):
                self.play(client, flood)

    def test_a_reply_that_makes_no_sense_is_a_bad_message(self) -> None:
        for name in ("subscription", "revision", "session", "types", "objects", "coordinates"):
            for client in CLIENTS:
                with self.subTest(name, client=client.__name__), self.assertRaises(overlayd.BadMessage):
                    self.play(client, lambda peer, name=name: (peer.subscribed(**{name: None}), peer.wait())[1])

    def test_what_is_unknown_is_ignored(self) -> None:
        def script(peer: Peer) -> None:
            peer.subscribed(surprise={"a": 1})
            peer.send(b"\r\n\n" + notification("confetti", {"subscription": 7}))
            peer.send(notification("input", {"input": "garden", "state": "live"}))
            peer.metadata(subscription=8, sequence=1)
            peer.metadata(sequence=2, objects=[{**FACE, "type": "unicorn", "horn": 1}])
            peer.wait()

        for client in CLIENTS:
            with self.subTest(client=client.__name__):
                _, message = self.play(client, script)
                self.assertEqual((message.sequence, message.objects[0].type), (2, "unicorn"))

    def test_a_later_version_is_said_and_a_compatible_one_taken(self) -> None:
        for client in CLIENTS:
            with self.subTest(client=client.__name__):
                with self.assertRaises(overlayd.BadMessage) as failure:
                    self.play(client, lambda peer: (peer.hello(protocol="2.0"), peer.wait())[1])
                self.assertEqual(failure.exception.name, "unsupportedProtocol")

                def later(peer: Peer) -> None:
                    peer.hello(protocol="1.7")
                    peer.answer(peer.request(), REPLY)
                    peer.metadata()
                    peer.wait()

                self.assertEqual(self.play(client, later)[1].sequence, 3)

    def test_a_flood_leaves_the_newest_message_and_its_count(self) -> None:
        def flood(peer: Peer) -> None:
            request = peer.request()
            peer.send(b"".join(metadata(sequence=number, dropped=1) for number in range(2_000)))
            peer.answer(request, {})
            peer.wait()

        with scratch() as path, Scripted(path, lambda peer: (peer.subscribed(), flood(peer))[1]):
            with overlayd.connect(path, timeout=PATIENCE) as client:
                subscription = client.subscribe()
                client.call("ping")
                message = subscription.next(0)
                assert message is not None
                self.assertEqual((message.sequence, message.dropped), (1_999, 3_999))
                self.assertIsNone(subscription.next(0))

    def test_half_a_line_and_an_end_lead_to_another_connection(self) -> None:
        def half(peer: Peer) -> None:
            peer.subscribed()
            peer.send(metadata()[:50])

        def whole(peer: Peer) -> None:
            request = peer.subscribed(subscription=9)
            assert request["params"] == {"types": ["all"], "maxRate": 5}, request
            peer.metadata(subscription=9, sequence=44)
            peer.wait()

        def deaf(peer: Peer) -> None:
            pass

        for client in CLIENTS:
            with self.subTest(client=client.__name__):
                subscription, message = self.play(client, half, deaf, whole, reconnect=True, types="all", max_rate=5)
                self.assertEqual((message.sequence, message.subscription), (44, subscription.number))
            with self.subTest(client=client.__name__), self.assertRaises(overlayd.Closed) as failure:
                self.play(client, half)
            self.assertEqual(failure.exception.name, "closed")

    def test_a_subscription_that_is_refused_after_a_reconnection_says_so(self) -> None:
        def first(peer: Peer) -> None:
            peer.subscribed()

        def second(peer: Peer) -> None:
            peer.hello()
            peer.refuse(peer.request(), "unknownInput")
            peer.wait()

        for client in CLIENTS:
            with self.subTest(client=client.__name__), self.assertRaises(overlayd.Refused) as refusal:
                self.play(client, first, second, reconnect=True, input="a")
            self.assertEqual(refusal.exception.name, "unknownInput")

    def test_a_daemon_that_takes_no_further_client_says_so(self) -> None:
        def full(peer: Peer) -> None:
            peer.refuse({"id": None}, "tooMany")

        for client in CLIENTS:
            with self.subTest(client=client.__name__), self.assertRaises(overlayd.Refused) as refusal:
                self.play(client, full)
            self.assertEqual(refusal.exception.name, "tooMany")

    def test_silence_is_bounded(self) -> None:
        with scratch() as path, Scripted(path, lambda peer: peer.wait()):
            with self.assertRaises(overlayd.TimedOut) as failure:
                overlayd.connect(path, timeout=0.1)
            self.assertEqual(failure.exception.name, "timedOut")
            with self.assertRaises(overlayd.TimedOut):
                asyncio.run(overlayd.connect_async(path, timeout=0.1))
        with scratch() as path, Scripted(path, lambda peer: (peer.hello(), peer.wait())[1]):
            with overlayd.connect(path, timeout=0.2) as client, self.assertRaises(overlayd.TimedOut):
                client.ping()

    def test_no_daemon_a_dead_one_and_no_permission_are_told_apart(self) -> None:
        with scratch() as path:
            self.assertEqual(self.failure(path).name, "noDaemon")
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as dead:
                dead.bind(path)
                self.assertEqual(self.failure(path).name, "deadSocket")
                if os.geteuid() != 0:
                    os.chmod(path, 0)
                    self.assertEqual(self.failure(path).name, "notPermitted")
            self.assertEqual(self.failure("/tmp/" + "x" * 200).name, "system")

    def failure(self, path: str) -> overlayd.OverlaydError:
        with self.assertRaises(overlayd.Unreachable) as failure:
            overlayd.connect(path)
        return failure.exception
