import Glibc
import OverlaySystem

extension CameraSystem {
    /// Why a node cannot be opened or asked.
    func obstacle(_ path: String, _ error: SystemError) -> CameraObstacle {
        switch error.code {
        case ENOENT, ENOTDIR:
            if let node = tree.videoNodes().first(where: { $0.path == path }) {
                return CameraObstacle(
                    .notFound,
                    "the kernel has \(node.name), and \(path) is not there to open it; pass that into the container, or "
                        + "plug the camera in again")
            }
            return CameraObstacle(.notFound, "\(path) does not exist; is the camera plugged in?\(known)")
        case ENODEV, ENXIO:
            return CameraObstacle(.notReady, "\(path) has lost its camera; it is tried again until that is back")
        case EBUSY:
            return CameraObstacle(
                .busy, "another process has \(path); 'sudo overlayctl doctor' says which, and ends nothing")
        case EACCES, EPERM: return notPermitted(path)
        case ELOOP:
            return CameraObstacle(
                .notACamera,
                "\(path) is a loop of symbolic links, which lead to no device; remove them, or name "
                    + "another path")
        default:
            return CameraObstacle(.unreadable, "\(path) cannot be opened: \(error.reason)")
        }
    }

    static func busy(_ camera: Camera) -> CameraObstacle {
        CameraObstacle(
            .busy,
            "another process or input has the camera \(camera.title) (\(camera.node.path)); end it, and the camera is taken by "
                + "itself; 'sudo overlayctl doctor' says which one it is")
    }

    static func ambiguous(_ selector: CameraSelector, _ cameras: [Camera]) -> CameraObstacle {
        let list = cameras.prefix(8).map { "bus:\($0.bus) (\($0.title), \($0.node.path))" }
        return CameraObstacle(
            .ambiguous, "\(selector) means \(cameras.count) cameras; name one of them: " + list.joined(separator: ", "))
    }

    func missing(_ selector: CameraSelector) -> CameraObstacle {
        CameraObstacle(.notFound, "there is no camera \(selector); is it plugged in?\(known)")
    }

    /// The first node of each device that there is, as the end of a sentence; the others are seldom cameras.
    private var known: String {
        let nodes = tree.videoNodes().filter { $0.index == 0 }
        guard !nodes.isEmpty else { return " No video device is there at all" }
        let list = nodes.prefix(8).map { node in
            "\(node.path) (\(node.name)" + (node.usb.map { ", usb:\($0)" } ?? "") + ")"
        }
        return " There are: \(list.joined(separator: ", "))" + (nodes.count > 8 ? ", …" : "")
    }

    /// What is in the way of a user, by itself that of this process, whom a node's mode does not let in.
    func notPermitted(_ path: String, for other: uid_t? = nil) -> CameraObstacle {
        let user = Accounts.userName(other ?? Accounts.user)
        let groups = other.map(Accounts.groups(of:)) ?? Accounts.groups
        var about = stat()
        guard stat(tree.root + path, &about) == 0 else {
            return CameraObstacle(.notPermitted, "user \(user) may not open \(path)")
        }
        let (mode, group) = (String(about.st_mode & 0o777, radix: 8), Accounts.groupName(about.st_gid))
        if about.st_mode & 0o060 == 0o060, about.st_gid != 0, !groups.contains(about.st_gid) {
            return CameraObstacle(
                .notPermitted,
                "user \(user) may not open \(path), which is for the group \(group): "
                    + "sudo usermod -aG \(group) \(user), then start the daemon anew")
        }
        return CameraObstacle(
            .notPermitted,
            "user \(user) may not open \(path): it belongs to \(Accounts.userName(about.st_uid)):\(group), mode "
                + "\(mode); where udev runs it belongs to the group video, else: sudo chgrp video \(path), "
                + "sudo chmod 660 \(path)")
    }
}
