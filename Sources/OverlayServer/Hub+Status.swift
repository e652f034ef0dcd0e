import OverlayGeometry
import OverlayMetadata
import OverlayWire

extension Hub {
    func writeInputs() {
        scratch.name("inputs")
        scratch.openArray()
        for input in inputs {
            scratch.openObject()
            summary(input).members(into: &scratch)
            status(of: input).details(into: &scratch)
            scratch.closeObject()
        }
        scratch.closeArray()
    }

    /// How an input is now; its tries go on without a word.
    func status(of input: InputRecord) -> InputStatus {
        var status = input.status
        if let retryOfInput { status.retryIn = retryOfInput(input.description.name) }
        return status
    }

    func writePing() {
        scratch.name("time")
        scratch.integer(clock.monotonic)
        scratch.name("wall")
        scratch.integer(clock.wall)
    }

    /// What the server can do.
    var description: Description {
        Description(
            server: "overlayd " + configuration.version, protocolVersion: Hello.spoken,
            types: types, reasons: configuration.reasons, libraries: configuration.libraries)
    }

    func writeStatus() {
        scratch.name("server")
        scratch.string("overlayd " + configuration.version)
        scratch.name("protocol")
        scratch.string(Hello.spoken)
        scratch.name("session")
        scratch.string(configuration.session)
        writePing()
        scratch.name("uptime")
        scratch.integer(uptime)
        scratch.name("clients")
        scratch.integer(sessions.count)
        scratch.name("subscriptions")
        scratch.integer(sessions.values.reduce(0) { $0 + $1.subscriptions.count })
        scratch.name("types")
        scratch.strings(types.types.map(\.rawValue))
        let further = statusOfInputs()
        scratch.name("inputs")
        scratch.openArray()
        for input in inputs { writeStatus(of: input, further[input.description.name]) }
        scratch.closeArray()
    }

    private func writeStatus(of input: InputRecord, _ further: JSONObject?) {
        scratch.openObject()
        summary(input).members(into: &scratch)
        status(of: input).details(into: &scratch)
        scratch.name("subscriptions")
        scratch.integer(input.subscriptions.count)
        scratch.name("views")
        scratch.integer(input.groups.count)
        scratch.name("demand")
        writeDemand(input.wanted)
        if let further { scratch.members(of: further) }
        scratch.closeObject()
    }

    private func writeDemand(_ demand: Demand) {
        scratch.openObject()
        scratch.name("faces")
        scratch.rect(demand.faces, Decimals.device)
        scratch.name("codes")
        scratch.rect(demand.codes, Decimals.device)
        scratch.name("types")
        scratch.strings(demand.codeTypes.types.map(\.rawValue))
        if let rate = demand.rate {
            scratch.name("rate")
            scratch.decimal(rate, 3)
        }
        if let minFace = demand.minFace {
            scratch.name("minFace")
            scratch.decimal(minFace, 3)
        }
        scratch.closeObject()
    }
}
