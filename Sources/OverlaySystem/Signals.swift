import CLinux
import Glibc

/// Signals as events of a loop.
///
/// Make it before any thread starts, so that every thread has them blocked.
package struct Signals {
    private let descriptor: Descriptor

    /// Takes the given signals away from their default action.
    package init(_ signals: [Int32]) throws(SystemError) {
        descriptor = Descriptor(owning: try checked("signalfd") { clinux_signalfd(signals, signals.count) })
    }

    /// Calls `handler` for each signal that arrives.
    package func watch(on loop: EventLoop, _ handler: @escaping (Int32) -> Void) throws(SystemError) {
        let descriptor = descriptor
        try loop.watch(descriptor, .read) { _ in
            while case let signal = clinux_next_signal(descriptor.number), signal != 0 { handler(signal) }
        }
    }
}
