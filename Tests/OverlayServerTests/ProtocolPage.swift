import Foundation
import OverlayMetadata
import OverlayWire

/// The exchanges of `docs/protocol.md`, which are run against the server.
struct ProtocolPage {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("docs")
    static let file = folder.appendingPathComponent("protocol.md")

    /// The page's lines.
    let lines: [String]

    init() throws {
        lines = try String(contentsOf: ProtocolPage.file, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The page as it should be: behind each step of an exchange stands what the server sent.
    func replayed() throws -> [String] {
        var result: [String] = []
        var stage: Stage?
        for step in steps {
            let text = step.joined(separator: "\n")
            if text == "```exchange" { stage = try Stage() }
            if text == "```" { stage = nil }
            guard let current = stage else {
                result += step
                continue
            }
            if text.hasPrefix("← ") { continue }
            if text.hasPrefix("→ ") {
                let line = ProtocolPage.line(of: step)
                result += ProtocolPage.shown(line, "→")
                current.client?.send(line)
            } else {
                result += step
            }
            if text.hasPrefix("# ") { try current.perform(String(text.dropFirst(2))) }
            result += current.client?.lines().flatMap { ProtocolPage.shown($0, "←") } ?? []
        }
        return result
    }

    /// What goes in one direction, each as the line that goes over the wire.
    func lines(_ arrow: String) -> [String] { messages.filter { $0.arrow == arrow }.map(\.line) }

    /// What goes in either direction, in order.
    var messages: [(arrow: String, line: String)] {
        steps.compactMap { step in
            let arrow = ["→", "←"].first { step[0].hasPrefix($0 + " ") }
            return arrow.map { ($0, ProtocolPage.line(of: step)) }
        }
    }

    /// The page's lines; those of a message, which goes on in lines that are indented, together.
    private var steps: [[String]] {
        var steps: [[String]] = []
        for line in lines {
            if line.hasPrefix("  "), let first = steps.last?.first, first.hasPrefix("→ ") || first.hasPrefix("← ") {
                steps[steps.count - 1].append(line)
            } else {
                steps.append([line])
            }
        }
        return steps
    }

    /// The line that a message is on the wire; what is no JSON goes as it is.
    private static func line(of step: [String]) -> String {
        let text = step.joined(separator: "\n").dropFirst(2)
        return (try? JSONReader.read(String(text)).text) ?? String(text)
    }

    /// A message as the page shows it.
    private static func shown(_ line: String, _ arrow: String) -> [String] {
        guard let value = try? JSONReader.read(line) else { return ["\(arrow) \(line)"] }
        let lines = PrettyJSON.lines(value)
        return ["\(arrow) \(lines[0])"] + lines.dropFirst()
    }
}

/// One exchange of the page: a server, a client, and what happens meanwhile.
final class Stage {
    let server: TestServer
    private(set) var client: TestClient?
    private var sequence: UInt64 = 1

    struct UnknownStep: Error {
        let step: String
    }

    init() throws {
        server = try TestServer(
            types: [.face, ObjectTypes([.qrCode, .ean13, .code128])],
            libraries: [LibraryVersion(name: "ZBar", version: "0.23.93")])
        server.statusOfInputs = { ["front": ["worker": .null]] }
        server.steer = { _, steering, done in
            switch steering {
            case .focus(let point):
                done(
                    .success([
                        "point": .object(["x": .number(point.x), "y": .number(point.y)]),
                        "uses": .array(["exposure", "focus"]),
                    ]))
            case .controls:
                let gain: JSONObject = [
                    "name": "gain", "kind": "integer", "minimum": .integer(0), "maximum": .integer(100),
                    "step": .integer(1), "default": .integer(0), "value": .integer(16),
                ]
                done(.success(["camera": "HD Webcam", "path": "/dev/video0", "controls": .array([.object(gain)])]))
            }
        }
    }

    func perform(_ step: String) throws {
        switch step {
        case "a client connects": client = try server.client()
        case "a controlling client connects": client = try server.greeted(controls: true)
        case "front is live and shows a code and a face": goLive([.code(), .face()])
        case "front is live and shows nothing": goLive([])
        case "the next frame shows them too": show([.code(), .face()])
        case "the next frame is empty": show([])
        case "two frames come while the client does not read":
            show([.code()])
            show([.code()])
        case "5 seconds go by": server.clock.advance(by: 5_000_000)
        case "front is unplugged":
            server.input(
                "front",
                InputStatus(
                    state: .absent, reason: "unplugged", detail: "the camera was unplugged; plug it in again",
                    since: server.clock.monotonic))
        default: throw UnknownStep(step: step)
        }
    }

    private func goLive(_ objects: [MetadataObject]) {
        server.input(
            "front",
            InputStatus(
                state: .live, since: server.clock.monotonic, frame: FrameSize(width: 1280, height: 720), format: "MJPG",
                rate: 25))
        show(objects)
    }

    private func show(_ objects: [MetadataObject]) {
        sequence += 1
        let frame = MetadataFrame.sample(sequence, objects)
        server.clock.advance(by: max(0, frame.time + 21_400 - server.clock.monotonic))
        server.frame(frame)
    }
}
