import OverlayFrame

/// Loops over pixels.
///
/// The callers answer for the memory.
enum PixelConversion {
    /// Luma of red, green and blue, rounded, by the weights and in the range of `encoding`; `isReversed`: the order is
    /// blue, green, red.
    ///
    /// In full range, grey stays as it is.
    static func luma(
        of source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, isReversed: Bool = false,
        encoding: ColourEncoding = ColourEncoding(isFullRange: true), into target: UnsafeMutablePointer<UInt8>
    ) {
        let weights = LumaWeights(encoding)
        let (first, last) = isReversed ? (weights.blue, weights.red) : (weights.red, weights.blue)
        var output = target
        for row in 0..<height {
            var pixel = source + row * stride
            for column in 0..<width {
                let sum = UInt32(pixel[0]) &* first &+ UInt32(pixel[1]) &* weights.green &+ UInt32(pixel[2]) &* last
                output[column] = UInt8(truncatingIfNeeded: (sum &+ weights.black) &>> 16)
                pixel += 3
            }
            output += width
        }
    }

    /// Weights of 16 fractional bits.
    private struct LumaWeights {
        let red: UInt32
        let green: UInt32
        let blue: UInt32
        /// Black, and a half for rounding.
        let black: UInt32

        init(_ encoding: ColourEncoding) {
            let (red, blue) = encoding.matrix == .bt601 ? (0.299, 0.114) : (0.212_6, 0.072_2)
            let all = encoding.isFullRange ? 65_536 : 65_536 * 219.0 / 255
            self.red = UInt32((red * all).rounded())
            self.blue = UInt32((blue * all).rounded())
            green = UInt32(all.rounded()) - self.red - self.blue
            black = 32_768 + (encoding.isFullRange ? 0 : 16 << 16)
        }
    }

    /// Every `step`-th byte of each row, from the first on.
    static func gather(_ plane: PlaneView, into target: UnsafeMutablePointer<UInt8>) {
        var output = target
        for row in 0..<plane.height {
            let input = plane.base + row * plane.stride
            if plane.step == 2 {
                // A constant that the compiler makes vector instructions of.
                for column in 0..<plane.width { output[column] = input[column &* 2] }
            } else {
                for column in 0..<plane.width { output[column] = input[column &* plane.step] }
            }
            output += plane.width
        }
    }

    /// The highest 8 of the lowest `bits` bits of each pair of bytes, the lower byte first.
    static func narrow(_ plane: PlaneView, bits: Int, into target: UnsafeMutablePointer<UInt8>) {
        let shift = UInt16(bits - 8)
        var output = target
        for row in 0..<plane.height {
            let input = plane.base + row * plane.stride
            for column in 0..<plane.width {
                let sample = UInt16(input[column &* 2]) | UInt16(input[column &* 2 &+ 1]) &<< 8
                output[column] = UInt8(truncatingIfNeeded: min(sample &>> shift, 255))
            }
            output += plane.width
        }
    }

    /// Blue, green, red as red, green, blue.
    static func reverse(_ source: PictureView, into target: UnsafeMutablePointer<UInt8>) {
        var output = target
        for row in 0..<source.height {
            var pixel = source.base + row * source.stride
            for _ in 0..<source.width {
                (output[0], output[1], output[2]) = (pixel[2], pixel[1], pixel[0])
                pixel += 3
                output += 3
            }
        }
    }

    /// Red, green, blue and alpha over white.
    static func compose(_ source: UnsafePointer<UInt8>, overWhite target: UnsafeMutablePointer<UInt8>, count: Int) {
        var input = source
        var output = target
        for _ in 0..<count {
            let alpha = UInt32(input[3])
            let white = (255 &- alpha) &* 255 &+ 127
            output[0] = UInt8(truncatingIfNeeded: (UInt32(input[0]) &* alpha &+ white) / 255)
            output[1] = UInt8(truncatingIfNeeded: (UInt32(input[1]) &* alpha &+ white) / 255)
            output[2] = UInt8(truncatingIfNeeded: (UInt32(input[2]) &* alpha &+ white) / 255)
            input += 4
            output += 3
        }
    }

    /// The same, where the colours are multiplied by alpha already: native 32-bit numbers, red the lowest byte.
    static func compose(
        premultiplied source: UnsafePointer<UInt8>, overWhite target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        let words = UnsafeRawPointer(source)
        var output = target
        for index in 0..<count {
            let word = words.load(fromByteOffset: index &* 4, as: UInt32.self)
            let white = 255 &- (word &>> 24)
            output[0] = UInt8(truncatingIfNeeded: min((word & 0xFF) &+ white, 255))
            output[1] = UInt8(truncatingIfNeeded: min((word &>> 8 & 0xFF) &+ white, 255))
            output[2] = UInt8(truncatingIfNeeded: min((word &>> 16 & 0xFF) &+ white, 255))
            output += 3
        }
    }

    /// Cyan, magenta, yellow and black, as red, green and blue, or their luma.
    ///
    /// Inverted: 255 is no ink.
    static func convertCMYK(
        _ source: UnsafePointer<UInt8>, inverted: Bool, toLuma: Bool, into target: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        let flip: UInt8 = inverted ? 0 : 255
        var input = source
        var output = target
        for _ in 0..<count {
            let light = UInt32(input[3] ^ flip)
            let red = (UInt32(input[0] ^ flip) &* light &+ 127) / 255
            let green = (UInt32(input[1] ^ flip) &* light &+ 127) / 255
            let blue = (UInt32(input[2] ^ flip) &* light &+ 127) / 255
            if toLuma {
                let sum = red &* 19_595 &+ green &* 38_470 &+ blue &* 7_471
                output[0] = UInt8(truncatingIfNeeded: (sum &+ 32_768) &>> 16)
                output += 1
            } else {
                output[0] = UInt8(truncatingIfNeeded: red)
                output[1] = UInt8(truncatingIfNeeded: green)
                output[2] = UInt8(truncatingIfNeeded: blue)
                output += 3
            }
            input += 4
        }
    }
}
