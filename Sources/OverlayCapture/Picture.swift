import OverlayFrame

/// A picture as it came out of a file: a frame without its moment.
package struct Picture: Sendable {
    /// What the bytes mean.
    package let format: PixelFormat
    /// Pixels in a row.
    package let width: Int
    /// Rows.
    package let height: Int
    /// Where the planes lie in the storage.
    package let planes: [Frame.Plane]
    /// The bytes.
    package let storage: FrameStorage

    /// A picture of its members.
    package init(format: PixelFormat, width: Int, height: Int, planes: [Frame.Plane], storage: FrameStorage) {
        self.format = format
        self.width = width
        self.height = height
        self.planes = planes
        self.storage = storage
    }

    /// Interleaved pixels without padding, to be written; the caller has checked the size against the limits.
    init(unwritten format: PixelFormat, width: Int, height: Int) {
        let stride = width * (format == .gray8 ? 1 : 3)
        let storage = FrameStorage(byteCount: stride * height)
        let plane = Frame.Plane(offset: 0, stride: stride, length: stride * height)
        self.init(format: format, width: width, height: height, planes: [plane], storage: storage)
    }

    /// Where an unwritten picture is written to.
    var pixels: UnsafeMutablePointer<UInt8>? {
        storage.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    }

    /// The picture as a frame.
    func frame(sequence: UInt64, stamp: Stamp, pixelAspect: Double) -> Frame {
        Frame(
            sequence: sequence, time: stamp.time, wall: stamp.wall, duration: stamp.duration, width: width,
            height: height, pixelAspect: pixelAspect, format: format, planes: planes, storage: storage)
    }
}
