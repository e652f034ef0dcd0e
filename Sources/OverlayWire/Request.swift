/// The id of a request, kept byte for byte as the client wrote it, so that the reply carries the very same.
package struct RequestID: Hashable, Sendable {
    /// A string, number or null as JSON text.
    package let text: [UInt8]

    /// An id of its JSON text.
    package init(text: [UInt8]) { self.text = text }

    /// The id of replies to what could not be read.
    package static let null = RequestID(text: Array("null".utf8))
}

/// One request line, taken apart but not yet understood.
package struct Request: Hashable, Sendable {
    /// Its id; nil for a JSON-RPC notification, which gets no reply.
    package var id: RequestID?
    /// The method's name.
    package var method: String
    /// The parameters, if any.
    package var params: JSONValue?

    /// A request of its members.
    package init(id: RequestID?, method: String, params: JSONValue? = nil) {
        self.id = id
        self.method = method
        self.params = params
    }

    /// Why a line is no request, and the id of the error's reply.
    package struct Fault: Error, Hashable, Sendable {
        /// What is wrong.
        package var error: WireError
        /// The id that could be read; null otherwise.
        package var id: RequestID
    }

    /// The request in a line.
    package init(line: [UInt8], maxDepth: Int = 16) throws(Fault) {
        var reader = JSONReader(line, maxDepth: maxDepth)
        let value: JSONValue
        do throws(JSONError) { value = try reader.readText() } catch {
            throw Fault(error: WireError(error), id: .null)
        }
        if case .array = value { throw Fault(error: .batchRefused, id: .null) }
        guard let members = value.object else {
            throw Fault(error: WireError(.invalidRequest, "a request must be an object, got \(value.shown)"), id: .null)
        }
        let place = members.members.firstIndex { $0.name == "id" }
        let id = place.map { RequestID(text: Array(line[reader.topLevel[$0]])) }
        switch members["id"] {
        case .bool?, .array?, .object?:
            throw Fault(error: WireError(.invalidRequest, "id must be a string, a number or null"), id: .null)
        default: break
        }
        do throws(WireError) {
            method = try Request.method(of: members)
            self.id = id
            params = members["params"]
        } catch { throw Fault(error: error, id: id ?? .null) }
    }

    private static func method(of members: JSONObject) throws(WireError) -> String {
        switch members["jsonrpc"] {
        case .string("2.0"): break
        case .string(let version)?:
            throw WireError(.unsupportedProtocol, "jsonrpc", got: .string(version), expected: "\"2.0\"")
        case let other?: throw WireError(.invalidRequest, "jsonrpc", got: other, expected: "\"2.0\"")
        case nil: throw WireError(.invalidRequest, "jsonrpc is missing: it must be \"2.0\"", parameter: "jsonrpc")
        }
        guard let method = members["method"] else {
            throw WireError(.invalidRequest, "method is missing", parameter: "method")
        }
        guard let name = method.string else {
            throw WireError(.invalidRequest, "method", got: method, expected: "a string")
        }
        return name
    }

    /// The request as a line, its newline included: for clients.
    package static func line(id: Int64, method: String, params: JSONObject = [:]) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(
            .object([
                "jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": .object(params),
            ]))
        writer.endLine()
        return writer.bytes
    }
}

extension WireError {
    /// The error of a text that is not JSON, or too deep.
    package init(_ error: JSONError) {
        switch error.kind {
        case .parseError: self.init(.parseError, "not JSON: \(error.reason) at byte \(error.offset)")
        case .tooDeep: self.init(.tooDeep, "\(error.reason), at byte \(error.offset)")
        }
    }

    /// The error of an array of requests.
    package static let batchRefused = WireError(
        .batchRefused, "batches are not taken: send each request as a line of its own")

    /// The error of a line beyond the limit.
    package static func tooLong(limit: Int) -> WireError {
        WireError(.tooLong, "the line is longer than \(limit) bytes; it was skipped")
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    /// A string.
    package init(stringLiteral value: String) { self = .string(value) }
}
