import OverlayMetadata

/// What a `latest` asks: the newest frame, as a subscription sees it or of an input.
package enum Latest: Hashable, Sendable {
    /// As one of the client's subscriptions sees it.
    case subscription(Int)
    /// All objects of these types, in device space; a nil name is the first input.
    case input(String?, TypeSelection)

    /// The parameters that `latest` takes.
    package static let parameters = ["subscription", "input", "types"]

    /// The longest wait for a frame, in microseconds.
    package static let patience: Int64 = 5_000_000

    /// What parameters ask.
    package init(_ params: JSONValue?, available: ObjectTypes = .all) throws(WireError) {
        let given = try Parameters(params, knows: Latest.parameters, of: "latest")
        if given.has("subscription") {
            if let other = ["input", "types"].first(where: given.has) {
                throw WireError(.badValue, "\(other) cannot stand beside subscription", parameter: other)
            }
            self = .subscription(try given.subscription())
            return
        }
        let types = try given.types(available)
        if types?.types.isEmpty == true, types?.undetectable.isEmpty == true {
            throw given.bad(.badValue, "types", .string("[]"), expected: "at least one type")
        }
        self = .input(try given.string("input"), types ?? .all)
    }
}
