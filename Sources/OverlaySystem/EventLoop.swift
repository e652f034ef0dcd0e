import CLinux
import Glibc

/// One thread that waits for descriptors and timers and calls their handlers, one after another.
///
/// Everything of a loop belongs to the thread that runs it; `wake` alone may be called from elsewhere.
package final class EventLoop {
    /// What a handler waits for.
    package struct Interest: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Bytes to read, or the end of them.
        package static let read = Interest(rawValue: 1)
        /// Room to write.
        package static let write = Interest(rawValue: 2)
    }

    /// What happened.
    package struct Readiness: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        /// There is something to read, or the end was reached.
        package static let read = Readiness(rawValue: 1)
        /// There is room to write.
        package static let write = Readiness(rawValue: 2)
        /// The other end is gone, or the descriptor has failed.
        package static let hangup = Readiness(rawValue: 4)
    }

    /// The clock that timers go by, and that all parts of a daemon share.
    package let clock: any Clock
    private let epoll: Descriptor
    private let wakeup: Descriptor
    private var watches: [UInt64: Watch] = [:]
    private var timers = TimerQueue()
    private var nextKey: UInt64 = 1
    private var running = false

    /// A loop with nothing to wait for.
    package init(clock: any Clock = SystemClock()) throws(SystemError) {
        self.clock = clock
        epoll = Descriptor(owning: try checked("epoll_create1") { clinux_epoll_create() })
        wakeup = Descriptor(owning: try checked("eventfd") { clinux_eventfd() })
        _ = try checked("epoll_ctl") { clinux_epoll_set(epoll.number, wakeup.number, 0, 1, true) }
    }

    /// Calls `handler` whenever the descriptor is ready, until the watch is cancelled.
    ///
    /// The loop holds the watch.
    @discardableResult
    package func watch(
        _ descriptor: Descriptor, _ interest: Interest, _ handler: @escaping (Readiness) -> Void
    ) throws(SystemError) -> Watch {
        let key = nextKey
        nextKey += 1
        _ = try checked("epoll_ctl") {
            clinux_epoll_set(epoll.number, descriptor.number, key, interest.rawValue, true)
        }
        let watch = Watch(loop: self, key: key, descriptor: descriptor, interest: interest, handler: handler)
        watches[key] = watch
        return watch
    }

    /// Calls `body` once, so many microseconds from now, unless the timer is cancelled first.
    @discardableResult
    package func after(microseconds: Int64, _ body: @escaping () -> Void) -> Timer {
        let timer = Timer(deadline: clock.monotonic + max(0, microseconds), body: body)
        timers.insert(timer)
        return timer
    }

    /// Handles events until `stop`.
    package func run() {
        running = true
        while running { turn() }
    }

    /// Leaves `run` after the current handler.
    package func stop() { running = false }

    /// A function that makes the loop turn once more; callable from any thread, for the life of the loop.
    package var wake: @Sendable () -> Void {
        let wakeup = wakeup
        return {
            var one: UInt64 = 1
            _ = Glibc.write(wakeup.number, &one, 8)
        }
    }

    /// Handles what is ready now, waiting at most `limit` milliseconds (−1: for ever) for something to become so.
    package func turn(limit: Int32 = -1) {
        let capacity = 128
        withUnsafeTemporaryAllocation(of: clinux_event.self, capacity: capacity) { events in
            let wait = timers.milliseconds(until: clock.monotonic, atMost: limit)
            let count = clinux_epoll_wait(epoll.number, events.baseAddress, Int32(capacity), wait)
            for index in 0..<max(0, Int(count)) { handle(events[index]) }
        }
        while let timer = timers.takeDue(at: clock.monotonic) { timer.fire() }
    }

    private func handle(_ event: clinux_event) {
        if event.key == 0 {
            var count: UInt64 = 0
            _ = Glibc.read(wakeup.number, &count, 8)
            return
        }
        // A handler that ran before may have cancelled this one: its key is gone then, and never comes again.
        guard let watch = watches[event.key] else { return }
        watch.handler(Readiness(rawValue: event.ready))
    }

    fileprivate func change(_ watch: Watch) {
        _ = clinux_epoll_set(epoll.number, watch.descriptor.number, watch.key, watch.interest.rawValue, false)
    }

    fileprivate func remove(_ watch: Watch) {
        guard watches.removeValue(forKey: watch.key) != nil else { return }
        _ = clinux_epoll_remove(epoll.number, watch.descriptor.number)
    }
}

/// A descriptor that a loop waits for.
///
/// It holds the descriptor open.
package final class Watch {
    fileprivate weak var loop: EventLoop?
    fileprivate let key: UInt64
    fileprivate let descriptor: Descriptor
    fileprivate var interest: EventLoop.Interest
    fileprivate let handler: (EventLoop.Readiness) -> Void

    fileprivate init(
        loop: EventLoop, key: UInt64, descriptor: Descriptor, interest: EventLoop.Interest,
        handler: @escaping (EventLoop.Readiness) -> Void
    ) {
        self.loop = loop
        self.key = key
        self.descriptor = descriptor
        self.interest = interest
        self.handler = handler
    }

    /// Waits for something else from now on; an empty interest still reports hang-ups.
    package func change(_ interest: EventLoop.Interest) {
        guard interest != self.interest else { return }
        self.interest = interest
        loop?.change(self)
    }

    /// Ends the watch; its handler is not called again.
    ///
    /// Cancel before the descriptor is closed.
    package func cancel() { loop?.remove(self) }
}
