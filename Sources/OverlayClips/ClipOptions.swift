import OverlayCapture

/// How a clip is read.
package struct ClipOptions: Sendable {
    /// Begin again after the last frame.
    package var loop = false
    /// No frame may be dropped.
    package var waitsForConsumer = false
    /// The shape of a pixel; 1 leaves it to the clip.
    package var pixelAspect = 1.0
    /// The first frame's number.
    package var firstSequence: UInt64 = 0
    /// Seconds that a stream may take to open, and that it may go on without a picture.
    package var timeout = 8.0
    /// Threads of the decoder.
    package var threads = 1
    /// How large a frame may be.
    package var limits = PictureLimits.moving

    /// The defaults.
    package init() {}
}
