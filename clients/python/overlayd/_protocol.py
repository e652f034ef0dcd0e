"""The protocol without a socket: bytes in, events out, the same for both clients."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any, Callable, Dict, Generic, List, Mapping, Optional, Tuple, TypeVar, Union

from ._errors import BadMessage, Json, OverlaydError, Refused
from ._events import Event, GeometryChange, Hello, InputChange, Lost, Metadata
from ._reading import Members, decode
from ._subscription import SubscriptionState

#: The longest line that is taken from a daemon, in bytes; one object has a few hundred.
LONGEST_LINE = 16 << 20


AnySubscription = TypeVar("AnySubscription", bound=SubscriptionState)


# -------------------------------------------------------------------------------------- The protocol, without a socket


class Call:
    """A request that waits for its reply; `accept` makes a value of it, before any later line is looked at."""

    def __init__(self, id: int, accept: Callable[[object], Any]) -> None:
        self.id = id
        self.accept = accept
        self.done = False
        self.value: Any = None
        self.error: Optional[OverlaydError] = None

    def finish(self, value: object = None, error: Optional[OverlaydError] = None) -> None:
        self.done, self.error = True, error
        if error is None:
            try:
                self.value = self.accept(value)
            except OverlaydError as failure:
                self.error = failure

    def outcome(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.value


Key = Tuple[str, Union[int, str]]


class Protocol(Generic[AnySubscription]):
    """Bytes in, events out: what the blocking and the asyncio client have in common."""

    def __init__(self) -> None:
        self.hello: Optional[Hello] = None
        self.states: Dict[str, InputChange] = {}
        self.subscriptions: List[AnySubscription] = []
        self._calls: Dict[int, Call] = {}
        self._events: OrderedDict[Key, Event] = OrderedDict()
        self._buffer = bytearray()
        self._scanned = 0
        self._last_id = 0
        self._last_number = 0

    def restart(self, error: OverlaydError) -> None:
        """Forgets one connection: its calls fail, its bytes go, its subscriptions have no number any more."""
        calls, self._calls = list(self._calls.values()), {}
        for call in calls:
            call.finish(error=error)
        self.hello = None
        self._buffer, self._scanned = bytearray(), 0
        for subscription in self.subscriptions:
            subscription._remote = None

    def request(self, method: str, params: Mapping[str, Json], accept: Callable[[object], Any]) -> Tuple[Call, bytes]:
        """A call, and the line that makes it."""
        self._last_id += 1
        call = self._calls[self._last_id] = Call(self._last_id, accept)
        message = {"jsonrpc": "2.0", "id": call.id, "method": method, "params": params}
        try:
            return call, json.dumps(message, allow_nan=False, separators=(",", ":")).encode() + b"\n"
        except (TypeError, ValueError):
            self.forget(call)
            raise

    def forget(self, call: Call) -> None:
        """No longer waits for a reply."""
        self._calls.pop(call.id, None)

    def feed(self, data: bytes) -> None:
        """Takes what came. BadMessage when it makes no sense."""
        self._buffer += data
        start = 0
        while True:
            end = self._buffer.find(b"\n", max(start, self._scanned))
            if end < 0:
                break
            line = bytes(self._buffer[start:end])
            start = end + 1
            if line.strip():
                self._take(decode(line))
        del self._buffer[:start]
        self._scanned = len(self._buffer)
        if self._scanned > LONGEST_LINE:
            raise BadMessage("badMessage", f"the daemon sent a line of over {LONGEST_LINE} bytes")

    def put(self, key: Key, event: Event) -> None:
        """Keeps an event until it is taken; a newer one of the same kind replaces it."""
        self._events.pop(key, None)
        self._events[key] = event

    def take(self, key: Optional[Key]) -> Optional[Event]:
        """The event that waits under a key, or the oldest of all."""
        if key is not None:
            return self._events.pop(key, None)
        return self._events.popitem(last=False)[1] if self._events else None

    def new(self, make: Callable[[int], AnySubscription], reply: object, params: Dict[str, Json]) -> AnySubscription:
        """A subscription of its first reply."""
        subscription = make(self._last_number + 1)
        subscription._settings = params
        self.reply(subscription, reply)
        self._last_number += 1
        self.subscriptions.append(subscription)
        return subscription

    def reply(self, subscription: SubscriptionState, reply: object) -> None:
        """Takes a reply about a subscription; what is in view counts as a message."""
        view = subscription._take_reply(Members(reply, "result"))
        self._events.pop(("metadata", subscription.number), None)
        if view.objects:
            self.put(("metadata", subscription.number), view)

    def end(self, subscription: SubscriptionState, failure: Optional[Refused] = None) -> None:
        """Forgets a subscription."""
        subscription.is_closed, subscription._failure, subscription._remote = True, failure, None
        self.subscriptions = [other for other in self.subscriptions if other is not subscription]
        for kind in ("metadata", "geometry"):
            self._events.pop((kind, subscription.number), None)
        if failure is not None:
            self.put(("lost", subscription.number), Lost(subscription.number, failure))

    def _take(self, message: Members) -> None:
        if message.has("method"):
            method = message.text("method")
            if method in ("hello", "metadata", "geometry", "input"):
                getattr(self, "_" + method)(message.members("params"))
        elif message.has("error"):
            error = _refusal(message.members("error"))
            if message.has("id"):
                self._finish(message, error=error)
            elif not self._calls:  # It takes no further client.
                raise error
            else:  # It could not tell what it refuses: that is all that was asked.
                for call in list(self._calls.values()):
                    self.forget(call)
                    call.finish(error=error)
        else:
            self._finish(message, message.raw("result"))

    def _finish(self, message: Members, value: object = None, error: Optional[OverlaydError] = None) -> None:
        call = self._calls.pop(message.whole("id"), None)
        if call is not None:
            call.finish(value, error)

    def _hello(self, params: Members) -> None:
        protocol = params.text("protocol")
        if protocol.split(".")[0] not in ("0", "1"):
            raise BadMessage(
                "unsupportedProtocol",
                f"the daemon speaks protocol {protocol[:20]} and this client 0 and 1; "
                "install the client that came with it",
            )
        inputs = [Members(value, "inputs") for value in params.list("inputs")]
        self.states = {i.text("name"): InputChange(i.text("name"), i.text("state")) for i in inputs}
        self.hello = Hello(
            params.text("server"),
            protocol,
            params.text("session"),
            tuple(self.states),
            params.names("types"),
            params.names("features"),
        )

    def _metadata(self, params: Members) -> None:
        subscription = self._of(params)
        if subscription is not None:
            key = ("metadata", subscription.number)
            waiting = self._events.get(key)
            dropped = waiting.dropped + 1 if isinstance(waiting, Metadata) else 0
            self.put(key, Metadata.read(params, subscription.number, params.text("input"), dropped))

    def _geometry(self, params: Members) -> None:
        subscription = self._of(params)
        if subscription is not None:
            subscription._take_geometry(params)
            change = GeometryChange(subscription.number, subscription.revision)
            self.put(("geometry", subscription.number), change)

    def _input(self, params: Members) -> None:
        change = InputChange(
            params.text("input"),
            params.text("state"),
            params.maybe("reason", params.text),
            params.maybe("detail", params.text),
            params.maybe("retryIn", params.number),
        )
        if change.input in self.states:
            self.states[change.input] = change
            self.put(("input", change.input), change)
            for subscription in self.subscriptions:
                if subscription.connection and subscription.connection.input == change.input:
                    subscription.state = change.state

    def _of(self, params: Members) -> Optional[AnySubscription]:
        number = params.whole("subscription")
        return next((s for s in self.subscriptions if s._remote == number), None)


def _refusal(error: Members) -> Refused:
    data = error.maybe("data", error.members) or Members({}, "data")
    return Refused(
        data.maybe("name", data.text) or "internal",
        error.text("message"),
        code=error.whole("code"),
        parameter=data.maybe("parameter", data.text),
        got=data.raw("got"),
        expected=data.maybe("expected", data.text),
        available=data.maybe("available", data.names) or (),
        setting=data.maybe("setting", data.text),
        retryable=bool(data.maybe("retryable", data.flag)),
        retry_in=data.maybe("retryIn", data.number),
    )
