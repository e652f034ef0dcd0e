/// What a BMP file says about its pixels.
struct BMPHeader {
    /// How the pixels are packed.
    enum Packing: Hashable {
        /// Indices into the palette, of 1, 4 or 8 bits.
        case indices(bits: Int)
        /// Run lengths of indices, of 4 or 8 bits.
        case runs(bits: Int)
        /// Blue, green, red.
        case bytes
        /// Numbers of 16 or 32 bits with a mask for each of red, green and blue.
        case masks(bits: Int, red: UInt32, green: UInt32, blue: UInt32)
    }

    /// Pixels in a row.
    let width: Int
    /// Rows.
    let height: Int
    /// The first row in the file is the upper one.
    let isTopDown: Bool
    let packing: Packing
    /// Red, green, blue; as many as the packing can name.
    ///
    /// Colours that the file does not have are black.
    let palette: [(UInt8, UInt8, UInt8)]
    /// Where the pixels start.
    let offset: Int

    private static let fileHeader = 14

    init(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
        let start = BMPHeader.fileHeader
        guard let size = bytes.littleEndian32(at: start), let offset = bytes.littleEndian32(at: 10) else {
            throw BMPHeader.ended
        }
        let isCore = size == 12
        let bits: Int?
        if isCore {
            width = bytes.littleEndian16(at: start + 4) ?? 0
            height = bytes.littleEndian16(at: start + 6) ?? 0
            isTopDown = false
            bits = bytes.littleEndian16(at: start + 10)
        } else {
            width = Int(Int32(bitPattern: bytes.littleEndian32(at: start + 4) ?? 0))
            let rows = Int(Int32(bitPattern: bytes.littleEndian32(at: start + 8) ?? 0))
            height = abs(rows)
            isTopDown = rows < 0
            bits = bytes.littleEndian16(at: start + 14)
        }
        guard let bits else { throw BMPHeader.ended }
        let compression = !isCore && size >= 20 ? bytes.littleEndian32(at: start + 16) : 0
        guard let compression else { throw BMPHeader.ended }
        packing = try BMPHeader.packing(of: bytes, bits: bits, compression: compression, size: Int(size))
        palette = BMPHeader.palette(of: bytes, packing: packing, size: Int(size))
        self.offset = Int(offset)
    }

    private static let ended = SourceError.truncated("the BMP ends within its header")

    private static func packing(
        of bytes: UnsafeRawBufferPointer, bits: Int, compression: UInt32, size: Int
    ) throws(SourceError) -> Packing {
        switch (compression, bits) {
        case (0, 1), (0, 4), (0, 8): return .indices(bits: bits)
        case (0, 16): return .masks(bits: 16, red: 0x7C00, green: 0x03E0, blue: 0x001F)
        case (0, 24): return .bytes
        case (0, 32): return .masks(bits: 32, red: 0xFF_0000, green: 0xFF00, blue: 0xFF)
        case (1, 8), (2, 4): return .runs(bits: bits)
        case (3, 16), (3, 32), (6, 16), (6, 32):
            guard size == 40 || size >= 52 else { break }
            guard let red = bytes.littleEndian32(at: fileHeader + 40),
                let green = bytes.littleEndian32(at: fileHeader + 44),
                let blue = bytes.littleEndian32(at: fileHeader + 48)
            else { throw ended }
            return .masks(bits: bits, red: red, green: green, blue: blue)
        default: break
        }
        throw .unsupported("the BMP has \(bits) bits a pixel in compression \(compression), which is not read")
    }

    private static func palette(
        of bytes: UnsafeRawBufferPointer, packing: Packing, size: Int
    ) -> [(UInt8, UInt8, UInt8)] {
        let bits: Int
        switch packing {
        case .indices(let count), .runs(let count): bits = count
        case .bytes, .masks: return []
        }
        let width = size == 12 ? 3 : 4
        let used = size >= 36 ? bytes.littleEndian32(at: fileHeader + 32) ?? 0 : 0
        let count = used == 0 ? 1 << bits : min(Int(used), 1 << bits)
        var palette = [(UInt8, UInt8, UInt8)](repeating: (0, 0, 0), count: 1 << bits)
        for index in 0..<count {
            let place = fileHeader + size + index * width
            guard place + 2 < bytes.count else { break }
            palette[index] = (bytes[place + 2], bytes[place + 1], bytes[place])
        }
        return palette
    }
}
