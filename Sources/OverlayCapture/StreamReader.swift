import Glibc
import OverlaySystem
import Synchronization

/// Reads lines and blocks of bytes from a file, a pipe or a socket, and says when it has to wait for a writer.
///
/// One thread reads; any may cancel.
final class StreamReader: Sendable {
    /// How an attempt to read ended.
    enum Outcome: Hashable {
        /// Everything that was asked for.
        case whole
        /// The stream ended before the first byte of it.
        case end
        /// The stream ended in its middle.
        case cut
        /// `cancel` was called.
        case cancelled
    }

    /// What it waits for.
    enum Wait: Sendable {
        /// Nobody has a named pipe open for writing.
        case writer
        /// The writer has sent nothing for seconds.
        case bytes
    }

    private struct State {
        var file: Descriptor
        var buffer: [UInt8] = []
        var position = 0
        /// A writer of this opening of a named pipe has sent something.
        var hasBegun = false
    }

    /// It is a regular file: it can be read again, and nobody waits at its other end.
    let isFile: Bool
    /// Its writer may go and another come.
    let isNamedPipe: Bool
    private let state: Mutex<State>
    private let cancelling: (reading: Descriptor, writing: Descriptor)
    private let waits: @Sendable (Wait) -> Void

    private static let blockSize = 1 << 16
    private static let patience: Int32 = 4_000
    /// So often, in milliseconds, is looked whether a pipe that nobody writes to still has its name.
    private static let watch: Int32 = 1_000

    /// A reader of an open file; a named pipe must not block.
    init(_ file: Descriptor, waits: @escaping @Sendable (Wait) -> Void) throws(SourceError) {
        var about = stat()
        guard fstat(file.number, &about) == 0 else { throw PictureFile.unreadable(SystemError("fstat")) }
        isFile = about.st_mode & S_IFMT == S_IFREG
        let flags = fcntl(file.number, F_GETFL)
        isNamedPipe = about.st_mode & S_IFMT == S_IFIFO && flags >= 0 && flags & O_NONBLOCK != 0
        state = Mutex(State(file: file))
        self.waits = waits
        do throws(SystemError) { cancelling = try Descriptor.pipe() } catch { throw PictureFile.unreadable(error) }
    }

    /// Ends a read under way, and each later one.
    func cancel() { _ = [0].withUnsafeBytes { write(cancelling.writing.number, $0.baseAddress, 1) } }

    /// Goes back to the start of a file.
    func rewind() {
        state.withLock { state in
            lseek(state.file.number, 0, SEEK_SET)
            (state.buffer, state.position) = ([], 0)
        }
    }

    /// Opens a named pipe anew, so that it can be waited for the next writer.
    ///
    /// What the last one left is thrown away.
    @discardableResult
    func reopen() -> Bool {
        state.withLock { state in
            state.hasBegun = false
            (state.buffer, state.position) = ([], 0)
            let path = "/proc/self/fd/\(state.file.number)"
            guard let again = try? Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK) else { return false }
            state.file = again
            return true
        }
    }

    /// A line without its newline; of one longer than `limit` bytes, which no stream has, its beginning.
    func line(atMost limit: Int) throws(SourceError) -> (Outcome, [UInt8]) {
        var line: [UInt8] = []
        while true {
            let (found, isComplete) = state.withLock { state -> (ArraySlice<UInt8>, Bool) in
                let rest = state.buffer[state.position...]
                let end = rest.firstIndex(of: 10)
                state.position = end.map { $0 + 1 } ?? rest.endIndex
                return (rest[..<(end ?? rest.endIndex)], end != nil)
            }
            line += found
            if isComplete || line.count > limit { return (.whole, line) }
            let outcome = try fill()
            if outcome != .whole { return (outcome == .end && !line.isEmpty ? .cut : outcome, line) }
        }
    }

    /// Fills all of `target`.
    func fill(_ target: UnsafeMutableRawBufferPointer) throws(SourceError) -> Outcome {
        var count = state.withLock { state -> Int in
            let rest = state.buffer[state.position...].prefix(target.count)
            target.copyBytes(from: rest)
            state.position += rest.count
            return rest.count
        }
        while count < target.count {
            switch try read(into: UnsafeMutableRawBufferPointer(rebasing: target[count...])) {
            case .bytes(let more): count += more
            case .ended(let outcome): return outcome == .end && count > 0 ? .cut : outcome
            }
        }
        return .whole
    }

    private func fill() throws(SourceError) -> Outcome {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: StreamReader.blockSize, alignment: 16)
        defer { block.deallocate() }
        switch try read(into: block) {
        case .bytes(let count):
            state.withLock { ($0.buffer, $0.position) = (Array(block.prefix(count)), 0) }
            return .whole
        case .ended(let outcome): return outcome
        }
    }

    private enum Part {
        case bytes(Int)
        case ended(Outcome)
    }

    /// Reads what is there, at least a byte; waits for it.
    private func read(into target: UnsafeMutableRawBufferPointer) throws(SourceError) -> Part {
        var patience = StreamReader.patience
        var awaitsWriter = false
        while true {
            let file = state.withLock { $0.file }
            if isNamedPipe {
                let count = Glibc.read(file.number, target.baseAddress, target.count)
                if count > 0 { return begun(count) }
                if count == 0 {
                    guard state.withLock({ !$0.hasBegun }) else { return .ended(.end) }
                    try expectName(of: file)
                    if !awaitsWriter { waits(.writer) }
                    awaitsWriter = true
                } else if errno != EAGAIN, errno != EINTR {
                    throw PictureFile.unreadable(SystemError("read"))
                }
            }
            switch wait(for: file, awaitsWriter ? StreamReader.watch : patience) {
            case .cancelled: return .ended(.cancelled)
            case .silence where awaitsWriter: continue
            case .silence:
                waits(.bytes)
                patience = -1
            case .hangup:
                // The end, which the next read finds; or a writer came and went without a word.
                if state.withLock({ $0.hasBegun }) { continue }
                // Where the pipe cannot be opened anew, the hang-up stays.
                if !reopen() { poll(nil, 0, 50) }
            case .ready where !isNamedPipe:
                do throws(SystemError) {
                    let count = try checked("read") { Glibc.read(file.number, target.baseAddress, target.count) }
                    return count == 0 ? .ended(.end) : .bytes(count)
                } catch  where error.code == EAGAIN {
                    continue
                } catch {
                    throw PictureFile.unreadable(error)
                }
            case .ready: break
            }
        }
    }

    /// Throws `notFound` for a pipe that was removed: whoever comes writes to another one of its name.
    private func expectName(of file: Descriptor) throws(SourceError) {
        var about = stat()
        guard fstat(file.number, &about) == 0, about.st_nlink == 0 else { return }
        throw SourceError(
            name: "notFound",
            message: "the named pipe was removed; the next one of its name is read as soon as it is there")
    }

    private func begun(_ count: Int) -> Part {
        state.withLock { $0.hasBegun = true }
        return .bytes(count)
    }

    private enum Readiness {
        case ready, hangup, silence, cancelled
    }

    private func wait(for file: Descriptor, _ milliseconds: Int32) -> Readiness {
        var waiting = [
            pollfd(fd: cancelling.reading.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: file.number, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&waiting, 2, milliseconds)
        if waiting[0].revents != 0 { return .cancelled }
        if count == 0 { return .silence }
        if isNamedPipe, waiting[1].revents & Int16(POLLIN) == 0, waiting[1].revents & Int16(POLLHUP) != 0 {
            return .hangup
        }
        return .ready
    }
}
