import Glibc
import OverlaySystem

/// Where a daemon serves when nobody says where.
package enum SocketPlace {
    /// The path that was asked for; else OVERLAYD_SOCKET; else the system's, when this user may make it; else the user's.
    ///
    /// The folder of the last two is made when it is missing.
    package static func choose(asked: String?) throws(ServingSocket.Refusal) -> String {
        if let asked { return asked }
        if let named = value("OVERLAYD_SOCKET") { return named }
        let system = "/run/overlayd"
        if make(system, mode: 0o755), access(system, W_OK) == 0 { return system + "/overlayd.sock" }
        guard let runtime = value("XDG_RUNTIME_DIR") else {
            throw ServingSocket.Refusal(
                isTaken: false,
                description: "user \(getuid()) may not make \(system), and XDG_RUNTIME_DIR is not set: "
                    + "choose a path with --socket")
        }
        let folder = runtime + "/overlayd"
        guard make(folder, mode: 0o700) else {
            throw ServingSocket.Refusal(
                isTaken: false,
                description: "\(folder) cannot be made: \(SystemError("mkdir").reason); choose a path with --socket")
        }
        return folder + "/overlayd.sock"
    }

    private static func make(_ folder: String, mode: mode_t) -> Bool {
        mkdir(folder, mode) == 0 || errno == EEXIST
    }

    private static func value(_ name: String) -> String? {
        guard let text = getenv(name).map({ String(cString: $0) }), !text.isEmpty else { return nil }
        return text
    }
}
