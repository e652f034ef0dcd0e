/// The run lengths of a BMP.
enum BMPRuns {
    /// An index for each pixel, in the file's order of rows.
    ///
    /// Pixels that are skipped have index 0; what runs over the end of a row is dropped.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, header: BMPHeader, bits: Int
    ) throws(SourceError) -> [UInt8] {
        var canvas = Canvas(width: header.width, height: header.height)
        var place = header.offset
        while canvas.row < header.height {
            guard let count = bytes.byte(at: place), let value = bytes.byte(at: place + 1) else {
                throw .truncated("the BMP ends before its picture does")
            }
            place += 2
            if count > 0 {
                for index in 0..<count { canvas.put(bits == 8 ? value : nibble(value, index)) }
                continue
            }
            switch value {
            case 0: canvas.newRow()
            case 1: return canvas.indices
            case 2:
                guard let right = bytes.byte(at: place), let down = bytes.byte(at: place + 1) else {
                    throw .truncated("the BMP ends before its picture does")
                }
                canvas.skip(right: right, down: down)
                place += 2
            default:
                let length = (value * bits + 7) / 8
                guard place + length <= bytes.count else { throw .truncated("the BMP ends before its picture does") }
                for index in 0..<value {
                    canvas.put(
                        bits == 8 ? Int(bytes[place + index]) : nibble(Int(bytes[place + index / 2]), index))
                }
                place += length + length % 2
            }
        }
        return canvas.indices
    }

    private static func nibble(_ byte: Int, _ index: Int) -> Int { index % 2 == 0 ? byte >> 4 : byte & 15 }

    private struct Canvas {
        let width: Int
        var indices: [UInt8]
        var column = 0
        var row = 0

        init(width: Int, height: Int) {
            self.width = width
            indices = [UInt8](repeating: 0, count: width * height)
        }

        mutating func put(_ index: Int) {
            let place = row * width + column
            if column < width, place < indices.count { indices[place] = UInt8(truncatingIfNeeded: index) }
            column += 1
        }

        mutating func newRow() {
            column = 0
            row += 1
        }

        mutating func skip(right: Int, down: Int) {
            column += right
            row += down
        }
    }
}
