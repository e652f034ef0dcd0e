import OverlayClient
import OverlayOptions
import OverlayWire

/// `overlayctl status`: how the daemon and its inputs are.
struct StatusCommand {
    private let socket: String?
    private let printsJSON: Bool

    /// Reads the command's options.
    init(_ invocation: Invocation) {
        socket = invocation.text(.socket)
        printsJSON = invocation.has(.json)
    }

    /// Prints the daemon's reply as a tree, or as it came.
    func run() throws -> ExitStatus {
        let reply = try Connection(to: socket).request("status")
        let lines = printsJSON ? [reply.text] : StatusTree(reply).lines
        try Output.write(lines.joined(separator: "\n") + "\n")
        return .success
    }
}
