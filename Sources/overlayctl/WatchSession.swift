import Glibc
import OverlayClient
import OverlayOptions
import OverlaySystem
import OverlayWire

/// One run of `watch`: a subscription, and an event loop that waits for its messages, the clock and signals.
final class WatchSession {
    private let command: WatchCommand
    private let connection: Connection
    private let loop: EventLoop
    private var view = WatchView()
    private var screen = Screen()
    private var ending: Result<ExitStatus, any Error>?
    private var messages = 0
    private var hasSeen = false
    private var lastDrawn: Int64 = 0
    private var redraw: Timer?

    /// The shortest time between two drawings, in microseconds: nobody reads faster.
    private static let drawingInterval: Int64 = 66_000

    /// Connects; the subscription comes with `run`.
    init(_ command: WatchCommand) throws {
        self.command = command
        connection = try Connection(to: command.socket)
        loop = try EventLoop()
    }

    /// Subscribes and follows the messages to the end.
    func run() throws -> ExitStatus {
        let signals = try Signals([SIGINT, SIGTERM, SIGHUP, SIGWINCH])
        try signals.watch(on: loop) { [unowned self] in handle(signal: $0) }
        try subscribe()
        try loop.watch(connection.socket, .read) { [unowned self] _ in receive() }
        try watchOutput()
        if let duration = command.duration {
            loop.after(microseconds: duration) { [unowned self] in end(.success(hasSeen ? .success : .nothingSeen)) }
        }
        if !command.printsJSON { try Output.write(screen.begin()) }
        defer { if !command.printsJSON { try? Output.write(screen.end()) } }
        draw()
        drain()
        if ending == nil { loop.run() }
        if !command.printsJSON { draw() }
        return try ending?.get() ?? .success
    }

    private func subscribe() throws {
        let reply = try connection.request("subscribe", command.subscription)
        guard let subscription = ReceivedSubscription(reply) else {
            throw ClientError(.badMessage, "the daemon's reply to the subscription lacks what it must have")
        }
        view.subscribed(subscription)
    }

    /// Ends when whoever reads a pipe of ours goes away; a file cannot be waited for, and need not.
    private func watchOutput() throws(SystemError) {
        let output = Descriptor(owning: try checked("dup") { fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) })
        _ = try? loop.watch(output, []) { [unowned self] in
            if $0.contains(.hangup) { end(.failure(OutputError.readerGone)) }
        }
    }

    private func handle(signal: Int32) {
        guard signal == SIGWINCH else { return end(.success(.success)) }
        screen.forget()
        draw()
    }

    private func receive() {
        do {
            try connection.receive()
        } catch {
            // What came before the end is still to be shown.
            drain()
            end(.failure(error))
        }
        drain()
    }

    private func drain() {
        do {
            while ending == nil, let line = try connection.nextReceived() { try take(line) }
        } catch {
            end(.failure(error))
        }
    }

    private func take(_ line: ReceivedLine) throws {
        switch line.message {
        case .metadata(let metadata):
            messages += 1
            if !metadata.objects.isEmpty { hasSeen = true }
            view.metadata(metadata)
            if command.printsJSON { try Output.write(line.params + [UInt8(ascii: "\n")]) }
            if messages == command.count { end(.success(.success)) }
        case .input(let input):
            view.input(input)
            if command.printsJSON, let trouble = input.trouble { Output.complain("overlayctl watch: \(trouble)") }
        case .geometry(let geometry): view.geometry(geometry)
        case .failure(_, let error): throw ClientError(refusal: error)
        case .hello, .reply, .other: return
        }
        drawSoon()
    }

    private func drawSoon() {
        guard !command.printsJSON, redraw?.isDone != false else { return }
        let wait = lastDrawn + WatchSession.drawingInterval - SystemClock().monotonic
        redraw = loop.after(microseconds: max(0, wait)) { [unowned self] in draw() }
    }

    private func draw() {
        guard !command.printsJSON else { return }
        lastDrawn = SystemClock().monotonic
        let size = TerminalSize(of: STDOUT_FILENO) ?? TerminalSize(columns: 80, rows: 24)
        do throws(OutputError) {
            try Output.write(screen.draw(view.lines(in: size)))
        } catch {
            end(.failure(error))
        }
    }

    private func end(_ result: Result<ExitStatus, any Error>) {
        if ending == nil { ending = result }
        loop.stop()
    }
}
