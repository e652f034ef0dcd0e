/// Which frames of live video wait for their looks beyond their time.
///
/// The very first does, and, where look after look came late, one after several: on a machine that is too slow or too
/// busy nothing would ever be read.
struct LivePatience {
    /// So many microseconds a frame waits at most.
    static let longestWait: Int64 = 500_000
    /// After so many late looks in a row a frame waits for its own.
    private static let fewest = 4
    /// Where they do not end either, ever more seldom, up to this.
    private static let most = 1_024

    private var late = 0
    private var borne = 0

    /// The next frame waits.
    var isAtItsEnd: Bool { late >= borne }

    /// The looks of a frame came before the frame went on.
    mutating func lookCame() { (late, borne) = (0, LivePatience.fewest) }

    /// They did not; `frameWaited` says that it had waited for them.
    mutating func lookWasLate(frameWaited: Bool) {
        late = frameWaited ? 0 : late + 1
        if frameWaited { borne = min(max(2 * borne, LivePatience.fewest), LivePatience.most) }
    }
}
