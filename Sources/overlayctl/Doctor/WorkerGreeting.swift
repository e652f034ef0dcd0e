import Glibc
import OverlayLink
import OverlaySystem

/// What the worker program says of itself when it starts.
enum WorkerGreeting {
    /// Why a worker did not say it.
    struct Silence: Error, CustomStringConvertible {
        let description: String
    }

    /// How long it may take, in milliseconds.
    private static let patience: Int32 = 20_000

    /// Starts the program, hears its first message and ends it.
    static func capabilities(of program: String) throws -> Capabilities {
        let (ours, theirs) = try UnixSocket.pair()
        let (complaints, errors) = try Descriptor.pipe()
        let process = try ChildProcess(starting: program, arguments: [], channel: theirs, errors: errors)
        theirs.close()
        errors.close()
        defer { process.kill() }
        var splitter = LinkSplitter()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            var waiting = pollfd(fd: ours.number, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, patience) != 0 else { throw Silence(description: "it says nothing for 20 s") }
            let received = try buffer.withUnsafeMutableBytes { try UnixSocket.receive(from: ours, into: $0) }
            guard case .bytes(let count) = received else {
                process.kill()
                throw Silence(description: lastWords(complaints, &buffer))
            }
            splitter.append(buffer[..<count])
            guard let message = try splitter.next() else { continue }
            guard case .ready(let capabilities) = try LinkCodec.event(from: message) else {
                throw Silence(description: "it does not begin with what it can do: it belongs to another version")
            }
            return capabilities
        }
    }

    /// What a dead worker printed, or the dynamic linker for it.
    private static func lastWords(_ complaints: Descriptor, _ buffer: inout [UInt8]) -> String {
        let count = read(complaints.number, &buffer, buffer.count)
        let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init)
        return line ?? "it ends without a word"
    }
}
