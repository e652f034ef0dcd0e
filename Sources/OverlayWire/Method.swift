/// The methods of the protocol.
package enum Method: String, CaseIterable, Sendable {
    case subscribe, update, connect, disconnect, unsubscribe, latest, convert, inputs, status, describe, ping
    case focus, snapshot, preview
    case controls, pause, resume, reload, clients, close, record

    /// The methods that are answered on the data socket.
    package static let served: [Method] = [
        .subscribe, .update, .connect, .disconnect, .unsubscribe, .latest, .convert, .inputs, .status, .describe, .ping,
        .focus,
    ]
    /// The methods that are answered on the control socket besides.
    package static let controlling: [Method] = [.controls]

    /// The method of a name.
    package init(named name: String) throws(WireError) {
        if let method = Method(rawValue: name) {
            self = method
            return
        }
        let shown = JSONValue.string(name).quotable?.text ?? ""
        let served = Method.served.map(\.rawValue)
        let hint = Spelling.hint(for: name, among: served, further: Method.allCases.map(\.rawValue))
        var error = WireError(.unknownMethod, "there is no method \(shown)\(hint)", parameter: "method")
        error.available = served
        throw error
    }

    /// The error of a method that the data socket does not answer; nil for those that it does.
    package var refusal: WireError? {
        switch self {
        case .subscribe, .update, .connect, .disconnect, .unsubscribe, .latest, .convert, .inputs, .status, .describe,
            .ping, .focus:
            nil
        case .controls:
            WireError(
                .notPermitted, "\(self) is for the control socket only, which stands beside this one",
                parameter: "method",
                available: Method.served.map(\.rawValue))
        case .snapshot, .preview:
            WireError(
                .notEnabled, "\(self) is not part of this version", parameter: "method",
                available: Method.served.map(\.rawValue))
        case .pause, .resume, .reload, .clients, .close, .record:
            WireError(
                .notPermitted, "\(self) is for the control socket only, and not part of this version",
                parameter: "method", available: Method.served.map(\.rawValue))
        }
    }
}
