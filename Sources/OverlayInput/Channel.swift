import OverlayLink
import OverlaySystem
import Synchronization

/// The worker's end of the socket pair; events may be sent from any thread, requests are read by one.
final class Channel: Sendable {
    private let socket: Descriptor
    private let sending = Mutex(())

    init(_ socket: Descriptor) { self.socket = socket }

    /// Sends an event; waits while the daemon is behind.
    ///
    /// False when the daemon is gone.
    @discardableResult
    func send(_ event: LinkEvent) -> Bool {
        let bytes = LinkCodec.encode(event)
        return sending.withLock { _ in
            do throws(SystemError) {
                try UnixSocket.sendAll(bytes, to: socket)
                return true
            } catch {
                return false
            }
        }
    }

    /// Calls `handle` for each request, with the descriptors that came along, until the daemon closes its end.
    func requests(_ handle: (LinkRequest, [Descriptor]) -> Void) throws {
        var splitter = LinkSplitter()
        var passed: [Descriptor] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { buffer.deallocate() }
        while case .bytes(let count) = try UnixSocket.receive(from: socket, into: buffer, descriptors: &passed) {
            splitter.append(buffer.prefix(count))
            while let message = try splitter.next() {
                let request = try LinkCodec.request(from: message)
                // Only an opening has descriptors beside it, and the daemon waits for its end before the next one.
                if case .open = request {
                    handle(request, passed)
                    passed = []
                } else {
                    handle(request, [])
                }
            }
        }
    }
}
