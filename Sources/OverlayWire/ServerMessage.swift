/// A line from a server, as a client understands it.
package enum ServerMessage: Hashable, Sendable {
    /// The first line.
    case hello(Hello)
    /// A request succeeded.
    case reply(id: JSONValue, result: JSONValue)
    /// A request failed; the id is null when the server could not read it.
    case failure(id: JSONValue, error: WireError)
    /// Objects of a frame.
    case metadata(MetadataMessage)
    /// A subscription's geometry changed.
    case geometry(ReceivedGeometry)
    /// An input's state changed.
    case input(InputMessage)
    /// A notification that this client does not know, from a later server.
    case other(method: String, params: JSONValue)

    /// The message in a line; an error when it is none.
    package init(line: [UInt8]) throws(WireError) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.read(line) } catch { throw WireError(error) }
        if let method = value["method"]?.string {
            self = try ServerMessage.notification(method, value["params"] ?? .object([:]))
        } else if let result = value["result"] {
            self = .reply(id: value["id"] ?? .null, result: result)
        } else if let error = value["error"].flatMap(WireError.init) {
            self = .failure(id: value["id"] ?? .null, error: error)
        } else {
            throw WireError(.invalidRequest, "the server sent a line that is neither reply nor notification")
        }
    }

    private static func notification(_ method: String, _ params: JSONValue) throws(WireError) -> ServerMessage {
        let message: ServerMessage? =
            switch method {
            case "hello": Hello(params).map(ServerMessage.hello)
            case "metadata": MetadataMessage(params).map(ServerMessage.metadata)
            case "geometry": ReceivedGeometry(params).map(ServerMessage.geometry)
            case "input": InputMessage(params).map(ServerMessage.input)
            default: .other(method: method, params: params)
            }
        guard let message else {
            throw WireError(.invalidRequest, "the server sent \(method) without a member that it must have")
        }
        return message
    }
}
