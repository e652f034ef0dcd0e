import Glibc
import OverlaySystem

/// Where a daemon serves when nobody says where.
package enum SocketPlace {
    /// The path that was asked for or that OVERLAYD_SOCKET names; else the system's, when this user may make it, else
    /// the user's.
    ///
    /// The folder of the last two is made when it is missing.
    package static func choose(asked: String?) throws(ServingSocket.Refusal) -> String {
        let candidates = SocketLocation.candidates(said: asked)
        guard candidates.first == SocketLocation.system else { return candidates[0] }
        var obstacles: [String] = []
        for path in candidates {
            let folder = FilePath.folder(of: path)
            let mode: mode_t = path == SocketLocation.system ? 0o755 : 0o700
            if mkdir(folder, mode) == 0 || errno == EEXIST, access(folder, W_OK) == 0 { return path }
            obstacles.append("\(folder): \(SystemError("mkdir").reason)")
        }
        if candidates.count == 1 { obstacles.append("XDG_RUNTIME_DIR is not set") }
        throw ServingSocket.Refusal(
            isTaken: false,
            description: "there is no folder for the socket that user \(getuid()) may use "
                + "(\(obstacles.joined(separator: "; "))); choose a path with --socket")
    }
}
