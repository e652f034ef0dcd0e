"""soak.py SOCKET DAEMON SECONDS: five clients that come, look and go, and what the process DAEMON and its worker need.

Ends with 1 when, between the second and the last quarter, memory or descriptors grew.
"""

import os
import random
import statistics
import sys
import threading
import time

import overlayd

GRAVITIES = ("resize", "resizeAspect", "resizeAspectFill")


class Client(threading.Thread):
    """Comes, subscribes, changes its mind, goes; and again until the end."""

    def __init__(self, path, seed, end):
        super().__init__(daemon=True)
        self.path, self.random, self.end = path, random.Random(seed), end
        self.visits = self.messages = self.objects = 0
        self.error = None

    def wish(self):
        pick = self.random.choice
        size = pick(((1080, 1920), (640, 480), (300, 300)))
        return dict(
            types=pick((["all"], ["codes"], ["face"])),
            layer=(0, 0, *size),
            gravity=pick(GRAVITIES),
            rotation=pick((0, 90, 180, 270)),
            mirrored=pick((True, False)),
        )

    def look(self, subscription, seconds):
        end = min(time.monotonic() + seconds, self.end)
        while time.monotonic() < end:
            message = subscription.next(timeout=2)
            if message:
                self.messages += 1
                self.objects += len(message.objects)

    def run(self):
        try:
            while time.monotonic() < self.end:
                with overlayd.connect(self.path) as client:
                    subscription = client.subscribe(**self.wish())
                    self.look(subscription, self.random.uniform(0.2, 3))
                    subscription.update(**self.wish())
                    self.look(subscription, self.random.uniform(0.2, 3))
                    if self.random.random() < 0.5:
                        subscription.unsubscribe()
                self.visits += 1
        except Exception as error:
            self.error = error


def needs(process):
    """Resident kilobytes that are the process's own, and descriptors."""
    with open(f"/proc/{process}/status") as status:
        fields = dict(line.split(":", 1) for line in status)
    return int(fields["RssAnon"].split()[0]), len(os.listdir(f"/proc/{process}/fd"))


def worker(daemon):
    """The daemon's worker; None when there is none now."""
    for thread in os.listdir(f"/proc/{daemon}/task"):
        with open(f"/proc/{daemon}/task/{thread}/children") as children:
            for name in children.read().split():
                return name
    return None


def sample(daemon):
    own = needs(daemon)
    try:
        child = worker(daemon)
        return own + (needs(child) if child else (None, None))
    except (OSError, KeyError):  # it ended meanwhile
        return own + (None, None)


def main():
    path, daemon, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    start = time.monotonic()
    clients = [Client(path, seed, start + seconds) for seed in range(5)]
    for client in clients:
        client.start()
    samples, shown = [], 0
    while any(client.is_alive() for client in clients):
        time.sleep(1)
        samples.append(sample(daemon))
        if time.monotonic() - shown >= 30:
            shown = time.monotonic()
            visits, messages = sum(c.visits for c in clients), sum(c.messages for c in clients)
            memory, descriptors, workers_memory, workers_descriptors = samples[-1]
            print(
                f"{shown - start:5.0f} s  {memory} kB  {descriptors}  worker {workers_memory} kB  {workers_descriptors}"
                f"  {visits} visits, {messages} messages",
                flush=True,
            )
    errors = [client.error for client in clients if client.error]
    for error in errors:
        print(f"a client ended with {error!r}")
    if not all(client.objects for client in clients):
        print("a client saw nothing")
        errors.append(None)

    quarter = len(samples) // 4
    early, late = samples[quarter : 2 * quarter], samples[3 * quarter :]
    names = ("the daemon's memory", "the daemon's descriptors", "the worker's memory", "the worker's descriptors")
    for index, name in enumerate(names):
        before, after = ([s[index] for s in part if s[index] is not None] for part in (early, late))
        if not before or not after:
            continue
        before, after = statistics.median(before), statistics.median(after)
        allowed = before * 1.1 + (2048 if "memory" in name else 2)
        verdict = "flat" if after <= allowed else "GREW"
        print(f"{name}: {before:.0f}, later {after:.0f}: {verdict}")
        if after > allowed:
            errors.append(None)
    return 1 if errors else 0


sys.exit(main())
