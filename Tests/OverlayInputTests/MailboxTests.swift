import OverlayFrame
import OverlaySystem
import Testing

@testable import OverlayInput

@Suite(.timeLimit(.minutes(1)))
struct MailboxTests {
    private func frame(_ sequence: UInt64) -> Frame {
        Frame(
            sequence: sequence, time: 0, wall: 0, duration: 1, width: 1, height: 1, format: .gray8,
            planes: [Frame.Plane(offset: 0, stride: 1, length: 1)], storage: FrameStorage(byteCount: 1))
    }

    private func drain(_ box: Mailbox) -> [UInt64] {
        var taken: [UInt64] = []
        while let frame = box.take() { taken.append(frame.sequence) }
        return taken
    }

    @Test("of frames that nobody took, the newest is left and the others are counted")
    func newest() {
        let box = Mailbox()
        for sequence in 1...5 as ClosedRange<UInt64> { box.put(frame(sequence), waiting: false) }
        box.close()
        #expect(drain(box) == [5])
        #expect(box.counts == (captured: 5, dropped: 4))
    }

    @Test("frames that must not be lost wait for the one who takes them, whoever comes first", arguments: 0..<20)
    func waiting(round: Int) throws {
        let box = Mailbox()
        let all = Array(1...200 as ClosedRange<UInt64>)
        let producer = try Thread(named: "producer") {
            for sequence in all { box.put(frame(sequence), waiting: true) }
            box.close()
        }
        #expect(drain(box) == all)
        producer.join()
        #expect(box.counts == (captured: 200, dropped: 0))
    }

    @Test("a closed box takes nothing more, and nobody waits at it")
    func closed() {
        let box = Mailbox()
        box.close()
        box.put(frame(1), waiting: true)
        #expect(drain(box) == [])
    }
}
