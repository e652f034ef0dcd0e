import Glibc
import OverlaySystem
import OverlayWire
import Synchronization

/// A server that does what a script says with each connection, on a thread of its own.
final class ScriptedServer: Sendable {
    static let hello =
        #"{"jsonrpc":"2.0","method":"hello","params":{"server":"x 1","protocol":"0.1","session":"s","inputs":[],"types":[],"features":[]}}"#

    let path: SocketPath
    private let listener: Descriptor
    private let thread = Mutex<OverlaySystem.Thread?>(nil)

    /// Serves one connection after another until `stop`.
    init(at path: SocketPath = SocketPath(), _ script: @escaping @Sendable (Peer) -> Void) throws {
        self.path = path
        listener = try UnixSocket.listen(at: path.text, mode: 0o600)
        try UnixSocket.setBlocking(listener, true)
        let listener = listener
        let thread = try OverlaySystem.Thread(named: "scripted") {
            while let socket = try? UnixSocket.accept(from: listener) {
                try? UnixSocket.setBlocking(socket, true)
                script(Peer(socket: socket))
                socket.close()
            }
        }
        self.thread.withLock { $0 = thread }
    }

    func stop() {
        shutdown(listener.number, Int32(SHUT_RDWR))
        thread.withLock { $0 }?.join()
        unlink(path.text)
    }

    /// One client of it.
    final class Peer {
        private let socket: Descriptor
        private var lines = LineSplitter()

        init(socket: Descriptor) { self.socket = socket }

        func send(_ text: String) { try? UnixSocket.sendAll(Array(text.utf8), to: socket) }
        func say(_ line: String) { send(line + "\n") }

        /// The next request; nil when the client has gone.
        func request() -> Request? {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                if case .line(let line)? = lines.next() { return try? Request(line: line) }
                let received = buffer.withUnsafeMutableBytes { try? UnixSocket.receive(from: socket, into: $0) }
                guard case .bytes(let count)? = received else { return nil }
                lines.append(buffer[..<count])
            }
        }

        /// Answers a request with a result.
        func reply(to request: Request, _ result: String) {
            say(
                #"{"jsonrpc":"2.0","id":\#(String(decoding: request.id?.text ?? [], as: UTF8.self)),"result":\#(result)}"#
            )
        }

        /// Waits until the client has gone.
        func awaitEnd() { while request() != nil {} }
    }
}
