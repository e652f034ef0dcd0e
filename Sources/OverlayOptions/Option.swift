/// One option of a command, from which parsing and help are made.
package struct Option: Hashable, Sendable {
    /// Its one spelling, without the dashes.
    package let name: String
    /// A single letter that stands for it; nil for most.
    package let short: Character?
    /// What stands behind it.
    package let value: Value
    /// What it does, as a sentence fragment.
    package let help: String
    /// May be given more than once.
    package let repeatable: Bool
    /// What holds when it is not given, in words; nil when there is nothing to say.
    package let defaultText: String?

    /// What stands behind an option.
    package enum Value: Hashable, Sendable {
        /// Nothing: it is there or not.
        case none
        /// `--name VALUE` or `--name=VALUE`: the next word, whatever it begins with.
        case required(String)
        /// `--name`, which means `implied`, or `--name=VALUE`.
        case optional(String, implied: String)
    }

    /// An option of its members.
    package init(
        _ name: String, short: Character? = nil, _ value: Value = .none, help: String, repeatable: Bool = false,
        defaultText: String? = nil
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.help = help
        self.repeatable = repeatable
        self.defaultText = defaultText
    }

    /// As a person writes it, with its value: `--rate N`, `--mirrored[=true|false|auto]`.
    package var usage: String {
        let long = "--\(name)"
        let spelled = short.map { "-\($0), \(long)" } ?? long
        return switch value {
        case .none: spelled
        case .required(let placeholder): "\(spelled) \(placeholder)"
        case .optional(let placeholder, _): "\(spelled)[=\(placeholder)]"
        }
    }

    /// The same option with another help text, where a command has more to say about it.
    package func saying(_ help: String, defaultText: String? = nil) -> Option {
        Option(
            name, short: short, value, help: help, repeatable: repeatable, defaultText: defaultText ?? self.defaultText)
    }

    /// The same option, allowed more than once.
    package var repeated: Option {
        Option(name, short: short, value, help: help, repeatable: true, defaultText: defaultText)
    }
}

/// The words of a command that are no options.
package struct Positional: Hashable, Sendable {
    /// The name in help and errors, in capitals: `PATH`.
    package let name: String
    /// What they are.
    package let help: String
    /// The fewest that make sense.
    package let minimum: Int
    /// The most; nil for as many as one likes.
    package let maximum: Int?

    /// Positional words of their members.
    package init(_ name: String, help: String, minimum: Int = 1, maximum: Int? = nil) {
        self.name = name
        self.help = help
        self.minimum = minimum
        self.maximum = maximum
    }

    /// As a usage line has it: `PATH…`, `[PATH…]`, `NAME`.
    package var usage: String {
        let word = maximum == 1 ? name : "\(name)…"
        return minimum == 0 ? "[\(word)]" : word
    }
}
