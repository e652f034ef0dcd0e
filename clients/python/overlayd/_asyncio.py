"""The client for asyncio."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any, AsyncIterator, Dict, Mapping, Optional, Sequence, Set, Type

from . import _operations as operations
from ._errors import BadMessage, Closed, OverlaydError, Refused, TimedOut, Unreachable
from ._events import Disconnected, Event, Hello, InputChange, Metadata, Reconnected
from ._protocol import Key, Protocol
from ._settings import Settings, parameters
from ._sockets import Backoff, open_socket
from ._subscription import Convertible, SubscriptionState

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Unpack


class AsyncSubscription(SubscriptionState):
    """What one layer gets: iterate over it with `async for`."""

    def __init__(self, number: int, client: AsyncClient) -> None:
        super().__init__(number)
        self._client = client

    async def __aiter__(self) -> AsyncIterator[Metadata]:
        while True:
            message = await self.next()
            if message is None:
                return
            yield message

    async def next(self, timeout: Optional[float] = None) -> Optional[Metadata]:
        """The newest message, waiting for it; None when the time is over or the subscription was ended."""
        if self._failure is not None:
            raise self._failure
        if self.is_closed:
            return None
        message = await self._client._next(("metadata", self.number), timeout, self)
        return message if isinstance(message, Metadata) else None

    async def update(self, **changes: Unpack[Settings]) -> None:
        """Changes what is named; the rest stays. The next message carries the new revision."""
        await self._client._do(operations.update(self._client._protocol, self, parameters(changes)))

    async def connect(self, input: str) -> None:
        """Connects a subscription that was made with `connection=None`."""
        await self._client._do(operations.update(self._client._protocol, self, {"input": input}, "connect"))

    async def disconnect(self) -> None:
        """Takes the connection away; `connection` is None then."""
        await self._client._do(operations.update(self._client._protocol, self, {"connection": None}, "disconnect"))

    async def unsubscribe(self) -> None:
        """Ends it; an iteration over it ends too."""
        if not self.is_closed:
            await self._client._do(operations.unsubscribe(self._client._protocol, self))

    async def latest(self) -> Metadata:
        """The newest frame's objects now, without waiting for the next message."""
        found: Metadata = await self._client._do(operations.latest(self, {}))
        return found

    async def convert(self, value: Convertible, to: str) -> Optional[Convertible]:
        """A point, rectangle or object in the space `to` ("layer" or "device"), by the daemon; see also `to_layer`."""
        result: Optional[Convertible] = await self._client._do(operations.convert(value, to, self, {}))
        return result


