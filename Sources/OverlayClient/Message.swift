import OverlayWire

/// One line from the daemon.
package enum Message: Sendable {
    /// The answer to the request of this number.
    case reply(id: Int64, result: JSONValue)
    /// The refusal of the request of this number; of nil when the daemon could not tell which.
    case refusal(id: Int64?, ClientError)
    /// What comes unasked: a method and its parameters, as a value and as they stood in the line.
    case notification(method: String, params: JSONValue, text: ArraySlice<UInt8>)

    /// How deep a line may nest: more than the daemon ever sends.
    private static let deepest = 32

    /// The message of a line.
    init(_ line: [UInt8]) throws(ClientError) {
        let (value, places) = try Message.read(line)
        guard let object = value.object else { throw Message.bad("a line is no JSON object", line) }
        if let method = object["method"]?.string {
            let place = object.members.firstIndex { $0.name == "params" }
            self = .notification(
                method: method, params: object["params"] ?? .null, text: place.map { line[places[$0]] } ?? [])
        } else if let error = object["error"] {
            self = .refusal(id: object["id"]?.integer, ClientError(refusal: error))
        } else if let id = object["id"]?.integer, let result = object["result"] {
            self = .reply(id: id, result: result)
        } else {
            throw Message.bad("a line is neither a reply nor a notification", line)
        }
    }

    private static func read(_ line: [UInt8]) throws(ClientError) -> (JSONValue, [Range<Int>]) {
        do throws(JSONError) {
            return try JSONReader.readPlaced(line, maxDepth: deepest)
        } catch {
            throw bad("a line is no JSON: \(error)", line)
        }
    }

    private static func bad(_ reason: String, _ line: [UInt8]) -> ClientError {
        let excerpt = String(decoding: line.prefix(80), as: UTF8.self)
        return ClientError(.badMessage, "the daemon does not speak overlayd's protocol: \(reason): \(excerpt)")
    }
}

extension ClientError {
    /// The daemon's refusal of a request, in its own words.
    fileprivate init(refusal error: JSONValue) {
        var message = error["message"]?.string ?? "the request was refused"
        let available = (error["data"]?["available"]?.array ?? []).compactMap(\.string)
        if !available.isEmpty, !message.contains(available[0]) {
            message += "; available: \(available.joined(separator: ", "))"
        }
        self.init(.refused, message, name: error["data"]?["name"]?.string ?? "internal")
    }
}
