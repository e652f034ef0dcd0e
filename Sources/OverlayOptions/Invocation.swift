/// A command line understood: which command, and what was given to it.
package struct Invocation: Hashable, Sendable {
    /// The whole command: `overlayctl watch`.
    package let command: String
    /// The subcommand's name, by which programs choose what to run: `watch`; the program's own when it has none.
    package let name: String
    /// The words that are no options, in order, exactly as given.
    package internal(set) var operands: [String] = []
    /// The values of each option by its long name, in order; an option without a value counts as one empty value.
    package internal(set) var values: [String: [String]] = [:]

    /// The option was given.
    package func has(_ option: Option) -> Bool { values[option.name] != nil }

    /// The option's value as text; nil when it was not given.
    package func text(_ option: Option) -> String? { values[option.name]?.last }

    /// All values of a repeatable option.
    package func texts(_ option: Option) -> [String] { values[option.name] ?? [] }

    /// The error of a value that cannot be used: names the option, what was got and what would be right.
    package func wrong(
        _ option: Option, got text: String, wanted: String, status: ExitStatus = .usage
    ) -> UsageError {
        UsageError(command: command, "--\(option.name): got '\(text)', wanted \(wanted)", status: status)
    }

    /// The error of options that do not go together, or that are missing.
    package func wrong(_ message: String) -> UsageError { UsageError(command: command, message) }
}

/// What a command line asks for.
package enum Request: Hashable, Sendable {
    /// Run the command.
    case run(Invocation)
    /// Print this text and end with 0.
    case show(String)
}
