/// The lines of log that clients can bring about: so many a minute, and of the others their number.
struct LogQuota {
    private static let most = 20
    private static let window: Int64 = 60_000_000

    private var begin: Int64?
    private var told = 0
    private var leftOut = 0

    /// The line as it is to be logged; nil when it is left out.
    mutating func line(_ line: String, at now: Int64) -> String? {
        let isNew = begin.map { now - $0 >= LogQuota.window } ?? true
        guard isNew || told < LogQuota.most else {
            leftOut += 1
            return nil
        }
        let missing = isNew && leftOut > 0 ? " (\(leftOut) lines like this were left out before it)" : ""
        if isNew { (begin, told, leftOut) = (now, 0, 0) }
        told += 1
        return line + missing
    }
}
