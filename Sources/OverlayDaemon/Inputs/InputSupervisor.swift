import OverlayDevices
import OverlayLink
import OverlayMetadata
import OverlaySystem

/// Keeps one input: carries out what its life asks for, with real sources, workers and timers.
///
/// Everything happens on the loop's thread.
final class InputSupervisor {
    /// What it does with others.
    struct Surroundings {
        /// The loop it works on.
        var loop: EventLoop
        /// The worker programs.
        var installation: Installation
        /// Opens sources.
        var opener: SourceOpener
        /// Where it says what happened.
        var log: Log
    }

    /// Told every frame.
    var onFrame: (MetadataFrame) -> Void = { _ in }
    /// Told after every change of state.
    var onChange: () -> Void = {}

    let description: InputDescription
    private(set) var life: InputLife
    /// The newest frame's size.
    private(set) var frameSize: FrameSize?
    /// What a camera's pictures come in.
    private(set) var format: String?
    /// What all openings did.
    var counters: Counters { earlier.adding(current) }
    /// The worker's process id, while one runs.
    var workerPID: Int32? { worker?.pid }

    /// Frames a second of the newest opening, where they are known.
    private(set) var rate: Double?

    let surroundings: Surroundings
    private var worker: WorkerProcess?
    private var isCamera = false
    /// A producer was seen when the loopback device was last looked at.
    private var hasProducer = false
    private var timer: Timer?
    private var earlier = Counters()
    private var current = Counters()
    private var progress = FrameProgress()
    private var faults = FaultLog()
    /// What the camera's controls are set to at each opening: by the configuration, then by whoever may control.
    var controls: [String: VideoControl.Value]

    init(_ description: InputDescription, times: InputLife.Times, _ surroundings: Surroundings) {
        self.description = description
        self.surroundings = surroundings
        controls = description.controls
        life = InputLife(times: times, now: surroundings.loop.clock.monotonic)
    }

    /// Seconds until the next try, while it waits for one.
    var retryIn: Double? { life.retryAt.map { Double(max(0, $0 - now)) / 1_000_000 } }

    private var now: Int64 { surroundings.loop.clock.monotonic }

    /// The subscribers want something else.
    func want(_ demand: Demand) { perform(life.demand(demand, now: now)) }

    /// Lets a stepped clock go on.
    func advance(_ frames: Int) { worker?.send(.advance(frames)) }

    /// Says at the start what would be in the way of opening the source now.
    func inspect() {
        // Of a device that is told by its state, which then says what is in the way.
        if description.waitsForDevice { return look() }
        guard let obstacle = SourceOpener.obstacle(to: description, cameras: surroundings.opener.cameras) else {
            return
        }
        surroundings.log(
            .warning, "input \(description.name): \(obstacle.detail); it is tried when a client wants it, and again")
    }

    /// Devices have come or gone: what waits for one is tried, and of what nobody wants it is known whether it is there.
    func look() {
        guard worker == nil, description.waitsForDevice else { return }
        let obstacle = SourceOpener.obstacle(to: description, cameras: surroundings.opener.cameras)
        perform(life.looked(obstacle, now: now))
    }

    /// Ends the worker.
    func stop() {
        timer?.cancel()
        closeWorker()
    }

    private func perform(_ actions: [InputLife.Action]) {
        for action in actions {
            switch action {
            case .open: open()
            case .want(let demand): worker?.send(.demand(demand))
            case .close: closeWorker()
            case .wake(let time): wake(at: time)
            case .publish: publish()
            }
        }
    }

    private func open() {
        do {
            try waitForProducer()
            let (opening, attached) = try surroundings.opener.open(
                description, firstSequence: progress.nextSequence, firstID: progress.nextID)
            if opening.source == .camera { life.times.keepToCamera() }
            let program = surroundings.installation.worker(for: opening.source)
            let worker = try WorkerProcess(starting: program, on: surroundings.loop) { [weak self] in
                self?.hear($0)
            }
            rate = opening.rate
            isCamera = opening.source == .camera
            if opening.source == .camera { setControls(of: attached.first) }
            worker.send(.open(opening), passing: attached)
            self.worker = worker
            faults.opened()
            perform(life.opened(now: now))
        } catch let obstacle as InputLife.Obstacle {
            perform(life.refused(obstacle, now: now))
        } catch {
            let detail = "the worker cannot be started: \(error)"
            perform(life.refused(.init(state: .failed, reason: "worker", detail: detail), now: now))
        }
    }

    /// A loopback device that has just become a camera is given a moment more: a reader that comes between its
    /// producer's first words and its first picture may wait for ever.
    private func waitForProducer() throws(InputLife.Obstacle) {
        let wasWaiting = life.reason == CameraObstacle.Kind.noProducer.rawValue && life.state == .absent
        guard wasWaiting, !hasProducer, let detail = life.detail, let selector = description.camera,
            surroundings.opener.cameras.obstacle(to: selector) == nil
        else { return hasProducer = false }
        hasProducer = true
        throw InputLife.Obstacle(CameraObstacle(.noProducer, detail))
    }

    private func closeWorker() {
        worker?.end()
        worker = nil
        earlier = counters
        current = Counters()
    }

    private func wake(at time: Int64?) {
        timer?.cancel()
        timer = time.map { time in
            surroundings.loop.after(microseconds: time - now) { [weak self] in
                guard let self else { return }
                perform(life.timer(now: now))
            }
        }
    }

    private func hear(_ news: WorkerProcess.News) {
        switch news {
        case .event(.ready): perform(life.ready(now: now))
        case .event(.frame(let frame, let counters)): take(frame, counters)
        case .event(.fault(let fault)): report(fault)
        case .event(.format(let name)): format = name
        case .event(.captured): life.captured(now: now)
        case .event(.waiting(let fault)): perform(life.waiting(fault, now: now))
        case .event(.ended(let fault)): perform(life.ended(fault, now: now))
        case .noise(let line): surroundings.log(.info, "input \(description.name): the worker prints: \(line)")
        case .gone(let how): perform(life.died(how, now: now))
        }
    }

    /// A worker's frame is believed only as far as it goes on from the last one.
    private func take(_ frame: MetadataFrame, _ counters: Counters) {
        guard progress.take(frame, now: surroundings.opener.clock == .live ? now : nil) else {
            perform(life.died("a frame that does not go on from the one before", now: now))
            return
        }
        frameSize = frame.size
        if isCamera, frame.duration > 0 { rate = 1_000_000 / Double(frame.duration) }
        current = counters
        perform(life.frame(now: now))
        faults.forget()
        onFrame(frame)
    }

    private func report(_ fault: Fault) {
        perform(life.fault(fault, now: now))
        guard let line = faults.line(for: fault) else { return }
        surroundings.log(.warning, "input \(description.name): \(line)")
    }

    private func publish() {
        if life.state == .idle {
            frameSize = nil
            format = nil
            faults.forget()
        }
        let why = life.detail.map { ": \($0)" } ?? ""
        let level: Log.Level = life.detail == nil ? .info : .warning
        surroundings.log(level, "input \(description.name) is \(life.state.rawValue)\(why)")
        onChange()
    }
}
