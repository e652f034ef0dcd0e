import Glibc
import OverlaySystem
import Testing

@testable import OverlayDaemon

@Suite(.timeLimit(.minutes(1)))
struct WorkerNoiseTests {
    private func lines(of text: String) throws -> [String] {
        let loop = try EventLoop()
        let (reading, writing) = try Descriptor.pipe()
        var lines: [String] = []
        let noise = try WorkerNoise(reading, on: loop) { lines.append($0) }
        #expect(Console.write(Array(text.utf8), to: writing.number))
        writing.close()
        noise.end()
        return lines
    }

    @Test("lines are told one by one, also the last one without its end")
    func splitting() throws {
        #expect(try lines(of: "one\n\ntwo\nthree") == ["one", "two", "three"])
    }

    @Test("ZBar's failed assertions and the figures behind them are left out, and nothing else is")
    func assertions() throws {
        let text = """
            WARNING: decoder/databar.c:1265: _zbar_decode_databar: Assertion "seg->finder >= 0" failed.
            \ti=8 f=-1(111) part=1
            \tan indented line of its own
            terminate called after throwing an instance of 'cv::Exception'
            """
        #expect(
            try lines(of: text) == [
                "\tan indented line of its own", "terminate called after throwing an instance of 'cv::Exception'",
            ])
    }

    @Test("a worker that prints without end is told so many lines of, and no more")
    func flood() throws {
        let lines = try lines(of: (1...2000).map { "line \($0)\n" }.joined())
        #expect(lines.count == 40)
        #expect(lines.last == "line 40 (further lines are left out)")
    }

    @Test("a line without end is cut")
    func longLine() throws {
        #expect(try lines(of: String(repeating: "x", count: 50_000)) == [String(repeating: "x", count: 1000)])
    }
}
