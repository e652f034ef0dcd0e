import Foundation
import OverlaySystem
import OverlayWire

/// A daemon of few words: for each method the lines that it answers, sent at once.
///
/// In a line `ID` stands for the request's number; a line `CLOSE` hangs up.
final class FakeDaemon {
    /// Where it listens.
    let path: String
    /// The lines that it got, once it has ended.
    var requests: [String] { log.lines }
    private let thread: OverlaySystem.Thread
    private let log = Log()

    init(_ answers: [String: [String]]) throws {
        path = NSTemporaryDirectory() + "overlayctl-\(UUID().uuidString.prefix(8)).sock"
        let listener = try UnixSocket.listen(at: path, mode: 0o600)
        try UnixSocket.setBlocking(listener, true)
        let log = log
        thread = try OverlaySystem.Thread(named: "fake-daemon") {
            guard let client = try? UnixSocket.accept(from: listener) else { return }
            try? UnixSocket.setBlocking(client, true)
            try? FakeDaemon.serve(client, answers, log)
            client.close()
        }
    }

    /// Waits until its client has gone.
    func finish() {
        thread.join()
        unlink(path)
    }

    private static func serve(_ client: Descriptor, _ answers: [String: [String]], _ log: Log) throws {
        try say(
            #"{"jsonrpc":"2.0","method":"hello","params":{"server":"overlayd 0.1.0","protocol":"0.1","session":"b7c1"}}"#,
            to: client)
        var bytes: [UInt8] = []
        while let line = try nextLine(from: client, &bytes) {
            log.append(line)
            let request = try JSONReader.read(line)
            let lines = answers[request["method"]?.string ?? ""] ?? []
            let said = lines.prefix { $0 != "CLOSE" }.joined(separator: "\n")
            try say(said.replacingOccurrences(of: "ID", with: request["id"]?.text ?? "null"), to: client)
            if lines.contains("CLOSE") { return }
        }
    }

    private static func say(_ line: String, to client: Descriptor) throws {
        try UnixSocket.sendAll(Array("\(line)\n".utf8), to: client)
    }

    private static func nextLine(from client: Descriptor, _ bytes: inout [UInt8]) throws -> String? {
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes.removeFirst(end + 1) }
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(client.number, &buffer, buffer.count)
            guard count > 0 else { return nil }
            bytes += buffer.prefix(count)
        }
    }

    private final class Log: @unchecked Sendable {
        private let lock = NSLock()
        private var kept: [String] = []
        var lines: [String] { lock.withLock { kept } }
        func append(_ line: String) { lock.withLock { kept.append(line) } }
    }
}
