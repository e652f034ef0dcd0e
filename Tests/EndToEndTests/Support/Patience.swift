import OverlaySystem

/// A bound on waiting that only a defect reaches: a test that hangs fails instead.
struct Patience {
    /// What did not come.
    struct Exhausted: Error, CustomStringConvertible {
        let description: String
    }

    private let what: String
    private let deadline = SystemClock().monotonic + 60_000_000

    init(_ what: String) { self.what = what }

    /// Throws once it is exhausted.
    func check() throws {
        if SystemClock().monotonic > deadline { throw Exhausted(description: "waited in vain for \(what)") }
    }
}
