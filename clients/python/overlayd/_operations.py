"""The requests of the protocol: what each sends, and what it makes of the reply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, Mapping, Optional

from ._errors import Closed, Json
from ._events import Metadata
from ._geometry import Point, Rect
from ._objects import read_object
from ._protocol import AnySubscription, Protocol
from ._reading import Members
from ._settings import parameters
from ._subscription import SubscriptionState


@dataclass(frozen=True)
class Operation:
    """A request that can be made again after a reconnection: `params` is asked anew each time."""

    method: str
    params: Callable[[], Mapping[str, Json]]
    accept: Callable[[object], Any]


def subscribe(
    protocol: Protocol[AnySubscription], make: Callable[[int], AnySubscription], settings: Mapping[str, Any]
) -> Operation:
    """Makes a subscription."""
    params = parameters(settings)
    return Operation("subscribe", lambda: params, lambda reply: protocol.new(make, reply, params))


def restore(protocol: Protocol[AnySubscription], subscription: AnySubscription) -> Operation:
    """Makes a subscription anew on another connection."""
    params = subscription._settings
    return Operation("subscribe", lambda: params, lambda reply: protocol.reply(subscription, reply))


def update(
    protocol: Protocol[AnySubscription],
    subscription: SubscriptionState,
    changes: Dict[str, Json],
    method: str = "update",
) -> Operation:
    """Changes a subscription; `connect` is a change of the input and `disconnect` one of the connection."""

    def params() -> Dict[str, Json]:
        sent = {} if method == "disconnect" else changes
        return {"subscription": _number(subscription), **sent}

    def accept(reply: object) -> None:
        protocol.reply(subscription, reply)
        subscription._merge(changes)

    return Operation(method, params, accept)


def unsubscribe(protocol: Protocol[AnySubscription], subscription: SubscriptionState) -> Operation:
    """Ends a subscription."""
    return Operation(
        "unsubscribe",
        lambda: {"subscription": _number(subscription)},
        lambda reply: protocol.end(subscription),
    )


def convert(value: Any, to: str, subscription: Optional[SubscriptionState], geometry: Mapping[str, Any]) -> Operation:
    """Converts a point, rectangle or object by the daemon."""
    kind = "point" if isinstance(value, Point) else "rectangle" if isinstance(value, Rect) else "object"
    fixed = parameters({kind: value, "to": to, **geometry})

    def params() -> Dict[str, Json]:
        return fixed if subscription is None else {"subscription": _number(subscription), **fixed}

    def accept(reply: object) -> Any:
        result = Members(reply, "result")
        if not result.has(kind):
            return None
        if kind == "object":
            return read_object(result.raw(kind), value.input)
        members = result.members(kind)
        return Point.read(members) if kind == "point" else Rect.read(members)

    return Operation("convert", params, accept)


def latest(subscription: Optional[SubscriptionState], settings: Mapping[str, Any]) -> Operation:
    """Asks for the newest frame's objects, once: as a subscription sees them, or of an input."""
    fixed = parameters({name: value for name, value in settings.items() if value is not None})

    def params() -> Dict[str, Json]:
        return fixed if subscription is None else {"subscription": _number(subscription)}

    def accept(reply: object) -> Metadata:
        members = Members(reply, "result")
        return Metadata.read(members, subscription.number if subscription else 0, members.text("input"))

    return Operation("latest", params, accept)


def raw(method: str, params: Mapping[str, Any]) -> Operation:
    """Any request, with parameters as the protocol writes them; its result as it came."""
    sent = dict(params)

    def accept(reply: object) -> Any:
        Members(reply, "result")
        return reply

    return Operation(method, lambda: sent, accept)


def _number(subscription: SubscriptionState) -> int:
    if subscription.is_closed or subscription._remote is None:
        raise Closed("closed", "the subscription was ended")
    return subscription._remote
