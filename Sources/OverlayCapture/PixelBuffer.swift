/// Bytes for pixels that are reused from frame to frame.
///
/// One thread at a time.
final class PixelBuffer {
    private var bytes: UnsafeMutableRawBufferPointer

    /// Room for so many bytes, unwritten.
    init(byteCount: Int = 0) {
        bytes = .allocate(byteCount: max(byteCount, 1), alignment: 64)
        base.initialize(repeating: 0, count: bytes.count)
    }

    deinit { bytes.deallocate() }

    /// The first byte.
    var base: UnsafeMutablePointer<UInt8> {
        // An allocation of at least one byte has an address.
        bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
    }

    /// The first byte of room for at least so many; what was in it is lost when it grows.
    func reserve(_ byteCount: Int) -> UnsafeMutablePointer<UInt8> {
        if byteCount > bytes.count {
            bytes.deallocate()
            bytes = .allocate(byteCount: byteCount, alignment: 64)
            base.initialize(repeating: 0, count: byteCount)
        }
        return base
    }
}
