import OverlayMetadata
import OverlayWire
import Testing

/// A client that goes on receiving, whatever others do.
final class Witness {
    private let client: Client
    private let worker: JSONValue?

    private let input: String

    init(_ daemon: DaemonProcess, input: String = "test") throws {
        self.input = input
        client = try daemon.client()
        try client.request("subscribe", #"{"input":"\#(input)","types":["ean_13"]}"#)
        try client.awaitState(.live)
        worker = try client.status(of: input)["worker"]
    }

    /// The daemon answers, the same worker works, and the newest frame comes.
    func expectUndisturbed() throws {
        let status = try client.status(of: input)
        #expect(status["worker"] == worker)
        #expect(status["state"] == .string("live"))
        let before = try #require(status["captured"]?.counter)
        while try client.metadata().sequence <= before {}
    }
}

/// A daemon that somebody is served by.
func daemonWithWitness(arguments: [String] = []) throws -> (DaemonProcess, Witness) {
    let daemon = try DaemonProcess(arguments: arguments)
    return (daemon, try Witness(daemon))
}

extension Result where Success == JSONValue, Failure == WireError {
    /// The symbolic name of the error, if it is one.
    var errorName: ErrorName? { if case .failure(let error) = self { error.name } else { nil } }
}
