import OverlayMetadata
import OverlayOptions
import OverlaySystem

/// `overlayd check`: whether a configuration is in order, and what would be served by it.
package enum CheckCommand {
    /// Runs the command; answers how the program is to end.
    package static func run(_ invocation: Invocation) throws(UsageError) -> ExitStatus {
        do {
            let configuration = try RunCommand.configuration(invocation)
            let lines = report(configuration, Installation(models: configuration.models))
            return Console.write(Array((lines.joined(separator: "\n") + "\n").utf8)) ? .success : .inputOutput
        } catch let error as UsageError {
            throw error
        } catch {
            for line in "\(error)".split(separator: "\n") { Console.complain(Terminal.safe(String(line))) }
            return .configuration
        }
    }

    /// What would be served.
    private static func report(_ configuration: Configuration, _ installation: Installation) -> [String] {
        let limits = configuration.limits
        let closing = configuration.closeAfter.map { "after \($0) s without demand" } ?? "never"
        return [
            "socket      \(Terminal.safe(socket(configuration)))",
            "sources     close \(closing)",
            "limits      \(limits.clients) clients, \(limits.subscriptions) subscriptions each; "
                + "\(limits.sendBuffer) bytes wait for a client, \(limits.stall) s long",
            "types       \(types(installation))",
        ] + configuration.inputs.map(line)
    }

    private static func socket(_ configuration: Configuration) -> String {
        let candidates = SocketLocation.candidates(said: configuration.socket)
        return candidates[0] + (candidates.count > 1 ? ", else \(candidates[1])" : "")
    }

    private static func types(_ installation: Installation) -> String {
        guard let worker = try? WorkerProbe.capabilities(of: installation.worker, on: EventLoop()) else {
            return "not known: the worker \(Terminal.safe(installation.worker)) does not start"
        }
        let faces = worker.faces && installation.faceModel != nil
        let names = worker.codes.union(faces ? .face : []).types.map(\.rawValue).joined(separator: ", ")
        return names + (faces ? "" : "; no faces: \(Terminal.safe(installation.complaint ?? "the worker finds none"))")
    }

    private static func line(_ input: InputDescription) -> String {
        var words = ["input \(input.name)", Terminal.safe(input.sourceText), rate(input)]
        if input.source == .test { words.append("\(input.effectiveSize.width)x\(input.effectiveSize.height)") }
        if let position = input.position { words.append(position.rawValue) }
        if input.mount != .none { words.append("mounted at \(input.mount.rawValue)°") }
        if input.pixelAspect != 1 { words.append("pixel aspect \(input.pixelAspect)") }
        if let format = input.format { words.append("as \(format)") }
        for (name, value) in input.controls.sorted(by: { $0.key < $1.key }) { words.append("\(name) \(value)") }
        switch input.closing {
        case .after(let seconds): words.append("closes after \(seconds) s")
        case .never: words.append("never closes")
        case nil: break
        }
        if input.loop { words.append("looped") }
        if case .stream = input.source { words.append("waited for \(input.timeout) s at most") }
        if let obstacle = SourceOpener.obstacle(to: input) {
            words.append("\(obstacle.state.rawValue) now: \(Terminal.safe(obstacle.detail))")
        }
        return words.joined(separator: " · ")
    }

    private static func rate(_ input: InputDescription) -> String {
        if let rate = input.rate { return "\(rate) frames/s" }
        switch input.source {
        case .test: return "\(SourceOpener.usualRate(.test) ?? 0) frames/s"
        case .camera: return "at the camera's best rate"
        case .path: return "\(SourceOpener.usualRate(.stills) ?? 0) frames/s, or a clip's own"
        case .y4m, .stream: return "at its own pace"
        }
    }
}

extension InputDescription {
    /// The source as one writes it.
    fileprivate var sourceText: String {
        switch source {
        case .camera(let selector): selector.description
        case .path(let path): path
        case .y4m(let path): "y4m:\(path)"
        case .stream(let address): address.shown
        case .test: "test:"
        }
    }
}
