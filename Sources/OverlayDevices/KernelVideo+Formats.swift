import CV4L2
import OverlaySystem

extension KernelVideo {
    /// No driver has more; one that counts without end is stopped.
    private static let most: (formats: UInt32, sizes: UInt32, rates: UInt32) = (128, 64, 32)

    package func formats(of device: Descriptor) -> [VideoFormat] {
        var formats: [VideoFormat] = []
        for index in 0..<KernelVideo.most.formats {
            var about = v4l2_fmtdesc()
            about.index = index
            about.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            guard cv4l2_enum_fmt(device.number, &about) == 0 else { break }
            let (sizes, isRange) = sizes(of: about.pixelformat, device)
            formats.append(
                VideoFormat(
                    code: KernelVideo.code(about.pixelformat), title: KernelVideo.text(about.description), sizes: sizes,
                    isRange: isRange))
        }
        return formats
    }

    private func sizes(of format: UInt32, _ device: Descriptor) -> ([VideoSize], isRange: Bool) {
        var sizes: [VideoSize] = []
        for index in 0..<KernelVideo.most.sizes {
            var about = v4l2_frmsizeenum()
            about.index = index
            about.pixel_format = format
            guard cv4l2_enum_framesizes(device.number, &about) == 0 else { break }
            if about.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
                sizes.append(size(about.discrete.width, about.discrete.height, format, device))
                continue
            }
            let range = about.stepwise
            return (
                [
                    size(range.min_width, range.min_height, format, device),
                    size(range.max_width, range.max_height, format, device),
                ], true
            )
        }
        return (sizes, false)
    }

    private func size(_ width: UInt32, _ height: UInt32, _ format: UInt32, _ device: Descriptor) -> VideoSize {
        var rates: [Double] = []
        for index in 0..<KernelVideo.most.rates {
            var about = v4l2_frmivalenum()
            about.index = index
            about.pixel_format = format
            about.width = width
            about.height = height
            guard cv4l2_enum_frameintervals(device.number, &about) == 0 else { break }
            if about.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue {
                rates += KernelVideo.rate(about.discrete)
                continue
            }
            rates = KernelVideo.rate(about.stepwise.min) + KernelVideo.rate(about.stepwise.max)
            break
        }
        return VideoSize(width: Int(width), height: Int(height), rates: rates.sorted(by: >))
    }

    private static func rate(_ interval: v4l2_fract) -> [Double] {
        interval.numerator == 0 || interval.denominator == 0
            ? [] : [Double(interval.denominator) / Double(interval.numerator)]
    }

    /// The four characters of a pixel format; what would not print is a dot.
    static func code(_ format: UInt32) -> String {
        String(
            String.UnicodeScalarView(
                (0..<4).map { place in
                    let byte = UInt8(truncatingIfNeeded: format >> (8 * place))
                    return (0x20..<0x7F).contains(byte) ? Unicode.Scalar(byte) : "."
                })
        )
    }
}
