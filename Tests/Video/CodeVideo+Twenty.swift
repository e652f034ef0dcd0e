import OverlayGeometry
import TestSupport

extension CodeVideo {
    /// Twenty codes, four at a time, that drift, turn, grow or shrink, and are blurred for a while.
    package static func twenty() throws -> CodeVideo {
        let names = [
            "qr_text", "ean_13", "code_128", "qr_utf8_french", "code_39", "ean_8", "qr_binary", "code_93", "upc_a",
            "qr_nul", "codabar", "qr_latin1", "itf", "qr_digits", "databar", "qr_utf8_chinese", "upc_e",
            "qr_shift_jis_kana", "code_128_gs1", "databar_expanded",
        ]
        var generator = SeededGenerator(seed: 11)
        func random(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
        let codes = try names.enumerated().map { place, name in
            let from = place / 4 * 36 + place % 4 * 3
            let lane = place % 4
            var code = MovingCode(
                try PrintedCode(name), frames: from..<from + 34,
                start: Point(x: lane % 2 == 0 ? 330 : 960, y: lane < 2 ? 190 : 540),
                step: Point(x: random(-3...3), y: random(-1...1)), module: name.hasPrefix("qr") ? 4 : 2.5)
            code.turn = random(-20...20)
            code.spin = random(-0.3...0.3)
            code.growth = random(-0.003...0.003)
            code.blurred = from + 15..<from + 19
            return code
        }
        return CodeVideo(width: 1_280, height: 720, codes: codes)
    }
}
