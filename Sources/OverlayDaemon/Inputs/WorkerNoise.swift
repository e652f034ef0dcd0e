import OverlaySystem

/// What a worker and its libraries print on standard error: split into lines, without what says nothing, bounded.
///
/// ZBar prints a warning for each assertion that an ordinary photograph fails, a few thousand a minute at worst.
final class WorkerNoise {
    private let pipe: Descriptor
    private let tell: (String) -> Void
    private var watch: Watch?
    private var line: [UInt8] = []
    private var isAfterWarning = false
    private var told = 0

    private static let mostLines = 40
    private static let longestLine = 1000

    /// Reads the pipe's end that is not the worker's, and tells each line that is worth it.
    init(_ pipe: Descriptor, on loop: EventLoop, _ tell: @escaping (String) -> Void) throws(SystemError) {
        self.pipe = pipe
        self.tell = tell
        try UnixSocket.setBlocking(pipe, false)
        watch = try loop.watch(pipe, .read) { [weak self] _ in self?.read() }
    }

    /// Reads what is left and lets go of the pipe.
    func end() {
        // A pipe holds 64 KiB at most, and nobody writes to it any more.
        for _ in 0..<8 where watch != nil { read() }
        if !line.isEmpty { finishLine() }
        close()
    }

    private func close() {
        watch?.cancel()
        watch = nil
    }

    /// Takes what is there, a bounded amount; the end of it ends the watch.
    private func read() {
        withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 16) { buffer in
            guard let received = try? UnixSocket.receive(from: pipe, into: buffer), received != .end else {
                close()
                return
            }
            guard case .bytes(let count) = received else { return }
            for byte in buffer.prefix(count) {
                if byte == UInt8(ascii: "\n") {
                    finishLine()
                } else if line.count < WorkerNoise.longestLine {
                    line.append(byte)
                }
            }
        }
    }

    private func finishLine() {
        defer { line.removeAll(keepingCapacity: true) }
        // ZBar's warnings, and the indented line of figures that follows each of them.
        let isWarning =
            line.starts(with: "WARNING: ".utf8) && String(decoding: line, as: UTF8.self).contains("Assertion")
        let isFigures = isAfterWarning && line.first == UInt8(ascii: "\t")
        isAfterWarning = isWarning
        guard !isWarning, !isFigures, !line.isEmpty, told < WorkerNoise.mostLines else { return }
        told += 1
        let more = told == WorkerNoise.mostLines ? " (further lines are left out)" : ""
        tell(String(decoding: line, as: UTF8.self) + more)
    }
}
