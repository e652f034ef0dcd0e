import OverlayGeometry
import OverlayMetadata
import OverlayWire
import TestSupport
import Testing

/// A worker may be broken or hostile: whatever numbers it says, the server goes on.
@Suite(.timeLimit(.minutes(1)))
struct WildFrameTests {
    private static let settings = [
        "{}", #""coordinates":"pixels""#, #""maxObjects":1"#, #""rule":"center""#, #""rule":"contains""#,
        #""layer":{"x":-1e9,"y":1e9,"width":1e9,"height":1e9},"gravity":"resizeAspectFill","rotation":90"#,
        #""layer":{"x":0,"y":0,"width":0.000001,"height":1e9},"gravity":"resize","mirrored":true"#,
        #""layer":{"x":0,"y":0,"width":100,"height":50},"rotation":270,"maxRate":0.001"#,
        #""layer":{"x":0,"y":0,"width":9,"height":9},"rectOfInterest":{"x":-5,"y":2,"width":9,"height":1,"in":"layer"}"#,
        #""smoothing":"none","minFace":0.001"#,
    ]

    @Test("whatever numbers a frame holds, each client gets messages that it understands", arguments: 0..<60)
    func frames(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let server = try TestServer()
        server.goLive()
        let client = try server.greeted()
        for settings in WildFrameTests.settings {
            let more = settings == "{}" ? "" : ",\(settings)"
            _ = try client.request("subscribe", #"{"types":["all"],"everyFrame":true\#(more)}"#)
        }
        var time: Int64 = 1_000_000_000
        for number in 2..<12 as Range<UInt64> {
            time += [0, 1, 40_000, 1_000_000].randomElement(using: &random) ?? 0
            let objects = (0..<Int.random(in: 0...5, using: &random)).map { _ in random.object() }
            var frame = MetadataFrame(
                sequence: number, time: time, wall: random.integer(), duration: random.integer(),
                clock: .camera, size: random.size(), objects: objects, demand: .everything)
            if Bool.random(using: &random) { frame.measured = objects.map { random.moved($0) } }
            server.frame(frame)
            for line in client.lines() {
                if case .other = try ServerMessage(line: Array(line.utf8)) { Issue.record("not understood: \(line)") }
            }
            _ = try client.request("status")
            _ = try client.request("latest")
        }
    }
}

extension SeededGenerator {
    /// An integer of any size, those at the ends of the range most of all.
    fileprivate mutating func integer() -> Int64 {
        let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, 1 << 53, .max - 1, .max]
        if Bool.random(using: &self) { return extremes.randomElement(using: &self) ?? 0 }
        return .random(in: .min ... .max, using: &self)
    }

    /// A number of any size that a worker may send.
    fileprivate mutating func number() -> Double {
        let extremes: [Double] = [0, -0.0, 1, -1, .leastNonzeroMagnitude, 1e-12, 0.9999999, 1e18, -1e308, 1.7e308]
        if Bool.random(using: &self) { return extremes.randomElement(using: &self) ?? 0 }
        return .random(in: -2...2, using: &self)
    }

    fileprivate mutating func size() -> FrameSize {
        let sides = [1, 2, 640, 1280, 32_767]
        return FrameSize(
            width: sides.randomElement(using: &self) ?? 1, height: sides.randomElement(using: &self) ?? 1,
            pixelAspect: [1, 0.01, 1.25, 100].randomElement(using: &self) ?? 1)
    }

    private mutating func point() -> Point { Point(x: number(), y: number()) }
    private mutating func rect() -> Rect { Rect(x: number(), y: number(), width: number(), height: number()) }
    private mutating func angle() -> Double? { Bool.random(using: &self) ? number() * 360 : nil }

    fileprivate mutating func object() -> MetadataObject {
        let isFace = Bool.random(using: &self)
        let landmarks = Landmarks(
            leftEye: point(), rightEye: point(), nose: point(), mouthLeft: point(), mouthRight: point())
        let face = Face(roll: angle(), yaw: angle(), pitch: angle(), landmarks: landmarks)
        let code = Code(
            value: "\u{0}\u{2028}é", payload: [0, 255],
            corners: Quad(topLeft: point(), bottomLeft: point(), bottomRight: point(), topRight: point()),
            reads: [0, 1, Int(UInt32.max)].randomElement(using: &self) ?? 0)
        return MetadataObject(
            type: isFace ? .face : .qrCode, id: .random(in: 1...9, using: &self), bounds: rect(), confidence: number(),
            predicted: Bool.random(using: &self), firstSeen: integer(), lastSeen: integer(),
            kind: isFace ? .face(face) : .code(code))
    }

    fileprivate mutating func moved(_ object: MetadataObject) -> MetadataObject {
        var moved = object
        moved.bounds = rect()
        return moved
    }
}
