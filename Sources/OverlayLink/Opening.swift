import OverlayMetadata

/// One opening of one source by one worker.
package struct Opening: Hashable, Sendable {
    /// What is opened.
    package var source: Source
    /// Frames a second; nil leaves it to what is opened.
    package var rate: Double?
    /// The size of drawn frames, and of a camera's; nil leaves it to what is opened.
    package var size: FrameSize?
    /// The four letters of the pixel format that a camera is to give; nil leaves it to the worker.
    package var pixelFormat: String?
    /// Begin again after the last picture.
    package var loop: Bool
    /// The shape of a pixel, width divided by height.
    package var pixelAspect: Double
    /// The address of a stream, with whatever password is in it; empty for other sources.
    package var address: String
    /// Seconds that a stream may take to open, and that it may go on without a picture.
    package var timeout: Double
    /// Where time stamps come from.
    package var clock: FrameClock
    /// The first frame's number: numbers go on over openings.
    package var firstSequence: UInt64
    /// The first id that may be given to an object: ids go on over openings, so that none is used again.
    package var firstID: UInt64
    /// How many threads the face detector may use.
    package var threads: Int
    /// Which descriptors come beside the message, in this order.
    package var attachments: [Attachment]

    /// What is opened.
    package enum Source: CaseIterable, Hashable, Sendable {
        /// The picture, or the folder of pictures, whose descriptor comes along.
        case stills
        /// The drawn scene.
        case test
        /// The clip whose descriptor comes along: anything that FFmpeg reads.
        case clip
        /// The YUV4MPEG2 stream whose descriptor comes along: a file, a pipe or a socket.
        case y4m
        /// The stream at `address`.
        case stream
        /// The camera whose open node comes along.
        case camera
    }

    /// Where time stamps come from.
    package enum FrameClock: Hashable, Sendable {
        /// The machine's clocks.
        case live
        /// None: no frame waits for its time, and stamps begin at 0 and go on by the rate.
        case unpaced
        /// Each frame waits for `LinkRequest.advance`.
        ///
        /// Frame 1 has these stamps, and they go on by the rate (25 a
        /// second where none is given), over openings too.
        case stepped(monotonic: Int64, wall: Int64)
    }

    /// A descriptor that comes along.
    package enum Attachment: UInt8, CaseIterable, Hashable, Sendable {
        /// The picture, the folder, the clip, the pipe or the camera.
        case source = 1
        /// The face model.
        case faceModel = 2
        /// A picture with a face, for the drawn scene.
        case sample = 3
    }

    /// An opening of its members.
    package init(
        source: Source, rate: Double?, size: FrameSize?, pixelFormat: String? = nil, loop: Bool = false,
        pixelAspect: Double = 1, address: String = "", timeout: Double = 8, clock: FrameClock = .live,
        firstSequence: UInt64 = 1, firstID: UInt64 = 1, threads: Int = 1, attachments: [Attachment] = []
    ) {
        self.source = source
        self.rate = rate
        self.size = size
        self.pixelFormat = pixelFormat
        self.loop = loop
        self.pixelAspect = pixelAspect
        self.address = address
        self.timeout = timeout
        self.clock = clock
        self.firstSequence = firstSequence
        self.firstID = firstID
        self.threads = threads
        self.attachments = attachments
    }
}
