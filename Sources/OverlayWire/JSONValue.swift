/// A JSON value; integers that fit 64 bits stay exact, and an object's members keep their order.
package enum JSONValue: Hashable, Sendable {
    /// The token `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent that fits.
    case integer(Int64)
    /// Any other number; infinite when its magnitude is beyond a double.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)

    /// The kind in words, with its article: what error messages call it.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue {
    /// The text, if it is a string.
    package var string: String? { if case .string(let text) = self { text } else { nil } }
    /// The truth value, if it is one.
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The elements, if it is an array.
    package var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    /// The members, if it is an object.
    package var object: JSONObject? { if case .object(let object) = self { object } else { nil } }

    /// The number, if it is one.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The number, if it is whole and fits.
    package var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// A member's value, if it is an object that has it.
    package subscript(_ name: String) -> JSONValue? { object?[name] }
}

/// An object's members in the order in which they were written; no name occurs twice.
package struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One name and its value.
    package struct Member: Hashable, Sendable {
        /// The name.
        package var name: String
        /// The value.
        package var value: JSONValue

        /// A member of its parts.
        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The members.
    package var members: [Member]

    /// An object of its members, whose names differ.
    package init(_ members: [Member] = []) { self.members = members }

    /// An object of names and values in the order given.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        members = elements.map { Member(name: $0.0, value: $0.1) }
    }

    /// The value under a name: replaced in its place, appended when new, removed by nil.
    package subscript(_ name: String) -> JSONValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let place = members.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }
}
