extension ConfigurationReference {
    /// `deploy/overlayd.json`: serves the drawn scene, and explains every key.
    ///
    /// With `everything`, what is commented out is there too.
    package static func example(everything: Bool = false) -> String {
        var file = ExampleFile(everything: everything)
        file.comment(
            "The configuration of overlayd, JSON with comments. What is commented out is an example or holds anyway.")
        file.comment("After a change: systemctl restart overlayd")
        file.open("{")
        for key in Configuration.keys {
            switch key.name {
            case "inputs":
                file.explain(Row(key))
                file.open("inputs: {")
                file.line("test: \"test:\",")
                file.gap()
                file.open("shelf: {", isOn: false)
                for row in inputRows { file.key(row) }
                file.close("},")
                file.close("},")
            case "limits":
                file.explain(Row(key))
                file.open("limits: {")
                for row in Configuration.Limits.keys { file.key(Row(row)) }
                file.close("},")
            default: file.key(Row(key))
            }
        }
        file.close("}")
        return file.text
    }
}

/// Lines of the example, each indented by its depth and commented out where it is only an example.
private struct ExampleFile {
    let everything: Bool
    private var lines: [String] = []
    private var depth = 0
    /// The depth of the block that is commented out.
    private var asleep: Int?
    private var wantsGap = false
    private static let width = 104

    init(everything: Bool) { self.everything = everything }

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func gap() { wantsGap = true }

    mutating func open(_ text: String, isOn: Bool = true) {
        if !isOn, !everything { asleep = depth }
        line(text)
        depth += 1
        wantsGap = false
    }

    mutating func close(_ text: String) {
        depth -= 1
        wantsGap = false
        line(text)
        if asleep == depth { asleep = nil }
        wantsGap = true
    }

    /// A key that is commented out, behind its explanation.
    mutating func key(_ row: ConfigurationReference.Row) {
        explain(row)
        line("\(row.name): \(row.example),", isOn: asleep != nil)
        gap()
    }

    mutating func explain(_ row: ConfigurationReference.Row) {
        comment(row.help)
        comment("Value: \(row.wanted). Default: \(row.defaultText).")
    }

    mutating func comment(_ text: String) {
        var current = ""
        for word in text.split(separator: " ") {
            if !current.isEmpty, current.count + word.count + 1 > ExampleFile.width - 4 * depth {
                line("// " + current)
                current = ""
            }
            current += current.isEmpty ? word : " " + word
        }
        line("// " + current)
    }

    mutating func line(_ text: String, isOn: Bool = true) {
        let mark = isOn || everything ? "" : "// "
        if wantsGap { lines.append(asleep.map { ExampleFile.indent($0) + "//" } ?? "") }
        wantsGap = false
        guard let asleep else {
            lines.append(ExampleFile.indent(depth) + mark + text)
            return
        }
        lines.append(ExampleFile.indent(asleep) + "// " + ExampleFile.indent(depth - asleep) + text)
    }

    private static func indent(_ depth: Int) -> String { String(repeating: "    ", count: depth) }
}
