import Glibc
import OverlaySystem

/// A picture or clip that comes through standard input.
enum StandardInput {
    /// Why it cannot be used.
    struct Unusable: Error, CustomStringConvertible {
        let description: String
    }

    /// So many bytes are taken, as many as a picture's file may have.
    private static let limit = 256 << 20

    /// Standard input if it is a file, else all that comes through it, in memory.
    static func content() throws -> Descriptor {
        let input = Descriptor(owning: try checked("dup", "standard input") { fcntl(0, F_DUPFD_CLOEXEC, 3) })
        var about = stat()
        _ = try checked("fstat", "standard input") { fstat(input.number, &about) }
        if about.st_mode & S_IFMT == S_IFREG { return input }
        let copy = try Descriptor.memory(named: "standard input")
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        var total = 0
        while true {
            let count = try checked("read", "standard input") { read(input.number, buffer.baseAddress, buffer.count) }
            if count == 0 { return copy }
            total += count
            guard total <= limit else {
                throw Unusable(
                    description: "standard input holds more than \(limit >> 20) MiB; write it to a file and name that")
            }
            var written = 0
            while written < count {
                written += try checked("write", "memory") {
                    write(copy.number, buffer.baseAddress?.advanced(by: written), count - written)
                }
            }
        }
    }
}
