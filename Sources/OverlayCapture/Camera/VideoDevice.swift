import OverlaySystem

/// A camera's node as the kernel's interface shows it: a method for each of its calls.
///
/// Each throws what the kernel answered. Any thread may call `queue`, `unmap` and `releaseBuffers`, one the others.
package protocol VideoDevice: AnyObject, Sendable {
    /// What the node is (VIDIOC_QUERYCAP).
    func identity() throws(SystemError) -> VideoIdentity
    /// A pixel format that the driver gives (VIDIOC_ENUM_FMT): EINVAL after the last.
    func pixelFormat(at index: Int) throws(SystemError) -> FourCC
    /// Sizes of a format (VIDIOC_ENUM_FRAMESIZES): EINVAL after the last, ENOTTY where the driver tells none.
    func sizes(of format: FourCC, at index: Int) throws(SystemError) -> VideoSizes
    /// Intervals of frames (VIDIOC_ENUM_FRAMEINTERVALS), likewise.
    func intervals(of format: FourCC, width: Int, height: Int, at index: Int) throws(SystemError) -> VideoIntervals
    /// What is set now (VIDIOC_G_FMT).
    func currentFormat() throws(SystemError) -> VideoFormat
    /// Sets a format (VIDIOC_S_FMT); what the driver made of it is the answer.
    func setFormat(_ format: FourCC, width: Int, height: Int) throws(SystemError) -> VideoFormat
    /// Sets the time between frames (VIDIOC_S_PARM); nil where the driver has none to set.
    func setInterval(_ interval: VideoInterval) throws(SystemError) -> VideoInterval?
    /// Asks for so many buffers (VIDIOC_REQBUFS); how many there are is the answer.
    func requestBuffers(_ count: Int) throws(SystemError) -> Int
    /// Maps a buffer to be read and written (VIDIOC_QUERYBUF, mmap).
    func mapBuffer(at index: Int) throws(SystemError) -> UnsafeMutableRawBufferPointer
    /// Undoes that.
    func unmap(_ bytes: UnsafeMutableRawBufferPointer)
    /// Gives a buffer to the driver (VIDIOC_QBUF).
    func queue(_ index: Int) throws(SystemError)
    /// Takes the oldest filled buffer (VIDIOC_DQBUF): EAGAIN where there is none.
    func dequeue() throws(SystemError) -> VideoBuffer
    /// Begins (VIDIOC_STREAMON).
    func start() throws(SystemError)
    /// Ends (VIDIOC_STREAMOFF).
    func stop() throws(SystemError)
    /// Waits for a filled buffer, for trouble, or for `cancellation` to become readable (poll).
    func wait(_ cancellation: Descriptor) throws(SystemError) -> VideoReadiness
}

/// What a node says of itself.
package struct VideoIdentity: Hashable, Sendable {
    /// The driver's name.
    package var driver: String
    /// The camera's name.
    package var card: String
    /// Where it is plugged in.
    package var bus: String
    /// It gives pictures, in buffers that can be mapped.
    package var isCamera: Bool

    /// An identity of its members.
    package init(driver: String, card: String, bus: String, isCamera: Bool) {
        self.driver = driver
        self.card = card
        self.bus = bus
        self.isCamera = isCamera
    }
}

extension VideoIdentity {
    /// It hands the last picture that was written to whoever begins to read, however long ago that was: a producer that
    /// has frozen would seem to live at each opening.
    var keepsLast: Bool { driver == "v4l2 loopback" }
}

/// Sizes that a driver offers, in pixels.
package enum VideoSizes: Hashable, Sendable {
    /// One size.
    case one(width: Int, height: Int)
    /// All from the smallest to the largest, by steps.
    case range(widths: ClosedRange<Int>, heights: ClosedRange<Int>, widthStep: Int, heightStep: Int)
}

/// Intervals that a driver offers.
package enum VideoIntervals: Hashable, Sendable {
    /// One interval.
    case one(VideoInterval)
    /// All from the shortest to the longest.
    case range(shortest: VideoInterval, longest: VideoInterval)
}

/// The time between two frames, in seconds as a fraction.
package struct VideoInterval: Hashable, Sendable {
    /// Seconds, times `denominator`.
    package var numerator: UInt32
    /// What `numerator` is divided by.
    package var denominator: UInt32

    /// An interval of its members.
    package init(_ numerator: UInt32, _ denominator: UInt32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The interval of so many frames a second, of 0.001 to 1,000.
    package init(rate: Double) {
        self.init(1_000, UInt32((min(max(rate, 0.001), 1_000) * 1_000).rounded()))
    }

    /// Frames a second; nil where the fraction says none that there could be.
    package var rate: Double? {
        guard numerator > 0, denominator > 0 else { return nil }
        let rate = Double(denominator) / Double(numerator)
        return (0.001...10_000).contains(rate) ? rate : nil
    }
}

/// A picture's shape as the driver has set it.
package struct VideoFormat: Hashable, Sendable {
    /// The pixel format.
    package var code: FourCC
    /// Pixels in a row.
    package var width: Int
    /// Rows.
    package var height: Int
    /// Bytes from row to row of the first plane; 0 where the driver says none.
    package var stride: Int
    /// Bytes of a picture at most.
    package var byteCount: Int
    /// The kernel's V4L2_COLORSPACE_….
    package var colorSpace: UInt32
    /// The kernel's V4L2_YCBCR_ENC_….
    package var differences: UInt32
    /// The kernel's V4L2_QUANTIZATION_….
    package var quantization: UInt32

    /// A format of its members.
    package init(
        code: FourCC, width: Int, height: Int, stride: Int, byteCount: Int, colorSpace: UInt32 = 0,
        differences: UInt32 = 0, quantization: UInt32 = 0
    ) {
        self.code = code
        self.width = width
        self.height = height
        self.stride = stride
        self.byteCount = byteCount
        self.colorSpace = colorSpace
        self.differences = differences
        self.quantization = quantization
    }
}

/// A buffer as the driver gave it back.
package struct VideoBuffer: Hashable, Sendable {
    /// Which of the buffers.
    package var index: Int
    /// How many of its bytes are picture, by the driver.
    package var bytesUsed: Int
    /// The driver says that the content is damaged.
    package var isFaulty: Bool
    /// The driver's number of the frame.
    package var sequence: UInt32
    /// The driver's stamp, in microseconds.
    package var time: Int64
    /// The stamp is of the monotonic clock.
    package var isMonotonic: Bool

    /// A buffer of its members.
    package init(
        index: Int, bytesUsed: Int, isFaulty: Bool = false, sequence: UInt32 = 0, time: Int64 = 0,
        isMonotonic: Bool = true
    ) {
        self.index = index
        self.bytesUsed = bytesUsed
        self.isFaulty = isFaulty
        self.sequence = sequence
        self.time = time
        self.isMonotonic = isMonotonic
    }
}

/// Why a wait ended.
package struct VideoReadiness: OptionSet, Sendable {
    /// The bits.
    package let rawValue: Int

    /// A set of its bits.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A buffer is filled (POLLIN).
    package static let filled = VideoReadiness(rawValue: 1)
    /// Streaming is broken (POLLERR).
    package static let broken = VideoReadiness(rawValue: 2)
    /// The device is gone (POLLHUP).
    package static let gone = VideoReadiness(rawValue: 4)
    /// The wait was cancelled.
    package static let cancelled = VideoReadiness(rawValue: 8)
}
