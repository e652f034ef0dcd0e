import Glibc
import OverlayOptions
import OverlaySystem

/// `overlayd run`: serves until a signal.
package enum RunCommand {
    /// Runs the command; answers how the program is to end.
    package static func run(_ invocation: Invocation) throws(UsageError) -> ExitStatus {
        let log = Log.standardError
        var isStopping = false
        do {
            let configuration = try configuration(invocation)
            // Before any thread starts, so that every thread has the signals blocked.
            let signals = try Signals([SIGTERM, SIGINT, SIGHUP])
            signal(SIGPIPE, SIG_IGN)
            let installation = Installation(models: configuration.models)
            let loop = try EventLoop()
            // Watched before anything is waited for: the start, too, can be stopped.
            try signals.watch(on: loop) { signal in
                let reason = "stopping: \(String(cString: strsignal(signal)))"
                log(.notice, reason)
                ServiceNotice.stopping(reason)
                isStopping = true
                loop.stop()
            }
            let daemon = try Daemon(configuration, installation, loop: loop, log: log)
            let socket = try ServingSocket(at: try SocketPlace.choose(asked: configuration.socket), log: log)
            try daemon.serve(on: socket)
            do throws(ServingSocket.Refusal) {
                let control = try ServingSocket(at: SocketLocation.control(of: socket.path), role: .control, log: log)
                try? daemon.serveControls(on: control)
            } catch {
                log(.warning, "there is no control socket: \(error)")
            }
            let served = "serves \(daemon.inputNames.joined(separator: ", ")) at \(socket.path)"
            log(.notice, "overlayd \(Version.current) \(served)")
            if !isStopping {
                ServiceNotice.ready(served)
                ServiceNotice.startWatchdog(on: loop)
            }
            if !isStopping { loop.run() }
            daemon.stop()
            return .success
        } catch _ where isStopping {
            return .success
        } catch let error as UsageError {
            throw error
        } catch let error as Configuration.Unusable {
            for sentence in error.sentences { log(.error, sentence) }
            return .configuration
        } catch let error as ServingSocket.Refusal {
            log(.error, error.description)
            return error.isTaken ? .unavailable : .cannotCreate
        } catch {
            log(.error, "\(error)")
            return .failure
        }
    }

    /// The configuration file, with what the command line says on top.
    static func configuration(_ invocation: Invocation) throws -> Configuration {
        var configuration = Configuration()
        let path = invocation.text(.config)
        if let path { configuration = try Configuration(file: path) }
        do throws(ConfigurationError) {
            for text in invocation.texts(.source) {
                try configuration.add(try InputDescription(commandLine: text), at: "--input")
            }
        } catch {
            throw invocation.wrong(error.description)
        }
        if let socket = invocation.text(.socket) { configuration.socket = socket }
        guard !configuration.inputs.isEmpty else {
            if let path {
                let nothing = ConfigurationError("inputs", got: "", wanted: "an object of one input or more")
                throw Configuration.Unusable(path: path, mistakes: [nothing])
            }
            throw invocation.wrong("no input is named; name one by --input NAME=SOURCE or in the --config FILE")
        }
        return configuration
    }
}
