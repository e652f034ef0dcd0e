/// An error as it goes over the wire: what was wrong, what was got, and what would be right.
package struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The symbolic name.
    package var name: ErrorName
    /// One sentence for a person.
    package var message: String
    /// The path of the parameter at fault, as `rectOfInterest.width`.
    package var parameter: String?
    /// What was got; only scalars, long strings cut.
    package var got: JSONValue?
    /// What would be right.
    package var expected: String?
    /// The names that may be given instead.
    package var available: [String]?
    /// The configuration setting that decides it.
    package var setting: String?
    /// In how many seconds it is worth asking again.
    package var retryIn: Double?

    /// An error of a name and a sentence.
    package init(_ name: ErrorName, _ message: String, parameter: String? = nil, available: [String]? = nil) {
        self.name = name
        self.message = message
        self.parameter = parameter
        self.available = available
    }

    /// An error about a parameter: "PARAMETER must be EXPECTED, got GOT".
    package init(_ name: ErrorName, _ parameter: String, got: JSONValue, expected: String, must: String? = nil) {
        let quoted = got.quotable
        self.init(name, "\(parameter) must be \(must ?? expected), got \(got.shown)")
        self.parameter = parameter
        self.got = quoted
        self.expected = expected
    }

    package var description: String { message }
}

extension JSONValue {
    /// The value as a message for people shows it: what is long and no scalar only by its kind.
    var shown: String {
        if let quotable { return quotable.text }
        let text = text
        return text.utf8.count <= 64 ? text : kind
    }

    /// The value as an error message quotes it: strings cut after 64 characters; nil for arrays and objects.
    var quotable: JSONValue? {
        switch self {
        case .null, .bool, .integer: self
        case .number(let value) where value.isFinite: self
        case .number(let value): .string(value < 0 ? "-Infinity" : "Infinity")
        case .string(let text): .string(text.unicodeScalars.count > 64 ? String(text.prefix(64)) + "…" : text)
        case .array, .object: nil
        }
    }
}

extension JSONWriter {
    /// The error as the `error` member of a reply has it.
    package mutating func error(_ error: WireError) {
        openObject()
        name("code")
        integer(error.name.code)
        name("message")
        string(error.message)
        name("data")
        openObject()
        name("name")
        string(error.name.rawValue)
        optional("parameter", error.parameter)
        if let got = error.got {
            name("got")
            value(got)
        }
        optional("expected", error.expected)
        if let available = error.available {
            name("available")
            strings(available)
        }
        optional("setting", error.setting)
        name("retryable")
        bool(error.name.isRetryable)
        if let retryIn = error.retryIn {
            name("retryIn")
            decimal(retryIn, 3)
        }
        closeObject()
        closeObject()
    }

    /// A member that holds a string, left out when there is none.
    package mutating func optional(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        self.name(name)
        string(text)
    }

    /// An array of strings.
    package mutating func strings(_ texts: some Sequence<String>) {
        openArray()
        for text in texts { string(text) }
        closeArray()
    }
}

extension WireError {
    /// The error that the `error` member of a reply holds, unknown names as `internal`; nil when it is not one.
    package init?(_ value: JSONValue) {
        guard let message = value["message"]?.string, let data = value["data"] else { return nil }
        self.init(data["name"]?.string.flatMap(ErrorName.init) ?? .internalError, message)
        parameter = data["parameter"]?.string
        got = data["got"]
        expected = data["expected"]?.string
        available = data["available"]?.array?.compactMap(\.string)
        setting = data["setting"]?.string
        retryIn = data["retryIn"]?.double
    }
}
