import OverlayMetadata

/// Everything that a daemon is told: by its configuration file, then by its command line.
package struct Configuration: Hashable, Sendable {
    /// The inputs, in the order in which clients see them.
    package var inputs: [InputDescription] = []
    /// The socket's path; nil for the usual ones.
    package var socket: String?
    /// The folder of models; nil for the one that belongs to the program.
    package var models: String?
    /// Seconds for which a source stays open when nobody wants anything of it; nil: for ever.
    package var closeAfter: Double? = 1
    /// Clients may point a camera's focus and exposure.
    package var allowsFocus = true
    /// How much clients may ask for.
    package var limits = Limits()

    /// How much clients may ask for.
    package struct Limits: Hashable, Sendable {
        /// Clients at once.
        package var clients = 1024
        /// Subscriptions of one client.
        package var subscriptions = 64
        /// Bytes of the send buffer of one client.
        package var sendBuffer = 16_384
        /// Seconds after which a client that takes nothing is closed.
        package var stall = 10.0

        /// The usual limits.
        package init() {}
    }

    /// A configuration without inputs.
    package init() {}

    /// Adds an input; its name must be new.
    mutating func add(_ input: InputDescription, at place: String) throws(ConfigurationError) {
        guard !inputs.contains(where: { $0.name == input.name }) else {
            throw ConfigurationError(
                place, got: "the name '\(input.name)' for a second time", wanted: "a name that no other input has")
        }
        guard inputs.count < 64 else { throw ConfigurationError(place, got: "input 65", wanted: "one of at most 64") }
        guard !input.isStandardInput || !inputs.contains(where: \.isStandardInput) else {
            throw ConfigurationError(
                place, got: "standard input for a second time", wanted: "another source: one input can read y4m:-")
        }
        inputs.append(input)
    }
}
