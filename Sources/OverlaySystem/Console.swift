import Glibc

/// The standard streams, without a buffer of their own: what was written is out, whole lines at a time.
package enum Console {
    /// Writes a line on standard error.
    package static func complain(_ line: String) { _ = write(Array((line + "\n").utf8), to: 2) }

    /// Writes all bytes; false when nobody reads them any more.
    package static func write(_ bytes: [UInt8], to descriptor: Int32 = 1) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count > 0 { written += count } else if errno != EINTR { return false }
        }
        return true
    }
}
