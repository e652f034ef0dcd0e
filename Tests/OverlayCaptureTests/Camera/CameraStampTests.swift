import TestSupport
import Testing

@testable import OverlayCapture

@Suite("Stamps of cameras", .timeLimit(.minutes(1)))
struct CameraStampTests {
    private static func buffer(_ time: Int64, isMonotonic: Bool = true) -> VideoBuffer {
        VideoBuffer(index: 0, bytesUsed: 1, time: time, isMonotonic: isMonotonic)
    }

    /// A stamp and when it came, after an opening at 1 s; whether it is believed.
    static let cases: [(time: Int64, isMonotonic: Bool, now: Int64, isBelieved: Bool)] = [
        (1_990_000, true, 2_000_000, true), (2_000_000, true, 2_000_000, true), (0, true, 2_000_000, false),
        (1_990_000, false, 2_000_000, false), (2_000_001, true, 2_000_000, false), (-5, true, 2_000_000, false),
        (1_000_000, true, 1_500_000, false), (1_000_001, true, 2_000_001, true), (1_000_001, true, 2_000_002, false),
        (.max, true, 2_000_000, false), (.min, true, 2_000_000, false),
    ]

    @Test("a stamp is the camera's where it can be true, else that of its coming", arguments: 0..<cases.count)
    func sane(which: Int) {
        let given = Self.cases[which]
        var stamps = CameraStamps(openedAt: 1_000_000)
        let moment = stamps.moment(of: Self.buffer(given.time, isMonotonic: given.isMonotonic), now: given.now)
        #expect(moment.isCameras == given.isBelieved)
        #expect(moment.time == (given.isBelieved ? given.time : given.now))
    }

    @Test("whatever a camera says, time goes forward", arguments: 0..<20 as Range<UInt64>)
    func forward(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var stamps = CameraStamps(openedAt: 1_000_000)
        var now: Int64 = 1_000_000
        var last = now
        for _ in 0..<500 {
            now += .random(in: 0...40_000, using: &random)
            let time = now + .random(in: -1_200_000...100_000, using: &random)
            let moment = stamps.moment(of: Self.buffer(time, isMonotonic: .random(using: &random)), now: now)
            #expect(moment.time > last)
            last = moment.time
        }
    }
}
