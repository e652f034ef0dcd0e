import Glibc
import OverlaySystem

/// The cameras of a machine: which there are, and the one that is meant.
package struct CameraSystem: Sendable {
    /// What the file system shows.
    package let tree: DeviceTree
    let calls: any VideoCalls

    /// This machine's cameras, or those of a tree and a table.
    package init(tree: DeviceTree = DeviceTree(), calls: any VideoCalls = KernelVideo()) {
        self.tree = tree
        self.calls = calls
    }

    /// An open camera.
    package struct Opened {
        /// Its descriptor, non-blocking, for reading and writing.
        package let device: Descriptor
        /// What it is.
        package let camera: Camera
    }

    /// Opens the camera that is meant; what was opened to find it is closed again before this returns.
    ///
    /// One that another process has is busy, unless it is opened to be `steered` only.
    package func open(_ selector: CameraSelector, steered: Bool = false) throws(CameraObstacle) -> Opened {
        let opened =
            if case .path(let path) = selector { try open(path: path) } else { try openOnly(selector) }
        if !steered, calls.isHeld(opened.device) { throw CameraSystem.busy(opened.camera) }
        return opened
    }

    /// What would be in the way of opening a camera now; nil when nothing is.
    package func obstacle(to selector: CameraSelector) -> CameraObstacle? {
        do throws(CameraObstacle) {
            try open(selector).device.close()
            return nil
        } catch {
            return error
        }
    }

    private func open(path: String) throws(CameraObstacle) -> Opened {
        let place = tree.root + path
        switch Result(catching: { () throws(SystemError) in try calls.kind(of: place) }) {
        case .success(.video): break
        case .success(.other(let what)):
            throw CameraObstacle(
                .notACamera,
                "\(path) is \(what) and no video device; if a program made it in the place of one, remove it and plug "
                    + "the camera in again, else name a camera that 'overlayctl inputs --devices' lists")
        case .failure(let error): throw obstacle(path, error)
        }
        // The name of the node itself, whatever link led to it.
        let name = DeviceTree.realPath(place).flatMap(DeviceTree.lastName) ?? DeviceTree.lastName(path) ?? path
        let node = tree.node(name)
        let (opened, trouble) = try look(node, at: place, named: path)
        if let trouble { throw trouble }
        return opened
    }

    /// Opens the one camera that a selector means.
    private func openOnly(_ selector: CameraSelector) throws(CameraObstacle) -> Opened {
        var (found, troubles): ([Opened], [CameraObstacle]) = ([], [])
        for node in tree.videoNodes() where selector.mayMean(node) {
            do throws(CameraObstacle) {
                let (opened, trouble) = try look(node, at: tree.root + node.path, named: node.path)
                guard !selector.choose([opened.camera]).isEmpty else { continue }
                if let trouble { troubles.append(trouble) } else { found.append(opened) }
            } catch {
                if selector.meansSurely(node) { troubles.append(error) }
            }
        }
        let chosen = selector.choose(found.map(\.camera))
        guard let first = chosen.min(by: { $0.node.index < $1.node.index }) else {
            // Of a device's nodes one is the camera: that its others are none is no news.
            throw troubles.first { $0.kind != .notACamera } ?? troubles.first ?? missing(selector)
        }
        let places = Set(chosen.map(\.bus))
        guard places.count == 1, let opened = found.first(where: { $0.camera == first }) else {
            throw CameraSystem.ambiguous(selector, chosen)
        }
        return opened
    }

    /// Opens a node and asks what it is; a node that is no camera is handed back with why.
    func look(
        _ node: VideoNode, at place: String, named path: String
    ) throws(CameraObstacle) -> (Opened, CameraObstacle?) {
        do throws(SystemError) {
            let device = try calls.open(place)
            let capability = try calls.capability(of: device)
            let opened = Opened(device: device, camera: Camera(node: node, capability: capability))
            return (opened, trouble(with: opened, named: path))
        } catch {
            throw obstacle(path, error)
        }
    }

    private func trouble(with opened: Opened, named path: String) -> CameraObstacle? {
        let capability = opened.camera.capability
        if capability.isLoopback, !capability.isCamera {
            return CameraObstacle(
                .noProducer, "nobody writes to the loopback device \(path); it becomes a camera when a producer does")
        }
        if LibcameraNode.isOne(opened.camera, formats: { calls.formats(of: opened.device) }) {
            return CameraObstacle(
                .needsLibcamera, LibcameraNode.explanation(path, driver: capability.driver))
        }
        guard !capability.isCamera else { return nil }
        return CameraObstacle(
            .notACamera,
            "\(path) (\(opened.camera.title)) \(capability.otherUse); name a camera that 'overlayctl inputs --devices' "
                + "lists")
    }
}

extension CameraSelector {
    /// Sysfs alone tells that a node is meant.
    fileprivate func meansSurely(_ node: VideoNode) -> Bool {
        switch self {
        case .path, .usb: mayMean(node)
        case .bus(let path): node.bus == path
        case .name(let text): node.name.lowercased().contains(text.lowercased())
        }
    }
}

extension VideoCapability {
    /// What a node that is no camera is for.
    fileprivate var otherUse: String {
        if abilities.contains(.metadata) { return "describes pictures and gives none: its camera is another node" }
        if !abilities.isDisjoint(with: [.converter, .planarConverter]) { return "converts pictures and gives none" }
        if abilities.contains(.output) { return "takes pictures and gives none" }
        if abilities.contains(.planarCapture) { return "gives pictures in several planes, which are not read" }
        if abilities.contains(.capture) { return "gives no pictures by streaming" }
        return "gives no pictures"
    }
}
