import CTurboJPEG
import CV4LConvert
import OverlayCapture
import OverlayFrame
import OverlaySystem

/// The comparison for each kind of JPEG that cameras send.
struct Benchmark {
    private static let width = 1_280
    private static let height = 720
    /// A JPEG's code as the kernel has it.
    private static let format: FourCC = "MJPG"

    private let rounds: Int

    init(rounds: Int) { self.rounds = rounds }

    /// Runs it; false when a ratio is too large.
    func run() throws -> Bool {
        var isWithin = true
        for (name, sampling) in [("4:2:0", TJSAMP_420), ("4:2:2", TJSAMP_422)] {
            let jpeg = try SamplePicture.jpeg(width: Self.width, height: Self.height, sampling)
            let times = try compare(jpeg)
            let (own, convert, decode) = (times[0], times[1], times[2])
            print(
                "\(name), \(jpeg.count) bytes: overlayd \(milliseconds(own)), libv4l \(milliseconds(convert)), "
                    + "libjpeg-turbo \(milliseconds(decode)); \(ratio(own, convert)) of libv4l's time, "
                    + "\(ratio(own, decode)) of libjpeg-turbo's")
            isWithin = isWithin && own <= convert && own <= 1.2 * decode
        }
        let raw = try ["NV12", "YUYV", "Y16", "RGB3"].map { name in
            "\(name) \(milliseconds(try luma(of: FourCC(letters: name) ?? Self.format)))"
        }
        print("uncompressed pictures: " + raw.joined(separator: ", "))
        return isWithin
    }

    /// The median from an uncompressed picture's buffer to its luma, in microseconds.
    private func luma(of format: FourCC) throws -> Double {
        let content = [UInt8](repeating: 100, count: Self.width * Self.height * 3)
        let source = try CameraSource(ReplayDevice(content, format: format, width: Self.width, height: Self.height))
        let maker = PictureMaker()
        let times = try (0..<rounds).map { _ in
            try measured {
                guard let frame = try source.next() else { throw SystemError("next", code: 0) }
                try maker.luma(frame) { _ in }
            }
        }
        return times.sorted()[times.count / 2]
    }

    /// The medians of overlayd, libv4l and libjpeg-turbo, in microseconds.
    private func compare(_ jpeg: [UInt8]) throws -> [Double] {
        let source = try CameraSource(ReplayDevice(jpeg, format: Self.format, width: Self.width, height: Self.height))
        let maker = PictureMaker()
        let library = try ForeignLibrary(Self.format, width: Self.width, height: Self.height)
        let decoder = try GreyDecoder(width: Self.width, height: Self.height)
        var times: [[Double]] = [[], [], []]
        var check: UInt8 = 0
        for _ in 0..<rounds {
            times[0].append(
                try measured {
                    guard let frame = try source.next() else { throw SystemError("next", code: 0) }
                    try maker.luma(frame) { check &+= $0.base[0] }
                })
            times[1].append(try measured { try library.convert(jpeg) })
            times[2].append(try measured { try decoder.decode(jpeg) })
        }
        // So that nothing of it is left out.
        if check == 1 { print("", terminator: "") }
        return times.map { $0.sorted()[$0.count / 2] }
    }

    private func measured(_ body: () throws -> Void) rethrows -> Double {
        let start = SystemClock().monotonic
        try body()
        return Double(SystemClock().monotonic - start)
    }

    private func milliseconds(_ time: Double) -> String { "\((time / 10).rounded() / 100) ms" }
    private func ratio(_ one: Double, _ other: Double) -> String { "\((100 * one / other).rounded() / 100)" }
}

/// libv4l's own conversion.
private final class ForeignLibrary {
    private let converter: OpaquePointer
    private let size: (width: UInt32, height: UInt32)
    private let format: FourCC
    private var target: [UInt8]

    init(_ format: FourCC, width: Int, height: Int) throws {
        guard let converter = cv4lconvert_create(format.rawValue) else { throw SystemError("v4lconvert", code: 0) }
        self.converter = converter
        self.format = format
        size = (UInt32(width), UInt32(height))
        target = [UInt8](repeating: 0, count: width * height * 3 / 2)
    }

    deinit { cv4lconvert_destroy(converter) }

    func convert(_ jpeg: [UInt8]) throws {
        let result = jpeg.withUnsafeBytes { bytes in
            var picture = cv4lconvert_picture()
            picture.format = format.rawValue
            (picture.width, picture.height) = size
            picture.bytes = bytes.baseAddress
            picture.count = bytes.count
            return cv4lconvert_convert(converter, &picture, size.width, size.height, &target, target.count)
        }
        guard result == 0 else {
            throw SystemError("v4lconvert_convert", String(cString: cv4lconvert_message(converter)))
        }
    }
}

/// libjpeg-turbo alone.
private final class GreyDecoder {
    private let handle: tjhandle
    private let size: (width: Int32, height: Int32)
    private var target: [UInt8]

    init(width: Int, height: Int) throws {
        guard let handle = tjInitDecompress() else { throw SystemError("tjInitDecompress") }
        self.handle = handle
        size = (Int32(width), Int32(height))
        target = [UInt8](repeating: 0, count: width * height)
    }

    deinit { tjDestroy(handle) }

    func decode(_ jpeg: [UInt8]) throws {
        let result = tjDecompress2(
            handle, jpeg, CUnsignedLong(jpeg.count), &target, size.width, size.width, size.height,
            Int32(TJPF_GRAY.rawValue), 0)
        guard result == 0 else { throw SystemError("tjDecompress2") }
    }
}
