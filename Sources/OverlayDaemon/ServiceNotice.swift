import CSystemd
import OverlaySystem

/// What the daemon tells the service manager that started it; where none did, nothing is sent.
package enum ServiceNotice {
    /// It serves; and how, in one line for people.
    package static func ready(_ status: String) { send("READY=1\nSTATUS=\(line(status))") }

    /// It is about to end; and why.
    package static func stopping(_ reason: String) { send("STOPPING=1\nSTATUS=\(line(reason))") }

    /// Gives a sign of life as often as the service manager wants one, as long as the loop turns.
    package static func startWatchdog(on loop: EventLoop) {
        var interval: UInt64 = 0
        guard sd_watchdog_enabled(0, &interval) > 0 else { return }
        beat(every: max(1, Int64(clamping: interval / 2)), on: loop)
    }

    private static func beat(every microseconds: Int64, on loop: EventLoop) {
        send("WATCHDOG=1")
        _ = loop.after(microseconds: microseconds) { [weak loop] in
            if let loop { beat(every: microseconds, on: loop) }
        }
    }

    /// A notice that does not arrive is the service manager's business: it acts on its absence.
    private static func send(_ notice: String) { _ = sd_notify(0, notice) }

    private static func line(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
}
