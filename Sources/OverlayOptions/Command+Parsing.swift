import OverlayWire

extension Command {
    /// Understands the words behind the program's name.
    ///
    /// Options and positional words may mix; `--` ends the options; an
    /// option that takes a value takes the next word, whatever it begins with.
    package func parse(_ words: some Sequence<String>) throws(UsageError) -> Request {
        var parser = Parser(program: self, words: Array(words))
        return try parser.run()
    }
}

/// Walks over the words of one command line.
private struct Parser {
    private let program: Command
    private var words: ArraySlice<String>
    private var command: Command
    private var title: String
    private var options: [Option]
    private var values: [String: [String]] = [:]
    private var operands: [String] = []
    /// The word before was an option that takes a value only behind `=`.
    private var bareOption: String?

    init(program: Command, words: [String]) {
        self.program = program
        self.words = words[...]
        command = program
        title = program.name
        options = program.options + Command.builtin
    }

    mutating func run() throws(UsageError) -> Request {
        var optionsEnded = false
        while let word = words.popFirst() {
            if optionsEnded || !word.hasPrefix("-") || word == "-" {
                try takeOperand(word)
                bareOption = nil
            } else if word == "--" {
                optionsEnded = true
            } else if let shown = try takeOption(word) {
                return .show(shown)
            }
        }
        try checkComplete()
        var invocation = Invocation(command: title, name: command.name)
        invocation.values = values
        invocation.operands = operands
        return .run(invocation)
    }

    private mutating func takeOperand(_ word: String) throws(UsageError) {
        guard !command.subcommands.isEmpty else {
            guard let positional = command.positional else {
                throw wrong("'\(word)' is not expected here\(hint(for: word))")
            }
            if let maximum = positional.maximum, operands.count >= maximum {
                throw wrong("'\(word)' is one \(positional.name) too many; at most \(maximum) can be given")
            }
            operands.append(word)
            return
        }
        guard let next = command.subcommands.first(where: { $0.name == word }) else {
            throw wrong("unknown command '\(word)'\(Spelling.hint(for: word, among: command.subcommands.map(\.name)))")
        }
        if next.standsAlone, let given = command.options.first(where: { values[$0.name] != nil }) {
            throw wrong("--\(given.name) means nothing to \(title) \(next.name); leave it out")
        }
        command = next
        title += " \(next.name)"
        options = next.options + (next.standsAlone ? Command.builtin : options)
    }

    /// What was probably meant by a word that stands alone.
    private func hint(for word: String) -> String {
        if let bareOption { return "; did you mean \(bareOption)=\(word)?" }
        if word.contains("="), options.contains(.source) { return "; did you mean --\(Option.source.name) \(word)?" }
        return "; \(title) takes options only"
    }

    /// Takes one option and its value; the text to show when it asks for help or the version.
    private mutating func takeOption(_ word: String) throws(UsageError) -> String? {
        let (option, spelled, attached) = try find(word)
        bareOption = nil
        switch option.name {
        case "help" where Command.builtin.contains(option): return command.help(as: title, in: program)
        case "version" where Command.builtin.contains(option): return "\(program.name) \(Version.current)"
        default: break
        }
        let value = try value(of: option, spelled, attached)
        guard option.repeatable || values[option.name] == nil else { throw wrong("\(spelled) is given twice") }
        values[option.name, default: []].append(value)
        return nil
    }

    private mutating func value(
        of option: Option, _ spelled: String, _ attached: String?
    ) throws(UsageError) -> String {
        switch option.value {
        case .none:
            if let attached { throw wrong("\(spelled) takes no value, got '\(attached)'") }
            return ""
        case .optional(_, let implied):
            if attached == nil { bareOption = spelled }
            return attached ?? implied
        case .required(let placeholder):
            if let attached { return attached }
            guard let word = words.popFirst() else {
                throw wrong("\(spelled) needs a value: \(spelled) \(placeholder)")
            }
            return word
        }
    }

    private func find(_ word: String) throws(UsageError) -> (option: Option, spelled: String, attached: String?) {
        guard word.hasPrefix("--") else { return try findShort(word) }
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        guard let option = options.first(where: { $0.name == name }) else {
            throw unknown("--\(name)", name)
        }
        return (option, "--\(name)", parts.count > 1 ? String(parts[1]) : nil)
    }

    private func findShort(_ word: String) throws(UsageError) -> (option: Option, spelled: String, attached: String?) {
        let letters = word.dropFirst()
        guard let letter = letters.first, let option = options.first(where: { $0.short == letter }) else {
            throw unknown(word, String(letters))
        }
        let rest = letters.dropFirst()
        return (option, "-\(letter)", rest.isEmpty ? nil : String(rest))
    }

    private func unknown(_ word: String, _ name: String) -> UsageError {
        wrong("unknown option '\(word)'\(Spelling.hint(for: name, among: options.map(\.name)) { "--\($0)" })")
    }

    private func checkComplete() throws(UsageError) {
        guard command.subcommands.isEmpty else {
            let names = command.subcommands.map(\.name).joined(separator: ", ")
            throw wrong("a command is missing; there are: \(names)")
        }
        if let positional = command.positional, operands.count < positional.minimum {
            throw wrong("\(positional.name) is missing: \(positional.help)")
        }
    }

    private func wrong(_ message: String) -> UsageError { UsageError(command: title, message) }
}
