import Glibc
import OverlayFrame
import OverlaySystem
import Synchronization

/// A camera's mapped buffers: each is the driver's, or the source's, or lent to a frame, which gives it back when its
/// last holder lets go.
///
/// At least two stay the driver's. Frames may outlive the stream: what they hold is unmapped when they end.
final class CameraBuffers: Sendable {
    private struct Buffer: @unchecked Sendable {
        let bytes: UnsafeMutableRawBufferPointer
        var isLent = false
    }

    private struct State {
        var buffers: [Buffer?] = []
        var lent = 0
        var isStreaming = false
    }

    /// So many are asked for: two for the driver, one each for the mailbox, the detectors and the capture thread.
    static let wanted = 5
    /// More than these are of no use.
    private static let most = 32

    private let device: any VideoDevice
    private let state = Mutex(State())

    /// Asks for the buffers, maps and queues them; after an error none is left.
    init(of device: any VideoDevice) throws(SystemError) {
        self.device = device
        do throws(SystemError) {
            let count = try uninterrupted { () throws(SystemError) in
                try device.requestBuffers(CameraBuffers.wanted)
            }
            for index in 0..<min(max(count, 0), CameraBuffers.most) {
                let buffer = try uninterrupted { () throws(SystemError) in
                    Buffer(bytes: try device.mapBuffer(at: index))
                }
                state.withLock { $0.buffers.append(buffer) }
                try uninterrupted { () throws(SystemError) in try device.queue(index) }
            }
            state.withLock { $0.isStreaming = true }
        } catch {
            end()
            throw error
        }
    }

    /// How many there are.
    var count: Int { state.withLock { $0.buffers.count } }

    /// Bytes of the longest.
    var longest: Int { state.withLock { $0.buffers.compactMap { $0?.bytes.count }.max() ?? 0 } }

    /// A buffer's bytes; nil for a number that the driver made up, or one that is lent.
    func bytes(of index: Int) -> UnsafeMutableRawBufferPointer? {
        state.withLock { state in
            guard state.buffers.indices.contains(index), let buffer = state.buffers[index], !buffer.isLent else {
                return Mapped(bytes: nil)
            }
            return Mapped(bytes: buffer.bytes)
        }.bytes
    }

    /// Gives a buffer to the driver again.
    func requeue(_ index: Int) throws(SystemError) {
        try uninterrupted { () throws(SystemError) in try device.queue(index) }
    }

    /// The buffer as a frame's storage, which gives it back; nil when too many are lent already.
    func lend(_ index: Int) -> FrameStorage? {
        let lent = state.withLock { state -> Mapped in
            guard state.buffers.indices.contains(index), state.buffers[index]?.isLent == false,
                state.lent < state.buffers.count - 2
            else { return Mapped(bytes: nil) }
            state.buffers[index]?.isLent = true
            state.lent += 1
            return Mapped(bytes: state.buffers[index]?.bytes)
        }
        guard let bytes = lent.bytes else { return nil }
        return FrameStorage(adopting: bytes) { [self] _ in takeBack(index) }
    }

    /// Unmaps what is not lent, and lets the driver forget all once nothing is mapped.
    func end() {
        let freed = state.withLock { state in
            state.isStreaming = false
            var freed: [Mapped] = []
            for index in state.buffers.indices where state.buffers[index]?.isLent == false {
                freed.append(Mapped(bytes: state.buffers[index]?.bytes))
                state.buffers[index] = nil
            }
            return freed
        }
        free(freed)
    }

    private func takeBack(_ index: Int) {
        let (isStreaming, freed) = state.withLock { state -> (Bool, [Mapped]) in
            state.lent -= 1
            state.buffers[index]?.isLent = false
            guard !state.isStreaming else { return (true, []) }
            let freed = Mapped(bytes: state.buffers[index]?.bytes)
            state.buffers[index] = nil
            return (false, [freed])
        }
        // A device that has gone takes nothing back; whoever waits for its frames is told.
        if isStreaming { try? requeue(index) } else { free(freed) }
    }

    private func free(_ mapped: [Mapped]) {
        for case .some(let bytes) in mapped.map(\.bytes) { device.unmap(bytes) }
        let isEmpty = state.withLock { state in
            defer { if state.lent == 0 { state.buffers = [] } }
            return state.lent == 0
        }
        if isEmpty { _ = try? device.requestBuffers(0) }
    }

    private struct Mapped: @unchecked Sendable {
        let bytes: UnsafeMutableRawBufferPointer?
    }
}

/// Repeats a call while a signal interrupts it, as a driver may say a few times.
func uninterrupted<Result>(_ call: () throws(SystemError) -> Result) throws(SystemError) -> Result {
    for _ in 0..<100 {
        do throws(SystemError) { return try call() } catch { if error.code != EINTR { throw error } }
    }
    return try call()
}
