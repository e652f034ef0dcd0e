import OverlayCapture
import OverlayDetection
import OverlayFrame
import OverlayLink
import OverlayMetadata
import OverlaySystem

/// One opening at work: capture on one thread, codes on a second, faces on a third, joined frame by frame.
final class Pipeline: Sendable {
    private let opening: Opening
    private let source: any FrameSource
    private let faces: FaceThread?
    private let channel: Channel
    private let mailbox = Mailbox()
    private let demand: Monitor<Demand>
    private let progress = Monitor(Progress())

    /// For so long the daemon hears nothing while pictures come, in microseconds.
    private static let longestQuiet: Int64 = 500_000

    private struct Progress {
        var threads: [Thread] = []
        var faulty: UInt64 = 0
        var lastFault: Fault?
        /// What the source said last, when it was an error.
        var sourceFault: Fault?
        var delivered = false
        /// When the daemon was last told of a frame or that pictures come, in microseconds of the monotonic clock.
        var told: Int64 = 0
    }

    /// Prepares the opening; nothing runs until `start`.
    init(_ opening: Opening, source: any FrameSource, faceModel: Descriptor?, channel: Channel) throws {
        self.opening = opening
        self.source = source
        self.channel = channel
        faces = try faceModel.map { model throws(SystemError) in
            try FaceThread(model: model, threads: opening.threads)
        }
        demand = Monitor(.nothing)
    }

    /// What is wanted from the next frame on.
    func want(_ wanted: Demand) { demand.update { $0 = wanted } }

    /// Starts capture and detection.
    func start() throws(SystemError) {
        let threads = [
            try Thread(named: "capture") { self.capture() },
            try Thread(named: "codes") { self.detect() },
        ]
        progress.update { $0.threads = threads }
    }

    /// Ends both, and waits for them.
    func stop() {
        source.cancel()
        mailbox.close()
        for thread in progress.update({ $0.threads }) { thread.join() }
        faces?.end()
    }

    private func capture() {
        var format: String?
        while true {
            do throws(SourceError) {
                guard let frame = try source.next() else { break }
                progress.update { $0.sourceFault = nil }
                if let name = source.formatName, name != format {
                    format = name
                    channel.send(.format(name))
                }
                mailbox.put(frame, waiting: source.waitsForConsumer)
                if !source.waitsForConsumer { tellOfCapture() }
            } catch {
                // In the order of the pictures: after what the one before gave.
                if source.waitsForConsumer { mailbox.waitUntilFree() }
                let fault = Fault(name: error.name, message: error.message)
                progress.update { $0.sourceFault = fault }
                report(fault)
            }
        }
        mailbox.close()
    }

    /// Tells the daemon that pictures come while the detectors are at an earlier one.
    private func tellOfCapture() {
        let now = SystemClock().monotonic
        let isDue = progress.update { progress in
            guard now - progress.told >= Pipeline.longestQuiet else { return false }
            progress.told = now
            return true
        }
        if isDue { channel.send(.captured) }
    }

    private func detect() {
        let isLive = opening.clock == .live && !source.waitsForConsumer
        let effort: CodeReader.Effort = opening.source == .stills ? .still : .live
        var detection = Detection(faces: faces, firstID: opening.firstID, isLive: isLive, effort: effort)
        while let frame = mailbox.take() {
            let wanted = demand.update { $0 }
            let isSpare = !source.waitsForConsumer && detection.skips(frame, rate: wanted.rate)
            if !isSpare { deliver(frame, &detection, wanted) }
        }
        // A loop ends only when nothing of it can be read any more, and a stream when it broke off.
        let isFault = opening.loop || source.isEndless
        channel.send(.ended(progress.update { $0.delivered && !isFault ? nil : $0.sourceFault ?? $0.lastFault }))
    }

    private func deliver(_ frame: Frame, _ detection: inout Detection, _ wanted: Demand) {
        do {
            let metadata = try detection.run(frame, wanted)
            if let fault = detection.takeFault() { channel.send(.fault(fault)) }
            var counters = detection.counters
            (counters.captured, counters.dropped) = mailbox.counts
            counters.faulty = progress.update { progress in
                progress.delivered = true
                progress.told = SystemClock().monotonic
                return progress.faulty
            }
            channel.send(.frame(metadata, counters))
        } catch let error as SourceError {
            // What a camera sends is damaged as a whole, however that shows.
            report(Fault(name: opening.source == .camera ? "undecodable" : error.name, message: error.message))
        } catch {
            report(Fault(name: "internal", message: "\(error)"))
        }
    }

    private func report(_ fault: Fault) {
        progress.update { progress in
            progress.faulty += 1
            progress.lastFault = fault
        }
        channel.send(.fault(fault))
    }
}
