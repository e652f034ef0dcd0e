import OverlayLink
import OverlayWire

extension InputLife.Times {
    /// The times of an input.
    ///
    /// A picture may take as long as it may take `overlayd detect`, a stream the time in which its worker gives up by
    /// itself. Standard input is never closed, as it cannot be opened again where it was.
    init(_ description: InputDescription, closeAfter: Int64?) {
        let patience: Int64 =
            switch description.source {
            case .path: DetectRun.timeLimit
            case .stream: max(10_000_000, Int64(description.timeout * 1_000_000) + 2_000_000)
            case .test, .y4m: 10_000_000
            case .camera: InputLife.Times.cameraPatience
            }
        let rate = description.rate ?? SourceOpener.usualRate(description.source == .test ? .test : .stills) ?? 10
        let ownCloseAfter: Int64? =
            switch description.closing {
            case nil: closeAfter
            case .after(let seconds): Int64(seconds * 1_000_000)
            case .never: nil
            }
        self.init(
            closeAfter: description.isStandardInput ? nil : ownCloseAfter,
            patience: patience, period: Int64(1_000_000 / min(max(rate, 0.001), 1_000_000)))
        if case .camera = description.source { keepToCamera() }
        if case .stream = description.source { longestWait = InputLife.Times.longestWaitForStream }
    }

    /// A network camera that was away is back within 5 s of its own start, in microseconds.
    static let longestWaitForStream: Int64 = 2_000_000

    /// A camera that gives nothing for this long is frozen, in microseconds.
    static let cameraPatience: Int64 = 2_000_000

    /// The times of a camera: it is missed soon, and tried often, as trying costs little.
    ///
    /// Its first frame may take long, as some adjust themselves before; but one may also have been opened a moment too
    /// early, so that the first opening does not wait longest.
    mutating func keepToCamera() {
        patience = InputLife.Times.cameraPatience
        firstPatience = 8_000_000
        longestWait = 1_000_000
        isDevice = true
    }
}

extension InputSupervisor {
    /// How the input is, for `input` and `inputs`.
    var status: InputStatus {
        InputStatus(
            state: life.state, reason: life.reason, detail: life.detail, since: life.since, retryIn: retryIn,
            frame: frameSize, format: format, rate: life.state == .live ? rate : nil)
    }

    /// What the work has cost, for `status`.
    var statusMembers: JSONObject {
        let counters = counters
        var members: JSONObject = [
            "captured": .integer(Int64(clamping: counters.captured)),
            "dropped": .integer(Int64(clamping: counters.dropped)),
            "faulty": .integer(Int64(clamping: counters.faulty)),
            "detectors": .object(["codes": .object(counters.codes.members), "faces": .object(counters.faces.members)]),
        ]
        if !counters.looks.isEmpty { members["looks"] = .array(counters.looks.map { .object($0.members) }) }
        if let workerPID { members["worker"] = .integer(Int64(workerPID)) }
        return members
    }
}

extension Counters.Detector {
    /// How often it ran, and its times in microseconds.
    fileprivate var members: JSONObject {
        [
            "runs": .integer(Int64(clamping: runs)), "total": .integer(Int64(clamping: total)),
            "last": .integer(Int64(clamping: last)), "mean": .integer(Int64(clamping: runs == 0 ? 0 : total / runs)),
        ]
    }
}

extension Counters.Look {
    /// How often it was taken, its times in microseconds, and how many codes it was the first to read.
    fileprivate var members: JSONObject {
        [
            "name": .string(name), "runs": .integer(Int64(clamping: runs)), "total": .integer(Int64(clamping: total)),
            "mean": .integer(Int64(clamping: runs == 0 ? 0 : total / runs)), "found": .integer(Int64(clamping: found)),
        ]
    }
}
