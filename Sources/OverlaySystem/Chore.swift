import Synchronization

/// Work that may block, done on a thread of its own; what came of it is told on a loop's thread.
package enum Chore {
    /// Starts the work.
    package static func start<Value: Sendable>(
        named name: String, on loop: EventLoop, _ work: @escaping @Sendable () -> Value,
        _ done: @escaping (Value) -> Void
    ) throws(SystemError) {
        let outcome = Outcome<Value>()
        let (reading, writing) = try Descriptor.pipe()
        let thread = try Thread(named: name) {
            let value = work()
            outcome.value.withLock { $0 = value }
            // The other end hears of it by the end of the pipe.
            writing.close()
        }
        var watch: Watch?
        watch = try loop.watch(reading, .read) { _ in
            watch?.cancel()
            watch = nil
            thread.join()
            if let value = outcome.value.withLock({ $0 }) { done(value) }
        }
    }

    private final class Outcome<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
