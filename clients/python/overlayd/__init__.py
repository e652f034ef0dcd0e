"""A client of overlayd: faces and barcodes of its inputs, in the coordinates of your own layer.

    import overlayd

    with overlayd.connect() as client:
        subscription = client.subscribe(types=["all"], layer=(0, 0, 1080, 1920), gravity="resizeAspectFill")
        for message in subscription:
            for found in message.objects:
                print(message.sequence, found.type, found.id, found.bounds)

`connect` is for plain programs, `connect_async` for asyncio; both have the same methods. When the daemon goes away both
wait for it and make their subscriptions anew, unless told `reconnect=False`. What the daemon sends is checked and
bounded: of each subscription the newest message waits to be taken, and `dropped` counts those it replaced.

A client belongs to one thread. Everything that goes wrong is an `OverlaydError` with a symbolic `name`.
"""

from ._asyncio import AsyncClient, AsyncSubscription, connect_async
from ._blocking import Client, Subscription, connect
from ._errors import BadMessage, Closed, OverlaydError, Refused, TimedOut, Unreachable
from ._events import Disconnected, Event, GeometryChange, Hello, InputChange, Lost, Metadata, Reconnected
from ._geometry import Connection, Frame, Matrix, Point, Rect, Region
from ._objects import Code, Face, Landmarks, MetadataObject, Part
from ._settings import Settings
from ._sockets import socket_paths
from ._subscription import SubscriptionState

__version__ = "0.1.0"

__all__ = [
    "AsyncClient",
    "AsyncSubscription",
    "BadMessage",
    "Client",
    "Closed",
    "Code",
    "Connection",
    "Disconnected",
    "Event",
    "Face",
    "Frame",
    "GeometryChange",
    "Hello",
    "InputChange",
    "Landmarks",
    "Lost",
    "Matrix",
    "Metadata",
    "MetadataObject",
    "OverlaydError",
    "Part",
    "Point",
    "Reconnected",
    "Rect",
    "Refused",
    "Region",
    "Settings",
    "Subscription",
    "SubscriptionState",
    "TimedOut",
    "Unreachable",
    "connect",
    "connect_async",
    "socket_paths",
]
