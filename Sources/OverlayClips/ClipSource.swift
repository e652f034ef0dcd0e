import CFFmpeg
import OverlayCapture
import OverlayFrame
import OverlaySystem
import Synchronization

/// Frames of a clip or a network stream, by FFmpeg's libraries.
///
/// A clip is paced by its own time stamps; of a live stream each frame is due when it comes.
package final class ClipSource: FrameSource {
    /// What the capture thread alone touches.
    private struct Work: @unchecked Sendable {
        var reader: ClipReader?
        var converter = FrameConverter()
        var timeline = Timeline(rate: 0)
        var sequence: UInt64
        var mistakes = 0
        var isOver = false
        var brokeOff = false
    }

    /// So many mistakes in a row end a clip: nothing of it can be read any more.
    private static let mostMistakes = 1_000

    private let place: ClipPlace
    private let options: ClipOptions
    private let pacer: any Pacer
    private let watch = ClipWatch()
    private let work: Mutex<Work>

    package var waitsForConsumer: Bool { options.waitsForConsumer }
    package var isEndless: Bool { place.isStream && work.withLock { $0.brokeOff } }

    /// A source that opens the clip when its first frame is asked for.
    package init(_ place: ClipPlace, options: ClipOptions = ClipOptions(), pacer: any Pacer) {
        self.place = place
        self.options = options
        self.pacer = pacer
        work = Mutex(Work(sequence: options.firstSequence))
    }

    package func next() throws(SourceError) -> Frame? {
        let result = work.withLock { work in
            Result<Decoded?, SourceError> { () throws(SourceError) in try next(&work) }
        }
        guard let decoded = try result.get(), let stamp = pacer.next(at: decoded.moment) else { return nil }
        var frame = decoded.frame
        (frame.time, frame.wall, frame.duration) = (stamp.time, stamp.wall, stamp.duration)
        return frame
    }

    package func cancel() {
        watch.cancel()
        pacer.cancel()
    }

    /// A frame without its stamps.
    private struct Decoded {
        var frame: Frame
        var moment: Timeline.Moment
    }

    private func next(_ work: inout Work) throws(SourceError) -> Decoded? {
        guard !work.isOver, !watch.wasCancelled else { return nil }
        do throws(SourceError) {
            let decoded = try decode(&work)
            work.isOver = decoded == nil
            work.mistakes = 0
            return decoded
        } catch {
            if watch.wasCancelled { return nil }
            work.mistakes += 1
            // Of a picture that cannot be decoded, the next may be better.
            work.isOver = error.name != "undecodable" || work.reader == nil || work.mistakes > ClipSource.mostMistakes
            work.brokeOff = work.isOver
            throw error
        }
    }

    private func decode(_ work: inout Work) throws(SourceError) -> Decoded? {
        while true {
            watch.allow(place.isStream ? Int64(options.timeout * 1_000_000) : nil)
            let reader: ClipReader
            if let known = work.reader { reader = known } else { reader = try open(place, &work) }
            var frame: UnsafeMutablePointer<AVFrame>?
            do throws(SourceError) {
                frame = try reader.next()
            } catch {
                guard reader.needsCopy else { throw error }
                _ = try open(.file(try ClipCopy.file(of: place, timeout: options.timeout, watch)), &work)
                continue
            }
            guard let decoded = frame else {
                guard try goesOn(after: reader, &work) else { return nil }
                continue
            }
            defer { av_frame_free(&frame) }
            return try finish(decoded, of: reader, &work)
        }
    }

    private func finish(
        _ decoded: UnsafeMutablePointer<AVFrame>, of reader: ClipReader, _ work: inout Work
    ) throws(SourceError) -> Decoded {
        var moment = work.timeline.place(stamp: reader.stamp(of: decoded))
        moment.waits = !reader.isLive
        let sequence = work.sequence
        work.sequence &+= 1
        var frame = try work.converter.frame(of: decoded, limits: options.limits)
        frame.sequence = sequence
        frame.pixelAspect = options.pixelAspect == 1 ? reader.pixelAspect(of: decoded) : options.pixelAspect
        return Decoded(frame: frame, moment: moment)
    }

    private func open(_ place: ClipPlace, _ work: inout Work) throws(SourceError) -> ClipReader {
        let reader = try ClipReader(place, options, watch)
        work.timeline.begin(rate: reader.rate)
        work.reader = reader
        return reader
    }

    /// The clip came to its end: whether it begins again.
    private func goesOn(after reader: ClipReader, _ work: inout Work) throws(SourceError) -> Bool {
        work.reader = nil
        guard reader.frames > 0 else { throw .noVideo("the clip has no picture that can be decoded") }
        guard !reader.isLive else { throw SourceError(name: "ended", message: "the server ended the stream") }
        if let shortfall = reader.shortfall { throw shortfall }
        return options.loop
    }
}
