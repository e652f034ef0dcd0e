import OverlaySystem
import OverlayWire

extension Configuration {
    /// A configuration file that cannot be used: its path and every reason that was found first.
    package struct Unusable: Error, Hashable, Sendable, CustomStringConvertible {
        /// The sentence.
        package let description: String
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
            try self.init(json: try JSONReader.read(bytes, dialect: .json5))
        } catch let error as JSONError {
            throw Unusable(description: "\(path):\(error.line):\(error.column): \(error.reason)")
        } catch {
            throw Unusable(description: "\(path): \(error)")
        }
    }

    /// The configuration in a JSON value.
    package init(json: JSONValue) throws(ConfigurationError) {
        self.init()
        let root = try Section(json, at: "")
        for (key, value) in root.members {
            switch key {
            case "socket": socket = try value.text("the path of the socket")
            case "models": models = try value.text("the path of the folder of models")
            case "closeAfter": closeAfter = try value.closeAfter()
            case "inputs":
                for (name, input) in try Section(value.json, at: value.place).members {
                    try add(try InputDescription(name: name, entry: input), at: input.place)
                }
            case "limits": limits = try Limits(value)
            default: throw value.unknown(among: ["socket", "models", "closeAfter", "inputs", "limits"])
            }
        }
    }
}

extension InputDescription {
    /// An input of the file: `"SOURCE[,option…]"`, or an object with `source` and the options by name.
    init(name: String, entry: Section.Entry) throws(ConfigurationError) {
        try InputDescription.check(name: name, at: entry.place)
        if let text = entry.json.string {
            try self.init(name: name, source: text, at: entry.place)
            return
        }
        let section = try Section(entry.json, at: entry.place)
        guard let source = section.members.first(where: { $0.key == "source" })?.value else {
            throw ConfigurationError("\(entry.place).source", got: "", wanted: "a picture, a folder or test:")
        }
        try self.init(
            name: name, plainSource: try source.text("a picture, a folder or test:"), at: source.place)
        for (key, value) in section.members where key != "source" {
            guard let option = InputOption(rawValue: key) else {
                throw value.unknown(among: ["source"] + InputOption.allCases.map(\.rawValue))
            }
            guard let text = value.scalar, option.set(text, in: &self), option == .loop || !text.isEmpty else {
                throw value.wrong(option.wanted)
            }
        }
    }
}

extension Configuration.Limits {
    init(_ entry: Section.Entry) throws(ConfigurationError) {
        self.init()
        for (key, value) in try Section(entry.json, at: entry.place).members {
            switch key {
            case "clients": clients = try value.whole(1...65_536)
            case "subscriptions": subscriptions = try value.whole(1...4096)
            case "sendBuffer": sendBuffer = try value.whole(4096...1_048_576)
            case "stall": stall = try value.number(from: 1, to: 3600, "seconds, from 1 to 3600")
            default: throw value.unknown(among: ["clients", "subscriptions", "sendBuffer", "stall"])
            }
        }
    }
}
