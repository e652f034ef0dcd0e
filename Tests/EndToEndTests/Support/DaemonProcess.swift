import Glibc
import OverlaySystem

/// A real daemon as a process of its own, serving at a socket in a folder of its own.
final class DaemonProcess {
    let scratch: Scratch
    let socket: String
    let process: Spawned

    /// Starts it and waits until it serves.
    init(
        _ inputs: [String] = ["test=test:,size=640x480,rate=30"], in folder: Scratch? = nil,
        arguments: [String] = [], environment: [String: String] = [:]
    ) throws {
        scratch = try folder ?? Scratch()
        socket = scratch.file("overlayd.sock")
        process = try Spawned(
            Built.overlayd, ["run", "--socket", socket] + inputs.flatMap { ["--input", $0] } + arguments,
            environment: environment)
        try process.awaitComplaint(" serves ")
    }

    func client() throws -> Client { try Client(to: socket, of: self) }

    /// Ends it by a signal, and waits.
    func stop(by signal: Int32 = SIGTERM) throws -> Spawned.Outcome {
        process.signal(signal)
        return try process.finish()
    }
}
