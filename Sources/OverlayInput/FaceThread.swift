import OverlayCapture
import OverlayDetection
import OverlayFrame
import OverlayGeometry
import OverlaySystem

/// The face detector on a thread of its own, so that it works beside the code reader.
final class FaceThread: Sendable {
    private enum Job: Sendable {
        case idle
        case wanted(Frame, Rect, minFace: Double?)
        case running
        case done(Result<Found, any Error>)
        case ended
    }

    /// What one run gave.
    struct Found: Sendable {
        var faces: [FaceSighting]
        var microseconds: Int64
    }

    private let job = Monitor(Job.idle)

    /// Starts the thread; the model is read when the first face is wanted.
    init(model: Descriptor, threads: Int) throws(SystemError) {
        let job = job
        _ = try Thread(named: "faces") {
            var finder: FaceFinder?
            let maker = PictureMaker()
            while let (frame, region, minFace) = FaceThread.next(job) {
                let result = Result { () throws in
                    let ready = try finder ?? FaceThread.load(model, threads: threads)
                    finder = ready
                    let start = SystemClock().monotonic
                    let longSide = FaceFinder.longSide(
                        minFace: minFace, width: frame.width, height: frame.height, pixelAspect: frame.pixelAspect)
                    let faces = try maker.colour(frame, longSide: longSide) {
                        ready.find($0, region: region, pixelAspect: frame.pixelAspect, minFace: minFace)
                    }
                    return Found(faces: faces, microseconds: SystemClock().monotonic - start)
                }
                job.update { if case .running = $0 { $0 = .done(result) } }
            }
        }
    }

    /// Hands a frame over.
    func start(_ frame: Frame, region: Rect, minFace: Double?) {
        job.update { $0 = .wanted(frame, region, minFace: minFace) }
    }

    /// Waits for what the frame gave.
    func finish() throws -> Found {
        try job.wait { job -> Result<Found, any Error>? in
            switch job {
            case .done(let result):
                job = .idle
                return result
            case .idle, .ended: return .success(Found(faces: [], microseconds: 0))
            case .wanted, .running: return nil
            }
        }.get()
    }

    /// Ends the thread after the run that is under way.
    func end() { job.update { $0 = .ended } }

    private static func next(_ job: Monitor<Job>) -> (Frame, Rect, minFace: Double?)? {
        job.wait { job -> (Frame, Rect, minFace: Double?)?? in
            switch job {
            case .wanted(let frame, let region, let minFace):
                job = .running
                return .some((frame, region, minFace))
            case .ended: return .some(nil)
            case .idle, .running, .done: return nil
            }
        }
    }

    private static func load(_ model: Descriptor, threads: Int) throws -> FaceFinder {
        try FileContent(of: model).withBytes { try FaceFinder(model: $0, threads: threads) }
    }
}
