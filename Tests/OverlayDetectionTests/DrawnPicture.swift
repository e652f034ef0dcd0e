import Glibc
import OverlayFrame
import OverlayGeometry

@testable import OverlayDetection

/// A picture of one channel that a test draws.
struct DrawnPicture {
    let width: Int
    let height: Int
    var bytes: [UInt8]

    /// White, or another shade.
    init(width: Int, height: Int, shade: UInt8 = 255) {
        self.width = width
        self.height = height
        bytes = [UInt8](repeating: shade, count: width * height)
    }

    /// Black where the symbol is dark, its top-left module at `x`, `y`, each module `module` wide and `rowHeight` high.
    mutating func draw(_ symbol: DrawnSymbol, x: Int, y: Int, module: Int, rowHeight: Int) {
        for row in 0..<symbol.height * rowHeight {
            for column in 0..<symbol.width * module where symbol.isDark(column / module, row / rowHeight) {
                bytes[(y + row) * width + x + column] = 0
            }
        }
    }

    /// Turned clockwise by so many quarters.
    func turned(_ quarters: Int) -> DrawnPicture {
        guard quarters > 0 else { return self }
        var result = DrawnPicture(width: height, height: width)
        for y in 0..<height {
            for x in 0..<width { result.bytes[x * height + height - 1 - y] = bytes[y * width + x] }
        }
        return result.turned(quarters - 1)
    }

    /// Left and right exchanged.
    var mirrored: DrawnPicture {
        var result = self
        for y in 0..<height {
            for x in 0..<width { result.bytes[y * width + x] = bytes[y * width + width - 1 - x] }
        }
        return result
    }

    /// Runs `body` on a view whose rows are `padding` bytes longer; the last row ends with its last pixel, right before
    /// the end of the memory, and the padding holds noise.
    func withView<Result>(padding: Int = 0, _ body: (PictureView) -> Result) -> Result {
        let stride = width + padding
        var padded = [UInt8](repeating: 0, count: stride * (height - 1) + width)
        for index in padded.indices { padded[index] = UInt8(truncatingIfNeeded: index &* 2_654_435_761 >> 13) }
        for y in 0..<height {
            for x in 0..<width { padded[y * stride + x] = bytes[y * width + x] }
        }
        return padded.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("a drawn picture has pixels") }
            return body(PictureView(base: base, width: width, height: height, stride: stride, channels: 1))
        }
    }
}

/// The modules of a barcode, from a plain PBM file beside the tests, made by zint and qrencode.
struct DrawnSymbol {
    let width: Int
    let height: Int
    private let modules: [Bool]

    /// One row stands for a one-dimensional code.
    init(_ name: String) throws {
        let text = String(decoding: try Resource.bytes("\(Resource.folder)/Resources/\(name).pbm"), as: UTF8.self)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst()
        let size = lines.first.map { $0.split(separator: " ").compactMap { Int($0) } } ?? []
        guard size.count == 2 else { throw Resource.Unreadable(path: name) }
        (width, height) = (size[0], size[1])
        modules = lines.dropFirst().joined().map { $0 == "1" }
        guard modules.count == width * height else { throw Resource.Unreadable(path: name) }
    }

    func isDark(_ column: Int, _ row: Int) -> Bool { modules[row * width + column] }
}

/// Files that tests read.
enum Resource {
    struct Unreadable: Error {
        let path: String
    }

    /// The folder of this test target.
    static var folder: String { parent(#filePath) }
    /// The package's own folder.
    static var package: String { parent(parent(folder)) }

    /// All bytes of a file.
    static func bytes(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw Unreadable(path: path) }
        defer { fclose(file) }
        var result: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&block, 1, block.count, file)
            guard count > 0 else { return result }
            result += block[..<count]
        }
    }

    static func exists(_ path: String) -> Bool { access(path, R_OK) == 0 }

    private static func parent(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }
}
