import OverlayCapture
import OverlayDetection
import OverlayFrame
import OverlayGeometry
import OverlayLink
import OverlayMetadata
import OverlaySystem

/// The detectors that a demand asks for, run on one frame after another, and the tracks that join them.
struct Detection {
    /// What the detectors have cost so far.
    private(set) var counters = Counters()
    /// Nil without a model, and once the model has turned out to be unusable: codes go on without it.
    private var faces: FaceThread?
    private var fault: Fault?
    /// Reads the codes of pictures that stand by themselves.
    private let reader = CodeReader()
    /// Reads those of live video; nil where frames wait until they are dealt with.
    private let live: LiveCodes?
    private let maker = PictureMaker()
    private var tracker = Tracker()
    private var nextID: UInt64
    private var cadence = Cadence()
    /// How much is done to read the codes of a picture that stands by itself.
    private let effort: CodeReader.Effort

    /// At longer intervals, in microseconds, each frame stands by itself.
    private static let longestInterval: Int64 = 200_000

    init(faces: FaceThread?, firstID: UInt64, isLive: Bool, effort: CodeReader.Effort = .live) {
        self.effort = effort
        self.faces = faces
        live = isLive ? try? LiveCodes() : nil
        nextID = firstID
    }

    /// The frame comes sooner than `rate` frames a second would.
    mutating func skips(_ frame: Frame, rate: Double?) -> Bool {
        guard let rate, rate > 0 else { return false }
        return !cadence.takes(frame.time, duration: frame.duration, rate: rate)
    }

    /// Finds what is wanted in a frame; faces and codes side by side.
    mutating func run(_ frame: Frame, _ demand: Demand) throws -> MetadataFrame {
        if let region = demand.faces { faces?.start(frame, region: region, minFace: demand.minFace) }
        let codes = Result { try read(frame, demand) }
        let found = demand.faces == nil ? nil : try finishFaces()
        tracker.keep(codesWithin: demand.codes, facesWithin: demand.faces)
        let tracked = tracker.update(codes: try codes.get(), faces: found, time: frame.time) {
            defer { nextID += 1 }
            return nextID
        }
        return MetadataFrame(
            sequence: frame.sequence, time: frame.time, wall: frame.wall, duration: frame.duration,
            clock: frame.cameraClock ? .camera : .received,
            size: FrameSize(width: frame.width, height: frame.height, pixelAspect: frame.pixelAspect),
            objects: tracked.map(\.smoothed), measured: tracked.map(\.measured), demand: demand)
    }

    /// What the face model failed of, once.
    mutating func takeFault() -> Fault? {
        defer { fault = nil }
        return fault
    }

    private mutating func finishFaces() throws -> [FaceSighting]? {
        do {
            guard let found = try faces?.finish() else { return nil }
            counters.faces.count(microseconds: found.microseconds)
            return found.faces
        } catch let error as VisionError {
            fault = Fault(name: "faceModel", message: error.message)
            faces?.end()
            faces = nil
            return nil
        }
    }

    private mutating func read(_ frame: Frame, _ demand: Demand) throws -> [CodeSighting]? {
        guard let region = demand.codes else { return nil }
        let start = SystemClock().monotonic
        let interval = max(frame.duration, demand.rate.map { $0 > 0 ? Int64(min(1_000_000 / $0, 1e12)) : 0 } ?? 0)
        let codes = try maker.luma(frame) { luma in
            guard let live, interval <= Detection.longestInterval else {
                return reader.read(luma, region: region, types: demand.codeTypes, effort: effort)
            }
            return live.read(
                luma, region: region, types: demand.codeTypes, time: frame.time,
                budget: LiveCodes.budget(ofFrame: interval))
        }
        counters.codes.count(microseconds: SystemClock().monotonic - start)
        counters.looks = reader.counters.adding(live?.counters ?? LookCounters()).entries.map {
            Counters.Look(name: $0.name, runs: $0.runs, total: $0.total, found: $0.found)
        }
        return codes
    }
}
