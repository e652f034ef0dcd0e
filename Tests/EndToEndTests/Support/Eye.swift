import OverlaySystem
import Testing

/// A line of `docs/sources.md` that writes pictures into a pipe.
struct Eye: Sendable, CustomStringConvertible {
    /// Where the pictures come from.
    let name: String
    /// What is run.
    let line: String

    var description: String { name }

    /// Its pictures are a test pattern, or a screen with nothing on it.
    var showsNoCode: Bool { line.contains("videotestsrc") || line.contains("x11grab") }

    /// The rows of the table.
    static let documented: [Eye] = text.split(separator: "\n").compactMap { row in
        // A bar within a cell is written \|.
        let cells = row.replacing("\\|", with: "\u{0}").split(separator: "|").map {
            $0.replacing("\u{0}", with: "|").drop { $0 == " " }
        }
        guard row.hasPrefix("| "), cells.count == 2, cells[1].contains("/tmp/eye") else { return nil }
        return Eye(name: String(cells[0]), line: String(cells[1].filter { $0 != "`" }))
    }

    /// The line that needs no named pipe.
    static let standardInput: String? = text.split(separator: "`").first { $0.contains("y4m:-") && $0.contains(" | ") }
        .map(String.init)

    private static let text = String(
        decoding: (try? FileText.read("\(Built.package)/docs/sources.md", atMost: 1 << 20)) ?? [], as: UTF8.self)

    /// Runs the line with another pipe, clip and display; programs that this machine cannot run have a stand-in.
    ///
    /// SIGTERM ends all of it.
    func start(pipe: String, clip: String, display: String?, in scratch: Scratch) throws -> Spawned {
        let standIns = Built.tests + "/StandIns"
        let run = line.replacing("/tmp/eye", with: pipe).replacing("clip.mp4", with: clip)
            .replacing("-i :0", with: "-i \(display ?? ":0")")
        let path = Spawned.variable("PATH") ?? "/usr/bin:/bin"
        // A session of its own, so that the signal reaches each program of a line.
        return try Spawned(
            "setsid", ["bash", "-c", "trap 'trap - TERM; kill -- -$$' TERM; { \(run); } & wait"],
            environment: [
                "PATH": "\(standIns):/usr/bin:\(path)", "PYTHONPATH": standIns, "CLIP": clip,
                "PICTURE": scratch.file("clip-1.bmp"),
            ], folder: Built.package)
    }
}
