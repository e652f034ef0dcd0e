import OverlayLink
import OverlaySystem

/// Asks the worker program what it can do.
enum WorkerProbe {
    /// Starts a worker, waits for its first word and ends it.
    ///
    /// Meanwhile it runs the loop, so that whoever stops that ends the waiting too, by an error.
    static func capabilities(of program: String, on loop: EventLoop) throws -> Capabilities {
        var answer: Result<Capabilities, Daemon.Unable>?
        let settle: (Result<Capabilities, Daemon.Unable>) -> Void = { result in
            answer = answer ?? result
            loop.stop()
        }
        let worker: WorkerProcess
        do {
            worker = try WorkerProcess(starting: program, on: loop) { news in
                switch news {
                case .event(.ready(let capabilities)): settle(.success(capabilities))
                case .noise(let line): Console.complain("\(program) prints: \(line)")
                case .event: settle(.failure(unable(program, "speaks before it is ready")))
                case .gone(let how): settle(.failure(unable(program, "ends at once, by \(how)")))
                }
            }
        } catch {
            throw unable(program, "cannot be started: \(error)")
        }
        let limit = loop.after(microseconds: 20_000_000) { settle(.failure(unable(program, "says nothing for 20 s"))) }
        loop.run()
        limit.cancel()
        worker.end()
        guard let answer else { throw unable(program, "was not waited for") }
        return try answer.get()
    }

    private static func unable(_ program: String, _ what: String) -> Daemon.Unable {
        Daemon.Unable(
            description: "the worker \(program) \(what); it belongs to overlayd and is installed beside it "
                + "(OVERLAYD_INPUT names another)")
    }
}
