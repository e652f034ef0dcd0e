import CFFmpeg
import OverlayCapture

/// An open clip or stream: what it says of itself, which of its streams is the moving picture, and the packets.
///
/// One thread.
final class ClipContainer {
    static let outOfMemory = SourceError.undecodable("there is no memory for it")

    let place: ClipPlace
    private let options: ClipOptions
    private let watch: ClipWatch
    private let file: ClipFile?
    private var fileContext: UnsafeMutablePointer<AVIOContext>?
    private var format: UnsafeMutablePointer<AVFormatContext>?
    private var lastEnd: Int64?

    /// Opens the clip and waits for what it says of itself.
    init(_ place: ClipPlace, _ options: ClipOptions, _ watch: ClipWatch) throws(SourceError) {
        self.place = place
        self.options = options
        self.watch = watch
        if case .file(let descriptor) = place { file = ClipFile(descriptor) } else { file = nil }
        ClipContainer.prepare
        try open()
    }

    deinit {
        avformat_close_input(&format)
        if let fileContext { ClipFile.free(fileContext) }
    }

    /// The stream of the moving picture; it lives as long as the container.
    func picture() throws(SourceError) -> UnsafeMutablePointer<AVStream> {
        let best = av_find_best_stream(format, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        guard best >= 0, let stream = format?.pointee.streams?[Int(best)], cffmpeg_is_cover(stream) == 0 else {
            throw .noVideo("the clip has no moving picture, only sound, text or a cover")
        }
        try checkSizes()
        return stream
    }

    /// Frames a second by what the clip says; 0 where it says nothing.
    func rate(of stream: UnsafeMutablePointer<AVStream>) -> Double {
        let guessed = av_guess_frame_rate(format, stream, nil)
        return guessed.num > 0 && guessed.den > 0 ? Double(guessed.num) / Double(guessed.den) : 0
    }

    /// The shape of a frame's pixels, width divided by height.
    func pixelAspect(of frame: UnsafeMutablePointer<AVFrame>, in stream: UnsafeMutablePointer<AVStream>) -> Double {
        let ratio = av_guess_sample_aspect_ratio(format, stream, frame)
        guard ratio.num > 0, ratio.den > 0 else { return 1 }
        let aspect = Double(ratio.num) / Double(ratio.den)
        return (0.1...10).contains(aspect) ? aspect : 1
    }

    /// Fills `packet` with the next one of any stream; answers FFmpeg's code.
    func read(_ packet: UnsafeMutablePointer<AVPacket>) -> Int32 {
        let code = av_read_frame(format, packet)
        if code >= 0 { remember(packet.pointee) }
        return code
    }

    /// Frames come when they are taken, not by a plan: by the stream's nature, or because it has neither a length nor a
    /// size; a playlist says so piece by piece.
    var isLive: Bool {
        guard place.isStream, let format = format?.pointee else { return false }
        let name = format.iformat?.pointee.name.map { String(cString: $0) } ?? ""
        if ["rtsp", "rtp", "sdp", "mpjpeg"].contains(name) { return true }
        if ["hls", "dash"].contains(name) { return false }
        return format.duration == cffmpeg_no_stamp && (format.pb.map { avio_size($0) } ?? 0) <= 0
    }

    /// The server gives the clip from its start only, while its index may stand at its end.
    var isFromStartOnly: Bool {
        guard place.isStream, let pb = format?.pointee.pb else { return false }
        return pb.pointee.seekable == 0 && (1...ClipCopy.largest).contains(avio_size(pb))
    }

    /// What is missing at the end of a clip that says how long it is.
    func shortfall(after frames: Int) -> SourceError? {
        guard !place.isStream, let format = format?.pointee, let lastEnd, format.duration > 0 else { return nil }
        guard format.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE else { return nil }
        let start = format.start_time == cffmpeg_no_stamp ? 0 : format.start_time
        let (end, overflow) = start.addingReportingOverflow(format.duration)
        guard !overflow, lastEnd < end &- max(1_000_000, format.duration / 20) else { return nil }
        return .truncated(
            "the clip ends after \(frames) pictures, \((end &- lastEnd) / 1_000_000) s before the end that it names")
    }

    /// Remembers how far the clip has come, with sound and all.
    private func remember(_ packet: AVPacket) {
        guard let streams = format?.pointee.streams, let stream = streams[Int(packet.stream_index)] else { return }
        let stamp = packet.pts == cffmpeg_no_stamp ? packet.dts : packet.pts
        let (end, overflow) = stamp.addingReportingOverflow(max(packet.duration, 0))
        guard stamp != cffmpeg_no_stamp, !overflow else { return }
        let time = cffmpeg_microseconds(end, stream.pointee.time_base)
        if time != cffmpeg_no_stamp { lastEnd = max(lastEnd ?? time, time) }
    }

}

extension ClipContainer {
    /// So many bytes FFmpeg may ask for at once: a frame of 8K with 16 bits a channel.
    private static let largestAllocation = 512 << 20

