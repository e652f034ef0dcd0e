import Glibc
import OverlayFrame
import OverlaySystem
import Testing

@testable import OverlayCapture

/// What the tests' golden pictures show: 64×32 pixels, a colour in each quarter, read at the quarters' centres.
enum Golden {
    static let width = 64
    static let height = 32
    static let centres = [(16, 8), (48, 8), (16, 24), (48, 24)]
    static let colours: [[Int]] = [[200, 30, 30], [30, 180, 40], [40, 50, 200], [220, 220, 220]]
    static let grays = [20, 90, 160, 240]

    /// The bytes of a file beside the tests.
    static func bytes(_ name: String) throws -> [UInt8] {
        var folder = String(#filePath)
        while folder.last != "/" { folder.removeLast() }
        let file = try Descriptor(opening: folder + "Resources/" + name)
        let storage = try PictureFile.content(of: file, limits: PictureLimits())
        return Array(storage.bytes)
    }

    /// The picture in a file beside the tests.
    static func picture(_ name: String) throws -> Picture { try decode(bytes(name)) }

    static let files = [
        "plain.jpg", "subsampled.jpg", "wide.jpg", "progressive.jpg", "gray.jpg", "inks.jpg", "turned.jpg",
        "plain.png", "gray.png", "alpha.png", "palette.png", "turned.png", "gray16.png", "grayalpha.png", "bits.png",
        "interlaced.png", "colour16.png", "plain.webp", "lossless.webp", "alpha.webp", "turned.webp", "animated.webp",
        "plain.tif", "lzw.tif", "deflate.tif", "packbits.tif", "jpeg.tif", "fax.tif", "turned.tif", "upended.tif",
        "gray.tif", "alpha.tif", "gray16.tif", "plain.bmp", "palette.bmp", "bits.bmp", "runs.bmp",
    ]
}

/// Decodes bytes as a file's content.
func decode(_ bytes: [UInt8], limits: PictureLimits = PictureLimits()) throws -> Picture {
    try PictureDecoder.frame(of: FrameStorage(copying: bytes), limits: limits)
}

/// The source's error that `body` throws; nil when it throws none, or another.
func failure(_ body: () throws -> Void) -> SourceError? {
    do {
        try body()
        return nil
    } catch {
        return error as? SourceError
    }
}

/// The name of the error that `body` throws, "none" when it throws none.
func errorName(_ body: () throws -> Void) -> String { failure(body)?.name ?? "none" }

extension Picture {
    /// The picture as a frame of no particular moment.
    var asFrame: Frame { frame(sequence: 0, stamp: Stamp(time: 0, wall: 0, duration: 0), pixelAspect: 1) }

    /// Red, green and blue (or luma alone) at the golden pictures' four centres.
    func samples() throws -> [[Int]] {
        try PictureMaker().colour(asFrame, longSide: .max) { view in
            Golden.centres.map { x, y -> [Int] in
                let first = y * view.stride + x * view.channels
                return (first..<first + view.channels).map { Int(view.base[$0]) }
            }
        }
    }

    /// Luma at the golden pictures' four centres.
    func lumaSamples() throws -> [Int] {
        try PictureMaker().luma(asFrame) { view in
            Golden.centres.map { x, y in Int(view.base[y * view.stride + x]) }
        }
    }
}

/// All are within `tolerance` of each other, pair by pair.
func isClose(_ left: [[Int]], _ right: [[Int]], within tolerance: Int) -> Bool {
    left.count == right.count
        && zip(left, right).allSatisfy { a, b in
            a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
        }
}

/// A folder that is gone when the last reference goes.
final class TemporaryFolder {
    let path: String
    let descriptor: Descriptor

    init() throws {
        var template = Array("/tmp/overlayd-test-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
        try #require(made)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        descriptor = try Descriptor(opening: path, flags: O_RDONLY | O_DIRECTORY)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let file = try Descriptor(opening: "\(path)/\(name)", flags: O_WRONLY | O_CREAT | O_TRUNC)
        let written = bytes.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
        #expect(written == bytes.count)
    }

    deinit {
        if let stream = opendir(path) {
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
                let text = String(decoding: name, as: UTF8.self)
                if text != ".", text != "..", unlinkat(descriptor.number, text, 0) != 0 {
                    unlinkat(descriptor.number, text, AT_REMOVEDIR)
                }
            }
            closedir(stream)
        }
        rmdir(path)
    }
}
