/// A program's manual page: its table of commands and options, and what else one looks for in a manual.
package struct Manual: Hashable, Sendable, CustomStringConvertible {
    /// The program.
    package let command: Command
    /// The section of the manual: 1 for everybody's programs, 8 for the system's.
    package let section: Int
    /// What it is, for somebody who does not know it; paragraphs.
    let introduction: [String]
    /// Variables that it looks at.
    let environment: [Note]
    /// Files that it uses.
    let files: [Note]
    /// Further pages, as `overlayctl 1`.
    let seeAlso: [String]

    /// A name and what it stands for.
    struct Note: Hashable, Sendable {
        let name: String
        let meaning: String

        init(_ name: String, _ meaning: String) {
            self.name = name
            self.meaning = meaning
        }
    }

    /// The page's file name: `overlayd.1`.
    package var fileName: String { "\(command.name).\(section)" }

    package var description: String { fileName }

    /// The pages of all programs.
    package static let all = [overlayd, overlayctl, overlaydInput, overlaydClips]

    private static let socketVariables = [
        Note("OVERLAYD_SOCKET", "The path of the socket, where none is said."),
        Note("XDG_RUNTIME_DIR", "The folder of this user's own socket, where there is none of the system."),
    ]
    private static let sockets = [
        Note("/run/overlayd/overlayd.sock", "The socket of the system's daemon, for the group overlayd."),
        Note("$XDG_RUNTIME_DIR/overlayd/overlayd.sock", "The socket of a user's own daemon."),
    ]

    private static let overlayd = Manual(
        command: .overlayd, section: 1,
        introduction: [
            "overlayd owns the inputs of a machine, finds faces and barcodes in their pictures, and sends them over a Unix "
                + "socket to any number of clients. Each client says what it wants to know and how it shows the picture "
                + "(its layer, gravity, turn and mirroring), and gets every object in its own coordinates. Both sides "
                + "speak JSON-RPC, one object a line.",
            "Pictures are decoded and searched by workers of their own: one that dies is replaced, and nothing of it "
                + "reaches the clients but a short gap.",
        ],
        environment: socketVariables + [
            Note(
                "OVERLAYD_MODELS",
                "The folder of models; else the nearest models or share/overlayd/models at or above the program's."),
            Note("OVERLAYD_INPUT", "The worker; else the one beside the program or in libexec/overlayd."),
            Note("OVERLAYD_CLIPS", "The worker for clips and streams, likewise."),
        ],
        files: sockets + [
            Note("/etc/overlayd/overlayd.json", "The service's configuration; it explains each of its keys.")
        ],
        seeAlso: ["overlayctl 1", "systemd.service 5", "overlayd-input 8"])

    private static let overlayctl = Manual(
        command: .overlayctl, section: 1,
        introduction: [
            "overlayctl is for people and scripts: it talks to a running overlayd as any other client does."
        ],
        environment: socketVariables, files: sockets, seeAlso: ["overlayd 1"])

    private static let overlaydInput = Manual(
        command: .overlaydInput, section: 8, introduction: [], environment: [], files: [], seeAlso: ["overlayd 1"])
    private static let overlaydClips = Manual(
        command: .overlaydClips, section: 8, introduction: [], environment: [], files: [],
        seeAlso: ["overlayd 1", "overlayd-input 8"])
}
