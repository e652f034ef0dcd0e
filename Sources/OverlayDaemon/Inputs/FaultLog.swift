import OverlayLink

/// Which of an input's faults are worth a line of the log.
///
/// The first few of an opening, and of a source that is tried again and again only what the try before did not say.
struct FaultLog {
    /// So many faults of an opening are told.
    static let most = 10

    private var count = 0
    private var told: Set<Fault> = []
    private var toldBefore: Set<Fault> = []

    /// The line for a fault; nil when it is only counted.
    mutating func line(for fault: Fault) -> String? {
        count += 1
        guard count <= FaultLog.most else { return nil }
        told.insert(fault)
        guard !toldBefore.contains(fault) else { return nil }
        return "\(fault.name): \(fault.message)" + (count == FaultLog.most ? "; further ones are only counted" : "")
    }

    /// The source was opened anew.
    mutating func opened() {
        if count > 0 { toldBefore = told }
        (count, told) = (0, [])
    }

    /// A frame came, or nobody wants any more: what comes behind is news again.
    mutating func forget() { (told, toldBefore) = ([], []) }
}
