import OverlayWire

/// The mistakes of a configuration, in the order in which they stand in it.
struct Mistakes {
    private(set) var found: [ConfigurationError] = []

    mutating func add(_ mistake: ConfigurationError) { found.append(mistake) }

    /// What a step gives; nil, and one more mistake, when it finds one.
    @discardableResult
    mutating func noting<Value>(_ step: () throws -> Value) -> Value? {
        do {
            return try step()
        } catch {
            add(
                error as? ConfigurationError
                    ?? ConfigurationError("the configuration", got: "\(error)", wanted: "valid"))
            return nil
        }
    }

    /// The members of an object; none of what is none.
    mutating func members(of json: JSONValue, at place: String) -> [(key: String, value: Section.Entry)] {
        noting { try Section(json, at: place) }?.members ?? []
    }

    /// Sets what the members of an object say, each by its row of the table.
    mutating func set<Target>(
        _ target: inout Target, by keys: [ConfigurationKey<Target>], to json: JSONValue, at place: String
    ) {
        for (name, entry) in members(of: json, at: place) {
            guard let key = keys.first(where: { $0.name == name }) else {
                add(entry.unknown(among: keys.map(\.name)))
                continue
            }
            key.set(entry, &target, &self)
        }
    }
}
