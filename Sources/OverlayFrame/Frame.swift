import OverlayGeometry

/// A captured picture: what capture gives to detection.
///
/// It holds its storage alive; the bytes do not change while anyone holds the frame.
package struct Frame: Sendable {
    /// Rises by one for each captured frame, also for those that detection never saw.
    package var sequence: UInt64
    /// Capture time in microseconds of the monotonic clock.
    package var time: Int64
    /// Capture time in microseconds since the epoch.
    package var wall: Int64
    /// How long the frame lasts, in microseconds.
    package var duration: Int64
    /// The stamp is the camera's own.
    package var cameraClock: Bool
    /// Pixels in a row.
    package var width: Int
    /// Rows.
    package var height: Int
    /// A pixel's width divided by its height.
    package var pixelAspect: Double
    /// What the bytes mean.
    package var format: PixelFormat
    /// How luma and colour differences are to be read, and how luma is made where there is only colour.
    package var encoding: ColourEncoding
    /// Where each plane lies in the storage.
    package var planes: [Plane]
    /// The bytes.
    package var storage: FrameStorage

    /// One plane of a frame.
    package struct Plane: Hashable, Sendable {
        /// First byte of the first row.
        package var offset: Int
        /// Bytes from one row to the next; at least a row, never assumed to be exactly one.
        package var stride: Int
        /// Bytes of the plane, from `offset`.
        package var length: Int
        /// In which of the storage's regions it lies.
        package var region: Int
        /// Bytes from one sample of a row to the next; more than 1 where samples of other planes lie between.
        package var step: Int

        /// A plane of its members.
        package init(offset: Int, stride: Int, length: Int, region: Int = 0, step: Int = 1) {
            self.region = region
            self.step = step
            self.offset = offset
            self.stride = stride
            self.length = length
        }
    }

    /// A frame of its members.
    ///
    /// Where no encoding is given, luma made of colour has the full range, and other luma has not.
    package init(
        sequence: UInt64, time: Int64, wall: Int64, duration: Int64, cameraClock: Bool = false, width: Int,
        height: Int, pixelAspect: Double = 1, format: PixelFormat, encoding: ColourEncoding? = nil,
        planes: [Plane], storage: FrameStorage
    ) {
        self.sequence = sequence
        self.time = time
        self.wall = wall
        self.duration = duration
        self.cameraClock = cameraClock
        self.width = width
        self.height = height
        self.pixelAspect = pixelAspect
        self.format = format
        self.encoding = encoding ?? ColourEncoding(isFullRange: format == .rgb24 || format == .bgr24)
        self.planes = planes
        self.storage = storage
    }
}
