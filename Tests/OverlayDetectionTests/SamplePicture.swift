import CPNG
import OverlayFrame

/// The sample picture that `models/fetch` obtains, and changed copies of it: three channels.
struct SamplePicture {
    let width: Int
    let height: Int
    var bytes: [UInt8]

    static var face: String { Resource.package + "/models/cache/astronaut.png" }
    static var model: String { Resource.package + "/models/cache/centerface.onnx" }
    static var isThere: Bool { Resource.exists(face) && Resource.exists(model) }

    /// The portrait, which has one face.
    static func astronaut() throws -> SamplePicture {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        guard png_image_begin_read_from_file(&image, face) != 0 else { throw Resource.Unreadable(path: face) }
        image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
        let (width, height) = (Int(image.width), Int(image.height))
        var bytes = [UInt8](repeating: 0, count: width * height * 3)
        guard png_image_finish_read(&image, nil, &bytes, Int32(width * 3), nil) != 0 else {
            throw Resource.Unreadable(path: face)
        }
        return SamplePicture(width: width, height: height, bytes: bytes)
    }

    /// A picture whose pixel at `x`, `y` is this one's at what `source` gives; grey outside.
    func mapped(width: Int, height: Int, _ source: (Int, Int) -> (x: Int, y: Int)) -> SamplePicture {
        var result = [UInt8](repeating: 128, count: width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let from = source(x, y)
                guard (0..<self.width).contains(from.x), (0..<self.height).contains(from.y) else { continue }
                for channel in 0..<3 {
                    result[(y * width + x) * 3 + channel] = bytes[(from.y * self.width + from.x) * 3 + channel]
                }
            }
        }
        return SamplePicture(width: width, height: height, bytes: result)
    }

    /// Turned clockwise by so many quarters.
    func turned(_ quarters: Int) -> SamplePicture {
        guard quarters > 0 else { return self }
        return mapped(width: height, height: width) { (x: $1, y: height - 1 - $0) }.turned(quarters - 1)
    }

    /// Left and right exchanged.
    var mirrored: SamplePicture { mapped(width: width, height: height) { (x: width - 1 - $0, y: $1) } }

    /// Luma alone.
    var grey: [UInt8] {
        (0..<width * height).map { index in
            let (red, green, blue) = (Int(bytes[index * 3]), Int(bytes[index * 3 + 1]), Int(bytes[index * 3 + 2]))
            return UInt8((red * 77 + green * 150 + blue * 29) >> 8)
        }
    }

    func withView<Result>(_ body: (PictureView) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("a sample picture has pixels") }
            return body(PictureView(base: base, width: width, height: height, stride: width * 3, channels: 3))
        }
    }
}
