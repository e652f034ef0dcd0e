extension DetectRun {
    /// How it went.
    package struct Outcome: Hashable, Sendable {
        /// Sources of which something could not be read.
        package var failed = 0
        /// The reason for which nothing could be done at all.
        package var broken: String?
        /// What was asked for by name and cannot be detected here.
        package var unavailable: [String] = []
        /// What can be detected here.
        package var available: [String] = []
    }

    /// What there is to do next.
    package enum Supply: Hashable, Sendable {
        /// A source.
        case source(String)
        /// What comes through standard input.
        case standardInput
        /// Nothing now; the list's descriptor tells when.
        case later
        /// Nothing any more.
        case end
    }
}
