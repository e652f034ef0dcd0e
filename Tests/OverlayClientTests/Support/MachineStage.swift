import OverlayWire
import TestSupport

@testable import OverlayClient

/// A second in microseconds.
let second: Int64 = 1_000_000

extension ClientMachine {
    /// A machine that is about to connect.
    static func unconnected() -> ClientMachine {
        ClientMachine(path: "/s", backoff: Backoff(chance: SeededGenerator(seed: 1)))
    }

    /// A machine whose daemon has greeted it at a moment.
    static func greeted(at now: Int64 = 0) throws -> ClientMachine {
        var machine = unconnected()
        _ = machine.connected(at: now)
        _ = machine.received(try ServerMessage.of(ScriptedServer.hello), at: now)
        return machine
    }
}

extension ServerMessage {
    static func of(_ line: String) throws -> ServerMessage { try ServerMessage(line: Array(line.utf8)) }

    static func accepted(_ id: Int64, subscription: Int = 1, revision: Int = 1) throws -> ServerMessage {
        try of(
            #"{"jsonrpc":"2.0","id":\#(id),"result":{"session":"s","subscription":\#(subscription),"revision":\#(revision),"connection":{"input":"a","rotation":0,"mirrored":false},"space":"device","sequence":null,"objects":[]}}"#
        )
    }

    static func refused(_ id: Int64, _ name: ErrorName) throws -> ServerMessage {
        try of(
            #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32000,"message":"no","data":{"name":"\#(name.rawValue)"}}}"#
        )
    }
}

/// The methods of the requests among actions.
func sent(_ actions: [ClientAction]) -> [String] {
    actions.compactMap { if case .send(_, let method, _) = $0 { method } else { nil } }
}

/// Who is answered by actions, and how: nil is a success.
func answers(_ actions: [ClientAction]) -> [Ticket: ClientError.Code?] {
    var answers: [Ticket: ClientError.Code?] = [:]
    for case .answer(let ticket, let result) in actions {
        if case .failure(let error) = result { answers[ticket] = error.code } else { answers[ticket] = .some(nil) }
    }
    return answers
}
