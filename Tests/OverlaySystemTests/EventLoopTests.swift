import OverlaySystem
import Testing

@Suite(.timeLimit(.minutes(1)))
struct EventLoopTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    @Test("a watched descriptor's handler runs when bytes have come")
    func reading() throws {
        let (near, far) = try UnixSocket.pair()
        try UnixSocket.sendAll([1, 2, 3], to: far)
        var ready: [EventLoop.Readiness] = []
        try loop.watch(near, .read) { [loop] in
            ready.append($0)
            loop.stop()
        }
        loop.run()
        #expect(ready == [.read])
    }

    @Test("an end of stream reads as readiness, a hang-up as one too")
    func hangup() throws {
        let (near, far) = try UnixSocket.pair()
        far.close()
        var ready: EventLoop.Readiness = []
        try loop.watch(near, .read) { [loop] in
            ready = $0
            loop.stop()
        }
        loop.run()
        #expect(ready.contains(.read))
        #expect(ready.contains(.hangup))
    }

    @Test("a watch cancelled by another handler of the same turn is not called")
    func cancellation() throws {
        let (first, farFirst) = try UnixSocket.pair()
        let (second, farSecond) = try UnixSocket.pair()
        try UnixSocket.sendAll([1], to: farFirst)
        try UnixSocket.sendAll([1], to: farSecond)
        var watches: [Watch] = []
        var calls = 0
        for descriptor in [first, second] {
            watches.append(
                try loop.watch(descriptor, .read) { _ in
                    calls += 1
                    for watch in watches { watch.cancel() }
                })
        }
        loop.turn()
        loop.turn(limit: 0)
        #expect(calls == 1)
    }

    @Test("write interest reports room, and goes when it is changed")
    func writing() throws {
        let (near, far) = try UnixSocket.pair()
        var ready: [EventLoop.Readiness] = []
        let watch = try loop.watch(near, [.read, .write]) { ready.append($0) }
        loop.turn()
        #expect(ready == [.write])
        watch.change(.read)
        loop.turn(limit: 0)
        #expect(ready == [.write])
        withExtendedLifetime(far) {}
    }

    @Test("timers run in the order of their times, cancelled ones never")
    func timers() throws {
        var order: [Int] = []
        loop.after(microseconds: 2_000) { [loop] in
            order.append(2)
            loop.stop()
        }
        let cancelled = loop.after(microseconds: 1_000) { order.append(9) }
        loop.after(microseconds: 0) { order.append(1) }
        cancelled.cancel()
        loop.run()
        #expect(order == [1, 2])
    }

    @Test("another thread can wake the loop")
    func waking() throws {
        let wake = loop.wake
        let thread = try Thread(named: "waker") { wake() }
        loop.turn()
        thread.join()
    }
}
