import CFFmpeg
import OverlaySystem
import Synchronization

/// Ends FFmpeg's waiting: when it was cancelled, or a deadline has passed.
///
/// Any thread.
final class ClipWatch: Sendable {
    private let isCancelled = Atomic(false)
    private let deadline = Atomic(Int64.max)

    /// FFmpeg may wait no longer.
    var isOver: Bool { isCancelled.load(ordering: .relaxed) || hasPassed }

    /// It took longer than it may.
    var hasPassed: Bool { SystemClock().monotonic > deadline.load(ordering: .relaxed) }

    /// `cancel` was called.
    var wasCancelled: Bool { isCancelled.load(ordering: .relaxed) }

    /// From now on nothing is waited for.
    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// What follows may take so many microseconds; nil: for ever.
    func allow(_ microseconds: Int64?) {
        let end = microseconds.map { SystemClock().monotonic &+ $0 } ?? .max
        deadline.store(end, ordering: .relaxed)
    }

    /// How FFmpeg asks; the watch must outlive what it is given to.
    var callback: AVIOInterruptCB {
        AVIOInterruptCB(
            callback: { opaque in
                guard let opaque else { return 0 }
                return Unmanaged<ClipWatch>.fromOpaque(opaque).takeUnretainedValue().isOver ? 1 : 0
            }, opaque: Unmanaged.passUnretained(self).toOpaque())
    }
}
