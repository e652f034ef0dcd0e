import Glibc
import OverlayLink
import OverlayMetadata
import OverlaySystem

/// `overlayd detect`: many sources through a few workers, without a daemon.
package final class DetectRun {
    /// How long a worker may take for one picture, in microseconds.
    static let timeLimit: Int64 = 60_000_000

    private let job: DetectJob
    private let loop: EventLoop
    private let opener: SourceOpener
    private let installation: Installation
    private let faceAvailable: Bool
    private let nextSource: () -> Supply
    private let supply: Descriptor?
    private var supplyWatch: Watch?
    private var waiting: [DetectLane] = []
    private var output: OrderedOutput
    private var outcome = Outcome()
    private var lanes: [DetectLane] = []
    private var current: [ObjectIdentifier: (number: Int, source: DetectSource, failed: Bool)] = [:]
    /// The folder whose pictures are under way.
    private var folder: DetectFolder?
    private let standardInput: Descriptor?
    private var demand = Demand.nothing
    private var nextNumber = 0
    private var active: Int

    /// A run over the sources that `next` gives until their end; lines go to `write`.
    ///
    /// When `next` has nothing now, it is asked again once `supply` is readable. `standardInput` is what it may name by
    /// `.standardInput`. A folder's pictures are sources each.
    package init(
        _ job: DetectJob, installation: Installation, jobs: Int, supply: Descriptor? = nil,
        standardInput: Descriptor? = nil, next: @escaping () -> Supply, write: @escaping ([UInt8]) -> Void
    ) throws(SystemError) {
        self.job = job
        loop = try EventLoop()
        self.installation = installation
        faceAvailable = installation.faceModel != nil
        let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        opener = SourceOpener(
            faceModel: installation.faceModel, sample: installation.sample, clock: .live,
            threads: max(1, min(4, processors / max(1, jobs))))
        nextSource = next
        self.supply = supply
        self.standardInput = standardInput
        output = OrderedOutput(write)
        active = jobs
    }

    /// Works until everything is done.
    package func run() -> Outcome {
        lanes = (0..<active).map { _ in
            DetectLane(installation.worker, on: loop, timeLimit: DetectRun.timeLimit) { [weak self] in
                self?.hear($0, $1)
            }
        }
        for lane in lanes { lane.start() }
        if active > 0, outcome.broken == nil { loop.run() }
        for lane in lanes { lane.end() }
        return outcome
    }

    /// Ends the run before its time.
    package func stop() { loop.stop() }

    private func hear(_ lane: DetectLane, _ news: DetectLane.News) {
        switch news {
        case .ready(let capabilities):
            finishSource(of: lane)
            agree(capabilities)
            feed(lane)
        case .frame(let frame): emit(lane) { job.line($0, frame) }
        case .failure(let name, let message):
            current[ObjectIdentifier(lane)]?.failed = true
            emit(lane) { DetectJob.line($0, name: name, message: message) }
        case .free:
            finishSource(of: lane)
            feed(lane)
        case .broken(let why):
            outcome.broken = why
            loop.stop()
        }
    }

    private func agree(_ capabilities: Capabilities) {
        let available = capabilities.codes.union(faceAvailable && capabilities.faces ? .face : [])
        demand = job.demand(available: available)
        outcome.available = available.types.map(\.rawValue)
        outcome.unavailable = job.types.unavailable(given: available)
        if !outcome.unavailable.isEmpty { loop.stop() }
    }

    private func feed(_ lane: DetectLane) {
        waiting.removeAll { $0 === lane }
        while outcome.unavailable.isEmpty {
            let source: DetectSource
            if let picture = folder?.next() {
                source = picture
            } else {
                switch nextSource() {
                case .source(let next): source = .named(next)
                case .standardInput:
                    guard let standardInput else { continue }
                    source = .standardInput(standardInput)
                case .later: return wait(lane)
                case .end: return retire(lane)
                }
            }
            current[ObjectIdentifier(lane)] = (nextNumber, source, false)
            nextNumber += 1
            do throws(InputLife.Obstacle) {
                guard let (opening, attached) = try open(source) else {
                    finishSource(of: lane)
                    continue
                }
                let program = installation.worker(for: opening.source)
                lane.take(
                    opening, passing: attached, demand, by: program == installation.worker ? nil : program)
                return
            } catch {
                current[ObjectIdentifier(lane)]?.failed = true
                emit(lane) { DetectJob.line($0, name: error.reason, message: error.detail) }
                finishSource(of: lane)
            }
        }
    }

    /// The opening of a source; nil of a folder, whose pictures come next.
    private func open(_ source: DetectSource) throws(InputLife.Obstacle) -> (Opening, [Descriptor])? {
        switch source {
        case .named(let text):
            let input = try DetectRun.input(text)
            guard case .path(let path) = input.source else {
                return try opener.open(input, firstSequence: 1, firstID: 1, asFastAsPossible: true)
            }
            let file = try SourceOpener.open(path, kinds: [S_IFREG, S_IFDIR])
            guard file.isFolder else { return opener.open(file) }
            folder = try DetectFolder(path, file)
            return nil
        case .picture(let name, let folder): return opener.open(try folder.open(name), as: .stills)
        case .standardInput(let file): return opener.open(file)
        }
    }

    /// A source as somebody names it: a path, y4m: and a path, or an address.
    private static func input(_ text: String) throws(InputLife.Obstacle) -> InputDescription {
        do throws(ConfigurationError) {
            let source = try InputDescription.stream(text, at: "the list") ?? .path(text)
            return InputDescription(name: "detect", source: source)
        } catch {
            throw InputLife.Obstacle(state: .failed, reason: "badSource", detail: error.description)
        }
    }

    /// The lane rests until the list goes on; the others work meanwhile.
    private func wait(_ lane: DetectLane) {
        waiting.append(lane)
        guard supplyWatch == nil, let supply else { return }
        do throws(SystemError) {
            supplyWatch = try loop.watch(supply, .read) { [weak self] _ in self?.goOn() }
        } catch {
            outcome.broken = "the list cannot be waited for: \(error)"
            loop.stop()
        }
    }

    private func goOn() {
        supplyWatch?.cancel()
        supplyWatch = nil
        for lane in waiting where lane.isReady { feed(lane) }
    }

    private func retire(_ lane: DetectLane) {
        lane.end()
        active -= 1
        if active == 0 { loop.stop() }
    }

    private func emit(_ lane: DetectLane, _ line: (String) -> [UInt8]) {
        guard let (number, source, _) = current[ObjectIdentifier(lane)] else { return }
        output.add(line(source.shown), of: number)
    }

    private func finishSource(of lane: DetectLane) {
        guard let (number, _, failed) = current.removeValue(forKey: ObjectIdentifier(lane)) else { return }
        if failed { outcome.failed += 1 }
        output.finish(number)
    }
}
