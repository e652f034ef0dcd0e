import CFFmpeg
import OverlayCapture

/// Decodes the moving picture of an open clip, frame by frame.
///
/// One thread. A turn that its metadata asks for is not applied: metadata space is that of the unrotated picture.
final class ClipReader {
    /// Frames come when they are taken, not by a plan.
    let isLive: Bool
    /// Frames a second by what the clip says; 0 where it says nothing.
    let rate: Double
    /// Frames so far.
    private(set) var frames = 0

    private let container: ClipContainer
    private let options: ClipOptions
    private let watch: ClipWatch
    private let stream: UnsafeMutablePointer<AVStream>
    private var decoder: UnsafeMutablePointer<AVCodecContext>?
    private var packet = av_packet_alloc()
    private var isDraining = false

    /// Opens the clip, waits for what it says of itself, and opens its decoder.
    init(_ place: ClipPlace, _ options: ClipOptions, _ watch: ClipWatch) throws(SourceError) {
        self.options = options
        self.watch = watch
        container = try ClipContainer(place, options, watch)
        stream = try container.picture()
        rate = container.rate(of: stream)
        isLive = container.isLive
        try openDecoder()
    }

    deinit {
        avcodec_free_context(&decoder)
        av_packet_free(&packet)
    }

    /// The next frame, to be freed by `av_frame_free`; nil at the end.
    ///
    /// After `undecodable` the next call goes on; after any other error nothing comes any more.
    func next() throws(SourceError) -> UnsafeMutablePointer<AVFrame>? {
        guard let decoder, let packet, let frame = av_frame_alloc() else { throw ClipContainer.outOfMemory }
        var kept: UnsafeMutablePointer<AVFrame>? = frame
        defer { av_frame_free(&kept) }
        while true {
            guard !watch.isOver else { throw reading(cffmpeg_interrupted) }
            let code = avcodec_receive_frame(decoder, frame)
            if code == 0 {
                frames += 1
                kept = nil
                return frame
            }
            if code == cffmpeg_end { return nil }
            guard code == cffmpeg_again else { throw damaged(code) }
            try feed(decoder, packet)
        }
    }

    /// The stamp of a frame, in microseconds from anywhere.
    func stamp(of frame: UnsafeMutablePointer<AVFrame>) -> Int64? {
        let stamp = cffmpeg_microseconds(frame.pointee.best_effort_timestamp, stream.pointee.time_base)
        return stamp == cffmpeg_no_stamp || stamp == .min ? nil : stamp
    }

    /// The shape of a frame's pixels, width divided by height.
    func pixelAspect(of frame: UnsafeMutablePointer<AVFrame>) -> Double {
        container.pixelAspect(of: frame, in: stream)
    }

    /// What is missing at the end of a clip that says how long it is.
    var shortfall: SourceError? { container.shortfall(after: frames) }

    /// The server gives the clip from its start only, and nothing came.
    var needsCopy: Bool { frames == 0 && !watch.isOver && container.isFromStartOnly }

    private func feed(
        _ decoder: UnsafeMutablePointer<AVCodecContext>, _ packet: UnsafeMutablePointer<AVPacket>
    ) throws(SourceError) {
        let code = container.read(packet)
        defer { av_packet_unref(packet) }
        if code == cffmpeg_again { return }
        if code == cffmpeg_end {
            guard !isDraining else { return }
            isDraining = true
            avcodec_send_packet(decoder, nil)
            return
        }
        guard code >= 0 else { throw reading(watch.isOver ? cffmpeg_interrupted : code) }
        guard packet.pointee.stream_index == stream.pointee.index else { return }
        let sent = avcodec_send_packet(decoder, packet)
        guard sent >= 0 else { throw damaged(sent) }
    }

    private func reading(_ code: Int32) -> SourceError {
        ClipError.reading(code, container.place, frames: frames, timeout: options.timeout)
    }

    private func damaged(_ code: Int32) -> SourceError {
        let why =
            code == cffmpeg_error(EINVAL)
            ? "it is damaged, or has more than \(options.limits.pixels) pixels" : ClipError.words(code)
        return .undecodable("the picture behind picture \(frames) cannot be decoded: \(why)")
    }

    private func openDecoder() throws(SourceError) {
        guard let parameters = stream.pointee.codecpar else { throw ClipContainer.outOfMemory }
        guard let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
            let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
            throw .unsupported("the clip's pictures are coded as \(name), which FFmpeg does not decode here")
        }
        decoder = avcodec_alloc_context3(codec)
        guard let decoder, avcodec_parameters_to_context(decoder, parameters) >= 0 else {
            throw ClipContainer.outOfMemory
        }
        decoder.pointee.pkt_timebase = stream.pointee.time_base
        decoder.pointee.max_pixels = Int64(options.limits.pixels)
        decoder.pointee.thread_count = Int32(clamping: min(max(options.threads, 1), 4))
        // Threads by frame hold as many frames back.
        if isLive { decoder.pointee.thread_type = FF_THREAD_SLICE }
        let opened = avcodec_open2(decoder, codec, nil)
        guard opened >= 0 else {
            throw .undecodable("the clip's decoder cannot be opened: \(ClipError.words(opened))")
        }
    }
}
