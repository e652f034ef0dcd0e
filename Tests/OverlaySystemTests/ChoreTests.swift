import Glibc
import OverlaySystem
import Testing

@Suite("Work on threads of its own", .timeLimit(.minutes(1)))
struct ChoreTests {
    @Test("what came of it is told on the loop's thread, once for each")
    func told() throws {
        let loop = try EventLoop()
        let mine = pthread_self()
        var results: [Int] = []
        for number in 0..<20 {
            try Chore.start(named: "chore", on: loop, { number * number }) { result in
                #expect(pthread_equal(pthread_self(), mine) != 0)
                results.append(result)
                if results.count == 20 { loop.stop() }
            }
        }
        loop.run()
        #expect(results.sorted() == (0..<20).map { $0 * $0 })
    }
}
