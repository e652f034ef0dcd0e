import OverlaySystem
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MonitorTests {
    @Test("what one thread puts in, another takes out, in order and complete")
    func handover() throws {
        let box = Monitor<[Int]>([])
        let thread = try Thread(named: "producer") {
            for number in 0..<1000 {
                box.wait { $0.count < 4 ? () : nil }
                box.update { $0.append(number) }
            }
        }
        var taken: [Int] = []
        while taken.count < 1000 {
            taken += box.wait { box -> [Int]? in
                guard !box.isEmpty else { return nil }
                defer { box = [] }
                return box
            }
        }
        thread.join()
        #expect(taken == Array(0..<1000))
    }
}
