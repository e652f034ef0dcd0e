import OverlayGeometry
import OverlayLink
import OverlayMetadata
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CodecTests {
    @Test("every event comes back as it was sent", arguments: 0..<50 as Range<UInt64>)
    func events(seed: UInt64) throws {
        for event in Samples.events(seed: seed) {
            var splitter = LinkSplitter()
            splitter.append(LinkCodec.encode(event))
            let message = try #require(try splitter.next())
            #expect(try LinkCodec.event(from: message) == event)
        }
    }

    @Test("every request comes back as it was sent", arguments: 0..<50 as Range<UInt64>)
    func requests(seed: UInt64) throws {
        for request in Samples.requests(seed: seed) {
            var splitter = LinkSplitter()
            splitter.append(LinkCodec.encode(request))
            let message = try #require(try splitter.next())
            #expect(try LinkCodec.request(from: message) == request)
        }
    }

    @Test("messages come out whole however the stream is cut", arguments: [1, 2, 3, 7, 64, 1000])
    func cutting(length: Int) throws {
        let events = Samples.events(seed: 4) + Samples.events(seed: 5)
        var stream = events.flatMap(LinkCodec.encode)[...]
        var splitter = LinkSplitter()
        var received: [LinkEvent] = []
        while !stream.isEmpty {
            splitter.append(stream.prefix(length))
            stream = stream.dropFirst(length)
            while let message = try splitter.next() { received.append(try LinkCodec.event(from: message)) }
        }
        #expect(received == events)
    }

    @Test("a message that ends early is an error, wherever it ends", arguments: 0..<10 as Range<UInt64>)
    func truncation(seed: UInt64) throws {
        for event in Samples.events(seed: seed) {
            let message = LinkCodec.encode(event).dropFirst(4)
            for length in 0..<message.count {
                #expect(throws: LinkError.self) { try LinkCodec.event(from: message.prefix(length)) }
            }
        }
    }

    @Test("bytes behind a message are an error")
    func trailing() {
        let message = LinkCodec.encode(LinkEvent.ended(nil)).dropFirst(4) + [0]
        #expect(throws: LinkError.self) { try LinkCodec.event(from: message) }
    }

    @Test("changed bytes are an error or another message, never a trap", arguments: 0..<200 as Range<UInt64>)
    func mutation(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for event in Samples.events(seed: seed) {
            var message = Array(LinkCodec.encode(event).dropFirst(4))
            for _ in 0..<3 {
                message[.random(in: 0..<message.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            let decoded = try? LinkCodec.event(from: message[...])
            if case .frame(let frame, _)? = decoded {
                #expect(frame.objects.allSatisfy { $0.bounds.isFinite && $0.bounds.width >= 0 })
            }
        }
    }

    @Test("numbers that are not finite do not pass", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(number: Double) {
        var random = SeededGenerator(seed: 1)
        var frame = Samples.frame(&random)
        frame.objects = [Samples.object(&random)]
        frame.objects[0].bounds.x = number
        let message = LinkCodec.encode(.frame(frame, Counters())).dropFirst(4)
        #expect(throws: LinkError.self) { try LinkCodec.event(from: message) }
    }

    @Test("a request is no event, and an event no request")
    func directions() {
        let request = LinkCodec.encode(LinkRequest.demand(.nothing)).dropFirst(4)
        let event = LinkCodec.encode(LinkEvent.ended(nil)).dropFirst(4)
        #expect(throws: LinkError.self) { try LinkCodec.event(from: request) }
        #expect(throws: LinkError.self) { try LinkCodec.request(from: event) }
    }

    @Test(
        "an empty message and one over the limit break the stream", arguments: [0, 1_048_577, UInt32.max] as [UInt32])
    func lengths(length: UInt32) {
        var splitter = LinkSplitter()
        splitter.append(withUnsafeBytes(of: length.littleEndian, Array.init))
        #expect(throws: LinkError.self) { try splitter.next() }
    }
}
