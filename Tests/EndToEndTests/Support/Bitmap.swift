import OverlayCapture
import OverlayFrame

/// Pictures as BMP files of 24 bits.
enum Bitmap {
    /// The drawn scene's frame of a number, with or without a face.
    static func scene(
        _ number: UInt64, width: Int = 320, height: Int = 240, face: Picture? = nil
    ) throws -> [UInt8] {
        let pixels = try drawn(number, width: width, height: height, face: face)
        return file(width: width, height: height) { x, y in
            let place = (y * width + x) * 3
            return (pixels[place], pixels[place + 1], pixels[place + 2])
        }
    }

    /// The same scene's brightness, a byte a pixel.
    static func luma(_ number: UInt64, width: Int, height: Int) throws -> [UInt8] {
        let pixels = try drawn(number, width: width, height: height, face: nil)
        return stride(from: 1, to: pixels.count, by: 3).map { pixels[$0] }
    }

    /// Red, green and blue of each pixel.
    private static func drawn(_ number: UInt64, width: Int, height: Int, face: Picture?) throws -> [UInt8] {
        let pacer = SteppedPacer(start: 0, wall: 0, rate: 25)
        pacer.grant(1)
        let scene = try TestScene(width: width, height: height, face: face, pacer: pacer, firstSequence: number)
        guard let frame = try scene.next(), let plane = frame.planes.first else { return [] }
        return (0..<height).flatMap { y in
            let start = plane.offset + y * plane.stride
            return Array(frame.storage.bytes[start..<start + width * 3])
        }
    }

    /// A picture of one grey.
    static func plain(width: Int, height: Int) -> [UInt8] {
        file(width: width, height: height) { _, _ in (128, 128, 128) }
    }

    /// A header of a size, with no pixels behind it.
    static func header(width: Int, height: Int) -> [UInt8] {
        var bytes: [UInt8] = [0x42, 0x4D]
        for value in [54, 0, 54, 40, width, height] { bytes += little(value) }
        bytes += [1, 0, 24, 0] as [UInt8]
        bytes += [UInt8](repeating: 0, count: 24)
        return bytes
    }

    private static func file(width: Int, height: Int, _ pixel: (Int, Int) -> (UInt8, UInt8, UInt8)) -> [UInt8] {
        var bytes = header(width: width, height: height)
        let padding = [UInt8](repeating: 0, count: (4 - width * 3 % 4) % 4)
        for y in (0..<height).reversed() {
            for x in 0..<width {
                let (red, green, blue) = pixel(x, y)
                bytes += [blue, green, red] as [UInt8]
            }
            bytes += padding
        }
        return bytes
    }

    private static func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
}
