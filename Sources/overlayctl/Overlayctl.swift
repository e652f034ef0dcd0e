import Glibc
import OverlayClient
import OverlayOptions
import OverlaySystem
import OverlayWire

/// The program: understands the command line, runs the subcommand, and tells a failure in one line.
enum Overlayctl {
    /// Runs a command line, the words behind the program's name.
    static func run(_ words: some Sequence<String>) -> ExitStatus {
        // A reader that went away is an error of the write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        Console.keepPlaces()
        var title = Command.overlayctl.name
        do {
            switch try Command.overlayctl.parse(words) {
            case .show(let text):
                try Output.write("\(text)\n")
                return .success
            case .run(let invocation):
                title = invocation.command
                return try run(invocation)
            }
        } catch let error as UsageError {
            Output.complain("\(error)")
            return error.status
        } catch let error as ClientError {
            Output.complain("\(title): \(Terminal.safe(error.messageInOptions))")
            return error.exitStatus
        } catch let error as OutputError {
            if case .failed(let cause) = error { Output.complain("\(title): cannot write the output: \(cause.reason)") }
            return error == .readerGone ? .success : .inputOutput
        } catch {
            Output.complain("\(title): \(Terminal.safe("\(error)"))")
            return .systemError
        }
    }

    private static func run(_ invocation: Invocation) throws -> ExitStatus {
        switch invocation.name {
        case "inputs": try InputsCommand(invocation).run()
        case "controls": try ControlsCommand(invocation).run()
        case "focus": try FocusCommand(invocation).run()
        case "status": try StatusCommand(invocation).run()
        case "watch": try WatchCommand(invocation).run()
        case "latest": try LatestCommand(invocation).run()
        case "describe": try DescribeCommand(invocation).run()
        case "doctor": try DoctorCommand(invocation).run()
        case "convert": try ConvertCommand(invocation).run()
        case "ping": try PingCommand(invocation).run()
        default: throw UsageError(command: invocation.command, "the command has no meaning here", status: .software)
        }
    }
}

extension ClientError {
    /// The message, with the name of the option where the daemon's words begin with that of its parameter.
    var messageInOptions: String {
        guard let parameter, message.hasPrefix(parameter + " "),
            let root = parameter.split(whereSeparator: { "[.".contains($0) }).first
        else { return message }
        let options: [String: Option] = [
            "types": .types, "input": .input, "layer": .layer, "gravity": .gravity, "rotation": .rotation,
            "orientation": .orientation, "mirrored": .mirrored, "rectOfInterest": .roi, "maxRate": .rate,
        ]
        return options[String(root)].map { "--\($0.name)" + message.dropFirst(parameter.count) } ?? message
    }

    /// How the program ends after this failure.
    var exitStatus: ExitStatus {
        switch code {
        case .noDaemon, .deadSocket, .closed, .timedOut, .notReady: .unavailable
        case .notPermitted: .notPermitted
        case .badMessage, .unsupportedProtocol: .protocolError
        case .system: .systemError
        case .invalid, .cancelled: .software
        case .refused: name.flatMap(ErrorName.init)?.exitStatus ?? .failure
        }
    }
}

extension ErrorName {
    /// How the program ends when the daemon refuses for this reason.
    var exitStatus: ExitStatus {
        switch self {
        case .unknownInput: .noInput
        case .unavailableType, .notReady, .notConnected, .notSupported, .unsupportedProtocol: .unavailable
        case .tooMany: .temporary
        case .notPermitted, .notEnabled: .notPermitted
        case .badType, .badValue, .badLayer, .badRectangle, .badRotation, .badGravity, .unknownType: .usage
        default: .failure
        }
    }
}
