import OverlayMetadata
import OverlayWire
import Testing

@testable import OverlayClient

@Suite("What waits for slow readers", .timeLimit(.minutes(1)))
struct BroadcastTests {
    @Test("the newest wins, each reader reads for itself, and nothing else is kept")
    func newest() async throws {
        let broadcast = Broadcast<Int>(keeping: 1)
        for number in 1...10_000 { broadcast.publish(number) }
        let slow = try #require(try await broadcast.next(after: 3))
        #expect(slow == (10_000, 10_000))
        #expect(try #require(try await broadcast.next(after: 0)) == (10_000, 10_000))
        broadcast.forget { $0 == 10_000 }
        broadcast.publish(10_001)
        #expect(try #require(try await broadcast.next(after: slow.seen)) == (10_001, 10_001))
    }

    @Test("of several that are kept the oldest comes first")
    func several() async throws {
        let broadcast = Broadcast<Int>(keeping: 3)
        for number in 1...5 { broadcast.publish(number) }
        broadcast.finish()
        broadcast.publish(6)
        var seen: UInt64 = 0
        var read: [Int] = []
        while let next = try await broadcast.next(after: seen) {
            read.append(next.element)
            seen = next.seen
        }
        #expect(read == [3, 4, 5])
    }

    @Test("whoever waits is woken by a value, by the end, and by a failure")
    func waking() async throws {
        let broadcast = Broadcast<Int>(keeping: 1)
        let readers = (0..<8).map { _ in Task { try await broadcast.next(after: 0)?.element } }
        broadcast.publish(7)
        for reader in readers { #expect(try await reader.value == 7) }
        let late = Task { try await broadcast.next(after: 1)?.element }
        broadcast.finish(.cancelled)
        await #expect(throws: ClientError.cancelled) { try await late.value }
    }

    @Test("a reader learns how many messages it missed, in the daemon and here")
    func dropped() async throws {
        let client = Client(socket: "/nonexistent/overlayd.sock")
        let subscription = client.begin(SubscriptionOptions())
        var iterator = subscription.metadata.makeAsyncIterator()
        func take(_ sequence: Int, dropped: Int) throws {
            let message = try #require(
                MetadataMessage(
                    try JSONReader.read(
                        #"{"subscription":1,"revision":1,"dropped":\#(dropped),"sequence":\#(sequence),"input":"a","time":1,"frame":{"width":1,"height":1},"space":"device","objects":[]}"#
                    )))
            subscription.feed.take(Metadata(message, layer: nil))
        }
        try take(1, dropped: 2)
        #expect(try await iterator.next()?.dropped == 2)
        try take(2, dropped: 0)
        #expect(try await iterator.next()?.dropped == 0)
        try take(3, dropped: 1)
        try take(4, dropped: 3)
        try take(5, dropped: 5)
        let last = try await iterator.next()
        #expect(last?.sequence == 5)
        // 1, 3 and 5 in the daemon, and two messages here.
        #expect(last?.dropped == 11)
        client.close()
    }
}
