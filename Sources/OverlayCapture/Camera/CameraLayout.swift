import OverlayFrame

/// Where the planes of a camera's picture lie in its buffer.
struct CameraLayout: Hashable {
    /// What the bytes mean.
    let format: PixelFormat
    /// How luma and colour differences stand for light.
    let encoding: ColourEncoding
    /// The planes.
    let planes: [Frame.Plane]
    /// How many bytes a whole picture has; the last row's padding may be missing.
    let byteCount: Int

    /// The layout of a format that is read as it lies; nil for another, or where the driver's numbers make no sense.
    init?(_ picture: VideoFormat) {
        let (width, height) = (picture.width, picture.height)
        guard (1...CameraLayout.longestSide).contains(width), (1...CameraLayout.longestSide).contains(height),
            let shape = CameraLayout.shape(of: picture.code)
        else { return nil }
        let row = shape.rowBytes(width)
        let stride = picture.stride == 0 ? row : picture.stride
        guard (row...CameraLayout.longestSide * 16).contains(stride) else { return nil }
        format = shape.format
        encoding = picture.encoding
        let first = Frame.Plane(
            offset: shape.lumaOffset, stride: stride, length: stride * height - shape.lumaOffset, step: shape.lumaStep)
        guard let differences = shape.differences, let shift = shape.format.chromaShift else {
            planes = [first]
            byteCount = stride * (height - 1) + row
            return
        }
        let rows = (height + (1 << shift.y) - 1) >> shift.y
        let columns = (width + (1 << shift.x) - 1) >> shift.x
        func plane(at offset: Int, _ stride: Int, step: Int) -> Frame.Plane {
            Frame.Plane(
                offset: offset, stride: stride, length: stride * (rows - 1) + (columns - 1) * step + 1, step: step)
        }
        let end = stride * height
        switch differences {
        case .packed(let blue, let red):
            planes = [first, plane(at: blue, stride, step: 4), plane(at: red, stride, step: 4)]
            byteCount = stride * (height - 1) + row
        case .interleaved(let blue, let red):
            // Pairs at half the width take as many bytes as luma, rounded up to whole pairs.
            let pairStride = max(stride, columns * 2)
            planes = [first, plane(at: end + blue, pairStride, step: 2), plane(at: end + red, pairStride, step: 2)]
            byteCount = end + pairStride * (rows - 1) + columns * 2
        case .planar(let blueComesFirst):
            let halfStride = max((stride + 1) >> shift.x, columns)
            let planeA = plane(at: end, halfStride, step: 1)
            let planeB = plane(at: end + halfStride * rows, halfStride, step: 1)
            planes = [first] + (blueComesFirst ? [planeA, planeB] : [planeB, planeA])
            byteCount = end + halfStride * rows + halfStride * (rows - 1) + columns
        }
    }

    /// No side is longer.
    static let longestSide = 32_768

    /// Where the differences are.
    private enum Differences {
        /// Between luma samples: the first byte of each.
        case packed(blue: Int, red: Int)
        /// Behind luma, in pairs.
        case interleaved(blue: Int, red: Int)
        /// Behind luma, one plane after the other.
        case planar(blueComesFirst: Bool)
    }

    private struct Shape {
        var format: PixelFormat
        var lumaOffset = 0
        var lumaStep = 1
        var differences: Differences?

        func rowBytes(_ width: Int) -> Int {
            if case .packed = differences { return (width + 1) / 2 * 4 }
            return switch format {
            case .rgb24, .bgr24: width * 3
            case .gray10, .gray12, .gray16: width * 2
            default: width
            }
        }
    }

    private static func shape(of code: FourCC) -> Shape? {
        switch code {
        case "GREY": Shape(format: .gray8)
        case "Y10": Shape(format: .gray10)
        case "Y12": Shape(format: .gray12)
        case "Y16": Shape(format: .gray16)
        case "RGB3": Shape(format: .rgb24)
        case "BGR3": Shape(format: .bgr24)
        case "YUYV": Shape(format: .yuv422, lumaStep: 2, differences: .packed(blue: 1, red: 3))
        case "UYVY": Shape(format: .yuv422, lumaOffset: 1, lumaStep: 2, differences: .packed(blue: 0, red: 2))
        case "NV12": Shape(format: .yuv420, differences: .interleaved(blue: 0, red: 1))
        case "NV21": Shape(format: .yuv420, differences: .interleaved(blue: 1, red: 0))
        case "NV16": Shape(format: .yuv422, differences: .interleaved(blue: 0, red: 1))
        case "YU12": Shape(format: .yuv420, differences: .planar(blueComesFirst: true))
        case "YV12": Shape(format: .yuv420, differences: .planar(blueComesFirst: false))
        case "422P": Shape(format: .yuv422, differences: .planar(blueComesFirst: true))
        default: nil
        }
    }
}

extension VideoFormat {
    /// How luma and colour differences stand for light, by the kernel's rules for what the driver leaves open.
    ///
    /// For red, green and blue: how their luma is made, so that it is like that of the camera's other formats.
    package var encoding: ColourEncoding {
        let matrix: ColourEncoding.Matrix
        switch differences {
        // V4L2_YCBCR_ENC_709, XV709, both BT2020 and SMPTE240M, whose weights are nearest to those of BT.709.
        case 2, 4, 6, 7, 8: matrix = .bt709
        // By the colour space: V4L2_COLORSPACE_SMPTE240M, REC709, BT2020 and DCI_P3.
        case 0 where [2, 3, 10, 12].contains(colorSpace): matrix = .bt709
        default: matrix = .bt601
        }
        // V4L2_QUANTIZATION_FULL_RANGE, or none said and V4L2_COLORSPACE_JPEG.
        let isFull = quantization == 1 || quantization == 0 && colorSpace == 7
        return ColourEncoding(matrix: matrix, isFullRange: isFull)
    }
}
