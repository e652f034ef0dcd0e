/// Numbers at a place in bytes from outside; nil past the end.
extension UnsafeRawBufferPointer {
    /// One byte.
    func byte(at offset: Int) -> Int? {
        offset >= 0 && offset < count ? Int(self[offset]) : nil
    }

    /// Two bytes, the lower first.
    func littleEndian16(at offset: Int) -> Int? {
        guard offset >= 0, count >= 2, offset <= count - 2 else { return nil }
        return Int(self[offset]) | Int(self[offset + 1]) << 8
    }

    /// Four bytes, the lowest first.
    func littleEndian32(at offset: Int) -> UInt32? {
        guard offset >= 0, count >= 4, offset <= count - 4 else { return nil }
        return UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Two bytes, the higher first.
    func bigEndian16(at offset: Int) -> Int? {
        guard offset >= 0, count >= 2, offset <= count - 2 else { return nil }
        return Int(self[offset]) << 8 | Int(self[offset + 1])
    }
}
