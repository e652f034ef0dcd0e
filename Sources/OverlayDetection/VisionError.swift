/// What the vision library refused, in its own words or ours.
package struct VisionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was wrong and what would be right.
    package let message: String

    /// An error with its message.
    package init(_ message: String) { self.message = message }

    package var description: String { message }
}
