/// A program or one of its subcommands: the table from which parsing and help are made.
package struct Command: Hashable, Sendable {
    /// The word that calls it.
    package let name: String
    /// What it does, in one line without a full stop.
    package let summary: String
    /// Whatever else one must know to use it; paragraphs.
    package let discussion: [String]
    /// Its own options; those of the commands above it hold too, unless it stands alone.
    package let options: [Option]
    /// The options of the commands above it mean nothing to it.
    package let standsAlone: Bool
    /// The words that are no options; nil when there are none.
    package let positional: Positional?
    /// Its subcommands; when there are any, one must be named.
    package let subcommands: [Command]
    /// How it ends, and what that means here.
    package let exits: [Exit]
    /// Command lines that work, and what they do.
    package let examples: [Example]

    /// An exit status and its meaning for one command.
    package struct Exit: Hashable, Sendable {
        /// The status.
        package let status: ExitStatus
        /// When it comes.
        package let meaning: String

        /// A status and its meaning.
        package init(_ status: ExitStatus, _ meaning: String) {
            self.status = status
            self.meaning = meaning
        }
    }

    /// A command line that works.
    package struct Example: Hashable, Sendable {
        /// The command line, to be copied.
        package let line: String
        /// What it does.
        package let meaning: String

        /// A line and what it does.
        package init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    /// A command of its members.
    package init(
        _ name: String, summary: String, discussion: [String] = [], options: [Option] = [],
        standsAlone: Bool = false, positional: Positional? = nil, subcommands: [Command] = [], exits: [Exit] = [],
        examples: [Example] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.options = options
        self.standsAlone = standsAlone
        self.positional = positional
        self.subcommands = subcommands
        self.exits = exits
        self.examples = examples
    }

    /// The options that every command has.
    package static let builtin = [
        Option("help", short: "h", help: "show this help and exit"),
        Option("version", help: "show the version and exit"),
    ]
}

/// A command line that cannot be run: what is wrong, what was got and what would be right, in one line.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The command it was said to: `overlayctl watch`.
    package let command: String
    /// What is wrong, in one line.
    package let message: String
    /// How the program ends: `usage`, or `dataError` for a value that is well written but makes no sense.
    package let status: ExitStatus

    /// An error of its members.
    package init(command: String, _ message: String, status: ExitStatus = .usage) {
        self.command = command
        self.message = message
        self.status = status
    }

    /// The line for stderr, and one that says where help is.
    package var description: String {
        "\(command): \(Terminal.safe(message))\nTry '\(command) --help'."
    }
}
