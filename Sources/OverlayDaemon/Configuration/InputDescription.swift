import OverlayDevices
import OverlayGeometry
import OverlayMetadata

/// One input as it is configured.
package struct InputDescription: Hashable, Sendable {
    /// The name by which clients know it.
    package var name: String
    /// Where its light comes from.
    package var source: Source
    /// Begin again after the last picture.
    package var loop = false
    /// Frames a second; nil for the source's own.
    package var rate: Double?
    /// The size of frames, where the source can choose.
    package var size: FrameSize?
    /// Where the camera stands.
    package var position: Position?
    /// How the camera is mounted: the turn that "auto" means.
    package var mount = Rotation.none
    /// The shape of a pixel, width divided by height.
    package var pixelAspect = 1.0
    /// The four letters of the pixel format that a camera is to give; nil leaves it to overlayd.
    package var format: String?
    /// What a camera's controls are set to whenever it is opened, by their names.
    package var controls: [String: VideoControl.Value] = [:]
    /// How long it stays open when nobody wants anything of it; nil: as the configuration says for all.
    package var closing: Closing?
    /// Seconds that a stream may take to open, and that it may go on without a picture.
    package var timeout = 8.0

    /// How long a source stays open when nobody wants anything of it.
    package enum Closing: Hashable, Sendable {
        /// So many seconds.
        case after(Double)
        /// For ever.
        case never
    }

    /// Where light comes from.
    package enum Source: Hashable, Sendable {
        /// A camera; or whatever else a path below `/dev` turns out to lead to, which is an error then.
        case camera(CameraSelector)
        /// A picture, a folder of pictures or a clip; which of them, its content tells.
        case path(String)
        /// A YUV4MPEG2 stream: a file or a named pipe; `-` is standard input.
        case y4m(String)
        /// A stream of the network.
        case stream(StreamAddress)
        /// The drawn scene.
        case test
    }

    /// An input with nothing but its name and source.
    package init(name: String, source: Source) {
        self.name = name
        self.source = source
    }

    /// Standard input, which can be opened once and never again.
    package var isStandardInput: Bool { source == .y4m("-") }

    /// The size of drawn frames when nothing else is said.
    package var effectiveSize: FrameSize { size ?? FrameSize(width: 1280, height: 720) }
}

/// A mistake in what somebody configured: where it stands, what stands there, and what may stand there.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the key, such as `inputs.front.rate`, or the option.
    package var place: String
    /// What stands there; empty when something is missing.
    package var got: String
    /// What may stand there.
    package var wanted: String

    /// A mistake of its members.
    package init(_ place: String, got: String, wanted: String) {
        self.place = place
        self.got = got
        self.wanted = wanted
    }

    package var description: String {
        got.isEmpty ? "\(place) is missing; it must be \(wanted)" : "\(place) is \(got); it must be \(wanted)"
    }
}