    /// Once in a process: FFmpeg prints nothing, as it prints addresses with passwords.
    private static let prepare: Void = {
        av_log_set_level(AV_LOG_QUIET)
        av_max_alloc(largestAllocation)
        avformat_network_init()
    }()

    private func open() throws(SourceError) {
        guard let context = avformat_alloc_context() else { throw ClipContainer.outOfMemory }
        format = context
        context.pointee.interrupt_callback = watch.callback
        var url: String?
        var kind: UnsafePointer<AVInputFormat>?
        switch place {
        case .file:
            guard let made = file?.makeContext() else { throw ClipContainer.outOfMemory }
            fileContext = made
            kind = try self.kind(of: made)
            context.pointee.pb = made
            cffmpeg_refuse_others(context)
        case .stream(let address):
            url = address
            if place.isRTSP { kind = av_find_input_format("rtsp") }
        }
        var settings = place.settings
        defer { av_dict_free(&settings) }
        // Frees the context when it fails.
        let opened = avformat_open_input(&format, url, kind, &settings)
        guard opened == 0 else { throw opening(opened) }
        try checkSizes()
        let found = findStreams()
        guard found >= 0 else { throw opening(found) }
    }

    /// What a file is by its first bytes; throws `unsupported` for what is made of other files or addresses.
    private func kind(
        of file: UnsafeMutablePointer<AVIOContext>
    ) throws(SourceError) -> UnsafePointer<AVInputFormat>? {
        var kind: UnsafePointer<AVInputFormat>?
        let score = av_probe_input_buffer2(file, &kind, nil, nil, 0, 0)
        guard score >= 0 else { throw opening(score) }
        let name = kind?.pointee.name.map { String(cString: $0) } ?? ""
        guard !["concat", "dash", "hls", "imf", "sdp"].contains(name) else {
            throw .unsupported(
                "this file is a list (\(name)) of other files or addresses, none of which is opened; name the clip or "
                    + "the stream itself")
        }
        return kind
    }

    /// Throws `tooLarge` where the clip names a size that is; where it names none, the decoder is bounded.
    private func checkSizes() throws(SourceError) {
        guard let format, let streams = format.pointee.streams else { return }
        for index in 0..<Int(format.pointee.nb_streams) {
            guard let parameters = streams[index]?.pointee.codecpar?.pointee, parameters.width > 0,
                parameters.height > 0, parameters.codec_type == AVMEDIA_TYPE_VIDEO
            else { continue }
            try options.limits.check(width: Int(parameters.width), height: Int(parameters.height))
        }
    }

    /// Reads as far as is needed to know the streams; their decoders are bounded as ours is.
    private func findStreams() -> Int32 {
        guard let format else { return cffmpeg_no_memory }
        let count = Int(format.pointee.nb_streams)
        var settings = [OpaquePointer?](repeating: nil, count: count)
        for index in 0..<count {
            av_dict_set(&settings[index], "max_pixels", "\(options.limits.pixels)", 0)
            av_dict_set(&settings[index], "threads", "1", 0)
        }
        defer { for index in 0..<count { av_dict_free(&settings[index]) } }
        let found = settings.withUnsafeMutableBufferPointer {
            avformat_find_stream_info(format, $0.isEmpty ? nil : $0.baseAddress)
        }
        return watch.isOver ? cffmpeg_interrupted : found
    }

    private func opening(_ code: Int32) -> SourceError {
        ClipError.opening(watch.isOver ? cffmpeg_interrupted : code, place, timeout: options.timeout)
    }
}
