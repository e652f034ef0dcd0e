import Testing

@testable import OverlayDetection

@Suite("Which frames of live video wait for their looks", .timeLimit(.minutes(1)))
struct LivePatienceTests {
    /// How many frames go on, one after the other, before one waits; nil when none of two thousand does.
    private func framesUntilWait(_ patience: inout LivePatience) -> Int? {
        for frame in 0..<2_000 {
            if patience.isAtItsEnd { return frame }
            patience.lookWasLate(frameWaited: false)
        }
        return nil
    }

    @Test("the very first frame waits, and no other while looks come in time")
    func first() {
        var patience = LivePatience()
        #expect(patience.isAtItsEnd)
        for _ in 0..<100 {
            patience.lookCame()
            #expect(!patience.isAtItsEnd)
        }
    }

    @Test("after four late looks one frame waits, and one that comes in time begins the count anew")
    func late() {
        var patience = LivePatience()
        for _ in 0..<3 {
            patience.lookCame()
            #expect(framesUntilWait(&patience) == 4)
        }
        patience.lookCame()
        for _ in 0..<3 { patience.lookWasLate(frameWaited: false) }
        patience.lookCame()
        #expect(framesUntilWait(&patience) == 4)
    }

    @Test("a look that does not end is waited for ever more seldom, but never not at all")
    func endless() {
        var patience = LivePatience()
        var pauses: [Int?] = []
        for _ in 0..<12 {
            patience.lookWasLate(frameWaited: true)
            pauses.append(framesUntilWait(&patience))
        }
        #expect(pauses == [4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_024, 1_024, 1_024])
    }
}
