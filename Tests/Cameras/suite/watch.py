"""One client that is subscribed all along, and what it was told."""

import queue
import threading
import time

import overlayd


class Wrong(Exception):
    """overlayd did not do what it should."""


class Watch(threading.Thread):
    """Subscribes to each of the inputs once, on one connection, and never connects again.

    `inputs`: the name of each and the value of the code that it shows; None where every frame counts.
    """

    def __init__(self, socket, inputs):
        super().__init__(daemon=True)
        self.wanted = inputs
        self.client = overlayd.connect(socket, reconnect=False, timeout=60)
        self.subscriptions = {}
        self.changed = threading.Condition()
        self.states = {name: [] for name in inputs}  # (moment, InputChange), all of them
        self.frames = {}  # the newest (moment, Metadata) that counts, by input
        self.newest = {}  # the newest Metadata of all, by input
        self.highest = {}  # the highest id, by input
        self.count = 0
        self.mistakes = []
        self.requests = queue.SimpleQueue()
        self.is_ended = False
        for name, value in inputs.items():
            self.subscriptions[name] = self.client.subscribe(
                input=name, types=["qr_code"], coordinates="pixels", max_rate=5, every_frame=value is None
            )
            state = self.client.inputs.get(name)
            if state:
                self.states[name].append((time.monotonic(), state))

    def run(self):
        try:
            while not self.is_ended:
                while not self.requests.empty():
                    self.requests.get()()
                event = self.client.next(0.05)
                if event is not None:
                    with self.changed:
                        self._take(event, time.monotonic())
                        self.changed.notify_all()
        except Exception as error:  # whatever it is, the run is lost
            with self.changed:
                self.mistakes.append(f"the client's connection ended: {error!r}")
                self.changed.notify_all()

    def end(self):
        self.is_ended = True
        self.join()
        self.client.close()

    def update(self, name, **settings):
        """Changes a subscription; back when that is done."""
        done = threading.Event()
        self.requests.put(lambda: (self.subscriptions[name].update(**settings), done.set()))
        if not done.wait(60):
            raise Wrong(f"overlayd does not answer 'update' of {name}")

    def _take(self, event, moment):
        if isinstance(event, overlayd.InputChange):
            self.states[event.input].append((moment, event))
        elif isinstance(event, (overlayd.Disconnected, overlayd.Reconnected, overlayd.Lost)):
            self.mistakes.append(f"the client was told: {event}")
        elif isinstance(event, overlayd.Metadata) and event.input:
            self._check(event)
            value = self.wanted[event.input]
            if event.reason is None and (value is None or any(found.value == value for found in event.objects)):
                self.frames[event.input] = (moment, event)
            self.count += 1

    def _check(self, message):
        """Sequence and ids go on, and time never runs backwards, whatever becomes of the camera."""
        name, before = message.input, self.newest.get(message.input)
        if message.reason is not None:
            return
        if before and message.sequence <= before.sequence:
            self.mistakes.append(f"{name}: sequence {message.sequence} after {before.sequence}")
        if before and message.time < before.time:
            self.mistakes.append(f"{name}: time {message.time} after {before.time}")
        known = {found.id for found in before.objects} if before else set()
        for found in message.objects:
            if found.id not in known and found.id <= self.highest.get(name, 0):
                self.mistakes.append(f"{name}: id {found.id} again, after {self.highest[name]}")
        self.highest[name] = max([self.highest.get(name, 0), *(found.id for found in message.objects)])
        self.newest[name] = message

    def state(self, name):
        """The newest state that it was told."""
        return self.states[name][-1][1].state if self.states[name] else None

    def state_after(self, name, moment, wanted, seconds=30):
        """When, after that moment, the input was said to be in one of the states; and what was said."""

        def find():
            return next((told for told in self.states[name] if told[0] > moment and told[1].state in wanted), None)

        return self._wait(find, seconds, f"{name} becomes {' or '.join(wanted)}", name)

    def frame_after(self, name, moment, seconds=30):
        """When, after that moment, metadata that counts came; and what came."""

        def find():
            return self.frames[name] if name in self.frames and self.frames[name][0] > moment else None

        return self._wait(find, seconds, f"metadata of {name} flows", name)

    def _wait(self, find, seconds, what, name):
        with self.changed:
            self.changed.wait_for(lambda: find() or self.mistakes, seconds)
            if self.mistakes:
                raise Wrong("; ".join(self.mistakes[:3]))
            found = find()
        if not found:
            last = self.states[name][-1][1] if self.states[name] else None
            raise Wrong(f"not within {seconds} s: {what}; the last state was {last}")
        return found
