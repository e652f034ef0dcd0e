import CVision
import Glibc
import OverlayGeometry

/// A barcode as printed: black on a white card with its quiet zone.
package final class PrintedCode: @unchecked Sendable {
    /// The file that it was read from, without its ending.
    package let name: String
    /// Modules across, without the quiet zone.
    package let columns: Double
    /// Modules down; one-dimensional codes are a third as high as they are long.
    package let rows: Double
    /// Modules of white on every side.
    package static let quiet = 11.0
    private static let pixelsOfModule = 8

    let handle: OpaquePointer

    /// The file is missing, or is none.
    package struct Unreadable: Error {
        package let name: String
    }

    /// Prints the modules of a PBM file among the tests' pictures.
    package init(_ name: String) throws {
        let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        let path = folder.joined(separator: "/") + "/OverlayDetectionTests/Resources/\(name).pbm"
        let lines = try PrintedCode.text(of: path).split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst()
        let size = (lines.first ?? "").split(separator: " ").compactMap { Int($0) }
        let modules = lines.dropFirst().joined().map { $0 == "1" }
        guard size.count == 2, size[0] > 0, size[1] > 0, modules.count == size[0] * size[1],
            let handle = cvision_pyramid_create()
        else { throw Unreadable(name: name) }
        self.name = name
        self.handle = handle
        columns = Double(size[0])
        rows = size[1] == 1 ? (columns / 3).rounded() : Double(size[1])
        let (pixel, quiet) = (PrintedCode.pixelsOfModule, Int(PrintedCode.quiet))
        let (width, height) = ((size[0] + 2 * quiet) * pixel, (Int(rows) + 2 * quiet) * pixel)
        var pixels = [UInt8](repeating: 235, count: width * height)
        for y in 0..<Int(rows) * pixel {
            let row = size[1] == 1 ? 0 : y / pixel
            for x in 0..<size[0] * pixel where modules[row * size[0] + x / pixel] {
                pixels[(y + quiet * pixel) * width + x + quiet * pixel] = 20
            }
        }
        guard cvision_pyramid_set(handle, pixels, Int32(width), Int32(height), width) == 0 else {
            throw Unreadable(name: name)
        }
    }

    deinit { cvision_pyramid_destroy(handle) }

    /// The map from modules, 0, 0 where the first one begins, to the print's pixels.
    static func print(_ module: Point) -> Point {
        Point(x: (module.x + quiet) * Double(pixelsOfModule), y: (module.y + quiet) * Double(pixelsOfModule))
    }

    /// The same for pixels' middles.
    static let printing = AffineMatrix(
        a: Double(pixelsOfModule), b: 0, c: 0, d: Double(pixelsOfModule), tx: quiet * Double(pixelsOfModule),
        ty: quiet * Double(pixelsOfModule))

    private static func text(of path: String) throws -> String {
        guard let file = fopen(path, "rb") else { throw Unreadable(name: path) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
