import OverlayDaemon
import OverlaySystem
import OverlayWire

/// The whole daemon within the test, with a real worker and a real socket, but no time and no chance of its own: it goes
/// on only while a client waits, and frames come when they are granted.
final class DaemonInProcess {
    /// Microseconds between the frames of 25 a second.
    static let period: Int64 = 40_000
    private static let start: Int64 = 5_000_000_000
    private static let wall: Int64 = 1_764_500_000_000_000

    /// Stands 20 ms behind the newest frame's stamp.
    private let clock = ManualClock(monotonic: start + 20_000 - period, wall: wall + 20_000 - period)
    private let scratch: Scratch
    private let socket: String
    private let loop: EventLoop
    private let daemon: Daemon

    /// A daemon of inputs as the command line writes them, without faces unless there is a model; drawn scenes show the
    /// sample.
    init(
        _ inputs: [String], faceModel: Descriptor? = nil, sample: Descriptor? = nil, in scratch: Scratch
    ) throws {
        self.scratch = scratch
        socket = scratch.file("overlayd.sock")
        loop = try EventLoop(clock: clock)
        var configuration = Configuration()
        configuration.inputs = try inputs.map { try InputDescription(commandLine: $0) }
        let log = Log { _, _ in }
        var installation = Installation(worker: Built.worker)
        installation.faceModel = faceModel
        installation.sample = sample
        daemon = try Daemon(
            configuration, installation, loop: loop, log: log,
            determinism: Daemon.Determinism(
                session: "golden", frames: .stepped(monotonic: DaemonInProcess.start, wall: DaemonInProcess.wall)))
        try daemon.serve(on: try ServingSocket(at: socket, log: log))
    }

    func client() throws -> Client {
        let loop = loop
        return try Client(to: socket, of: self) { _, _ in loop.turn(limit: 100) }
    }

    /// Lets an input have its next frame.
    func grant(_ input: String) {
        pass(DaemonInProcess.period)
        daemon.advance(input, frames: 1)
    }

    /// Lets time go by.
    func pass(_ microseconds: Int64) { clock.advance(by: microseconds) }

    deinit { daemon.stop() }
}
