import Glibc

/// The standard streams, without a buffer of their own: what was written is out, whole lines at a time.
package enum Console {
    /// Takes the places of standard streams that are closed, so that no file or socket opened later is taken for one.
    ///
    /// Reading and writing there go on failing. To be called before anything else is opened.
    package static func keepPlaces() {
        for stream: Int32 in 0...2 where fcntl(stream, F_GETFD) < 0 {
            // The lowest number that is free: this one.
            _ = open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY)
        }
    }

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
