/// Why a source gave no frame: a symbolic name, and what was wrong, what was got and what would be right.
package struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `notAPicture`, `noVideo`, `truncated`, `tooLarge`, `unsupported`, `unreadable`, `undecodable`, and of streams
    /// `timeout`, `unreachable`, `notPermitted`, `notFound` and `ended`.
    package let name: String
    /// A sentence without its full stop.
    package let message: String

    /// An error of its members.
    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    package var description: String { "\(name): \(message)" }

    /// The content is no picture at all.
    package static func notAPicture(_ message: String) -> SourceError {
        SourceError(name: "notAPicture", message: message)
    }
    /// There is content, and no picture in it.
    package static func noVideo(_ message: String) -> SourceError {
        SourceError(name: "noVideo", message: message)
    }
    /// The file ends before the picture does.
    package static func truncated(_ message: String) -> SourceError {
        SourceError(name: "truncated", message: message)
    }
    /// More pixels or bytes than the limits allow.
    package static func tooLarge(_ message: String) -> SourceError {
        SourceError(name: "tooLarge", message: message)
    }
    /// A kind of picture that is known, and not read.
    package static func unsupported(_ message: String) -> SourceError {
        SourceError(name: "unsupported", message: message)
    }
    /// The file cannot be opened or read.
    package static func unreadable(_ message: String) -> SourceError {
        SourceError(name: "unreadable", message: message)
    }
    /// The content is damaged.
    package static func undecodable(_ message: String) -> SourceError {
        SourceError(name: "undecodable", message: message)
    }

    /// The same error, said of a file.
    func about(_ file: String) -> SourceError {
        file.isEmpty ? self : SourceError(name: name, message: "\(file): \(message)")
    }
}