class AsyncClient:
    """A connection to the daemon for asyncio; made by `connect_async`. One task of its own reads."""

    def __init__(self, path: Optional[str], reconnect: bool, timeout: float) -> None:
        #: The socket that it is connected to.
        self.path = path or ""
        #: Seconds for which an answer is waited for.
        self.timeout = timeout
        self._asked = path
        self._reconnect = reconnect
        self._protocol: Protocol[AsyncSubscription] = Protocol()
        self._backoff = Backoff()
        self._reader: Optional[asyncio.StreamReader] = None
        self._writer: Optional[asyncio.StreamWriter] = None
        self._is_ready = False
        self._end: Optional[OverlaydError] = None
        self._waiting: Set[asyncio.Future[None]] = set()
        self._task: Optional[asyncio.Task[None]] = None

    @property
    def hello(self) -> Optional[Hello]:
        """What the daemon said of itself; None while it is away."""
        return self._protocol.hello

    @property
    def inputs(self) -> Mapping[str, InputChange]:
        """The newest known state of each input; states are told only of subscribed ones."""
        return self._protocol.states

    async def subscribe(self, **settings: Unpack[Settings]) -> AsyncSubscription:
        """Makes a subscription. Without `types` nothing is delivered, without `layer` coordinates are 0…1."""
        protocol = self._protocol
        operation = operations.subscribe(protocol, lambda n: AsyncSubscription(n, self), settings)
        made: AsyncSubscription = await self._do(operation)
        return made

    async def convert(self, value: Convertible, to: str, **geometry: Any) -> Optional[Convertible]:
        """Converts by a geometry of its own: `frame`, `layer`, `gravity`, `rotation`, `mirrored`, `position`."""
        result: Optional[Convertible] = await self._do(operations.convert(value, to, None, geometry))
        return result

    async def latest(self, input: Optional[str] = None, types: Sequence[str] = ("all",)) -> Metadata:
        """The newest frame's objects in 0…1, without a subscription; Refused `notReady` when none comes in time."""
        found: Metadata = await self._do(operations.latest(None, {"input": input, "types": types}))
        return found

    async def ping(self) -> float:
        """Seconds that the daemon took to answer."""
        start = time.monotonic()
        await self.call("ping")
        return time.monotonic() - start

    async def status(self) -> Dict[str, Any]:
        """How the daemon, its inputs and its detectors are, as the protocol has it."""
        return await self.call("status")

    async def call(self, method: str, **params: Any) -> Dict[str, Any]:
        """Any method, with parameters and a result as the protocol writes them."""
        result: Dict[str, Any] = await self._do(operations.raw(method, params))
        return result

    async def next(self, timeout: Optional[float] = None) -> Optional[Event]:
        """The next event of all, waiting for it; None when the time is over."""
        return await self._next(None, timeout, None)

    async def __aiter__(self) -> AsyncIterator[Event]:
        while True:
            event = await self.next()
            if event is not None:
                yield event

    async def close(self) -> None:
        """Ends the connection and all its subscriptions."""
        self._fail(Closed("closed", "the client was closed"))
        for subscription in list(self._protocol.subscriptions):
            self._protocol.end(subscription)
        self._wake()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.close()

    # Waiting: whoever waits for anything looks again whenever something has come.

    async def _next(
        self, key: Optional[Key], timeout: Optional[float], subscription: Optional[AsyncSubscription]
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
            if self._end is not None:
                raise self._end
            if not await self._news(deadline):
                return None

    async def _do(self, operation: operations.Operation) -> Any:
        deadline = time.monotonic() + self.timeout
        while True:
            while not self._is_ready or self._writer is None:
                if self._end is not None:
                    raise self._end
                if not await self._news(deadline):
                    raise TimedOut("timedOut", f"the daemon at {self.path} did not come back in time")
            try:
                return await self._attempt(operation, deadline)
            except Closed:
                if self._is_ready or self._end is not None:
                    raise

    async def _attempt(self, operation: operations.Operation, deadline: float) -> Any:
        writer = self._writer
        if writer is None:
            raise Closed("closed", f"the daemon at {self.path} went away")
        call, line = self._protocol.request(operation.method, operation.params(), operation.accept)
        try:
            writer.write(line)
            while not call.done:
                if not await self._news(deadline):
                    raise TimedOut("timedOut", f"the daemon at {self.path} does not answer '{operation.method}'")
        finally:
            self._protocol.forget(call)
        return call.outcome()

    async def _news(self, deadline: Optional[float]) -> bool:
        """Waits until something has come; false when the time is over."""
        news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(news)
        try:
            await asyncio.wait_for(news, None if deadline is None else max(deadline - time.monotonic(), 0))
            return True
        except asyncio.TimeoutError:
            return False
        finally:
            self._waiting.discard(news)

    def _wake(self) -> None:
        for news in self._waiting:
            if not news.done():
                news.set_result(None)

    # The task that reads.

    async def _open(self) -> None:
        connection, self.path = open_socket(self._asked, self.timeout)
        connection.setblocking(False)
        self._reader, self._writer = await asyncio.open_unix_connection(sock=connection)
        self._backoff.opened()
        deadline = time.monotonic() + self.timeout
        while self._protocol.hello is None:
            try:
                await asyncio.wait_for(self._receive(), max(deadline - time.monotonic(), 0))
            except asyncio.TimeoutError:
                error = TimedOut("timedOut", f"the daemon at {self.path} says nothing")
                self._drop(error)
                raise error from None

    async def _receive(self) -> None:
        if self._reader is None:
            raise Closed("closed", f"the daemon at {self.path} went away")
        try:
            data = await self._reader.read(65_536)
        except OSError as error:
            raise Closed("closed", f"the daemon at {self.path} went away: {error}") from None
        if not data:
            raise Closed("closed", f"the daemon at {self.path} went away")
        self._protocol.feed(data)
        self._wake()

    async def _read_on(self) -> None:
        """Reads until the client is closed; connects again when the daemon went away."""
        restoring: Optional[asyncio.Task[None]] = None
        while True:
            try:
                if self._reader is None:
                    await asyncio.sleep(self._backoff.next())
                    await self._open()
                    restoring = asyncio.get_running_loop().create_task(self._restore())
                await self._receive()
            except BadMessage as error:
                # A daemon that makes no sense will not make more after a reconnection.
                self._fail(error)
                return
            except (Closed, TimedOut, Unreachable, Refused) as error:
                if not self._reconnect:
                    self._fail(error)
                    return
                if self._is_ready:
                    self._protocol.put(("client", "disconnected"), Disconnected(error.message))
                self._drop(error)
            finally:
                if restoring is not None and self._reader is None:
                    restoring.cancel()

    async def _restore(self) -> None:
        deadline = time.monotonic() + self.timeout
        for subscription in list(self._protocol.subscriptions):
            try:
                await self._attempt(operations.restore(self._protocol, subscription), deadline)
            except Refused as refusal:
                if refusal.retryable:
                    self._abandon()
                    return
                self._protocol.end(subscription, refusal)
            except OverlaydError:
                self._abandon()
                return
        hello = self._protocol.hello
        self._protocol.put(("client", "reconnected"), Reconnected(hello.session if hello else ""))
        self._is_ready = True
        self._wake()

    def _abandon(self) -> None:
        """Gives this connection up; the reading task then makes another."""
        if self._writer is not None:
            self._writer.close()

    def _fail(self, error: OverlaydError) -> None:
        if self._end is None:
            self._end = error
        self._drop(error)

    def _drop(self, error: OverlaydError) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader, self._writer, self._is_ready = None, None, False
        self._protocol.restart(error)
        self._wake()


async def connect_async(path: Optional[str] = None, *, reconnect: bool = True, timeout: float = 10.0) -> AsyncClient:
    """Connects as `connect` does, for asyncio."""
    client = AsyncClient(path, reconnect, timeout)
    try:
        await client._open()
    except OverlaydError as error:
        client._fail(error)
        raise
    client._is_ready = True
    client._task = asyncio.get_running_loop().create_task(client._read_on())
    return client
