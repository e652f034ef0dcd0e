/// Loops over pixels.
///
/// The callers answer for the memory.
enum PixelConversion {
    /// Full-range luma of BT.601: 0.299 red, 0.587 green, 0.114 blue, rounded.
    ///
    /// Grey stays as it is.
    static func luma(
        of source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>
    ) {
        var output = target
        for row in 0..<height {
            var pixel = source + row * stride
            for column in 0..<width {
                let sum = UInt32(pixel[0]) &* 19_595 &+ UInt32(pixel[1]) &* 38_470 &+ UInt32(pixel[2]) &* 7_471
                output[column] = UInt8(truncatingIfNeeded: (sum &+ 32_768) &>> 16)
                pixel += 3
            }
            output += width
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
