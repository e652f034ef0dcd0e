import OverlayLink
import OverlayMetadata
import OverlaySystem

/// One worker that takes one source after another; it is replaced when it dies or works for too long.
final class DetectLane {
    /// What the owner is told of the source under way.
    enum News {
        /// The worker is there and knows this.
        case ready(Capabilities)
        /// A frame was searched.
        case frame(MetadataFrame)
        /// Something of the source could not be read.
        case failure(name: String, message: String)
        /// The source is done with: the lane is free.
        case free
        /// No worker can be started.
        case broken(String)
    }

    private var program: String
    private let loop: EventLoop
    private let timeLimit: Int64
    private let tell: (DetectLane, News) -> Void
    private var worker: WorkerProcess?
    private var timer: Timer?
    private var isBusy = false
    private var hasFailed = false
    /// The source is one picture, and it was answered: whatever befalls the worker then is no fault of it.
    private var isAnswered = false
    private var isPicture = false
    /// Its worker is there; a fresh one first says so.
    private(set) var isReady = false

    /// A lane whose worker starts at once; it may work on one frame for `timeLimit` microseconds.
    init(_ program: String, on loop: EventLoop, timeLimit: Int64, _ tell: @escaping (DetectLane, News) -> Void) {
        self.program = program
        self.loop = loop
        self.timeLimit = timeLimit
        self.tell = tell
    }

    /// Starts the worker.
    func start() {
        isReady = false
        do {
            worker = try WorkerProcess(starting: program, on: loop) { [weak self] in self?.hear($0) }
        } catch {
            tell(self, .broken("the worker \(program) cannot be started: \(error)"))
        }
    }

    /// Gives the lane a source, and names the program that is needed where not every worker can read it.
    func take(_ opening: Opening, passing descriptors: [Descriptor], _ demand: Demand, by program: String?) {
        isBusy = true
        hasFailed = false
        isAnswered = false
        isPicture = opening.source == .stills
        if let program, program != self.program {
            // What is sent waits until the worker is ready.
            self.program = program
            worker?.end()
            start()
        }
        worker?.send(.open(opening), passing: descriptors)
        worker?.send(.demand(demand))
        limitTime()
    }

    /// Ends the worker.
    func end() {
        timer?.cancel()
        worker?.end()
        worker = nil
    }

    private func limitTime() {
        timer?.cancel()
        timer = loop.after(microseconds: timeLimit) { [weak self] in
            guard let self else { return }
            let seconds = timeLimit / 1_000_000
            fail("timeLimit", "detection took longer than \(seconds) s and was ended; a smaller picture may do")
            replace()
        }
    }

    private func hear(_ news: WorkerProcess.News) {
        switch news {
        case .event(.ready(let capabilities)):
            isReady = true
            if !isBusy { tell(self, .ready(capabilities)) }
        case .event(.frame(let frame, _)):
            limitTime()
            isAnswered = isPicture
            tell(self, .frame(frame))
        case .event(.waiting), .event(.format), .event(.captured): break
        case .event(.fault(let fault)): fail(fault.name, fault.message)
        case .event(.ended(let fault)):
            // Of a source that ended for a fault, the fault has usually been told already.
            if let fault, !hasFailed { fail(fault.name, fault.message) }
            finish()
        case .noise(let line): Console.complain("overlayd detect: the worker prints: \(line)")
        case .gone(let how):
            guard isReady else {
                tell(self, .broken("the worker \(program) ended before it was ready, by \(how)"))
                return
            }
            fail("workerDied", "the worker died of it (\(how)); the picture was left out")
            replace()
        }
    }

    private func fail(_ name: String, _ message: String) {
        guard isBusy, !isAnswered else { return }
        hasFailed = true
        tell(self, .failure(name: name, message: message))
    }

    /// A fresh worker says that it is ready, and so takes the next source.
    private func replace() {
        timer?.cancel()
        worker?.end()
        isBusy = false
        start()
    }

    private func finish() {
        timer?.cancel()
        guard isBusy else { return }
        isBusy = false
        tell(self, .free)
    }
}
