"""The client for plain programs."""

from __future__ import annotations

import contextlib
import socket
import time
from typing import TYPE_CHECKING, Any, Dict, Iterator, Mapping, Optional, Sequence, Type

from . import _operations as operations
from ._errors import Closed, OverlaydError, Refused, TimedOut, Unreachable
from ._events import Disconnected, Event, Hello, InputChange, Metadata, Reconnected
from ._protocol import Key, Protocol
from ._settings import Settings, parameters
from ._sockets import Backoff, open_socket
from ._subscription import Convertible, SubscriptionState

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Unpack


class Subscription(SubscriptionState):
    """What one layer gets: iterate over it for its metadata."""

    def __init__(self, number: int, client: Client) -> None:
        super().__init__(number)
        self._client = client

    def __iter__(self) -> Iterator[Metadata]:
        while True:
            message = self.next()
            if message is None:
                return
            yield message

    def next(self, timeout: Optional[float] = None) -> Optional[Metadata]:
        """The newest message, waiting for it; None when the time is over or the subscription was ended."""
        if self._failure is not None:
            raise self._failure
        if self.is_closed:
            return None
        message = self._client._next(("metadata", self.number), timeout, self)
        return message if isinstance(message, Metadata) else None

    def update(self, **changes: Unpack[Settings]) -> None:
        """Changes what is named; the rest stays. The next message carries the new revision."""
        self._client._do(operations.update(self._client._protocol, self, parameters(changes)))

    def connect(self, input: str) -> None:
        """Connects a subscription that was made with `connection=None`."""
        self._client._do(operations.update(self._client._protocol, self, {"input": input}, "connect"))

    def disconnect(self) -> None:
        """Takes the connection away; `connection` is None then."""
        self._client._do(operations.update(self._client._protocol, self, {"connection": None}, "disconnect"))

    def unsubscribe(self) -> None:
        """Ends it; an iteration over it ends too."""
        if not self.is_closed:
            self._client._do(operations.unsubscribe(self._client._protocol, self))

    def latest(self) -> Metadata:
        """The newest frame's objects now, without waiting for the next message."""
        found: Metadata = self._client._do(operations.latest(self, {}))
        return found

    def convert(self, value: Convertible, to: str) -> Optional[Convertible]:
        """A point, rectangle or object in the space `to` ("layer" or "device"), by the daemon; see also `to_layer`."""
        result: Optional[Convertible] = self._client._do(operations.convert(value, to, self, {}))
        return result


