import Glibc

/// Whole files of text, bounded.
package enum FileText {
    /// The bytes of a regular file of at most `limit` bytes.
    package static func read(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
        let file = try Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
        var about = stat()
        _ = try checked("fstat", path) { fstat(file.number, &about) }
        guard about.st_mode & S_IFMT == S_IFREG else {
            throw SystemError("read", path, code: about.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        return try read(file, path, atMost: limit)
    }

    /// Everything until the end of an open file, at most `limit` bytes.
    package static func read(
        _ file: Descriptor, _ name: String, atMost limit: Int
    ) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try checked("read", name) { Glibc.read(file.number, buffer.baseAddress, buffer.count) }
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else { throw SystemError("read", name, code: EFBIG) }
            bytes.append(contentsOf: buffer.prefix(count))
        }
    }
}
