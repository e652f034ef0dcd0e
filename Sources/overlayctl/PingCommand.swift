import Glibc
import OverlayClient
import OverlayOptions
import OverlaySystem
import OverlayWire

/// `overlayctl ping`: a sign of life and how long it took.
struct PingCommand {
    private let socket: String?
    private let count: Int
    private let printsJSON: Bool

    /// Reads the command's options.
    init(_ invocation: Invocation) throws(UsageError) {
        socket = invocation.text(.socket)
        count = try invocation.count(.count, in: 1...1_000_000) ?? 1
        printsJSON = invocation.has(.json)
    }

    /// Asks and prints one line for each answer.
    func run() throws -> ExitStatus {
        let connection = try Connection(to: socket)
        for round in 1...count {
            if round > 1 { sleep(1) }
            let started = SystemClock().monotonic
            _ = try connection.request("ping")
            let microseconds = SystemClock().monotonic - started
            try Output.write(line(for: connection.path, microseconds) + "\n")
        }
        return .success
    }

    private func line(for path: String, _ microseconds: Int64) -> String {
        let milliseconds = Double(microseconds) / 1000
        guard printsJSON else { return "answer from \(Terminal.safe(path)) in \(Format.fixed(milliseconds, 3)) ms" }
        return JSONValue.object(["socket": .string(path), "milliseconds": .number(milliseconds)]).text
    }
}
