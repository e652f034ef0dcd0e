import Glibc
import OverlayLink
import OverlaySystem

/// A worker program and this side of its channel; everything happens on the loop's thread.
///
/// What the worker sends is checked message by message; the first that makes no sense ends it.
package final class WorkerProcess {
    /// What the owner is told.
    package enum News {
        /// The worker said something.
        case event(LinkEvent)
        /// The worker or one of its libraries printed a line.
        case noise(String)
        /// The worker is gone, and how.
        case gone(String)
    }

    /// Its process id.
    package var pid: Int32 { process.pid }
    /// Requests that the worker has not taken yet.
    var waitingRequests: Int { outgoing.count }

    private let process: ChildProcess
    private let channel: Descriptor
    private let tell: (News) -> Void
    private var splitter = LinkSplitter()
    private var outgoing: [Outgoing] = []
    private var noise: WorkerNoise?
    private var channelWatch: Watch?
    private var endWatch: Watch?
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    private struct Outgoing {
        var bytes: ArraySlice<UInt8>
        var passing: [Descriptor]
        var isDemand: Bool
    }

    /// Starts `program`.
    package init(
        starting program: String, on loop: EventLoop, _ tell: @escaping (News) -> Void
    ) throws(SystemError) {
        let (ours, theirs) = try UnixSocket.pair()
        let (noiseEnd, errors) = try Descriptor.pipe()
        process = try ChildProcess(starting: program, arguments: [], channel: theirs, errors: errors)
        channel = ours
        self.tell = tell
        try UnixSocket.setBlocking(channel, false)
        channelWatch = try loop.watch(channel, .read) { [weak self] in self?.ready($0) }
        noise = try WorkerNoise(noiseEnd, on: loop) { [weak self] in self?.tell(.noise($0)) }
        endWatch = try loop.watch(process.ending, .read) { [weak self] _ in self?.ended() }
    }

    /// Sends a request; it waits here while the worker is busy, and of demands that wait only the last one does.
    package func send(_ request: LinkRequest, passing descriptors: [Descriptor] = []) {
        let isDemand = if case .demand = request { true } else { false }
        // The first may have been sent in part.
        if isDemand, outgoing.count > 1, outgoing.last?.isDemand == true { outgoing.removeLast() }
        outgoing.append(
            Outgoing(bytes: LinkCodec.encode(request)[...], passing: descriptors, isDemand: isDemand))
        flush()
    }

    /// Ends the worker at once; nothing more is told.
    package func end() {
        channelWatch?.cancel()
        endWatch?.cancel()
        channelWatch = nil
        endWatch = nil
        process.kill()
        noise?.end()
        noise = nil
    }

    deinit {
        end()
        buffer.deallocate()
    }

    private func ready(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.write) { flush() }
        if !readiness.isDisjoint(with: [.read, .hangup]) { read() }
    }

    private func flush() {
        while let next = outgoing.first {
            let numbers = next.passing.map(\.number)
            let count = next.bytes.withUnsafeBytes {
                UnixSocket.trySend($0, passing: numbers, to: channel)
            }
            guard count > 0 else { break }
            outgoing[0].passing = []
            outgoing[0].bytes = next.bytes.dropFirst(count)
            if outgoing[0].bytes.isEmpty { outgoing.removeFirst() }
        }
        channelWatch?.change(outgoing.isEmpty ? .read : [.read, .write])
    }

    /// Hands on what came, a bounded amount at a time, so that a flood from one worker does not hold up the loop.
    private func read() {
        guard channelWatch != nil else { return }
        do {
            guard case .bytes(let count) = try UnixSocket.receive(from: channel, into: buffer) else { return }
            splitter.append(buffer.prefix(count))
            while channelWatch != nil, let message = try splitter.next() {
                tell(.event(try LinkCodec.event(from: message)))
            }
        } catch {
            fail("a message that makes no sense (\(error))")
        }
    }

    private func ended() {
        // What it said last is still in the channel.
        for _ in 0..<64 where channelWatch != nil { read() }
        guard endWatch != nil, let status = process.endedStatus() else { return }
        fail(status.description)
    }

    private func fail(_ how: String) {
        guard endWatch != nil else { return }
        end()
        tell(.gone(how))
    }
}
