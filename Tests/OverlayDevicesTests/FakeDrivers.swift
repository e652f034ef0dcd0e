import Foundation
import Glibc
import OverlayDevices
import OverlaySystem
import Synchronization

/// What drivers say, by the path of the node.
final class FakeDrivers: VideoCalls {
    struct Device: Sendable {
        var capability: VideoCapability
        var formats: [VideoFormat] = []
        var isHeld = false
        var openError: Int32?
        var controls: [VideoControl] = []
        var values: [String: Int64] = [:]
        var refusals: [String: Int32] = [:]

        init(_ capability: VideoCapability) { self.capability = capability }
    }

    private struct State {
        var devices: [String: Device] = [:]
        var opened: [Int32: String] = [:]
        var order: [String] = []
    }

    private let state = Mutex(State())

    /// The controls that were set, in order.
    var order: [String] { state.withLock { $0.order } }

    func set(_ path: String, _ device: Device?) { state.withLock { $0.devices[path] = device } }

    func change(_ path: String, _ body: (inout Device) -> Void) {
        guard var device = device(path) else { return }
        body(&device)
        set(path, device)
    }

    private func device(_ path: String) -> Device? { state.withLock { $0.devices[path] } }

    private func device(of descriptor: Descriptor) -> Device? {
        state.withLock { state in state.opened[descriptor.number].flatMap { state.devices[$0] } }
    }

    /// `/dev/video0` of `/tmp/…/dev/video0`, links followed.
    private func name(_ path: String) -> String {
        let real = realpath(path, nil)
        defer { free(real) }
        let text = real.map { String(cString: $0) } ?? path
        return text.range(of: "/dev/", options: .backwards).map { String(text[$0.lowerBound...]) } ?? text
    }

    func open(_ path: String) throws(SystemError) -> Descriptor {
        let name = name(path)
        guard let device = device(name) else { throw SystemError("open", path, code: ENOENT) }
        if let code = device.openError { throw SystemError("open", path, code: code) }
        let descriptor = try Descriptor(opening: "/dev/null")
        state.withLock { $0.opened[descriptor.number] = name }
        return descriptor
    }

    func kind(of path: String) throws(SystemError) -> NodeKind {
        var about = stat()
        _ = try checked("stat", path) { stat(path, &about) }
        return device(name(path)) == nil ? .other("a regular file") : .video
    }

    func capability(of device: Descriptor) throws(SystemError) -> VideoCapability {
        guard let found = self.device(of: device) else { throw SystemError("VIDIOC_QUERYCAP", code: ENODEV) }
        return found.capability
    }

    func formats(of device: Descriptor) -> [VideoFormat] { self.device(of: device)?.formats ?? [] }

    func isHeld(_ device: Descriptor) -> Bool { self.device(of: device)?.isHeld ?? false }

    func controls(of device: Descriptor) -> [VideoControl] { self.device(of: device)?.controls ?? [] }

    func value(of control: VideoControl, _ device: Descriptor) throws(SystemError) -> Int64 {
        self.device(of: device)?.values[control.name] ?? control.usual
    }

    func set(_ control: VideoControl, to value: Int64, _ device: Descriptor) throws(SystemError) -> Int64 {
        if let code = self.device(of: device)?.refusals[control.name] {
            throw SystemError("VIDIOC_S_EXT_CTRLS", control.name, code: code)
        }
        state.withLock { state in
            state.order.append(control.name)
            guard let path = state.opened[device.number] else { return }
            state.devices[path]?.values[control.name] = value
        }
        return value
    }

    func extent(of control: VideoControl, _ device: Descriptor) throws(SystemError) -> VideoRectangle {
        VideoRectangle(left: 0, top: 0, width: 4000, height: 3000)
    }

    func set(_ control: VideoControl, to value: VideoRectangle, _ device: Descriptor) throws(SystemError) {
        state.withLock { $0.order.append("\(control.name) \(value.left),\(value.top) \(value.width)x\(value.height)") }
    }
}
