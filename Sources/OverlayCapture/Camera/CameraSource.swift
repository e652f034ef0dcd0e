import Glibc
import OverlayFrame
import OverlaySystem
import Synchronization

/// Frames of a camera, by the kernel's interface: always the newest, where it can be in the driver's own memory.
///
/// The camera is opened for one stream: after a fault that ends it, it is to be closed and opened again.
package final class CameraSource: FrameSource {
    /// How it is read.
    package struct Options: Sendable {
        /// What is asked of the camera.
        package var wish = CameraWish()
        /// The shape of a pixel.
        package var pixelAspect = 1.0
        /// The first frame's number.
        package var firstSequence: UInt64 = 0
        /// How large a picture may be.
        package var limits = PictureLimits.moving

        /// The defaults.
        package init() {}
    }

    /// What has become of the camera's buffers.
    package struct Counts: Hashable, Sendable {
        /// Frames that were handed on.
        package var frames: UInt64 = 0
        /// Pictures that a newer one replaced before they were taken.
        package var stale: UInt64 = 0
        /// Pictures that came sooner than the wished rate.
        package var spare: UInt64 = 0
        /// Buffers that were no picture.
        package var lost: UInt64 = 0
        /// Frames that were copied out of the driver's memory.
        package var copied: UInt64 = 0
        /// Frames with the camera's own stamp.
        package var stamped: UInt64 = 0
    }

    /// What the capture thread alone touches.
    struct Work: @unchecked Sendable {
        var stream: CameraStream?
        var stamps: CameraStamps
        var sequence: UInt64
        var counts = Counts()
        var isOver = false
        /// Buffers in a row that were no picture, and wakes in a row without a buffer.
        var faults = 0
        var emptyWakes = 0
        /// When the last frame that was handed on was taken.
        var last: Int64?
        /// The first buffer is of before this stream.
        var hasLeftover = false
    }

    let device: any VideoDevice
    let options: Options
    let clock: any Clock
    private let cancelling: (reading: Descriptor, writing: Descriptor)
    private let isCancelled = Mutex(false)
    private let work: Mutex<Work>

    package var waitsForConsumer: Bool { false }
    package var isEndless: Bool { true }
    package var formatName: String? { mode?.format.description }

    /// A source that sets the camera and starts it when its first frame is asked for.
    package init(
        _ device: any VideoDevice, options: Options = Options(), clock: any Clock = SystemClock()
    ) throws(SourceError) {
        self.device = device
        self.options = options
        self.clock = clock
        do throws(SystemError) { cancelling = try Descriptor.pipe() } catch { throw PictureFile.unreadable(error) }
        work = Mutex(Work(stamps: CameraStamps(openedAt: clock.monotonic), sequence: options.firstSequence))
    }

    deinit { work.withLock { $0.stream?.end(device) } }

    /// The mode that it streams in; nil before the first frame and after the end.
    package var mode: CameraMode? { work.withLock { $0.stream?.mode } }
    /// What it has done so far.
    package var counts: Counts { work.withLock { $0.counts } }

    package func next() throws(SourceError) -> Frame? {
        let result = work.withLock { work in
            Result<Frame?, SourceError> { () throws(SourceError) in
                guard !work.isOver else { return nil }
                do throws(CameraEnd) {
                    if let frame = try next(&work) { return frame }
                    finish(&work)
                    return nil
                } catch {
                    switch error {
                    case .lost(let fault):
                        work.counts.lost += 1
                        throw fault
                    case .over(let fault):
                        finish(&work)
                        throw fault
                    }
                }
            }
        }
        return try result.get()
    }

    package func cancel() {
        let isFirst = isCancelled.withLock { isCancelled in
            defer { isCancelled = true }
            return !isCancelled
        }
        if isFirst { _ = [0].withUnsafeBytes { write(cancelling.writing.number, $0.baseAddress, 1) } }
    }

    private func finish(_ work: inout Work) {
        work.isOver = true
        work.stream?.end(device)
        work.stream = nil
    }

    /// The next frame that is due; nil once cancelled.
    private func next(_ work: inout Work) throws(CameraEnd) -> Frame? {
        guard !isCancelled.withLock({ $0 }) else { return nil }
        let stream: CameraStream
        if let running = work.stream { stream = running } else { stream = try start(&work) }
        while true {
            let readiness = try over { () throws(SystemError) in try device.wait(cancelling.reading) }
            if readiness.contains(.cancelled) { return nil }
            if readiness.contains(.gone) { throw .over(.unplugged) }
            guard let buffer = try newest(stream, readiness, &work) else { continue }
            if let frame = try frame(of: buffer, stream, &work) { return frame }
        }
    }

    private func start(_ work: inout Work) throws(CameraEnd) -> CameraStream {
        do throws(SourceError) {
            let stream = try CameraStream.start(device, for: options.wish, limits: options.limits)
            work.stream = stream
            work.hasLeftover = (try? device.identity())?.keepsLast ?? false
            return stream
        } catch {
            throw .over(error)
        }
    }
}

/// Why a camera gave no frame.
enum CameraEnd: Error {
    /// One was lost; the next may be better.
    case lost(SourceError)
    /// No more come.
    case over(SourceError)
}

/// Makes a call whose failure is the end of the stream.
func over<Result>(_ call: () throws(SystemError) -> Result) throws(CameraEnd) -> Result {
    do throws(SystemError) { return try uninterrupted(call) } catch { throw .over(.camera(error)) }
}
