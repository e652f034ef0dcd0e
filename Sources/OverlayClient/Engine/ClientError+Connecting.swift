import Glibc
import OverlaySystem

extension ClientError {
    /// The failure of connecting to one path.
    init(connecting path: String, _ error: SystemError) {
        switch error.code {
        case ENOENT, ENOTDIR: self.init(noDaemonAt: [path])
        case ECONNREFUSED, ENOTSOCK:
            var about = stat()
            guard stat(path, &about) != 0 || about.st_mode & S_IFMT == S_IFSOCK else {
                self.init(.noDaemon, "\(path) is not a socket; name the socket of a daemon, or start 'overlayd run'")
                return
            }
            self.init(
                .deadSocket,
                "nobody listens at \(path): its daemon has ended without removing it; start one with 'overlayd run'")
        case EAGAIN:
            self.init(.timedOut, "the daemon at \(path) has not taken the connection for 5 s")
        case EACCES, EPERM: self.init(.notPermitted, ClientError.advice(for: path))
        case ENAMETOOLONG:
            self.init(
                .system,
                "the socket's path has \(path.utf8.count) bytes; at most \(UnixSocket.longestPath) are possible: \(path)"
            )
        default: self.init(.system, "cannot connect to \(path): \(error.reason)")
        }
    }

    /// There is a socket at none of the paths.
    init(noDaemonAt paths: [String]) {
        self.init(.noDaemon, "no daemon at \(paths.joined(separator: " or ")); start it with 'overlayd run'")
    }

    private static func advice(for path: String) -> String {
        // What keeps the user out is the socket, or the last folder that can be seen on the way to it.
        var (place, status) = (path, stat())
        var isSeen = stat(place, &status) == 0
        while !isSeen, let slash = place.lastIndex(of: "/"), slash != place.startIndex {
            place = String(place[..<slash])
            isSeen = stat(place, &status) == 0
        }
        let isKnown = isSeen && (place == path || status.st_mode & S_IXOTH == 0)
        if isKnown, status.st_mode & (place == path ? S_IWGRP : S_IXGRP) == 0 {
            return "\(path) is for its owner alone (user \(Accounts.userName(status.st_uid))); use it as that user"
        }
        let group = isKnown ? Accounts.groupName(status.st_gid) : "overlayd"
        let user = Accounts.userName(Accounts.user)
        return "\(path) is for the group '\(group)': join it with 'sudo usermod -aG \(group) \(user)' and log in again"
    }
}
