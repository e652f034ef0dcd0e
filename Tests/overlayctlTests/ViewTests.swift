import OverlayGeometry
import OverlayMetadata
import OverlaySystem
import OverlayWire
import Testing

@testable import overlayctl

/// The live table as lines, without a terminal.
@Suite(.timeLimit(.minutes(1)))
struct ViewTests {
    private func view(objects: Int, value: String = "x") throws -> WatchView {
        let code =
            #"{"type":"qr_code","id":ID,"bounds":{"x":0.25,"y":-0.5,"width":0.1,"height":1e17},"value":"\#(value)","payload":"eA==","corners":[{"x":1,"y":1},{"x":1,"y":2},{"x":2,"y":2},{"x":2,"y":1}]}"#
        let codes = (0..<objects).map { code.replacing("ID", with: "\(objects - $0)") }.joined(separator: ",")
        let params = try JSONReader.read(
            #"{"subscription":1,"revision":1,"sequence":2,"input":"in\u001b[5m","time":5,"frame":{"width":4,"height":3},"space":"device","objects":[\#(codes)]}"#
        )
        var view = WatchView()
        view.metadata(try #require(MetadataMessage(params)))
        return view
    }

    @Test("objects stand in the order of their ids, whatever their numbers and names")
    func order() throws {
        let lines = try view(objects: 2).lines(in: TerminalSize(columns: 80, rows: 24))
        #expect(
            lines == [
                "in\\u{1b}[5m · live · 4×3 · latency 0.0 ms", "device space: 0…1 of the unrotated picture", "",
                "TYPE         ID        X        Y    WIDTH   HEIGHT  VALUE",
                "qr_code       1   0.2500  -0.5000   0.1000    1e+17  x",
                "qr_code       2   0.2500  -0.5000   0.1000    1e+17  x",
            ])
    }

    @Test("the table never outgrows the terminal", arguments: [(20, 5), (80, 24), (1, 1), (500, 8)])
    func size(_ columns: Int, rows: Int) throws {
        let value = String(repeating: "漢", count: 600)
        let lines = try view(objects: 30, value: value).lines(in: TerminalSize(columns: columns, rows: rows))
        #expect(lines.count <= max(4, rows - 1))
        #expect(lines.allSatisfy { $0.count <= columns })
        #expect(lines.last?.hasPrefix(String("… and".prefix(columns))) == true)
    }

    @Test("an input that has ended shows no more objects and says why")
    func ended() throws {
        var view = try view(objects: 0)
        let status = try JSONReader.read(#"{"input":"front","state":"failed","reason":"gone","detail":"cable\u0007"}"#)
        view.input(try #require(InputMessage(status)))
        let lines = view.lines(in: TerminalSize(columns: 80, rows: 24))
        #expect(lines.first == "front · failed · gone: cable\\u{7} · 4×3 · latency 0.0 ms")
        #expect(lines.last == "nothing in view")
    }

    @Test(
        "numbers have as many decimals as asked for, and no minus before nothing",
        arguments: [
            (1.05, 1, "1.1"), (-0.04, 1, "0.0"), (-0.06, 1, "-0.1"), (2, 0, "2"), (0.0625, 3, "0.063"),
            (123.999, 2, "124.00"), (-7.5, 0, "-8"), (1e300, 3, "1e+300"),
        ])
    func fixed(_ value: Double, decimals: Int, text: String) {
        #expect(Format.fixed(value, decimals) == text)
    }

    @Test(
        "times are told in the unit that suits them",
        arguments: [
            (0, "0.0 ms"), (21_400, "21.4 ms"), (12_345_678, "12.3 s"), (61_000_000, "1 min 01 s"),
            (7_500_000_000, "2 h 05 min"), (Int64.max, "2562047788 h 00 min"),
        ])
    func durations(_ microseconds: Int64, text: String) {
        #expect(Format.duration(microseconds) == text)
    }
}
