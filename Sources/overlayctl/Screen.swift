/// A few lines at the bottom of a terminal that are drawn again and again in their place.
struct Screen {
    private var drawn = 0

    /// Hides the cursor and lets long lines end at the edge instead of running on.
    func begin() -> String { "\u{1B}[?25l\u{1B}[?7l" }

    /// Shows the cursor again, below the lines.
    func end() -> String { "\u{1B}[?7h\u{1B}[?25h\n" }

    /// The lines in the place of those before.
    mutating func draw(_ lines: [String]) -> String {
        let up = drawn > 1 ? "\u{1B}[\(drawn - 1)A" : ""
        drawn = lines.count
        return "\r" + up + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J"
    }

    /// Nothing stands where it was, as after a change of the window's size: the next drawing begins on a cleared screen.
    mutating func forget() { drawn = 0 }
}