class Client:
    """A connection to the daemon. Iterate over it for everything that happens to all its subscriptions."""

    def __init__(self, path: Optional[str] = None, *, reconnect: bool = True, timeout: float = 10.0) -> None:
        #: The socket that it is connected to.
        self.path = path or ""
        #: Seconds for which an answer is waited for.
        self.timeout = timeout
        self._asked = path
        self._reconnect = reconnect
        self._protocol: Protocol[Subscription] = Protocol()
        self._backoff = Backoff()
        self._socket: Optional[socket.socket] = None
        self._is_closed = False
        self._fatal: Optional[OverlaydError] = None
        self._open(time.monotonic() + timeout)

    @property
    def hello(self) -> Optional[Hello]:
        """What the daemon said of itself; None while it is away."""
        return self._protocol.hello

    @property
    def inputs(self) -> Mapping[str, InputChange]:
        """The newest known state of each input; states are told only of subscribed ones."""
        return self._protocol.states

    def subscribe(self, **settings: Unpack[Settings]) -> Subscription:
        """Makes a subscription. Without `types` nothing is delivered, without `layer` coordinates are 0…1."""
        protocol = self._protocol
        made: Subscription = self._do(operations.subscribe(protocol, lambda n: Subscription(n, self), settings))
        return made

    def convert(self, value: Convertible, to: str, **geometry: Any) -> Optional[Convertible]:
        """Converts by a geometry of its own: `frame`, `layer`, `gravity`, `rotation`, `mirrored`, `position`."""
        result: Optional[Convertible] = self._do(operations.convert(value, to, None, geometry))
        return result

    def latest(self, input: Optional[str] = None, types: Sequence[str] = ("all",)) -> Metadata:
        """The newest frame's objects in 0…1, without a subscription; Refused `notReady` when none comes in time."""
        found: Metadata = self._do(operations.latest(None, {"input": input, "types": types}))
        return found

    def ping(self) -> float:
        """Seconds that the daemon took to answer."""
        start = time.monotonic()
        self.call("ping")
        return time.monotonic() - start

    def status(self) -> Dict[str, Any]:
        """How the daemon, its inputs and its detectors are, as the protocol has it."""
        return self.call("status")

    def call(self, method: str, **params: Any) -> Dict[str, Any]:
        """Any method, with parameters and a result as the protocol writes them."""
        result: Dict[str, Any] = self._do(operations.raw(method, params))
        return result

    def next(self, timeout: Optional[float] = None) -> Optional[Event]:
        """The next event of all, waiting for it; None when the time is over."""
        return self._next(None, timeout, None)

    def __iter__(self) -> Iterator[Event]:
        while True:
            event = self.next()
            if event is not None:
                yield event

    def fileno(self) -> int:
        """The socket's descriptor, to wait for it beside others; it changes with a reconnection. -1 for none."""
        return -1 if self._socket is None else self._socket.fileno()

    def close(self) -> None:
        """Ends the connection and all its subscriptions."""
        self._is_closed = True
        self._drop(Closed("closed", "the client was closed"))
        for subscription in list(self._protocol.subscriptions):
            self._protocol.end(subscription)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    # What follows reads and writes; `deadline` is a moment of time.monotonic(), None is never.

    def _next(
        self, key: Optional[Key], timeout: Optional[float], subscription: Optional[Subscription]
    ) -> Optional[Event]:
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            event = self._protocol.take(key)
            if event is not None:
                return event
            if subscription is not None and subscription._failure is not None:
                raise subscription._failure
            if subscription is not None and subscription.is_closed:
                return None
            try:
                if self._socket is None:
                    self._ensure(deadline)  # What is in view comes with it.
                else:
                    self._receive(deadline)
            except TimedOut:
                return None
            except Closed:
                if not self._reconnect or self._is_closed:
                    raise

    def _do(self, operation: operations.Operation) -> Any:
        deadline = time.monotonic() + self.timeout
        while True:
            self._ensure(deadline)
            try:
                return self._attempt(operation, deadline)
            except Closed:
                if self._socket is not None or not self._reconnect or self._is_closed:
                    raise

    def _attempt(self, operation: operations.Operation, deadline: float) -> Any:
        call, line = self._protocol.request(operation.method, operation.params(), operation.accept)
        try:
            self._send(line, deadline)
            while not call.done:
                self._receive(deadline)
        except TimedOut:
            raise TimedOut("timedOut", f"the daemon at {self.path} does not answer '{operation.method}'") from None
        finally:
            self._protocol.forget(call)
        return call.outcome()

    def _ensure(self, deadline: Optional[float]) -> None:
        """Connects again where the connection was lost, and makes the subscriptions anew."""
        if self._fatal is not None:
            raise self._fatal
        if self._is_closed:
            raise Closed("closed", "the client was closed")
        while self._socket is None:
            if not self._reconnect:
                raise Closed("closed", f"the daemon at {self.path} went away")
            delay = self._backoff.next()
            if deadline is not None:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimedOut("timedOut", f"the daemon at {self.path} did not come back in time")
                delay = min(delay, left)
            time.sleep(delay)
            try:
                self._restore()
            except (Unreachable, Closed, TimedOut, Refused) as error:
                self._drop(error)

    def _restore(self) -> None:
        deadline = time.monotonic() + self.timeout
        self._open(deadline)
        for subscription in list(self._protocol.subscriptions):
            try:
                self._attempt(operations.restore(self._protocol, subscription), deadline)
            except Refused as refusal:
                if refusal.retryable:
                    raise
                self._protocol.end(subscription, refusal)
        hello = self._protocol.hello
        self._protocol.put(("client", "reconnected"), Reconnected(hello.session if hello else ""))

    def _open(self, deadline: float) -> None:
        self._socket, self.path = open_socket(self._asked, max(deadline - time.monotonic(), 0.1))
        self._backoff.opened()
        try:
            while self._protocol.hello is None:
                self._receive(deadline)
        except TimedOut:
            self._drop(TimedOut("timedOut", f"the daemon at {self.path} says nothing"))
            raise TimedOut("timedOut", f"the daemon at {self.path} says nothing") from None

    def _receive(self, deadline: Optional[float]) -> None:
        """Takes what the daemon sends; waits for it."""
        connection = self._connected(deadline)
        try:
            data = connection.recv(65_536)
        except socket.timeout:
            raise TimedOut("timedOut", "nothing came in time") from None
        except OSError as error:
            raise self._lost(str(error)) from None
        if not data:
            raise self._lost("the daemon closed the connection")
        try:
            self._protocol.feed(data)
        except Refused as refusal:
            self._drop(refusal)
            raise
        except OverlaydError as error:
            # A daemon that makes no sense will not make more after a reconnection.
            self._fatal = error
            self._drop(error)
            raise

    def _send(self, line: bytes, deadline: float) -> None:
        connection = self._connected(deadline)
        try:
            connection.sendall(line)
        except socket.timeout:
            # Half of the line may be on its way: nothing can follow it.
            raise self._lost("the daemon takes no requests") from None
        except OSError as error:
            raise self._lost(str(error)) from None

    def _connected(self, deadline: Optional[float]) -> socket.socket:
        connection = self._socket
        if connection is None:
            raise Closed("closed", f"the daemon at {self.path} went away")
        connection.settimeout(None if deadline is None else max(deadline - time.monotonic(), 0.000_1))
        return connection

    def _lost(self, reason: str) -> Closed:
        error = Closed("closed", f"the daemon at {self.path} went away: {reason}")
        self._drop(error)
        if self._reconnect:
            self._protocol.put(("client", "disconnected"), Disconnected(reason))
        return error

    def _drop(self, error: OverlaydError) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.close()
        self._socket = None
        self._protocol.restart(error)


def connect(path: Optional[str] = None, *, reconnect: bool = True, timeout: float = 10.0) -> Client:
    """Connects to the daemon at `path`; without one to that of $OVERLAYD_SOCKET, else to the system's or the user's."""
    return Client(path, reconnect=reconnect, timeout=timeout)
