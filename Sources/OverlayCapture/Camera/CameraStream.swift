import Glibc
import OverlayFrame
import OverlaySystem

/// A camera that is streaming in one mode.
struct CameraStream {
    /// How a buffer becomes a frame.
    enum Reading {
        /// Planes as they lie.
        case raw(CameraLayout)
        /// A JPEG, decoded by whoever needs it.
        case jpeg
        /// Planes that libv4lconvert makes.
        case foreign(ForeignConversion)
    }

    /// What the driver has set.
    let format: VideoFormat
    /// The time between frames as the driver has set it; nil where it tells none.
    let interval: VideoInterval?
    /// Its buffers.
    let buffers: CameraBuffers
    /// How they are read.
    let reading: Reading
    /// Memory for frames that cannot stay in the driver's.
    let copies: FramePool

    /// The mode that it streams in.
    var mode: CameraMode {
        CameraMode(format.code, width: format.width, height: format.height, interval: interval)
    }

    /// Ends the stream; frames keep what they have.
    func end(_ device: any VideoDevice) {
        _ = try? uninterrupted { () throws(SystemError) in try device.stop() }
        buffers.end()
    }
}

extension CameraStream {
    /// So many modes are tried.
    private static let mostModes = 8

    /// Sets a camera to the best mode that it takes, and starts it.
    ///
    /// Throws a camera's fault, that of the best mode where several were tried, or `unsupported`.
    static func start(
        _ device: any VideoDevice, for wish: CameraWish, limits: PictureLimits
    ) throws(SourceError) -> CameraStream {
        let modes = try ranked(device, for: wish)
        var first: SourceError?
        for mode in modes.prefix(mostModes) {
            // What has no room on the bus may have it in another format; in another size only where none was asked for.
            let isOtherSize = mode.width != modes[0].width || mode.height != modes[0].height
            if first?.name == "noBandwidth", wish.size != nil, isOtherSize { continue }
            do throws(SourceError) {
                return try start(device, in: mode, for: wish, limits: limits)
            } catch {
                let fault = SourceError(name: error.name, message: "\(mode): \(error.message)")
                if ["unplugged", "busy", "notPermitted"].contains(error.name) { throw fault }
                first = first ?? fault
            }
        }
        throw first ?? .unsupported("the camera has no mode")
    }

    private static func ranked(_ device: any VideoDevice, for wish: CameraWish) throws(SourceError) -> [CameraMode] {
        let isCamera = try onCamera { () throws(SystemError) in
            do throws(SystemError) { return try device.identity().isCamera } catch {
                if error.code == ENOTTY || error.code == EINVAL { return false }
                throw error
            }
        }
        guard isCamera else { throw .unsupported("the device gives no pictures in buffers: it is no camera") }
        let all = try onCamera { () throws(SystemError) in try CameraModes.all(of: device, for: wish) }
        let modes = CameraChoice.ranked(all, for: wish)
        if !modes.isEmpty { return modes }
        let offered = try onCamera { () throws(SystemError) in try CameraModes.formats(of: device) }
        let list = offered.isEmpty ? "none" : offered.map(\.description).joined(separator: ", ")
        throw .unsupported(
            wish.format.map { "the camera has no pixel format \($0) that can be read; it has \(list)" }
                ?? "none of the camera's pixel formats can be read; it has \(list)")
    }

    private static func start(
        _ device: any VideoDevice, in mode: CameraMode, for wish: CameraWish, limits: PictureLimits
    ) throws(SourceError) -> CameraStream {
        let format = try onCamera { () throws(SystemError) in
            try device.setFormat(mode.format, width: mode.width, height: mode.height)
        }
        try limits.check(width: format.width, height: format.height)
        guard wish.format == nil || wish.format == format.code, let reading = reading(of: format) else {
            throw .unsupported(
                "the driver set \(format.code) \(format.width)×\(format.height) with rows of \(format.stride) bytes, "
                    + "which cannot be read")
        }
        let interval = try setInterval(device, mode, wish)
        let buffers = try onCamera { () throws(SystemError) in try CameraBuffers(of: device) }
        do throws(SourceError) {
            if buffers.count == 0 {
                throw SourceError(name: "cameraFailed", message: "the camera's driver has no buffers to give")
            }
            try onCamera { () throws(SystemError) in try device.start() }
        } catch {
            buffers.end()
            throw error
        }
        return CameraStream(
            format: format, interval: interval, buffers: buffers, reading: reading,
            copies: FramePool(byteCount: buffers.longest + MotionJPEG.mostAdded))
    }

    private static func reading(of format: VideoFormat) -> Reading? {
        switch CameraPixels.of(format.code) {
        case .raw: CameraLayout(format).map { .raw($0) }
        case .jpeg: .jpeg
        case .foreign: ForeignConversion(format).map { .foreign($0) }
        case nil: nil
        }
    }

    /// A driver that takes no rate has one all the same.
    private static func setInterval(
        _ device: any VideoDevice, _ mode: CameraMode, _ wish: CameraWish
    ) throws(SourceError) -> VideoInterval? {
        let wanted = mode.interval ?? VideoInterval(rate: wish.rate ?? CameraChoice.usualRate)
        return try onCamera { () throws(SystemError) in
            do throws(SystemError) { return try device.setInterval(wanted) } catch {
                if error.code == ENODEV || error.code == EINTR { throw error }
                return mode.interval
            }
        }
    }
}
