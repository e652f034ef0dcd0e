import Glibc
import OverlayClient
import OverlaySystem
import OverlayWire

/// Whether a daemon answers, and who may reach it.
struct SocketCheck {
    private(set) var findings: [Finding] = []
    /// What the daemon says that it can do; nil without one.
    private(set) var description: JSONValue?
    /// The user to whom the socket belongs, which is the daemon's; nil without one.
    private(set) var owner: UInt32?

    /// Looks at the socket that was said, or at the usual ones.
    init(_ said: String?) {
        do throws(ClientError) {
            let connection = try Connection(to: said)
            description = try connection.request("describe")
            let server = description?["server"]?.string ?? "a server"
            let version = description?["protocol"]?.string ?? "?"
            findings.append(Finding(.socket, .ok, "\(server), protocol \(version), answers at \(connection.path)"))
            var about = stat()
            if stat(connection.path, &about) == 0 {
                owner = about.st_uid
                findings += SocketCheck.permissions(of: connection.path, about)
            }
        } catch {
            findings.append(Finding(.socket, .problem, error.message, advice: SocketCheck.advice(error.code)))
        }
    }

    private static func advice(_ code: ClientError.Code) -> String? {
        switch code {
        case .noDaemon, .deadSocket, .closed:
            "try it with a drawn scene: overlayd run --input demo=test:; 'overlayd check' looks at a configuration"
        case .timedOut: "see its log, and start it anew"
        case .badMessage, .unsupportedProtocol, .refused:
            "something else listens there, or an older daemon: start the one of this version"
        case .notPermitted, .system, .notReady, .invalid, .cancelled: nil
        }
    }

    /// Who owns the socket, and whether others could put theirs in its place.
    private static func permissions(of path: String, _ socket: stat) -> [Finding] {
        var about = socket
        let owner = "\(Accounts.userName(about.st_uid)):\(Accounts.groupName(about.st_gid))"
        let mode = String(about.st_mode & 0o777, radix: 8)
        var findings = [Finding(.socket, .ok, "it belongs to \(owner), mode \(mode)")]
        if about.st_mode & 0o002 != 0 {
            findings.append(
                Finding(.socket, .problem, "everybody on this machine may connect", advice: "chmod o-w \(path)"))
        }
        let folder = FilePath.folder(of: path)
        if stat(folder, &about) == 0, about.st_mode & 0o022 != 0, about.st_mode & S_ISVTX == 0 {
            findings.append(
                Finding(
                    .socket, .problem, "others can write to its folder \(folder) and replace it",
                    advice: "chmod go-w \(folder)"))
        }
        return findings
    }
}
