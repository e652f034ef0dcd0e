import Glibc
import OverlaySystem

/// All that is to be told of a video device.
package struct DeviceReport: Hashable, Sendable {
    /// What sysfs says of it.
    package var node: VideoNode
    /// What its driver says; nil when it could not be asked.
    package var camera: Camera?
    /// What it offers.
    package var formats: [VideoFormat] = []
    /// Who has it open, as far as this user may see.
    package var holders: [DeviceHolder] = []
    /// Why it cannot be used as it is; nil when it can.
    package var obstacle: CameraObstacle?
    /// How a configuration best names it; nil when it is no camera.
    package var selector: CameraSelector?

    /// A report of its members.
    package init(
        node: VideoNode, camera: Camera? = nil, formats: [VideoFormat] = [], holders: [DeviceHolder] = [],
        obstacle: CameraObstacle? = nil, selector: CameraSelector? = nil
    ) {
        self.node = node
        self.camera = camera
        self.formats = formats
        self.holders = holders
        self.obstacle = obstacle
        self.selector = selector
    }
}

extension CameraSystem {
    /// What there is, by number, as this process or another user may use it.
    package func reports(for user: UInt32? = nil) -> [DeviceReport] {
        let holders = tree.holders()
        var reports = tree.videoNodes(for: user).map { node in
            var report = report(node)
            if let user, !node.isAccessible, report.obstacle?.kind != .notFound {
                report.obstacle = notPermitted(node.path, for: user)
            }
            report.holders = (holders[node.path] ?? []).filter { $0.pid != Int(getpid()) }
            return report
        }
        // A camera that is held is one; its name must be as clear as the others'.
        let places = reports.indices.filter { place in
            let kind = reports[place].obstacle?.kind
            return reports[place].camera != nil && (kind == nil || kind == .busy)
        }
        let selectors = Camera.selectors(of: places.compactMap { reports[$0].camera })
        for (place, selector) in zip(places, selectors) { reports[place].selector = selector }
        return reports
    }

    private func report(_ node: VideoNode) -> DeviceReport {
        var report = DeviceReport(node: node)
        do throws(CameraObstacle) {
            let (opened, trouble) = try look(node, at: tree.root + node.path, named: node.path)
            report.camera = opened.camera
            report.obstacle = trouble
            guard trouble == nil else { return report }
            report.formats = calls.formats(of: opened.device)
            if calls.isHeld(opened.device) { report.obstacle = CameraSystem.busy(opened.camera) }
        } catch {
            report.obstacle = error
        }
        return report
    }
}

extension VideoFormat {
    /// The format for people: `MJPG 1280x720 at 30, 15; 640x480 at 30`.
    package var summary: String {
        let sizes = sizes.map { size in
            let rates = size.rates.map { rate in
                rate.rounded() == rate && rate < 1_000_000 ? String(Int(rate)) : String((rate * 100).rounded() / 100)
            }
            return "\(size.width)x\(size.height)" + (rates.isEmpty ? "" : " at \(rates.joined(separator: "/"))")
        }
        guard !sizes.isEmpty else { return code }
        return "\(code) " + (isRange ? sizes.joined(separator: " to ") : sizes.joined(separator: ", "))
    }
}
