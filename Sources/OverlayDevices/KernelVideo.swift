import CV4L2
import Glibc
import OverlaySystem

/// Video devices as the kernel has them.
package struct KernelVideo: VideoCalls {
    /// The kernel's.
    package init() {}

    /// The major number of video devices.
    private static let major: UInt64 = 81

    package func open(_ path: String) throws(SystemError) -> Descriptor {
        try Descriptor(opening: path, flags: O_RDWR | O_NONBLOCK | O_NOCTTY)
    }

    package func kind(of path: String) throws(SystemError) -> NodeKind {
        var about = stat()
        _ = try checked("stat", path) { stat(path, &about) }
        switch about.st_mode & S_IFMT {
        case S_IFCHR:
            return UInt64(about.st_rdev) >> 8 & 0xFFF == KernelVideo.major ? .video : .other("another kind of device")
        case S_IFREG: return .other("a regular file")
        case S_IFDIR: return .other("a folder")
        case S_IFIFO: return .other("a named pipe (to read y4m from it, write y4m:PATH)")
        case S_IFSOCK: return .other("a socket")
        default: return .other("another kind of file")
        }
    }

    package func capability(of device: Descriptor) throws(SystemError) -> VideoCapability {
        var about = v4l2_capability()
        _ = try checked("VIDIOC_QUERYCAP") { cv4l2_querycap(device.number, &about) }
        let ofNode = about.capabilities & 0x8000_0000 != 0
        return VideoCapability(
            driver: KernelVideo.text(about.driver), card: KernelVideo.text(about.card),
            bus: KernelVideo.text(about.bus_info),
            abilities: .init(rawValue: ofNode ? about.device_caps : about.capabilities))
    }

    package func isHeld(_ device: Descriptor) -> Bool {
        var none = v4l2_requestbuffers()
        none.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        none.memory = V4L2_MEMORY_MMAP.rawValue
        return cv4l2_reqbufs(device.number, &none) == -1 && errno == EBUSY
    }

    /// A text of fixed room, up to its closing zero; what is no UTF-8 or would not print is replaced.
    static func text<Room>(_ room: Room) -> String {
        let text = withUnsafeBytes(of: room) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
}
