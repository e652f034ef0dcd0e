"""Both clients against the real daemon."""

from __future__ import annotations

import asyncio
import os
import unittest
from unittest import mock

import overlayd
from overlayd import Point, Rect

from .support import PATIENCE, Daemon, scratch

LAYER = Rect(0, 0, 1080, 1920)


class LiveTests(unittest.TestCase):
    def setUp(self) -> None:
        self.path = self.enterContext(scratch())
        self.daemon = self.enterContext(Daemon(self.path))

    def enterContext(self, context):  # unittest has it since 3.11
        value = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        return value

    def connect(self) -> overlayd.Client:
        return self.enterContext(overlayd.connect(self.path, timeout=PATIENCE))

    def test_codes_come_typed_and_in_the_layers_coordinates(self) -> None:
        client = self.connect()
        subscription = client.subscribe(types="codes", layer=LAYER, gravity="resizeAspectFill", rotation=90)
        message = next(iter(subscription))
        codes = {found.type: found for found in message.objects if isinstance(found, overlayd.Code)}
        self.assertEqual(message.space, "layer")
        self.assertEqual(codes["qr_code"].value, "https://overlayd.example/test")
        self.assertEqual(codes["qr_code"].payload, b"https://overlayd.example/test")
        self.assertEqual(len(codes["qr_code"].corners), 4)
        self.assertEqual(codes["qr_code"].input, "test")
        self.assertEqual(subscription.state, "live")

    def test_local_conversion_agrees_with_the_daemons(self) -> None:
        client = self.connect()
        subscription = client.subscribe(
            types=["codes"], layer=(10, 20, 300, 500), gravity="resize", rotation=270, mirrored=True
        )
        message = subscription.next(PATIENCE)
        assert message is not None
        device = subscription.to_device(message.objects[0])
        assert device is not None
        again = subscription.convert(device, "layer")
        assert isinstance(again, overlayd.Code) and isinstance(message.objects[0], overlayd.Code)
        for theirs, ours in zip(again.corners, message.objects[0].corners):
            self.assertAlmostEqual(theirs.x, ours.x, delta=0.01)
            self.assertAlmostEqual(theirs.y, ours.y, delta=0.01)
        for value in (Point(0.25, 0.75), Rect(0.1, 0.2, 0.3, 0.4)):
            theirs, ours = subscription.convert(value, "layer"), subscription.to_layer(value)
            for one, other in zip(vars(theirs).values(), vars(ours).values()):
                self.assertAlmostEqual(one, other, delta=0.01)

    def test_a_conversion_needs_no_subscription(self) -> None:
        found = self.connect().convert(
            Point(0.25, 0.4),
            "layer",
            frame=overlayd.Frame(1600, 900),
            layer=(12, 34, 300, 500),
            gravity="resizeAspectFill",
            rotation=90,
            mirrored=True,
        )
        self.assertEqual(found, Point(132, 150.667))

    def test_an_update_holds_from_its_reply_on(self) -> None:
        client = self.connect()
        subscription = client.subscribe(types=["all"])
        self.assertIsNotNone(subscription.next(PATIENCE))
        subscription.update(types=["ean_13"], layer=LAYER, max_rate=None, rect_of_interest=overlayd.Region(0, 0, 1, 1))
        self.assertEqual(subscription.types, ("ean_13",))
        message = subscription.next(PATIENCE)
        assert message is not None
        self.assertEqual((message.revision, message.space), (subscription.revision, "layer"))
        self.assertEqual({found.type for found in message.objects}, {"ean_13"})

    def test_a_subscription_is_connected_disconnected_and_ended(self) -> None:
        client = self.connect()
        subscription = client.subscribe(connection=None, types=["all"])
        self.assertIsNone(subscription.connection)
        with self.assertRaises(overlayd.Refused) as refusal:
            subscription.to_layer(Point(0, 0))
        self.assertEqual(refusal.exception.name, "notConnected")
        subscription.connect("test")
        self.assertIsNotNone(subscription.next(PATIENCE))
        subscription.disconnect()
        self.assertIsNone(subscription.connection)
        subscription.unsubscribe()
        self.assertEqual(list(subscription), [])
        with self.assertRaises(overlayd.Closed):
            subscription.update(types=[])

    def test_the_newest_frame_needs_no_subscription(self) -> None:
        client = self.connect()
        found = client.latest(types=["qr_code"])
        self.assertEqual((found.input, found.space, [o.type for o in found.objects]), ("test", "device", ["qr_code"]))
        subscription = client.subscribe(types=["ean_13"], layer=LAYER)
        found = subscription.latest()
        self.assertEqual((found.space, [o.type for o in found.objects]), ("layer", ["ean_13"]))

    def test_mistakes_come_with_their_names(self) -> None:
        client = self.connect()
        with self.assertRaises(overlayd.Refused) as refusal:
            client.subscribe(types=["qrcode"])
        self.assertEqual(refusal.exception.name, "unknownType")
        self.assertEqual(refusal.exception.parameter, "types[0]")
        self.assertIn("qr_code", refusal.exception.available)
        with self.assertRaises(overlayd.Refused) as refusal:
            client.subscribe(colour="red")
        self.assertEqual(refusal.exception.name, "unknownParameter")
        with self.assertRaises(ValueError):
            client.subscribe(layer=(0, 0, float("nan"), 1))
        self.assertGreater(client.ping(), 0)

    def test_the_socket_is_found_where_the_environment_says(self) -> None:
        with mock.patch.dict(os.environ, {"OVERLAYD_SOCKET": self.path}), overlayd.connect() as client:
            self.assertEqual(client.path, self.path)
            self.assertEqual(client.status()["clients"], 1)

    def test_it_goes_on_after_the_daemon_was_killed_and_started_again(self) -> None:
        client = self.connect()
        subscription = client.subscribe(types=["codes"], layer=LAYER)
        subscription.update(rotation=90)
        first = subscription.next(PATIENCE)
        session = subscription.session
        self.daemon.kill()
        self.assertIsInstance(self.until(client, overlayd.Disconnected), overlayd.Disconnected)
        self.daemon.start()
        self.assertIsInstance(self.until(client, overlayd.Reconnected), overlayd.Reconnected)
        second = subscription.next(PATIENCE)
        assert first is not None and second is not None and subscription.connection is not None
        self.assertNotEqual(subscription.session, session)
        self.assertEqual(subscription.connection.rotation, 90)
        self.assertEqual({o.type for o in first.objects}, {o.type for o in second.objects})

    def test_without_reconnection_the_end_is_an_error(self) -> None:
        with overlayd.connect(self.path, reconnect=False) as client:
            subscription = client.subscribe()
            self.daemon.kill()
            with self.assertRaises(overlayd.Closed):
                subscription.next(PATIENCE)

    def until(self, client: overlayd.Client, kind: type) -> object:
        for _ in range(10_000):
            event = client.next(PATIENCE)
            if isinstance(event, kind):
                return event
        raise AssertionError(f"no {kind.__name__} came")


