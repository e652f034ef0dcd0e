import Foundation
import OverlaySystem
import OverlayWire

/// The real daemon on a scenario, with a real worker and a real socket, and a clock that the scenario moves.
final class ScenarioRun {
    /// What the clients got, a line each: the step, the client, and the message as it came.
    private(set) var lines: [String] = []
    private let daemon: DaemonInProcess
    /// Asks how far the daemon is, and appears nowhere else.
    private let onlooker: Client
    private var clients: [(name: String, client: Client)] = []
    private var shown: [String: Int64] = [:]

    /// Runs a scenario to its end.
    init(_ scenario: Scenario) throws {
        let models = try scenario.tolerance.map { _ in try Built.models() }
        daemon = try DaemonInProcess(
            scenario.inputs, faceModel: models?.faceModel, sample: models?.sample, in: try Scratch())
        onlooker = try daemon.client()
        for (number, step) in scenario.steps.enumerated() {
            try perform(step, number + 1)
            try collect(number + 1)
        }
    }

    private func perform(_ step: Scenario.Step, _ number: Int) throws {
        switch step {
        case .connect(let name): clients.append((name, try daemon.client()))
        case .leave(let name):
            try client(name).vanish()
            clients.removeAll { $0.name == name }
        case .ask(let name, let method, let params):
            try client(name).send(
                #"{"jsonrpc":"2.0","id":\#(number),"method":"\#(method)","params":\#(params.text)}"#)
        case .frames(let count, let input, let state):
            for round in 1...max(1, count) {
                daemon.grant(input)
                shown[input, default: 0] += 1
                try awaitStatus(of: input, "frame \(shown[input] ?? 0)") {
                    $0["captured"]?.integer == self.shown[input]
                }
                if round == count, let state { try perform(.await(state, of: input), number) }
                try collect(number)
            }
        case .lost(let input): daemon.grant(input)
        case .pass(let microseconds): daemon.pass(microseconds)
        case .await(let state, let input): try awaitStatus(of: input, state) { $0["state"] == .string(state) }
        }
    }

    private func client(_ name: String) throws -> Client {
        guard let found = clients.first(where: { $0.name == name })?.client else {
            throw Scenario.Mistake(description: "no client \(name) is connected")
        }
        return found
    }

    private func awaitStatus(of input: String, _ what: String, _ isThere: (JSONValue) -> Bool) throws {
        let patience = Patience("\(what) of \(input)")
        while true {
            try patience.check()
            if isThere(try onlooker.status(of: input)) { return }
        }
    }

    /// Takes what has come, until the daemon has nothing more to say.
    ///
    /// When the onlooker was answered twice, the daemon has dealt with all that was sent before.
    private func collect(_ number: Int) throws {
        var isQuiet = false
        while !isQuiet {
            for _ in 0..<2 { try onlooker.request("ping") }
            isQuiet = true
            for (name, client) in clients {
                for line in try client.linesAtHand() {
                    let message = ScenarioRun.withSteadyTypes(line)
                    lines.append(#"{"step":\#(number),"client":"\#(name)","message":\#(message)}"#)
                    isQuiet = false
                }
            }
        }
    }

    /// A message without the names of what only ZXing-C++ reads: its versions differ in that, and a build may be without.
    private static func withSteadyTypes(_ message: String) -> String {
        let others = [
            "micro_qr_code", "rmqr_code", "databar_limited", "data_matrix", "pdf417", "aztec", "maxi_code",
            "dx_film_edge",
        ]
        return others.reduce(message) { message, name in
            [#""\#(name)","#, #","\#(name)""#, " \(name),", ", \(name)"].reduce(message) {
                $0.replacingOccurrences(of: $1, with: "")
            }
        }
    }
}
