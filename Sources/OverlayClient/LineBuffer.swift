/// Bytes in, lines out; a line is bounded, so that no peer can make it grow for ever.
struct LineBuffer {
    /// The longest line that is taken, in bytes.
    let longestLine: Int
    private var bytes: [UInt8] = []
    private var start = 0
    private var searched = 0

    /// An empty buffer.
    init(longestLine: Int) { self.longestLine = longestLine }

    /// Bytes that came.
    mutating func append(_ new: UnsafeRawBufferPointer) {
        if start > 0, start == bytes.count || start > 65_536 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: new)
    }

    /// The next whole line without its end (`\n` or `\r\n`); nil when there is none yet.
    mutating func next() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return nil
        }
        var line = bytes[start..<end]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        start = end + 1
        searched = start
        return Array(line)
    }

    /// The line that has begun is longer than any may be.
    var isOverlong: Bool { bytes.count - start > longestLine }
}
