import Glibc
import OverlaySystem
import OverlayWire
import TestSupport
import Testing

/// Runs for the minutes in OVERLAYD_SOAK, and not at all without them; `deploy/verify` sets them.
@Suite("Soak", .enabled(if: SoakRecord.minutes != nil, "OVERLAYD_SOAK names no minutes"), .timeLimit(.minutes(1_500)))
struct SoakTests {
    @Test("memory, descriptors and threads stay flat while five clients of a clip connect, update and leave")
    func clients() throws {
        let scratch = try Scratch()
        let clip = try Clip.make(
            Clip.kinds[0], of: 1...60, size: (1280, 720), rate: 30, face: try Built.face(), in: scratch)
        let daemon = try DaemonProcess(["clip=\(clip),loop"], in: scratch)
        let stayer = try Visitor(daemon, seed: 0)
        var visitors = try (1...4).map { try Visitor(daemon, seed: $0) }
        let worker = try #require(try children(of: daemon.process.pid).first)
        var record = SoakRecord(of: ["overlayd": daemon.process.pid, "overlayd-clips": worker])
        var random = SeededGenerator(seed: 6)
        let length = Int64((SoakRecord.minutes ?? 0) * 60_000_000)
        let start = SystemClock().monotonic
        while SystemClock().monotonic - start < length {
            let index = Int.random(in: 0..<visitors.count, using: &random)
            if try !visitors[index].goesOn() { visitors[index] = try Visitor(daemon, seed: random.next()) }
            try stayer.read()
            try record.sample()
        }
        print(record)
        try record.expectFlat()
        #expect(try children(of: daemon.process.pid) == [worker])
        #expect(stayer.frames > 0)
        #expect(try daemon.stop().complaint.contains("rror") == false)
    }

    /// A client that comes, changes what it wants some times, reads or not, and goes.
    private final class Visitor {
        private(set) var frames = 0
        private let client: Client
        private var random: SeededGenerator
        private var left: Int

        init(_ daemon: DaemonProcess, seed: UInt64) throws {
            random = SeededGenerator(seed: seed)
            left = Int.random(in: 1...20, using: &random)
            client = try daemon.client()
            try client.request(
                "subscribe", #"{"types":\#(types),"layer":\#(layer),"gravity":"resizeAspectFill","everyFrame":true}"#)
        }

        /// One step of its visit; false once it has gone.
        func goesOn() throws -> Bool {
            left -= 1
            switch Int.random(in: 0..<6, using: &random) {
            case 0: try client.request("update", #"{"subscription":1,"layer":\#(layer),"rotation":"auto"}"#)
            case 1: try client.request("update", #"{"subscription":1,"types":\#(types)}"#)
            case 2:
                let origin = Double.random(in: 0..<0.5, using: &random)
                try client.request(
                    "update",
                    #"{"subscription":1,"rectOfInterest":{"x":\#(origin),"y":0,"width":0.5,"height":1}}"#)
            case 3: try client.request("latest", #"{"input":"clip"}"#)
            case 4: try client.request("status")
            default: _ = try client.metadata()
            }
            if left == 0 { client.vanish() }
            return left > 0
        }

        /// Reads what is there, waiting for one frame.
        func read() throws {
            _ = try client.metadata()
            frames += 1
        }

        private var types: String {
            [#"["codes"]"#, #"["all"]"#, #"["face"]"#, #"["ean_13"]"#].randomElement(using: &random) ?? "[]"
        }

        private var layer: String {
            let side = Int.random(in: 1...4_000, using: &random)
            return #"{"x":0,"y":-5,"width":\#(side),"height":1000}"#
        }
    }
}