class AsyncLiveTests(unittest.TestCase):
    def test_two_layers_side_by_side(self) -> None:
        async def watch(subscription: overlayd.AsyncSubscription) -> overlayd.Metadata:
            async for message in subscription:
                if message.objects:
                    return message
            raise AssertionError("it ended")

        async def body(path: str) -> None:
            async with await overlayd.connect_async(path, timeout=PATIENCE) as client:
                plain = await client.subscribe(types=["qr_code"])
                layer = await client.subscribe(types=["qr_code"], layer=LAYER)
                one, other = await asyncio.gather(watch(plain), watch(layer))
                self.assertEqual((one.space, other.space), ("device", "layer"))
                self.assertGreater(await client.ping(), 0)
                self.assertEqual((await client.status())["subscriptions"], 2)
                point = await layer.convert(Point(0.5, 0.5), "layer")
                ours = layer.to_layer(Point(0.5, 0.5))
                assert point is not None and ours is not None
                self.assertAlmostEqual(point.x, ours.x, delta=0.01)
                with self.assertRaises(overlayd.Refused):
                    await layer.update(rotation=45)
                await plain.unsubscribe()
                self.assertEqual([message async for message in plain], [])

        with scratch() as path, Daemon(path):
            asyncio.run(body(path))

    def test_it_goes_on_after_the_daemon_was_killed_and_started_again(self) -> None:
        async def body(path: str, daemon: Daemon) -> None:
            async with await overlayd.connect_async(path, timeout=PATIENCE) as client:
                subscription = await client.subscribe(types=["qr_code"])
                self.assertIsNotNone(await subscription.next(PATIENCE))
                session = subscription.session
                daemon.kill()
                while not isinstance(await client.next(PATIENCE), overlayd.Disconnected):
                    pass
                await asyncio.get_running_loop().run_in_executor(None, daemon.start)
                await subscription.update(layer=LAYER)
                message = await subscription.next(PATIENCE)
                assert message is not None
                self.assertEqual(message.space, "layer")
                self.assertNotEqual(subscription.session, session)

        with scratch() as path, Daemon(path) as daemon:
            asyncio.run(body(path, daemon))
