import OverlaySystem
import OverlayWire

extension Configuration {
    /// A configuration file that cannot be used, and why.
    package struct Unusable: Error, Hashable, Sendable, CustomStringConvertible {
        /// A sentence for each mistake, with the file's path.
        package let sentences: [String]
        /// The sentences, one a line.
        package var description: String { sentences.joined(separator: "\n") }

        init(description: String) { sentences = [description] }

        init(path: String, mistakes: [ConfigurationError]) { sentences = mistakes.map { "\(path): \($0)" } }
    }

    /// The configuration in a file: JSON with comments (JSON5).
    package init(file path: String) throws(Unusable) {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileText.read(path, atMost: 1 << 20)
        } catch {
            throw Unusable(description: "the configuration \(path) cannot be read: \(error.reason)")
        }
        do {
            let mistakes: [ConfigurationError]
            (self, mistakes) = Configuration.read(try JSONReader.read(bytes, dialect: .json5))
            if !mistakes.isEmpty { throw Unusable(path: path, mistakes: mistakes) }
        } catch let error as JSONError {
            throw Unusable(description: "\(path):\(error.line):\(error.column): not JSON: \(error.reason)")
        } catch let error as Unusable {
            throw error
        } catch {
            throw Unusable(description: "\(path): \(error)")
        }
    }

    /// The configuration in a JSON value; its first mistake is thrown.
    package init(json: JSONValue) throws(ConfigurationError) {
        let mistakes: [ConfigurationError]
        (self, mistakes) = Configuration.read(json)
        if let first = mistakes.first { throw first }
    }

    /// What can be understood of a JSON value, and every mistake in it.
    package static func read(_ json: JSONValue) -> (Configuration, mistakes: [ConfigurationError]) {
        var (configuration, mistakes) = (Configuration(), Mistakes())
        mistakes.set(&configuration, by: keys, to: json, at: "")
        return (configuration, mistakes.found)
    }
}

extension InputDescription {
    /// An input of the file: `"SOURCE[,option…]"`, or an object with `source` and the options by name.
    ///
    /// Nil when its name or source is a mistake.
    init?(name: String, entry: Section.Entry, _ mistakes: inout Mistakes) {
        let named: Void? = mistakes.noting {
            try InputDescription.check(name: name, at: entry.place)
        }
        if let text = entry.json.string {
            let whole = mistakes.noting {
                try InputDescription(name: name, source: text, at: entry.place)
            }
            guard let whole, named != nil else { return nil }
            self = whole
            return
        }
        let before = mistakes.found.count
        let members = mistakes.members(of: entry.json, at: entry.place)
        guard mistakes.found.count == before else { return nil }
        let plain = mistakes.noting {
            try InputDescription(name: name, members: members, at: entry.place)
        }
        var input = plain ?? InputDescription(name: name, source: .test)
        for (key, value) in members where key != "source" {
            if key == InputDescription.controlsKey.name {
                InputDescription.controlsKey.set(value, &input, &mistakes)
                continue
            }
            guard let option = InputOption(rawValue: key) else {
                mistakes.add(value.unknown(among: ConfigurationReference.inputRows.map(\.name)))
                continue
            }
            guard let text = value.scalar, option.set(text, in: &input), option == .loop || !text.isEmpty else {
                mistakes.add(value.wrong(option.wanted))
                continue
            }
        }
        guard plain != nil, named != nil else { return nil }
        self = input
    }

    /// The key that holds a camera's controls.
    static let controlsKey = ConfigurationKey<InputDescription>(
        name: "controls", wanted: "an object: names of controls, and a number, true, false or a menu's word for each",
        defaultText: "as the camera has them",
        example: "{ power_line_frequency: \"50 Hz\", focus_automatic_continuous: false }",
        help: "What a camera's controls are set to whenever it is opened, named as v4l2-ctl names them. 'overlayctl "
            + "controls' lists what a camera has."
    ) { entry, input, mistakes in
        for (name, value) in mistakes.members(of: entry.json, at: entry.place) {
            switch value.json {
            case .bool(let flag): input.controls[name] = .flag(flag)
            case .integer(let number): input.controls[name] = .number(number)
            case .string(let text): input.controls[name] = .text(text)
            default: mistakes.add(value.wrong("a whole number, true, false or the word of a menu"))
            }
        }
    }

    private init(
        name: String, members: [(key: String, value: Section.Entry)], at place: String
    ) throws(ConfigurationError) {
        guard let source = members.first(where: { $0.key == "source" })?.value else {
            throw ConfigurationError("\(place).source", got: "", wanted: InputDescription.wantedSource)
        }
        try self.init(name: name, plainSource: try source.text(InputDescription.wantedSource), at: source.place)
    }
}
