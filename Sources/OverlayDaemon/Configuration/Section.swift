import OverlayWire

/// An object of the configuration file, with the path by which messages name its keys.
struct Section {
    /// The value under a key, and where it stands.
    struct Entry {
        let place: String
        let json: JSONValue
    }

    let members: [(key: String, value: Entry)]

    init(_ json: JSONValue, at place: String) throws(ConfigurationError) {
        guard let object = json.object else {
            let wanted = "an object: names and values in braces"
            throw Entry(place: place.isEmpty ? "the configuration" : place, json: json).wrong(wanted)
        }
        members = object.members.map { member in
            let path = place.isEmpty ? member.name : "\(place).\(member.name)"
            return (member.name, Entry(place: path, json: member.value))
        }
    }
}

extension Section.Entry {
    /// The mistake of a value that cannot stand here.
    func wrong(_ wanted: String) -> ConfigurationError {
        ConfigurationError(place, got: shown, wanted: wanted)
    }

    /// The mistake of a key that does not exist.
    func unknown(among keys: [String]) -> ConfigurationError {
        let name = String(place.split(separator: ".").last ?? "")
        let hint = Spelling.nearest(to: name, among: keys).map { "; did you mean \($0)?" } ?? ""
        return ConfigurationError(
            place, got: "a key that does not exist", wanted: "one of \(keys.joined(separator: ", "))\(hint)")
    }

    func text(_ wanted: String) throws(ConfigurationError) -> String {
        guard let text = json.string, !text.isEmpty else { throw wrong(wanted) }
        return text
    }

    func seconds(_ range: ClosedRange<Int>, _ wanted: String) throws(ConfigurationError) -> Double {
        guard let number = json.double, number >= Double(range.lowerBound), number <= Double(range.upperBound) else {
            throw wrong(wanted)
        }
        return number
    }

    func whole(_ range: ClosedRange<Int>) throws(ConfigurationError) -> Int {
        guard let number = json.integer, range.contains(Int(number)) else {
            throw wrong("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(number)
    }

    /// A boolean, number or string as the command line would write it.
    var scalar: String? {
        switch json {
        case .bool(let value): String(value)
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .string(let text): text
        case .null, .array, .object: nil
        }
    }

    private var shown: String {
        switch json {
        case .string(let text): "\"\(text.prefix(80))\""
        case .null, .array, .object: json.kind
        case .bool, .integer, .number: scalar ?? json.kind
        }
    }
}
