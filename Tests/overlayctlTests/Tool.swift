import Foundation
import Glibc

/// The real program, run as a process: it is built beside this test program.
struct Tool {
    /// How a run ended.
    struct Outcome {
        let status: Int32
        let output: String
        let complaint: String

        /// The lines of the output.
        var lines: [Substring] { output.split(separator: "\n") }
    }

    static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("overlayctl")

    /// Runs it to its end, away from any daemon of this machine.
    static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
        let (output, complaint) = (Pipe(), Pipe())
        let process = process(arguments, environment)
        process.standardOutput = output
        process.standardError = complaint
        try process.run()
        let written = output.fileHandleForReading.readDataToEndOfFile()
        let complained = complaint.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
            complaint: String(decoding: complained, as: UTF8.self))
    }

    /// Runs it at a terminal; what the terminal got is its output.
    static func runAtTerminal(_ arguments: [String]) throws -> Outcome {
        var (terminal, inside): (Int32, Int32) = (-1, -1)
        guard openpty(&terminal, &inside, nil, nil, nil) == 0 else { throw POSIXError(.ENOTTY) }
        defer { close(terminal) }
        let complaint = Pipe()
        let process = process(arguments, [:])
        process.standardOutput = FileHandle(fileDescriptor: inside, closeOnDealloc: false)
        process.standardError = complaint
        try process.run()
        close(inside)
        var written: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        // The last one to leave a terminal makes its other end fail.
        while case let count = read(terminal, &buffer, buffer.count), count > 0 { written += buffer.prefix(count) }
        process.waitUntilExit()
        let complained = complaint.fileHandleForReading.readDataToEndOfFile()
        return Outcome(
            status: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
            complaint: String(decoding: complained, as: UTF8.self))
    }

    private static func process(_ arguments: [String], _ environment: [String: String]) -> Process {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        let own = ["XDG_RUNTIME_DIR": "/nonexistent", "OVERLAYD_SOCKET": ""].merging(environment) { $1 }
        process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
        process.standardInput = FileHandle.nullDevice
        return process
    }
}
