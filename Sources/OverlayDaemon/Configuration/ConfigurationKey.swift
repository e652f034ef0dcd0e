/// A row of the table of configuration keys, from which parsing, messages, the reference and the example are made.
package struct ConfigurationKey<Target: Sendable>: Sendable {
    /// The key.
    package let name: String
    /// What may stand as its value, as messages say it.
    package let wanted: String
    /// What holds without it, as a person reads it.
    package let defaultText: String
    /// A value for the example file, as the file writes it.
    package let example: String
    /// What it is for, in sentences.
    package let help: String
    let set: @Sendable (Section.Entry, inout Target, inout Mistakes) -> Void
}

extension ConfigurationKey {
    /// A path.
    static func path(
        _ name: String, _ member: WritableKeyPath<Target, String?> & Sendable, wanted: String, defaultText: String,
        example: String, help: String
    ) -> ConfigurationKey {
        ConfigurationKey(
            name: name, wanted: wanted, defaultText: defaultText, example: "\"\(example)\"", help: help
        ) { entry, target, mistakes in
            mistakes.noting { target[keyPath: member] = try entry.text(wanted) }
        }
    }

    /// True or false; without it that of `usual`.
    static func flag(
        _ name: String, _ member: WritableKeyPath<Target, Bool> & Sendable, usual: Target, help: String
    ) -> ConfigurationKey {
        let wanted = "true or false"
        let usual = String(usual[keyPath: member])
        return ConfigurationKey(name: name, wanted: wanted, defaultText: usual, example: usual, help: help) {
            entry, target, mistakes in
            guard case .bool(let flag) = entry.json else { return mistakes.add(entry.wrong(wanted)) }
            target[keyPath: member] = flag
        }
    }

    /// A whole number within a range; without it that of `usual`.
    static func whole(
        _ name: String, _ member: WritableKeyPath<Target, Int> & Sendable, _ range: ClosedRange<Int>, usual: Target,
        help: String
    ) -> ConfigurationKey {
        let usual = String(usual[keyPath: member])
        return ConfigurationKey(
            name: name, wanted: "a whole number from \(range.lowerBound) to \(range.upperBound)", defaultText: usual,
            example: usual, help: help
        ) { entry, target, mistakes in
            mistakes.noting { target[keyPath: member] = try entry.whole(range) }
        }
    }

    /// Seconds within a range; without it those of `usual`.
    static func seconds(
        _ name: String, _ member: WritableKeyPath<Target, Double> & Sendable, _ range: ClosedRange<Int>,
        usual: Target, help: String
    ) -> ConfigurationKey {
        let wanted = "seconds from \(range.lowerBound) to \(range.upperBound)"
        let usual = ConfigurationKey.plain(usual[keyPath: member])
        return ConfigurationKey(name: name, wanted: wanted, defaultText: usual, example: usual, help: help) {
            entry, target, mistakes in
            mistakes.noting { target[keyPath: member] = try entry.seconds(range, wanted) }
        }
    }

    /// Seconds within a range, or "never" for nil; without it those of `usual`.
    static func secondsOrNever(
        _ name: String, _ member: WritableKeyPath<Target, Double?> & Sendable, _ range: ClosedRange<Int>,
        usual: Target, help: String
    ) -> ConfigurationKey {
        let wanted = "seconds from \(range.lowerBound) to \(range.upperBound), or \"never\""
        let usual = usual[keyPath: member].map(ConfigurationKey.plain) ?? "\"never\""
        return ConfigurationKey(name: name, wanted: wanted, defaultText: usual, example: usual, help: help) {
            entry, target, mistakes in
            let isNever = entry.json.string == "never"
            mistakes.noting { target[keyPath: member] = isNever ? nil : try entry.seconds(range, wanted) }
        }
    }

    private static func plain(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? String(number)
    }
}
