import Glibc
import OverlaySystem

/// Paths in a file or on standard input, one a line, read as they are needed.
struct PathList {
    /// Readable when there is more to read.
    let file: Descriptor
    private let name: String
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    /// What went wrong while reading.
    private(set) var failure: String?

    /// Opens the list; `-` is standard input.
    init(_ path: String) throws(SystemError) {
        name = path == "-" ? "standard input" : path
        file =
            path == "-"
            ? Descriptor(owning: try checked("dup", "standard input") { fcntl(0, F_DUPFD_CLOEXEC, 3) })
            : try Descriptor(opening: path)
    }

    /// The next path, without waiting for one; empty lines are passed over, and so is a carriage return at a line's end.
    mutating func next() -> DetectRun.Supply {
        while let line = nextLine() {
            let trimmed = line.last == 13 ? line.dropLast() : line
            if !trimmed.isEmpty { return .source(String(decoding: trimmed, as: UTF8.self)) }
        }
        return isAtEnd ? .end : .later
    }

    private var isReadable: Bool {
        var waiting = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) != 0
    }

    /// The next line that is there; nil when none is there now, or none comes any more.
    private mutating func nextLine() -> ArraySlice<UInt8>? {
        while true {
            if let newline = buffer[position...].firstIndex(of: 10) {
                defer { position = newline + 1 }
                return buffer[position..<newline]
            }
            guard !isAtEnd else {
                guard position < buffer.count else { return nil }
                defer { position = buffer.count }
                return buffer[position...]
            }
            guard isReadable else { return nil }
            fill()
        }
    }

    private mutating func fill() {
        buffer.removeFirst(position)
        position = 0
        guard buffer.count < 1 << 20 else {
            failure = "--list: a line of \(name) is longer than a path can be"
            isAtEnd = true
            buffer = []
            return
        }
        withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { chunk in
            do throws(SystemError) {
                let count = try checked("read", name) { read(file.number, chunk.baseAddress, chunk.count) }
                isAtEnd = count == 0
                buffer.append(contentsOf: chunk.prefix(count))
            } catch {
                failure = "--list: \(name) cannot be read: \(error.reason)"
                isAtEnd = true
            }
        }
    }
}
