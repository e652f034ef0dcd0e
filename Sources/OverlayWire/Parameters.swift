import OverlayGeometry

/// Typed access to the members of a request's parameters; each mistake is an error that names the member by its path.
package struct Parameters {
    /// The members as they came.
    package let members: JSONObject
    /// The path of the object they stand in: empty, or as `layer.`.
    package let path: String

    /// The parameters of `method`, of which it knows `names`; `example` is an object as it may be.
    package init(
        _ value: JSONValue?, path: String = "", knows names: [String], of method: String, example: String? = nil
    ) throws(WireError) {
        let whole = path.isEmpty ? "params" : path
        self.path = path.isEmpty ? "" : path + "."
        guard let value else {
            members = [:]
            return
        }
        guard let object = value.object else {
            let expected = example.map { "an object such as \($0)" } ?? "an object"
            throw WireError(.badType, whole, got: value, expected: expected)
        }
        members = object
        for member in object.members where !names.contains(member.name) {
            throw unknown(member.name, knows: names, of: method)
        }
    }

    private func unknown(_ name: String, knows names: [String], of method: String) -> WireError {
        let shown = String((path + name).prefix(64))
        let hint =
            path.isEmpty && method == "update" && SubscriptionChange.parameters.contains(name)
            ? "; it is given to subscribe, and stays" : Spelling.hint(for: name, among: names) { path + $0 }
        return WireError(
            .unknownParameter, "\(method) has no parameter \(shown)\(hint)", parameter: shown,
            available: names.map { path + $0 })
    }

    /// The member was given.
    package func has(_ name: String) -> Bool { members[name] != nil }

    /// The member was given as null.
    package func isNull(_ name: String) -> Bool { members[name] == .null }

    /// The error that a member which the method needs is absent.
    package func missing(_ name: String, expected: String) -> WireError {
        var error = WireError(.missingParameter, "\(path)\(name) is missing: \(expected)", parameter: path + name)
        error.expected = expected
        return error
    }

    /// A string, if given.
    package func string(_ name: String) throws(WireError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string else { throw bad(.badType, name, value, expected: "a string") }
        return text
    }

    /// An object of whatever members, if given.
    package func object(_ name: String) throws(WireError) -> JSONObject? {
        guard let value = members[name] else { return nil }
        guard let object = value.object else { throw bad(.badType, name, value, expected: "an object") }
        return object
    }

    /// A truth value, if given.
    package func bool(_ name: String) throws(WireError) -> Bool? {
        guard let value = members[name] else { return nil }
        guard let flag = value.bool else { throw bad(.badType, name, value, expected: "true or false") }
        return flag
    }

    /// A whole number within a range, if given.
    package func integer(_ name: String, in range: ClosedRange<Int>) throws(WireError) -> Int? {
        guard let value = members[name] else { return nil }
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard value.double != nil else { throw bad(.badType, name, value, expected: expected) }
        guard let number = value.integer.flatMap(Int.init(exactly:)), range.contains(number) else {
            throw bad(.badValue, name, value, expected: expected)
        }
        return number
    }

    /// A finite number within a range, if given.
    package func number(
        _ name: String, in range: ClosedRange<Double>, expected: String, fault: ErrorName = .badValue
    ) throws(WireError) -> Double? {
        guard let value = members[name] else { return nil }
        guard let number = value.double else { throw bad(.badType, name, value, expected: expected) }
        guard range.contains(number) else { throw bad(fault, name, value, expected: expected) }
        return number
    }

    /// One of a few words, if given.
    package func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, fault: ErrorName = .badValue, _ type: Choice.Type = Choice.self
    ) throws(WireError) -> Choice? {
        guard let value = members[name] else { return nil }
        let words = Choice.allCases.map(\.rawValue)
        let expected = "one of " + words.joined(separator: ", ")
        guard let text = value.string else { throw bad(.badType, name, value, expected: expected) }
        guard let choice = Choice(rawValue: text) else {
            var error = bad(fault, name, value, expected: expected)
            error.available = words
            throw error
        }
        return choice
    }

    /// The error that a member is not what it must be.
    package func bad(
        _ fault: ErrorName, _ name: String, _ got: JSONValue, expected: String, must: String? = nil
    ) -> WireError {
        WireError(fault, path + name, got: got, expected: expected, must: must)
    }
}
