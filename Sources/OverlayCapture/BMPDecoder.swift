import OverlayFrame

/// BMP: 1, 4, 8, 16, 24 and 32 bits, run lengths, masks, either way up, with the headers of Windows and OS/2.
///
/// Alpha is ignored, as most writers leave it 0.
enum BMPDecoder {
    static func picture(in bytes: UnsafeRawBufferPointer, limits: PictureLimits) throws(SourceError) -> Picture {
        let header = try BMPHeader(bytes)
        try limits.check(width: header.width, height: header.height)
        let picture = Picture(unwritten: .rgb24, width: header.width, height: header.height)
        guard let pixels = picture.pixels else { return picture }
        switch header.packing {
        case .runs(let bits):
            let indices = try BMPRuns.decode(bytes, header: header, bits: bits)
            for row in 0..<header.height {
                var target = pixels + header.targetRow(row) * header.width * 3
                for column in 0..<header.width {
                    store(header.palette[Int(indices[row * header.width + column])], at: &target)
                }
            }
        case .indices(let bits):
            try eachRow(of: bytes, header, bits: bits, into: pixels) { row, target in
                for column in 0..<header.width {
                    let place = column * bits
                    let shift = 8 - bits - place % 8
                    let index = Int(row[place / 8]) >> shift & (1 << bits - 1)
                    store(header.palette[index], at: &target)
                }
            }
        case .bytes:
            try eachRow(of: bytes, header, bits: 24, into: pixels) { row, target in
                for column in 0..<header.width {
                    store((row[column * 3 + 2], row[column * 3 + 1], row[column * 3]), at: &target)
                }
            }
        case .masks(let bits, let red, let green, let blue):
            let channels = (Channel(mask: red), Channel(mask: green), Channel(mask: blue))
            try eachRow(of: bytes, header, bits: bits, into: pixels) { row, target in
                for column in 0..<header.width {
                    let value =
                        bits == 16
                        ? UInt32(row.littleEndian16(at: column * 2) ?? 0) : row.littleEndian32(at: column * 4) ?? 0
                    let (r, g, b) = channels
                    store((r.level(of: value), g.level(of: value), b.level(of: value)), at: &target)
                }
            }
        }
        return picture
    }

    /// A mask's bits as a level of 0…255.
    private struct Channel {
        private let mask: UInt32
        private let shift: Int
        private let top: UInt64

        init(mask: UInt32) {
            self.mask = mask
            shift = mask == 0 ? 0 : mask.trailingZeroBitCount
            top = UInt64(mask >> shift)
        }

        func level(of value: UInt32) -> UInt8 {
            guard top > 0 else { return 0 }
            return UInt8(truncatingIfNeeded: (UInt64((value & mask) >> shift) * 255 + top / 2) / top)
        }
    }

    private static func store(_ colour: (UInt8, UInt8, UInt8), at target: inout UnsafeMutablePointer<UInt8>) {
        target[0] = colour.0
        target[1] = colour.1
        target[2] = colour.2
        target += 3
    }

    /// Calls `body` with the bytes of each row, and where its pixels go.
    ///
    /// A row has whole 32-bit words; the last one may lack what pads it.
    private static func eachRow(
        of bytes: UnsafeRawBufferPointer, _ header: BMPHeader, bits: Int, into pixels: UnsafeMutablePointer<UInt8>,
        _ body: (UnsafeRawBufferPointer, inout UnsafeMutablePointer<UInt8>) -> Void
    ) throws(SourceError) {
        let row = (header.width * bits + 7) / 8
        let stride = (header.width * bits + 31) / 32 * 4
        let needed = header.offset + stride * (header.height - 1) + row
        guard needed <= bytes.count else {
            throw .truncated(
                "the BMP ends before its picture does: \(needed) bytes are needed, \(bytes.count) are there")
        }
        for index in 0..<header.height {
            let start = header.offset + index * stride
            var target = pixels + header.targetRow(index) * header.width * 3
            body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + row]), &target)
        }
    }
}

extension BMPHeader {
    /// Where a row of the file stands in the picture.
    func targetRow(_ row: Int) -> Int { isTopDown ? row : height - 1 - row }
}
