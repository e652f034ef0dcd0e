extension JSONWriter {
    /// A whole value: numbers in the fewest digits, members in their order.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let flag): bool(flag)
        case .integer(let number): integer(number)
        case .number(let number): double(number)
        case .string(let text): string(text)
        case .array(let elements):
            openArray()
            for element in elements { self.value(element) }
            closeArray()
        case .object(let object):
            openObject()
            members(of: object)
            closeObject()
        }
    }

    /// The members of an object, into the object that is open.
    package mutating func members(of object: JSONObject) {
        for member in object.members {
            name(member.name)
            value(member.value)
        }
    }
}

extension JSONValue {
    /// The value as JSON text.
    package var text: String {
        var writer = JSONWriter()
        writer.value(self)
        return writer.text
    }
}
