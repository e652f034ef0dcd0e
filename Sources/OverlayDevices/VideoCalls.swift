import OverlaySystem

/// What is asked of video devices; the kernel answers it, and in tests a table does.
package protocol VideoCalls: Sendable {
    /// Opens a node for reading and writing; opening never waits.
    func open(_ path: String) throws(SystemError) -> Descriptor
    /// What a path leads to.
    func kind(of path: String) throws(SystemError) -> NodeKind
    /// VIDIOC_QUERYCAP.
    func capability(of device: Descriptor) throws(SystemError) -> VideoCapability
    /// VIDIOC_ENUM_FMT with the sizes and rates of each.
    func formats(of device: Descriptor) -> [VideoFormat]
    /// Another process has the device's buffers.
    func isHeld(_ device: Descriptor) -> Bool
    /// VIDIOC_QUERYCTRL and VIDIOC_QUERYMENU.
    func controls(of device: Descriptor) -> [VideoControl]
    /// VIDIOC_G_EXT_CTRLS.
    func value(of control: VideoControl, _ device: Descriptor) throws(SystemError) -> Int64
    /// VIDIOC_S_EXT_CTRLS; answers what the driver made of it.
    func set(_ control: VideoControl, to value: Int64, _ device: Descriptor) throws(SystemError) -> Int64
    /// The largest rectangle that a control of rectangles takes.
    func extent(of control: VideoControl, _ device: Descriptor) throws(SystemError) -> VideoRectangle
    /// Sets a control of rectangles.
    func set(_ control: VideoControl, to value: VideoRectangle, _ device: Descriptor) throws(SystemError)
}

/// What a path leads to.
package enum NodeKind: Hashable, Sendable {
    /// A video device.
    case video
    /// Something else, by its name in a sentence: "a regular file".
    case other(String)
}

/// A rectangle of a sensor's pixels.
package struct VideoRectangle: Hashable, Sendable {
    package var left: Int32
    package var top: Int32
    package var width: UInt32
    package var height: UInt32

    /// A rectangle of its members.
    package init(left: Int32, top: Int32, width: UInt32, height: UInt32) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }
}

/// What a driver says of a node.
package struct VideoCapability: Hashable, Sendable {
    /// The driver.
    package var driver: String
    /// The device's name.
    package var card: String
    /// Where it is plugged in.
    package var bus: String
    /// What this node can do: `V4L2_CAP_…`.
    package var abilities: Abilities

    /// `V4L2_CAP_…`, as far as they matter here.
    package struct Abilities: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Gives pictures.
        package static let capture = Abilities(rawValue: 0x0000_0001)
        /// Takes pictures.
        package static let output = Abilities(rawValue: 0x0000_0002)
        /// Gives pictures in several planes apart.
        package static let planarCapture = Abilities(rawValue: 0x0000_1000)
        /// Turns pictures into others.
        package static let converter = Abilities(rawValue: 0x0000_8000)
        /// Likewise, in several planes.
        package static let planarConverter = Abilities(rawValue: 0x0000_4000)
        /// Gives descriptions of pictures.
        package static let metadata = Abilities(rawValue: 0x0080_0000)
        /// Its pipeline is set up through the media controller.
        package static let mediaController = Abilities(rawValue: 0x2000_0000)
        /// Gives and takes buffers.
        package static let streaming = Abilities(rawValue: 0x0400_0000)
    }

    /// A capability of its members.
    package init(driver: String, card: String, bus: String, abilities: Abilities) {
        self.driver = driver
        self.card = card
        self.bus = bus
        self.abilities = abilities
    }

    /// It gives pictures through buffers, and does nothing else.
    package var isCamera: Bool {
        abilities.isSuperset(of: [.capture, .streaming])
            && abilities.isDisjoint(with: [.converter, .planarConverter])
    }

    /// A loopback device, which is a camera while something writes to it.
    package var isLoopback: Bool { driver == "v4l2 loopback" }
}

/// A pixel format that a camera offers.
package struct VideoFormat: Hashable, Sendable {
    /// The format's four characters: `MJPG`.
    package var code: String
    /// What the driver calls it.
    package var title: String
    /// The sizes that it comes in; of a range its ends.
    package var sizes: [VideoSize]
    /// The sizes are the ends of a range.
    package var isRange: Bool

    /// A format of its members.
    package init(code: String, title: String = "", sizes: [VideoSize] = [], isRange: Bool = false) {
        self.code = code
        self.title = title
        self.sizes = sizes
        self.isRange = isRange
    }

    /// A sensor's raw mosaic, from which a picture is yet to be made.
    package var isMosaic: Bool {
        VideoFormat.mosaics.contains(code)
            || (code.hasPrefix("p") && VideoFormat.packedMosaics.contains(String(code.dropFirst().prefix(2))))
    }

    private static let mosaics: Set<String> = [
        "BA81", "GBRG", "GRBG", "RGGB", "BG10", "GB10", "BA10", "RG10", "BG12", "GB12", "BA12", "RG12", "BG14", "GB14",
        "GR14", "RG14", "BYR2", "GB16", "GR16", "RG16", "ip3b", "ip3g", "ip3G", "ip3r", "PC1B", "PC1G", "PC1g", "PC1R",
    ]
    /// Of `pBAA`, `pgCC`, `pREE` and their like the second and third letter.
    private static let packedMosaics: Set<String> = [
        "BA", "GA", "gA", "RA", "BC", "GC", "gC", "RC", "BE", "GE", "gE", "RE",
    ]
}

/// A size of a format, and how often frames of it come.
package struct VideoSize: Hashable, Sendable {
    package var width: Int
    package var height: Int
    /// Frames a second, the most first; of a range its ends.
    package var rates: [Double]

    /// A size of its members.
    package init(width: Int, height: Int, rates: [Double] = []) {
        self.width = width
        self.height = height
        self.rates = rates
    }
}
