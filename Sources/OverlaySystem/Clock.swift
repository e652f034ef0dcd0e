import Glibc
import Synchronization

/// Where the time comes from: the machine, or a test that sets it.
package protocol Clock: Sendable {
    /// Microseconds of CLOCK_MONOTONIC.
    var monotonic: Int64 { get }
    /// Microseconds since the epoch.
    var wall: Int64 { get }
}

/// The machine's clocks.
package struct SystemClock: Clock {
    /// The machine's clocks.
    package init() {}

    package var monotonic: Int64 { SystemClock.read(CLOCK_MONOTONIC) }
    package var wall: Int64 { SystemClock.read(CLOCK_REALTIME) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}

/// A clock that stands until it is moved.
package final class ManualClock: Clock {
    private let elapsed = Mutex<Int64>(0)
    private let monotonicStart: Int64
    private let wallStart: Int64

    /// A clock that stands at the given moments, in microseconds.
    package init(monotonic: Int64 = 1_000_000_000, wall: Int64 = 1_764_500_000_000_000) {
        monotonicStart = monotonic
        wallStart = wall
    }

    package var monotonic: Int64 { monotonicStart + elapsed.withLock { $0 } }
    package var wall: Int64 { wallStart + elapsed.withLock { $0 } }

    /// Moves both clocks forward by so many microseconds.
    package func advance(by microseconds: Int64) { elapsed.withLock { $0 += microseconds } }
}
