import OverlayFrame
import Synchronization

/// Memory for frames of one size, taken back when the last holder of a frame lets go: after the first frames nothing is
/// allocated any more.
///
/// Any thread.
package final class FramePool: Sendable {
    private struct Free: @unchecked Sendable {
        var buffers: [UnsafeMutableRawBufferPointer] = []
    }

    private let free = Mutex(Free())
    private let byteCount: Int
    private let spare: Int

    /// A pool that keeps at most `spare` unused buffers.
    package init(byteCount: Int, spare: Int = 4) {
        self.byteCount = max(byteCount, 1)
        self.spare = spare
    }

    deinit { free.withLock { $0.buffers.forEach { $0.deallocate() } } }

    /// Storage with whatever was in it before.
    package func storage() -> FrameStorage {
        let reused = free.withLock { free in Free(buffers: free.buffers.popLast().map { [$0] } ?? []) }
        let bytes = reused.buffers.first ?? FramePool.allocate(byteCount)
        return FrameStorage(adopting: bytes) { self.takeBack($0) }
    }

    private static func allocate(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        return bytes
    }

    private func takeBack(_ bytes: UnsafeMutableRawBufferPointer) {
        let returned = Free(buffers: [bytes])
        let kept = free.withLock { free in
            guard free.buffers.count < spare else { return false }
            free.buffers += returned.buffers
            return true
        }
        if !kept { bytes.deallocate() }
    }
}
