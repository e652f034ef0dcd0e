/// Cuts a stream of bytes into lines: `\r\n` is tolerated, empty lines are left out, and a line beyond the limit is
/// reported once and skipped to the next newline without being held.
package struct LineSplitter {
    /// What stands next in the stream.
    package enum Item: Hashable, Sendable {
        /// A line without its ending; never empty.
        case line([UInt8])
        /// A line of more bytes than the limit.
        case tooLong
    }

    /// The longest line in bytes, its ending not counted.
    package let limit: Int
    private var buffer: [UInt8] = []
    private var start = 0
    private var scanned = 0
    private var skipping = false

    /// A splitter of lines of at most `limit` bytes.
    package init(limit: Int = 65_536) { self.limit = limit }

    /// Bytes of room that are kept once everything is read.
    private static let keptRoom = 16_384

    /// Bytes that wait for `next`.
    package var pending: Int { buffer.count - start }

    /// Takes further bytes of the stream.
    package mutating func append(_ bytes: some Collection<UInt8>) {
        if start > 0, start == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= LineSplitter.keptRoom)
            (start, scanned) = (0, 0)
        } else if start > 0 {
            buffer.removeSubrange(..<start)
            scanned -= start
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next whole line; nil when more bytes are needed.
    package mutating func next() -> Item? {
        while let newline = buffer[scanned...].firstIndex(of: Ascii.newline) {
            var line = buffer[start..<newline]
            start = newline + 1
            scanned = start
            if skipping {
                skipping = false
                continue
            }
            if line.last == Ascii.carriageReturn { line.removeLast() }
            if line.count > limit { return .tooLong }
            if !line.isEmpty { return .line(Array(line)) }
        }
        scanned = buffer.count
        // One byte more than the limit may be the carriage return of a line that is just long enough.
        guard skipping || buffer.count - start > limit + 1 else { return nil }
        buffer.removeAll(keepingCapacity: true)
        (start, scanned) = (0, 0)
        defer { skipping = true }
        return skipping ? nil : .tooLong
    }
}
