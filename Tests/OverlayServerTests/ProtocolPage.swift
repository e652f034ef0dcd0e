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
        for line in lines {
            if line == "```exchange" { stage = try Stage() }
            if line == "```" { stage = nil }
            guard let current = stage else {
                result.append(line)
                continue
            }
            if line.hasPrefix("← ") { continue }
            result.append(line)
            if line.hasPrefix("→ ") { current.client?.send(String(line.dropFirst(2))) }
            if line.hasPrefix("# ") { try current.perform(String(line.dropFirst(2))) }
            result += current.client?.lines().map { "← " + $0 } ?? []
        }
        return result
    }

    /// The lines of one direction, without their arrow.
    func lines(_ arrow: String) -> [String] {
        lines.filter { $0.hasPrefix(arrow + " ") }.map { String($0.dropFirst(2)) }
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
    }

    func perform(_ step: String) throws {
        switch step {
        case "a client connects": client = try server.client()
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
