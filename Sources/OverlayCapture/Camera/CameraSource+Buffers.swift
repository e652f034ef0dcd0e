import Glibc
import OverlayFrame
import OverlaySystem

extension CameraSource {
    /// More buffers in a row that are no picture end the stream: a second's worth.
    static let mostFaults = 30
    /// More wakes in a row without a buffer, likewise.
    static let mostEmptyWakes = 1_000

    /// The newest filled buffer; those before it go back to the driver.
    ///
    /// Nil when there was none after all. Throws `badBuffer` when there was nothing but faults.
    func newest(
        _ stream: CameraStream, _ readiness: VideoReadiness, _ work: inout Work
    ) throws(CameraEnd) -> VideoBuffer? {
        var newest: VideoBuffer?
        var fault: SourceError?
        // A driver cannot have more than all of them.
        for _ in 0...stream.buffers.count {
            let buffer: VideoBuffer
            do throws(SystemError) {
                buffer = try uninterrupted { () throws(SystemError) in try device.dequeue() }
            } catch {
                if error.code == EAGAIN || newest != nil { break }
                fault = try meaning(of: error, isBroken: readiness.contains(.broken))
                break
            }
            if work.hasLeftover {
                work.hasLeftover = false
                requeue(buffer, stream)
                work.counts.stale += 1
                continue
            }
            if let mistake = mistake(in: buffer, stream) {
                fault = mistake
                requeue(buffer, stream)
                continue
            }
            if let older = newest {
                requeue(older, stream)
                work.counts.stale += 1
                work.sequence &+= 1
            }
            newest = buffer
        }
        if let newest {
            // Faults before it are told of no more than those that a newer picture replaced.
            if fault != nil { work.counts.lost += 1 }
            work.emptyWakes = 0
            return newest
        }
        if let fault { throw lose(fault, &work) }
        work.emptyWakes += 1
        if readiness.contains(.broken) || work.emptyWakes > CameraSource.mostEmptyWakes {
            throw .over(SourceError(name: "cameraFailed", message: "the camera's driver has broken off"))
        }
        return nil
    }

    /// A lost picture, or the end after too many.
    func lose(_ fault: SourceError, _ work: inout Work) -> CameraEnd {
        work.faults += 1
        guard work.faults > CameraSource.mostFaults else { return .lost(fault) }
        return .over(
            SourceError(
                name: "cameraFailed", message: "\(work.faults) pictures in a row were lost; the last: \(fault.message)")
        )
    }

    /// Gives a buffer back; a driver that does not take it says why at the next wait.
    func requeue(_ buffer: VideoBuffer, _ stream: CameraStream) { try? stream.buffers.requeue(buffer.index) }

    /// What a failed VIDIOC_DQBUF means: the fault of one picture, or the end.
    private func meaning(of error: SystemError, isBroken: Bool) throws(CameraEnd) -> SourceError {
        switch error.code {
        case EIO where !isBroken: return .badBuffer("the camera's driver has lost a picture (\(error))")
        case EINVAL:
            // Some drivers say so of a device that has gone.
            _ = try over { () throws(SystemError) in try device.identity() }
            throw .over(.camera(error))
        default: throw .over(.camera(error))
        }
    }

    /// What is wrong with a buffer by what the driver says of it; nil when nothing is.
    private func mistake(in buffer: VideoBuffer, _ stream: CameraStream) -> SourceError? {
        guard let bytes = stream.buffers.bytes(of: buffer.index) else {
            return .badBuffer("the camera's driver gave buffer \(buffer.index), which it does not have")
        }
        if buffer.isFaulty { return .badBuffer("the camera's driver marked a picture as damaged") }
        if buffer.bytesUsed <= 0 { return .badBuffer("the camera's driver gave an empty buffer") }
        if buffer.bytesUsed > bytes.count {
            return .badBuffer(
                "the camera's driver says that \(buffer.bytesUsed) bytes are in a buffer of \(bytes.count)")
        }
        return nil
    }
}
