import OverlaySystem

/// A client's socket and the session behind it.
final class Connection {
    let session: Session
    let socket: Descriptor
    let name: String
    var watch: Watch?
    var stallTimer: Timer?

    init(_ session: Session, socket: Descriptor, name: String) {
        self.session = session
        self.socket = socket
        self.name = name
    }

    /// Sends what waits; true when all of it is sent.
    func flush(at now: Int64) throws(SystemError) -> Bool {
        while let bytes = session.outbox.next() {
            let result = bytes.withUnsafeBytes { bytes in
                Result { () throws(SystemError) in try UnixSocket.send(bytes, to: socket) }
            }
            let count = try result.get()
            guard count > 0 else { return false }
            session.outbox.consume(count, at: now)
        }
        return true
    }

    func end() {
        stallTimer?.cancel()
        stallTimer = nil
        watch?.cancel()
        watch = nil
        socket.close()
    }
}
