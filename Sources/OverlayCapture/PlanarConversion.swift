import OverlayFrame

/// From luma and colour differences to red, green and blue, in numbers of 16 fractional bits.
struct PlanarConversion {
    private let lumaScale: Int32
    private let black: Int32
    private let redOfRed: Int32
    private let greenOfBlue: Int32
    private let greenOfRed: Int32
    private let blueOfBlue: Int32

    /// The weights of ITU-R BT.601 and BT.709, for full range (JPEG) and for 16…235 and 16…240.
    init(_ encoding: ColourEncoding) {
        let weights: (Double, Double, Double, Double) =
            switch encoding.matrix {
            case .bt601: (1.402, 0.344_136, 0.714_136, 1.772)
            case .bt709: (1.574_8, 0.187_324, 0.468_124, 1.855_6)
            }
        let colour = encoding.isFullRange ? 65_536 : 65_536 * 255.0 / 224
        lumaScale = encoding.isFullRange ? 65_536 : Int32(65_536 * 255.0 / 219)
        black = encoding.isFullRange ? 0 : 16
        redOfRed = Int32(weights.0 * colour)
        greenOfBlue = Int32(weights.1 * colour)
        greenOfRed = Int32(weights.2 * colour)
        blueOfBlue = Int32(weights.3 * colour)
    }

    /// Writes every `divisor`-th pixel of every `divisor`-th row, luma averaged over the pixels between.
    ///
    /// Blocks of difference planes that are cut at the edge count as whole. The caller answers for the memory.
    func convert(
        _ luma: PlaneView, _ blue: PlaneView, _ red: PlaneView, shift: (x: Int, y: Int), divisor: Int,
        into target: UnsafeMutablePointer<UInt8>
    ) {
        var output = target
        for top in stride(from: 0, to: luma.height, by: divisor) {
            let rows = min(divisor, luma.height - top)
            let chromaRow = min(top + divisor / 2, luma.height - 1) >> shift.y
            let blueRow = blue.base + chromaRow * blue.stride
            let redRow = red.base + chromaRow * red.stride
            for left in stride(from: 0, to: luma.width, by: divisor) {
                let columns = min(divisor, luma.width - left)
                let chroma = min(left + divisor / 2, luma.width - 1) >> shift.x
                var sum: Int32 = 0
                for row in 0..<rows {
                    let pixels = luma.base + ((top + row) * luma.stride + left * luma.step)
                    for column in 0..<columns { sum &+= Int32(pixels[column &* luma.step]) }
                }
                let grey = rows &* columns == 1 ? sum : sum / Int32(truncatingIfNeeded: rows &* columns)
                let y = (grey &- black) &* lumaScale &+ 32_768
                let b = Int32(blueRow[chroma &* blue.step]) &- 128
                let r = Int32(redRow[chroma &* red.step]) &- 128
                output[0] = PlanarConversion.byte(y &+ redOfRed &* r)
                output[1] = PlanarConversion.byte(y &- greenOfBlue &* b &- greenOfRed &* r)
                output[2] = PlanarConversion.byte(y &+ blueOfBlue &* b)
                output += 3
            }
        }
    }

    private static func byte(_ number: Int32) -> UInt8 { UInt8(truncatingIfNeeded: min(max(number >> 16, 0), 255)) }
}
