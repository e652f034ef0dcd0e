/// The symbolic name of an error: what a client looks at.
package enum ErrorName: String, CaseIterable, Sendable {
    /// Not JSON.
    case parseError
    /// JSON, but no request.
    case invalidRequest
    /// A line of more bytes than the limit.
    case tooLong
    /// More levels than the limit.
    case tooDeep
    /// An array of requests.
    case batchRefused
    /// No such method.
    case unknownMethod
    /// No such parameter of this method.
    case unknownParameter
    /// A parameter that the method needs is absent.
    case missingParameter
    /// A parameter is of the wrong JSON kind.
    case badType
    /// A parameter is of the right kind and outside its range or choices.
    case badValue
    /// A layer that cannot be.
    case badLayer
    /// A rectangle that cannot be.
    case badRectangle
    /// No right angle, or two turns at once.
    case badRotation
    /// No such gravity.
    case badGravity
    /// No such object type.
    case unknownType
    /// A type that this build cannot detect.
    case unavailableType
    /// No input of that name.
    case unknownInput
    /// No subscription of that number on this connection.
    case unknownSubscription
    /// The subscription has a connection already.
    case alreadyConnected
    /// The subscription has no connection.
    case notConnected
    /// What is asked for is not known yet.
    case notReady
    /// Part of the protocol, but not of this build.
    case notSupported
    /// Only for the control socket.
    case notPermitted
    /// Off by configuration.
    case notEnabled
    /// A limit of the server is reached.
    case tooMany
    /// Another protocol than this server's.
    case unsupportedProtocol
    /// A fault of the server's own.
    case internalError = "internal"

    /// The JSON-RPC error code.
    package var code: Int {
        switch self {
        case .parseError: -32700
        case .invalidRequest, .batchRefused, .unsupportedProtocol: -32600
        case .unknownMethod: -32601
        case .unknownParameter, .missingParameter, .badType, .badValue, .badLayer, .badRectangle, .badRotation,
            .badGravity, .unknownType, .unavailableType, .unknownInput, .unknownSubscription:
            -32602
        case .internalError: -32603
        default: -32000
        }
    }

    /// The same request may succeed later, without a change to it.
    package var isRetryable: Bool { self == .notReady || self == .tooMany }
}
