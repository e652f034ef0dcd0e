import CDigest
import Glibc
import OverlaySystem

/// A file's content copied into memory that nobody can change any more, and its SHA-256.
struct SealedCopy {
    let descriptor: Descriptor
    /// In small hexadecimal digits.
    let digest: String

    /// Copies at most `limit` bytes and one: a longer file gets another digest, never more memory.
    init(of file: Descriptor, named name: String, atMost limit: Int) throws(SystemError) {
        let copy = try Descriptor.memory(named: name)
        var context = SHA2_CTX()
        SHA256Init(&context)
        var total = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while total <= limit {
            let count = try checked("read", name) { read(file.number, buffer.baseAddress, buffer.count) }
            if count == 0 { break }
            SHA256Update(&context, buffer.baseAddress, count)
            var written = 0
            while written < count {
                written += try checked("write", name) {
                    write(copy.number, buffer.baseAddress?.advanced(by: written), count - written)
                }
            }
            total += count
        }
        try copy.seal()
        descriptor = copy
        var bytes = [UInt8](repeating: 0, count: 32)
        SHA256Final(&bytes, &context)
        let digits = Array("0123456789abcdef")
        digest = String(bytes.flatMap { byte in [digits[Int(byte >> 4)], digits[Int(byte & 15)]] })
    }
}
