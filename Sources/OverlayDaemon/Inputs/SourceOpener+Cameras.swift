import Glibc
import OverlayDevices
import OverlayLink
import OverlayMetadata
import OverlaySystem

extension SourceOpener {
    /// Opens a camera.
    func open(_ selector: CameraSelector) throws(InputLife.Obstacle) -> Descriptor {
        do throws(CameraObstacle) {
            return try cameras.open(selector).device
        } catch {
            throw InputLife.Obstacle(error)
        }
    }

    /// Whether a path leads to a device.
    static func isDevice(_ path: String) -> Bool {
        var about = stat()
        return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFCHR
    }
}

extension InputDescription {
    /// No device that comes or goes can matter to it.
    var isNoDevice: Bool {
        switch source {
        case .camera, .path: false
        case .y4m, .stream, .test: true
        }
    }

    /// A device that comes may be what it waits for.
    var waitsForDevice: Bool {
        switch source {
        case .camera: true
        case .path(let path): SourceOpener.isDevice(path)
        case .y4m, .stream, .test: false
        }
    }

    /// The camera that is meant; nil when the source is something else.
    var camera: CameraSelector? {
        switch source {
        case .camera(let selector): selector
        case .path(let path) where SourceOpener.isDevice(path): .path(path)
        default: nil
        }
    }
}

extension InputLife.Obstacle {
    /// What is in the way of a camera, as a state of its input.
    init(_ obstacle: CameraObstacle) {
        let state: InputState =
            switch obstacle.kind {
            case .notFound, .notReady, .noProducer: .absent
            case .busy: .busy
            case .notPermitted, .notACamera, .needsLibcamera, .ambiguous, .unreadable: .failed
            }
        let ending: Ending =
            switch obstacle.kind {
            // Rights that arrive are told as a node that comes is.
            case .notFound, .notPermitted, .needsLibcamera, .ambiguous, .notACamera: .told
            case .busy, .notReady, .noProducer: .seen
            case .unreadable: .tried
            }
        self.init(state: state, reason: obstacle.kind.rawValue, detail: obstacle.description, ending: ending)
    }
}
