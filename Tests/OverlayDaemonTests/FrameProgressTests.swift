import OverlayDaemon
import OverlayGeometry
import OverlayMetadata
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FrameProgressTests {
    private func frame(_ sequence: UInt64, time: Int64 = 0, id: UInt64? = nil) -> MetadataFrame {
        let objects = id.map { id in
            [
                MetadataObject(
                    type: .face, id: id, bounds: .unit, confidence: nil, predicted: false, firstSeen: 0, lastSeen: 0,
                    kind: .face(Face()))
            ]
        }
        return MetadataFrame(
            sequence: sequence, time: time, wall: 0, duration: 0, clock: .received,
            size: FrameSize(width: 1, height: 1), objects: objects ?? [])
    }

    /// The progress goes on to a frame.
    private func takes(_ progress: inout FrameProgress, _ frame: MetadataFrame, now: Int64?) -> Bool {
        progress.take(frame, now: now)
    }

    @Test("numbers, times and ids go on from frame to frame")
    func honest() {
        var progress = FrameProgress()
        #expect((progress.nextSequence, progress.nextID) == (1, 1))
        #expect(takes(&progress, frame(1, time: 10, id: 7), now: 10))
        #expect(takes(&progress, frame(5, time: 10, id: 3), now: 20))
        #expect((progress.nextSequence, progress.nextID) == (6, 8))
    }

    @Test("a frame that is not later than the one before is refused")
    func backwards() {
        var progress = FrameProgress()
        #expect(takes(&progress, frame(5, time: 10), now: 10))
        for (sequence, time) in [(5, 11), (4, 11), (0, 11), (6, 9), (6, .min)] as [(UInt64, Int64)] {
            #expect(!takes(&progress, frame(sequence, time: time), now: 20))
        }
        #expect(progress.nextSequence == 6)
    }

    @Test("no number of a hostile worker's overflows, or hinders the honest one after it")
    func hostile() {
        var progress = FrameProgress()
        let huge: [UInt64] = [.max, .max - 1, 1 << 63, 1 << 32 + 1]
        for number in huge {
            #expect(!takes(&progress, frame(number), now: 0))
            #expect(!takes(&progress, frame(1, id: number), now: 0))
        }
        let late: [Int64] = [.max, .max - 1, 1_000_001]
        for time in late { #expect(!takes(&progress, frame(1, time: time), now: 0)) }
        #expect(takes(&progress, frame(1, time: 5, id: 1), now: 5))
        #expect((progress.nextSequence, progress.nextID) == (2, 2))
    }

    @Test("stamps of another clock are not compared with this machine's")
    func otherClock() {
        var progress = FrameProgress()
        #expect(takes(&progress, frame(1, time: 1 << 60), now: nil))
    }
}
