import Glibc
import OverlaySystem
import OverlayWire

/// A connection to a daemon: requests and their replies, and what the daemon tells unasked.
///
/// For one thread, which may wait: programs use it as it is, and a `Client` on a thread of its own.
package final class Connection {
    /// The socket it is connected to.
    package let path: String
    /// The socket, for an event loop to wait on; whoever waits calls `receive`.
    package let socket: Descriptor
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    private var lines = LineSplitter(limit: Connection.longestLine)
    private var waiting: [ReceivedLine] = []
    private var lastRequest: Int64 = 0

    /// How long an answer may take, in microseconds.
    package static let patience: Int64 = 5_000_000
    /// The longest line that is read, in bytes: hundreds of objects fit, and a flood without a newline ends here.
    package static let longestLine = 4 << 20

    /// Connects to the socket at `path`; without one to that of `$OVERLAYD_SOCKET`, else to the system's or the user's,
    /// whichever answers first.
    package init(to path: String? = nil) throws(ClientError) {
        let candidates = SocketLocation.candidates(said: path)
        var failure: ClientError?
        for candidate in candidates {
            do throws(SystemError) {
                socket = try UnixSocket.connect(to: candidate, patience: Connection.patience)
                self.path = candidate
                return
            } catch {
                // The first failure that is more than absence is the one to tell.
                if error.code != ENOENT, failure == nil { failure = ClientError(connecting: candidate, error) }
            }
        }
        throw failure ?? ClientError(noDaemonAt: candidates)
    }

    deinit { buffer.deallocate() }

    /// Sends a request and waits for its reply, for so many microseconds; what comes meanwhile is kept for `next`.
    package func request(
        _ method: String, _ params: JSONObject = [:], patience: Int64 = Connection.patience
    ) throws(ClientError) -> JSONValue {
        let id = try send(method, params)
        let deadline = SystemClock().monotonic + patience
        var kept: [ReceivedLine] = []
        defer { waiting = kept + waiting }
        while let line = try next(until: deadline) {
            switch line.message {
            case .reply(.integer(id), let result): return result
            case .failure(.integer(id), let error), .failure(.null, let error): throw ClientError(refusal: error)
            default: kept.append(line)
            }
        }
        let seconds = patience / 1_000_000
        throw ClientError(
            .timedOut, "the daemon at \(path) does not answer: waited \(seconds) s for the reply to '\(method)'")
    }

    /// Sends a request; its reply comes by `next`, under the number that is answered here.
    package func send(_ method: String, _ params: JSONObject = [:]) throws(ClientError) -> Int64 {
        lastRequest += 1
        try send(method, params, id: lastRequest)
        return lastRequest
    }

    /// Sends a request under a number that the caller keeps apart from all others; waits 5 s for room at most.
    func send(_ method: String, _ params: JSONObject, id: Int64) throws(ClientError) {
        let line = Request.line(id: id, method: method, params: params)
        do throws(SystemError) {
            try UnixSocket.sendAll(line, to: socket)
        } catch {
            if error.code == EAGAIN {
                throw ClientError(.timedOut, "the daemon at \(path) has not read what was sent to it for 5 s")
            }
            throw error.isGonePeer ? closed : failed(error)
        }
    }

    /// The next message, waiting for it until a moment of the monotonic clock; nil when that has passed.
    package func next(until deadline: Int64? = nil) throws(ClientError) -> ReceivedLine? {
        while true {
            if let line = try nextReceived() { return line }
            guard try waitForBytes(until: deadline) else { return nil }
            try receive()
        }
    }

    /// The next message of those received; nil when there is none.
    package func nextReceived() throws(ClientError) -> ReceivedLine? {
        if !waiting.isEmpty { return waiting.removeFirst() }
        switch lines.next() {
        case .line(let line): return try ReceivedLine(line)
        case .tooLong: throw ClientError(.badMessage, "the daemon at \(path) sent a line of over \(lines.limit) bytes")
        case nil: return nil
        }
    }

    /// Takes what the socket holds; waits when it holds nothing.
    package func receive() throws(ClientError) {
        do throws(SystemError) {
            let received = try UnixSocket.receive(from: socket, into: buffer)
            if case .bytes(let count) = received { lines.append(buffer[..<count]) }
            if received == .end { throw SystemError("read", path, code: EPIPE) }
        } catch {
            throw error.code == EPIPE ? closed : failed(error)
        }
    }

    private func waitForBytes(until deadline: Int64?) throws(ClientError) -> Bool {
        while true {
            var milliseconds: Int32 = -1
            if let deadline {
                let left = deadline - SystemClock().monotonic
                guard left > 0 else { return false }
                milliseconds = Int32(clamping: (left + 999) / 1000)
            }
            var waiting = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
            let count = poll(&waiting, 1, milliseconds)
            if count > 0 { return true }
            if count < 0, errno != EINTR { throw failed(SystemError("poll", path)) }
        }
    }

    private var closed: ClientError { ClientError(.closed, "the daemon at \(path) went away") }

    private func failed(_ error: SystemError) -> ClientError { ClientError(.system, "\(path): \(error)") }
}
