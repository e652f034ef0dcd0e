import Foundation
import OverlayMetadata
import Testing

/// The daemon's own words, byte by byte: UPDATE_GOLDEN=1 writes the golden files anew.
///
/// Codes alone: the two OpenCVs differ by a hair in faces.
@Suite("Golden conversations", .serialized, .timeLimit(.minutes(2)))
struct GoldenTests {
    @Test("the daemon answers what the golden file holds", arguments: GoldenCase.all)
    func golden(_ conversation: GoldenCase) throws {
        let said = try transcript(of: conversation).joined(separator: "\n") + "\n"
        try expect(said, isGolden: conversation.name)
    }

    private func transcript(of conversation: GoldenCase) throws -> [String] {
        let scratch = try Scratch()
        let pictures = try pictures(in: scratch)
        let daemon = try DaemonInProcess(
            conversation.inputs.map { $0.replacingOccurrences(of: "PICTURES", with: pictures) }, in: scratch)
        let client = try daemon.client()
        for (number, step) in conversation.steps.enumerated() {
            switch step {
            case .ask(let method, let params):
                try client.send(#"{"jsonrpc":"2.0","id":\#(number),"method":"\#(method)","params":\#(params)}"#)
                _ = try client.reply()
            case .frames(let count, let input):
                for _ in 0..<count {
                    daemon.grant(input)
                    _ = try client.metadata()
                }
            case .lostFrame(let input): daemon.grant(input)
            case .later(let microseconds, let state):
                daemon.pass(microseconds)
                try client.awaitState(state)
            }
        }
        return client.transcript
    }

    /// A folder of three pictures and one that is none.
    private func pictures(in scratch: Scratch) throws -> String {
        let folder = scratch.file("pictures")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for (name, number) in [("a.bmp", 1), ("c.bmp", 40), ("d.bmp", 80)] as [(String, UInt64)] {
            try scratch.write(try Bitmap.scene(number), to: "pictures/\(name)")
        }
        try scratch.write("no picture", to: "pictures/b.png")
        return folder
    }
}
