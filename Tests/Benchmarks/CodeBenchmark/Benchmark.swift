import Glibc
import OverlayDetection
import OverlayFrame
import OverlayGeometry
import OverlayMetadata
import TestVideo

/// Five codes that move through 1920×1080 at 30 frames a second: the cost of each frame beside a plain scan of it, how
/// many of that scan's reads there are, and whether any frame waits.
struct Benchmark {
    private static let (width, height) = (1_920, 1_080)
    /// Microseconds from frame to frame.
    private static let duration: Int64 = 33_333
    private static let mostCost = 0.5
    /// What ZBar reads; the live reader is asked for all codes.
    private static let zbarTypes = ObjectTypes([
        .qrCode, .ean13, .ean8, .upcE, .code39, .code93, .code128, .codabar, .itf, .databar, .databarExpanded,
    ])
    private static let leastReads = 0.98
    /// What the machine may hold a frame up for on its own account, in microseconds.
    private static let grace = 4_000.0

    private let frames: Int
    let video: CodeVideo

    init(frames: Int) throws {
        self.frames = frames
        video = CodeVideo(width: Self.width, height: Self.height, codes: try Self.codes(frames))
    }

    /// Runs it; false when one of the three is not as it should be.
    func run() throws -> Bool {
        let live = try LiveCodes()
        let plain = CodeReader()
        var (liveCost, plainCost) = (0.0, 0.0)
        var waits: [Double] = []
        var (wanted, got, fresh, own) = (0, 0, 0, 0)
        let budget = LiveCodes.budget(ofFrame: Self.duration)
        for frame in 0..<frames {
            let luma = video.luma(frame)
            let time = Int64(frame) * Self.duration
            luma.withUnsafeBufferPointer { luma in
                guard let base = luma.baseAddress else { return }
                let view = PictureView(
                    base: base, width: Self.width, height: Self.height, stride: Self.width, channels: 1)
                let (start, begun) = (Self.processorTime(), Self.now())
                let followed = live.read(view, region: .unit, types: .codes, time: time, budget: budget)
                waits.append(Self.now() - begun)
                liveCost += Self.processorTime() - start
                let plainStart = Self.processorTime()
                let scanned = plain.read(view, region: .unit, types: Self.zbarTypes)
                plainCost += Self.processorTime() - plainStart
                wanted += scanned.count
                own += followed.count
                for code in scanned {
                    let match = followed.first { $0.type == code.type && $0.payload == code.payload }
                    got += match == nil ? 0 : 1
                    fresh += match.map { $0.isCarried ? 0 : 1 } ?? 0
                }
            }
        }
        // The very first frame waits for its look.
        let first = waits.removeFirst()
        waits.sort()
        let cost = liveCost / plainCost
        let reads = Double(got) / Double(max(wanted, 1))
        let (median, longest) = (waits[waits.count / 2], waits.last ?? 0)
        print(
            "\(frames) frames of \(Self.width)×\(Self.height) with five codes: \(Self.milliseconds(liveCost / Double(frames)))"
                + " a frame, a plain scan \(Self.milliseconds(plainCost / Double(frames))); \(Self.part(cost)) of its cost"
        )
        print(
            "of its \(wanted) reads \(Self.part(reads)), \(Self.part(Double(fresh) / Double(max(wanted, 1)))) read in the very "
                + "frame; \(own) in all; \(live.late) frames without late looks")
        print(
            "a frame takes \(Self.milliseconds(median)) in the median and \(Self.milliseconds(longest)) at most, of a budget "
                + "of \(Self.milliseconds(Double(budget))); the first, which waits, \(Self.milliseconds(first))")
        return cost <= Self.mostCost && reads >= Self.leastReads && longest <= Double(budget) + Self.grace
    }

    private static func codes(_ frames: Int) throws -> [MovingCode] {
        let all = 0..<frames
        func code(_ name: String, _ x: Double, _ y: Double, _ dx: Double, _ dy: Double, _ module: Double) throws
            -> MovingCode
        {
            MovingCode(
                try PrintedCode(name), frames: all, start: Point(x: x, y: y), step: Point(x: dx, y: dy),
                module: module)
        }
        var qr = try code("qr_text", 300, 300, 3, 0.5, 5)
        (qr.turn, qr.spin) = (10, 0.2)
        var other = try code("qr_utf8_french", 1_500, 800, -2, -1, 7)
        (other.turn, other.growth) = (-20, 0.001)
        var ean = try code("ean_13", 1_200, 250, 1.5, 0.5, 3)
        ean.turn = 5
        var long = try code("code_128", 500, 850, 1, -0.5, 3)
        long.turn = -3
        let small = try code("ean_8", 1_700, 400, -1, 0.5, 3)
        return [qr, other, ean, long, small]
    }

    private static func now() -> Double { microseconds(CLOCK_MONOTONIC) }
    private static func processorTime() -> Double { microseconds(CLOCK_PROCESS_CPUTIME_ID) }

    private static func microseconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    private static func milliseconds(_ time: Double) -> String { "\((time / 10).rounded() / 100) ms" }
    private static func part(_ part: Double) -> String { "\((1_000 * part).rounded() / 10) %" }
}
