extension Manual {
    /// The page in the language of mdoc(7).
    package var page: String {
        var page = ManualText()
        page.macro("Dd", Version.day)
        page.macro("Dt", command.name.uppercased(), String(section))
        page.macro("Os", "overlayd", Version.current)
        page.section("NAME")
        page.macro("Nm", command.name)
        page.macro("Nd", command.summary)
        page.section("SYNOPSIS")
        for usage in [command.subcommands.isEmpty ? [command] : command.subcommands].joined() { synopsis(usage, &page) }
        page.section("DESCRIPTION")
        describe(&page)
        for subcommand in command.subcommands {
            page.macro("Ss", command.name, subcommand.name)
            page.sentences(subcommand.summary.prefix(1).uppercased() + subcommand.summary.dropFirst() + ".")
            body(subcommand, &page)
        }
        notes("ENVIRONMENT", "Ev", environment, &page)
        notes("FILES", "Pa", files, &page)
        if command.subcommands.isEmpty {
            page.section("EXIT STATUS")
            exits(command, &page)
        }
        if !command.examples.isEmpty {
            page.section("EXAMPLES")
            examples(command, &page)
        }
        page.section("SEE ALSO")
        for (index, other) in seeAlso.enumerated() {
            page.macro("Xr", other + (index + 1 < seeAlso.count ? " ," : ""))
        }
        return page.text
    }

    private func synopsis(_ usage: Command, _ page: inout ManualText) {
        page.macro("Nm", command.name)
        if usage != command { page.macro("Cm", usage.name) }
        if !usage.options.isEmpty || usage != command { page.raw(".Op Ar OPTION ...") }
        guard let positional = usage.positional else { return }
        let more = positional.maximum == 1 ? "" : " ..."
        page.raw(positional.minimum == 0 ? ".Op Ar \(positional.name)\(more)" : ".Ar \(positional.name)\(more)")
    }

    private func describe(_ page: inout ManualText) {
        for (index, paragraph) in (introduction + command.discussion).enumerated() {
            if index > 0 { page.raw(".Pp") }
            page.sentences(paragraph)
        }
        if command.subcommands.isEmpty {
            if !command.options.isEmpty { options(command.options, &page) }
            return
        }
        if !introduction.isEmpty { page.raw(".Pp") }
        let alone = command.subcommands.filter(\.standsAlone).map(\.name).joined(separator: " and ")
        let without = command.options.map { "--\($0.name)" }.joined(separator: " and ")
        let exception = alone.isEmpty ? "" : " (\(alone) takes no \(without))"
        page.sentences("Of the commands below one must be named. These options go with each of them\(exception):")
        options(command.options + Command.builtin, &page)
    }

    private func body(_ subcommand: Command, _ page: inout ManualText) {
        for paragraph in subcommand.discussion {
            page.raw(".Pp")
            page.sentences(paragraph)
        }
        if let positional = subcommand.positional {
            page.raw(".Pp")
            page.sentences("\(positional.name) is \(positional.help).")
        }
        if !subcommand.options.isEmpty { options(subcommand.options, &page) }
        page.raw(".Pp")
        page.sentences("Exit status:")
        exits(subcommand, &page)
        guard !subcommand.examples.isEmpty else { return }
        page.raw(".Pp")
        page.sentences(subcommand.examples.count == 1 ? "An example:" : "Examples:")
        examples(subcommand, &page)
    }

    private func options(_ options: [Option], _ page: inout ManualText) {
        page.raw(".Bl -tag -width Ds")
        for option in options {
            page.raw(".It \(ManualText.item(option))")
            page.sentences(option.explanation.prefix(1).uppercased() + option.explanation.dropFirst() + ".")
        }
        page.raw(".El")
    }

    private func exits(_ command: Command, _ page: inout ManualText) {
        page.raw(".Bl -tag -width Ds -compact")
        for exit in command.exits {
            page.raw(".It \(exit.status.rawValue)")
            page.sentences(exit.meaning)
        }
        page.raw(".El")
    }

    private func examples(_ command: Command, _ page: inout ManualText) {
        page.raw(".Bl -tag -width Ds")
        for example in command.examples {
            let lines = example.line.split(separator: "\n").map { ManualText.literal(String($0.drop { $0 == " " })) }
            page.raw(".It Li \(lines[0])")
            for line in lines.dropFirst() { page.raw(".Li \"  \(line)\"") }
            if lines.count > 1 { page.raw(".br") }
            page.sentences(example.meaning)
        }
        page.raw(".El")
    }

    private func notes(_ title: String, _ macro: String, _ notes: [Note], _ page: inout ManualText) {
        guard !notes.isEmpty else { return }
        page.section(title)
        page.raw(".Bl -tag -width Ds")
        for note in notes {
            page.raw(".It \(macro) \(ManualText.literal(note.name))")
            page.sentences(note.meaning)
        }
        page.raw(".El")
    }
}
