extension Command {
    /// Everything a person needs to use the command, in 80 columns: a summary, how to write it, words of explanation,
    /// commands, options, exit status and examples.
    ///
    /// `title` is the whole command, such as `overlayctl watch`.
    package func help(as title: String, in program: Command) -> String {
        var page = HelpPage()
        page.paragraph("\(title): \(summary)", indent: 0)
        page.heading("Usage")
        usageLines(title).forEach { page.paragraph($0, indent: 2, hanging: 4) }
        if !discussion.isEmpty { page.gap() }
        for (index, paragraph) in discussion.enumerated() {
            if index > 0 { page.gap() }
            page.paragraph(paragraph, indent: 0)
        }
        page.table("Commands", subcommands.map { ($0.name, $0.summary) })
        page.table("Arguments", positional.map { [($0.usage, $0.help)] } ?? [])
        page.table("Options", allOptions(in: program).map { ($0.usage, $0.explanation) })
        page.table("Exit status", exits.map { (String($0.status.rawValue), $0.meaning) })
        if !examples.isEmpty { page.heading("Examples") }
        for example in examples {
            page.line("  \(example.line)")
            page.paragraph(example.meaning, indent: 6)
        }
        if !subcommands.isEmpty {
            page.gap()
            page.paragraph("'\(title) COMMAND --help' says how to use a command.", indent: 0)
        }
        return page.text
    }

    /// The command's options, then those it has from the program, then the built-in ones.
    private func allOptions(in program: Command) -> [Option] {
        let inherited = standsAlone || (program.name == name && program == self) ? [] : program.options
        let builtin = program == self ? Command.builtin : Command.builtin.filter { $0.name == "help" }
        return options + inherited + builtin
    }

    private func usageLines(_ title: String) -> [String] {
        var words = [title]
        if !options.isEmpty || subcommands.isEmpty { words.append("[OPTION]…") }
        if !subcommands.isEmpty { words.append("COMMAND …") }
        if let positional { words.append(positional.usage) }
        return [words.joined(separator: " ")]
    }
}

extension Option {
    /// The help text with what may be repeated and what holds by default.
    var explanation: String {
        var notes: [String] = []
        if repeatable { notes.append("may be repeated") }
        if let defaultText { notes.append("default: \(defaultText)") }
        return notes.isEmpty ? help : "\(help) (\(notes.joined(separator: "; ")))"
    }
}

/// Text that grows downwards, 80 columns wide.
private struct HelpPage {
    private var lines: [String] = []
    private static let width = 80

    /// The page, ending in the last line without a newline.
    var text: String { lines.joined(separator: "\n") }

    mutating func line(_ text: String) { lines.append(text) }

    mutating func gap() { lines.append("") }

    mutating func heading(_ title: String) {
        gap()
        line("\(title):")
    }

    /// Words wrapped at the page's width; lines after the first are indented by `hanging`.
    mutating func paragraph(_ text: String, indent: Int, hanging: Int? = nil) {
        lines += HelpPage.wrapped(text, first: indent, rest: hanging ?? indent)
    }

    /// Names on the left, what they mean on the right; a name too long for its column stands on a line of its own.
    mutating func table(_ title: String, _ rows: [(name: String, meaning: String)]) {
        guard let widest = rows.map(\.name.count).max() else { return }
        heading(title)
        let column = min(widest, 24) + 4
        for row in rows {
            let meaning = HelpPage.wrapped(row.meaning, first: column, rest: column)
            let name = "  \(row.name)"
            guard name.count + 2 <= column, let first = meaning.first else {
                lines += [name] + meaning
                continue
            }
            lines.append(name + first.dropFirst(name.count))
            lines += meaning.dropFirst()
        }
    }

    private static func wrapped(_ text: String, first: Int, rest: Int) -> [String] {
        var lines: [String] = []
        var current = String(repeating: " ", count: first)
        var isFresh = true
        for word in text.split(separator: " ") {
            if !isFresh, current.count + 1 + word.count > width {
                lines.append(current)
                current = String(repeating: " ", count: rest)
                isFresh = true
            }
            current += isFresh ? word : " \(word)"
            isFresh = false
        }
        return lines + [current]
    }
}
