import Glibc

/// Where the daemon's socket may be, in the order in which everybody looks.
package enum SocketLocation {
    /// The variable that names the socket.
    package static let variable = "OVERLAYD_SOCKET"
    /// The socket of the system's daemon.
    package static let system = "/run/overlayd/overlayd.sock"

    /// The path that was said, else the one of `$OVERLAYD_SOCKET`, alone; else the system's, then the user's.
    package static func candidates(
        said: String?, environment: (String) -> String? = SocketLocation.environment
    ) -> [String] {
        if let said { return [said] }
        if let path = environment(variable), !path.isEmpty { return [path] }
        guard let folder = environment("XDG_RUNTIME_DIR"), !folder.isEmpty else { return [system] }
        return [system, "\(folder)/overlayd/overlayd.sock"]
    }

    /// The control socket beside a socket: `STEM.control.sock` beside `STEM.sock`.
    package static func control(of path: String) -> String {
        (path.hasSuffix(".sock") ? String(path.dropLast(5)) : path) + ".control.sock"
    }

    /// A variable of this process.
    package static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
