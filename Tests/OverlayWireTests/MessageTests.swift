import OverlayGeometry
import OverlayMetadata
import OverlayWire
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MessageTests {
    /// A random object whose numbers have no more decimals than device coordinates carry.
    static func object(_ random: inout SeededGenerator) -> MetadataObject {
        func unit(_ steps: Int = 1_000_000) -> Double {
            Double(Int.random(in: -steps / 10...steps, using: &random)) / Double(steps)
        }
        func point() -> Point { Point(x: unit(), y: unit()) }
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
        func angle() -> Double { Double(Int.random(in: 0..<3600, using: &random)) / 10 }
        let isFace = Bool.random(using: &random)
        let corners = Quad(topLeft: point(), bottomLeft: point(), bottomRight: point(), topRight: point())
        let landmarks = Landmarks(
            leftEye: point(), rightEye: point(), nose: point(), mouthLeft: point(), mouthRight: point())
        let face = Face(roll: maybe(angle()), yaw: maybe(angle()), pitch: maybe(angle()), landmarks: maybe(landmarks))
        let code = Code(
            value: maybe("a\"\u{1d}é😀"), payload: (0..<9).map { _ in .random(in: .min ... .max, using: &random) },
            corners: corners, reads: .random(in: 1...99, using: &random), gs1: .random(using: &random),
            upc: maybe("036000291452"), addOn: maybe("12"), part: maybe(.init(index: 1, count: 3, parity: 77)),
            inverted: .random(using: &random))
        return MetadataObject(
            type: isFace ? .face : .qrCode, id: .random(in: 0...UInt64(Int64.max), using: &random),
            bounds: Rect(x: unit(), y: unit(), width: abs(unit()), height: abs(unit())),
            confidence: maybe(Double(Int.random(in: 0...1000, using: &random)) / 1000),
            predicted: .random(using: &random), firstSeen: .random(in: 0...(1 << 50), using: &random),
            lastSeen: .random(in: 0...(1 << 50), using: &random), kind: isFace ? .face(face) : .code(code))
    }

    @Test("an object that is written reads back the same", arguments: 0..<200)
    func objects(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let object = MessageTests.object(&random)
        var writer = JSONWriter()
        writer.object(object, Decimals.device)
        #expect(try JSONReader.read(writer.bytes).metadataObject == object)
    }

    @Test("a metadata message reads back as what was sent", arguments: 0..<20)
    func metadata(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let objects = (0..<5).map { _ in MessageTests.object(&random) }
        let frame = MetadataFrame(
            sequence: 4712, time: 81_234_601_234, wall: 1_764_503_051_123_456, duration: 33_333, clock: .camera,
            size: FrameSize(width: 720, height: 576, pixelAspect: 1.0625), objects: objects)
        var writer = JSONWriter()
        writer.metadataHead(subscription: 3, revision: 2, dropped: 7)
        writer.metadataBody(
            frame, input: "front", latency: 21_400, space: .device, decimals: Decimals.device, objects: objects,
            reason: nil)
        #expect(writer.bytes.last == 0x0A)
        guard case .metadata(let message) = try ServerMessage(line: Array(writer.bytes.dropLast())) else {
            Issue.record("not a metadata message")
            return
        }
        #expect(message.subscription == 3)
        #expect(message.revision == 2)
        #expect(message.dropped == 7)
        #expect(message.sequence == frame.sequence)
        #expect(message.time == frame.time)
        #expect(message.wall == frame.wall)
        #expect(message.latency == 21_400)
        #expect(message.frame == frame.size)
        #expect(message.objects == objects)
        #expect(message.reason == nil)
    }

    @Test("a hello and an input message read back as what was sent")
    func others() throws {
        let hello = Hello(
            server: "overlayd 0.1.0", protocolVersion: "0.1", session: "b7c1",
            inputs: [
                .init(name: "a \"b\"", state: .live, position: nil, mount: .half),
                .init(name: "c", state: .failed, position: .front, mount: .none),
            ], types: [.face, ObjectTypes(.aztec)], features: ["x"],
            limits: .init(request: 1, clients: 2, subscriptions: 3))
        var writer = JSONWriter()
        hello.write(into: &writer)
        #expect(try ServerMessage(line: Array(writer.bytes.dropLast())) == .hello(hello))
        let input = InputMessage(
            input: "c",
            status: InputStatus(
                state: .busy, reason: "busy", detail: "held", since: 7, retryIn: 2.5,
                frame: FrameSize(width: 1, height: 2), format: "MJPG", rate: 29.97))
        writer.clear()
        input.write(into: &writer)
        #expect(try ServerMessage(line: Array(writer.bytes.dropLast())) == .input(input))
    }

    @Test("what a client does not know is handed on or left out, and what is broken is an error")
    func later() throws {
        func read(_ text: String) throws -> ServerMessage { try ServerMessage(line: Array(text.utf8)) }
        #expect(
            try read(#"{"method":"soon","params":{"a":1}}"#)
                == .other(method: "soon", params: .object(["a": .integer(1)])))
        #expect(try read(#"{"id":1,"result":{},"more":2}"#) == .reply(id: .integer(1), result: .object([:])))
        let failure = #"{"id":null,"error":{"code":-1,"message":"m","data":{"name":"fromTheFuture"}}}"#
        #expect(try read(failure) == .failure(id: .null, error: WireError(.internalError, "m")))
        let unknownType = #"{"type":"hologram","id":1,"bounds":{"x":0,"y":0,"width":1,"height":1}}"#
        #expect(try JSONReader.read(unknownType).metadataObject == nil)
        for line in ["{", "[]", "{}", #"{"method":"metadata","params":{}}"#, #"{"method":"hello"}"#, #"{"error":{}}"#] {
            #expect(throws: WireError.self) { try read(line) }
        }
    }

    @Test("a request line reads back as the request it was made of")
    func requests() throws {
        let line = Request.line(id: 5, method: "unsubscribe", params: ["subscription": .integer(3)])
        #expect(line.last == 0x0A)
        let request = try Request(line: Array(line.dropLast()))
        #expect(request.id == RequestID(text: Array("5".utf8)))
        #expect(try Call(request) == .unsubscribe(subscription: 3))
    }

    @Test("null clears what an update had set, and what is absent stays")
    func clearing() throws {
        func change(_ params: String) throws -> SubscriptionChange {
            try SubscriptionChange(try JSONReader.read(params), updates: false)
        }
        let set = try change(
            #"{"layer":{"x":0,"y":0,"width":1,"height":1},"maxRate":5,"maxObjects":2,"mirrored":true,"#
                + #""rectOfInterest":{"x":0,"y":0,"width":1,"height":1}}"#
        ).applied(to: SubscriptionSettings())
        #expect(
            set.layer != nil && set.maxRate == 5 && set.maxObjects == 2 && set.mirrored == true && set.region != nil)
        #expect(try change(#"{"gravity":"resize"}"#).applied(to: set).maxRate == 5)
        let cleared = try change(
            #"{"layer":null,"maxRate":null,"maxObjects":null,"mirrored":"auto","rectOfInterest":null}"#
        ).applied(to: set)
        #expect(cleared == SubscriptionSettings())
    }
}
