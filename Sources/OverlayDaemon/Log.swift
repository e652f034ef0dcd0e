import Glibc
import OverlaySystem

/// Lines on standard error, each behind its level as journald understands it.
package struct Log: Sendable {
    /// How much a line matters.
    package enum Level: Int, Sendable {
        /// Something does not work and somebody must act.
        case error = 3
        /// Something is not as it should be; the rest goes on.
        case warning = 4
        /// A change of state that an operator wants to find.
        case notice = 5
        /// What a curious operator reads.
        case info = 6
    }

    private let write: @Sendable (Level, String) -> Void

    /// A log that hands its lines to a function.
    package init(_ write: @escaping @Sendable (Level, String) -> Void) { self.write = write }

    /// The log of a program: standard error, with the level in words where a person reads it at a terminal.
    package static let standardError = Log { level, text in
        let prefix = isatty(2) == 1 ? "\(level): " : "<\(level.rawValue)>"
        // One write a line, so that lines of several processes do not mix.
        Console.complain(prefix + text.map { $0.isNewline ? " " : String($0) }.joined())
    }

    /// Writes a line.
    package func callAsFunction(_ level: Level, _ text: String) { write(level, text) }
}
