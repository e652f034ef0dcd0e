import OverlayGeometry
import OverlayLink
import OverlayMetadata
import TestSupport

/// Messages of every kind, with every optional member there and not there.
enum Samples {
    static func point(_ random: inout SeededGenerator) -> Point {
        Point(x: .random(in: -2...2, using: &random), y: .random(in: -2...2, using: &random))
    }

    static func rect(_ random: inout SeededGenerator) -> Rect {
        Rect(spanning: point(&random), point(&random))
    }

    static func quad(_ random: inout SeededGenerator) -> Quad {
        Quad(
            topLeft: point(&random), bottomLeft: point(&random), bottomRight: point(&random), topRight: point(&random))
    }

    static func maybe<Value>(_ random: inout SeededGenerator, _ value: (inout SeededGenerator) -> Value) -> Value? {
        Bool.random(using: &random) ? value(&random) : nil
    }

    static func text(_ random: inout SeededGenerator) -> String {
        String(
            (0..<Int.random(in: 0...20, using: &random)).map { _ in "aé\u{1D}漢🙂0".randomElement(using: &random) ?? "x" }
        )
    }

    static func code(_ random: inout SeededGenerator) -> Code {
        Code(
            value: maybe(&random, text), payload: (0..<Int.random(in: 0...40, using: &random)).map { UInt8($0) },
            corners: quad(&random), reads: .random(in: 0...1000, using: &random), gs1: .random(using: &random),
            upc: maybe(&random, { _ in "012345678905" }), addOn: maybe(&random, { _ in "12345" }),
            part: maybe(&random, { _ in Code.Part(index: 1, count: 3, parity: 77) }), inverted: .random(using: &random))
    }

    static func face(_ random: inout SeededGenerator) -> Face {
        let angle: (inout SeededGenerator) -> Double = { .random(in: 0..<360, using: &$0) }
        return Face(
            roll: maybe(&random, angle), yaw: maybe(&random, angle), pitch: maybe(&random, angle),
            landmarks: maybe(&random) { random in
                Landmarks(
                    leftEye: point(&random), rightEye: point(&random), nose: point(&random),
                    mouthLeft: point(&random), mouthRight: point(&random))
            })
    }

    static func object(_ random: inout SeededGenerator) -> MetadataObject {
        let type = ObjectType.allCases.randomElement(using: &random) ?? .face
        return MetadataObject(
            type: type, id: .random(in: 0...UInt64.max, using: &random), bounds: rect(&random),
            confidence: maybe(&random) { .random(in: 0...1, using: &$0) }, predicted: .random(using: &random),
            firstSeen: .random(in: Int64.min...Int64.max, using: &random), lastSeen: 5,
            kind: type.isCode ? .code(code(&random)) : .face(face(&random)))
    }

    static func frame(_ random: inout SeededGenerator) -> MetadataFrame {
        var frame = MetadataFrame(
            sequence: .random(in: 0...UInt64.max, using: &random), time: .random(in: 0...Int64.max, using: &random),
            wall: 1_764_500_000_000_000, duration: 33_333, clock: .random(using: &random) ? .camera : .received,
            size: FrameSize(width: 641, height: 480, pixelAspect: 1.25),
            objects: (0..<Int.random(in: 0...6, using: &random)).map { _ in object(&random) },
            demand: Demand(faces: maybe(&random, rect), minFace: maybe(&random, { _ in 0.125 })))
        for place in frame.measured.indices where Bool.random(using: &random) {
            frame.measured[place].bounds = rect(&random)
        }
        return frame
    }

    static func events(seed: UInt64) -> [LinkEvent] {
        var random = SeededGenerator(seed: seed)
        var counters = Counters()
        counters.codes.count(microseconds: 12)
        counters.dropped = seed
        counters.looks = [Counters.Look(name: "zbar plain", runs: 3, total: seed, found: 2)]
        let fault = Fault(name: "truncated", message: text(&random))
        return [
            .ready(
                Capabilities(
                    codes: [.codes], faces: true, libraries: [LibraryVersion(name: "ZBar", version: "0.23")])),
            .frame(frame(&random), counters), .fault(fault), .format("MJPG"), .captured, .waiting(fault),
            .ended(nil), .ended(fault),
        ]
    }

    static func requests(seed: UInt64) -> [LinkRequest] {
        var random = SeededGenerator(seed: seed)
        let clocks: [Opening.FrameClock] = [.live, .unpaced, .stepped(monotonic: 7, wall: -7)]
        let openings = clocks.map { clock in
            LinkRequest.open(
                Opening(
                    source: Opening.Source.allCases.randomElement(using: &random) ?? .test,
                    rate: maybe(&random) { _ in 12.5 },
                    size: maybe(&random) { _ in FrameSize(width: 1280, height: 720) },
                    pixelFormat: maybe(&random) { _ in "YUYV" },
                    loop: .random(using: &random), pixelAspect: 0.9,
                    address: text(&random), timeout: 2.5, clock: clock, firstSequence: 3, firstID: .max, threads: 2,
                    attachments: Opening.Attachment.allCases))
        }
        let rect = Samples.rect(&random)
        let demand = Demand(
            faces: maybe(&random) { _ in rect }, codes: rect, codeTypes: [.codes], rate: maybe(&random) { _ in 0.2 })
        return openings + [.demand(demand), .demand(.nothing), .advance(9)]
    }
}
