/// A node that gives pictures, as sysfs and its driver describe it.
package struct Camera: Hashable, Sendable {
    /// What sysfs says.
    package var node: VideoNode
    /// What the driver says.
    package var capability: VideoCapability

    /// A camera of its members.
    package init(node: VideoNode, capability: VideoCapability) {
        self.node = node
        self.capability = capability
    }

    /// Where it is plugged in, in the driver's words; two nodes of one device have the same.
    package var bus: String {
        capability.bus.isEmpty ? node.bus ?? node.path : capability.bus
    }

    /// The driver's name of the device, else that of the node.
    package var title: String { capability.card.isEmpty ? node.name : capability.card }

    var names: Set<String> { [node.name, capability.card] }
}

extension Camera {
    /// How each of the cameras is best named: by what it is where that is clear, else by where it is plugged in, else
    /// by its path.
    package static func selectors(of cameras: [Camera]) -> [CameraSelector] {
        cameras.map { camera in
            let others = cameras.filter { $0 != camera }
            // A second node of one device comes after the first, which is the one that the other names mean.
            guard !others.contains(where: { $0.bus == camera.bus && $0.node.index < camera.node.index }) else {
                return .path(camera.node.path)
            }
            let apart = others.filter { $0.bus != camera.bus }
            if let usb = camera.node.usb, !apart.contains(where: { $0.node.usb == usb }) {
                let isOnly = !apart.contains {
                    $0.node.usb?.vendor == usb.vendor && $0.node.usb?.product == usb.product
                }
                if usb.serial != nil || isOnly { return .usb(usb) }
            }
            return others.contains { $0.bus == camera.bus && $0.node.index == camera.node.index }
                ? .path(camera.node.path) : .bus(camera.bus)
        }
    }
}
