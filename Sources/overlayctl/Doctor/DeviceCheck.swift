import OverlayDevices
import OverlaySystem

/// Which video devices there are.
enum DeviceCheck {
    /// What is to be said about the nodes of this machine, which `user` is to open.
    static func findings(_ nodes: [VideoNode], user: UInt32 = Accounts.user) -> [Finding] {
        guard !nodes.isEmpty else {
            return [
                Finding(
                    .devices, .note, "no video device is listed in /sys/class/video4linux",
                    advice: "plug a camera in, or load its driver; pictures, folders and test: need none")
            ]
        }
        return nodes.map { node in
            let text = "\(node.path) is \(node.name)" + (node.driver.map { ", driver \($0)" } ?? "")
            if node.isAccessible { return Finding(.devices, .ok, text) }
            return Finding(
                .devices, .problem, text + ", and may not be opened by \(Accounts.userName(user))",
                advice: GroupCheck.advice(user, joins: GroupCheck.Purpose.cameras.rawValue))
        }
    }
}
