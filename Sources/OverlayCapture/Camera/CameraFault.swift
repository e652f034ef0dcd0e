import Glibc
import OverlaySystem

extension SourceError {
    /// What a failed call means for a camera: `unplugged`, `busy`, `noBandwidth`, `notPermitted`, or `cameraFailed`.
    static func camera(_ error: SystemError) -> SourceError {
        switch error.code {
        case ENODEV, ENXIO: return .unplugged
        case EBUSY:
            return SourceError(
                name: "busy",
                message: "another process or input has the camera (\(error)); it is free when that one ends")
        case ENOSPC:
            return SourceError(
                name: "noBandwidth",
                message: "the USB bus has no room for the camera's pictures (\(error)); a smaller size, a lower rate, "
                    + "MJPG or another USB controller needs less")
        case EACCES, EPERM:
            return SourceError(name: "notPermitted", message: "the camera may not be used (\(error))")
        default: return SourceError(name: "cameraFailed", message: "the camera's driver fails (\(error))")
        }
    }

    /// The device has gone.
    static let unplugged = SourceError(name: "unplugged", message: "the camera has gone")

    /// One buffer that is no picture.
    static func badBuffer(_ message: String) -> SourceError { SourceError(name: "badBuffer", message: message) }
}

/// Makes calls on a camera, each repeated while a signal interrupts it; a failure is thrown as what it means for a camera.
func onCamera<Result>(_ calls: () throws(SystemError) -> Result) throws(SourceError) -> Result {
    do throws(SystemError) { return try uninterrupted(calls) } catch { throw .camera(error) }
}
