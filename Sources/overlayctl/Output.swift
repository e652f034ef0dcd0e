import Glibc
import OverlaySystem

/// Why nothing more can be written to standard output.
enum OutputError: Error, Hashable {
    /// Whoever read it has gone: there is nothing left to do, and nothing to say.
    case readerGone
    /// The system refused.
    case failed(SystemError)
}

/// Standard output and error, without a buffer: what is written is there.
enum Output {
    /// Writes a text to standard output.
    static func write(_ text: String) throws(OutputError) { try write(Array(text.utf8)) }

    /// Writes bytes to standard output.
    static func write(_ bytes: [UInt8]) throws(OutputError) {
        do throws(SystemError) {
            try write(bytes, to: STDOUT_FILENO)
        } catch {
            throw error.code == EPIPE ? .readerGone : .failed(error)
        }
    }

    /// Writes a line to standard error; there is nobody to tell when that fails.
    static func complain(_ line: String) { try? write(Array("\(line)\n".utf8), to: STDERR_FILENO) }

    /// Standard output is a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            do throws(SystemError) {
                written += try checked("write") {
                    bytes.withUnsafeBytes {
                        Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
                    }
                }
            } catch {
                // Somebody else made the terminal or pipe non-blocking: wait for room.
                guard error.code == EAGAIN else { throw error }
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&room, 1, -1)
            }
        }
    }
}
