import CFFmpeg
import Glibc
import OverlayCapture
import OverlayFrame
import OverlaySystem

/// An open clip: packets in, decoded frames of its first moving picture out.
///
/// One thread. A turn that its metadata asks for is not applied: metadata space is that of the unrotated picture.
final class ClipReader {
    /// Frames come when they are taken, not by a plan.
    private(set) var isLive = false
    /// Frames a second by what the clip says; 0 where it says nothing.
    private(set) var rate = 0.0

    private let place: ClipPlace
    private let options: ClipOptions
    private let watch: ClipWatch
    private let file: ClipFile?
    private var fileContext: UnsafeMutablePointer<AVIOContext>?
    private var format: UnsafeMutablePointer<AVFormatContext>?
    private var decoder: UnsafeMutablePointer<AVCodecContext>?
    private var packet = av_packet_alloc()
    private var stream: UnsafeMutablePointer<AVStream>?
    private var isDraining = false
    private var lastEnd: Int64?
    /// Frames so far.
    private(set) var frames = 0

    /// Opens the clip and waits for what it says of itself.
    init(_ place: ClipPlace, _ options: ClipOptions, _ watch: ClipWatch) throws(SourceError) {
        self.place = place
        self.options = options
        self.watch = watch
        if case .file(let descriptor) = place { file = ClipFile(descriptor) } else { file = nil }
        ClipReader.prepare
        try open()
        try openDecoder()
    }

    deinit {
        avcodec_free_context(&decoder)
        avformat_close_input(&format)
        if let fileContext { ClipFile.free(fileContext) }
        av_packet_free(&packet)
    }

    /// The next frame, to be freed by `av_frame_free`; nil at the end.
    ///
    /// After `undecodable` the next call goes on; after any other error nothing comes any more.
    func next() throws(SourceError) -> UnsafeMutablePointer<AVFrame>? {
        guard let decoder, let packet, let frame = av_frame_alloc() else { throw ClipReader.outOfMemory }
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
        guard let stream else { return nil }
        let stamp = cffmpeg_microseconds(frame.pointee.best_effort_timestamp, stream.pointee.time_base)
        return stamp == cffmpeg_no_stamp || stamp == .min ? nil : stamp
    }

    /// The shape of a frame's pixels, width divided by height.
    func pixelAspect(of frame: UnsafeMutablePointer<AVFrame>) -> Double {
        let ratio = av_guess_sample_aspect_ratio(format, stream, frame)
        guard ratio.num > 0, ratio.den > 0 else { return 1 }
        let aspect = Double(ratio.num) / Double(ratio.den)
        return (0.1...10).contains(aspect) ? aspect : 1
    }

    /// What is missing at the end of a clip that says how long it is.
    var shortfall: SourceError? {
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

    private func feed(
        _ decoder: UnsafeMutablePointer<AVCodecContext>, _ packet: UnsafeMutablePointer<AVPacket>
    ) throws(SourceError) {
        let code = av_read_frame(format, packet)
        defer { av_packet_unref(packet) }
        if code == cffmpeg_again { return }
        if code == cffmpeg_end {
            guard !isDraining else { return }
            isDraining = true
            avcodec_send_packet(decoder, nil)
            return
        }
        guard code >= 0 else { throw reading(watch.isOver ? cffmpeg_interrupted : code) }
        remember(packet.pointee)
        guard packet.pointee.stream_index == stream?.pointee.index else { return }
        let sent = avcodec_send_packet(decoder, packet)
        guard sent >= 0 else { throw damaged(sent) }
    }

    private func reading(_ code: Int32) -> SourceError {
        ClipError.reading(code, place, frames: frames, timeout: options.timeout)
    }

    private func damaged(_ code: Int32) -> SourceError {
        let why =
            code == cffmpeg_error(EINVAL)
            ? "it is damaged, or has more than \(options.limits.pixels) pixels" : ClipError.words(code)
        return .undecodable("the picture behind picture \(frames) cannot be decoded: \(why)")
    }
}

extension ClipReader {
    private static let outOfMemory = SourceError.undecodable("there is no memory for it")
    /// So many bytes FFmpeg may ask for at once: a frame of 8K with 16 bits a channel.
    private static let largestAllocation = 512 << 20

    /// Once in a process: FFmpeg prints nothing, as it prints addresses with passwords.
    private static let prepare: Void = {
        av_log_set_level(AV_LOG_QUIET)
        av_max_alloc(largestAllocation)
        avformat_network_init()
    }()

    private func open() throws(SourceError) {
        guard let context = avformat_alloc_context() else { throw ClipReader.outOfMemory }
        format = context
        context.pointee.interrupt_callback = watch.callback
        var url: String?
        switch place {
        case .file:
            guard let made = file?.makeContext() else { throw ClipReader.outOfMemory }
            fileContext = made
            context.pointee.pb = made
            cffmpeg_refuse_others(context)
        case .stream(let address): url = address
        }
        var settings = place.settings
        defer { av_dict_free(&settings) }
        let rtsp = place.isRTSP ? av_find_input_format("rtsp") : nil
        // Frees the context when it fails.
        let opened = avformat_open_input(&format, url, rtsp, &settings)
        guard opened == 0 else { throw opening(opened) }
        try checkSizes()
        let found = findStreams()
        guard found >= 0 else { throw opening(found) }
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

    private func openDecoder() throws(SourceError) {
        guard let format, let streams = format.pointee.streams else { throw noVideo }
        let best = av_find_best_stream(format, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        guard best >= 0, let stream = streams[Int(best)], cffmpeg_is_cover(stream) == 0,
            let parameters = stream.pointee.codecpar
        else { throw noVideo }
        self.stream = stream
        try checkSizes()
        guard let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
            let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
            throw .unsupported("the clip's pictures are coded as \(name), which FFmpeg does not decode here")
        }
        let guessed = av_guess_frame_rate(format, stream, nil)
        rate = guessed.num > 0 && guessed.den > 0 ? Double(guessed.num) / Double(guessed.den) : 0
        isLive = place.isStream && comesLive(format)
        decoder = avcodec_alloc_context3(codec)
        guard let decoder, avcodec_parameters_to_context(decoder, parameters) >= 0 else {
            throw ClipReader.outOfMemory
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

    /// Bytes in all, as far as the server says so; 0 or less where it does not.
    private var size: Int64 { format?.pointee.pb.map { avio_size($0) } ?? 0 }

    /// The server gives the clip from its start only, and nothing came: its index may stand at its end.
    var needsCopy: Bool {
        guard place.isStream, frames == 0, !watch.isOver, let pb = format?.pointee.pb else { return false }
        return pb.pointee.seekable == 0 && (1...ClipCopy.largest).contains(avio_size(pb))
    }

    /// By its nature, or because it has neither a length nor a size; a playlist says so piece by piece.
    private func comesLive(_ format: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        let name = format.pointee.iformat?.pointee.name.map { String(cString: $0) } ?? ""
        if ["rtsp", "rtp", "sdp", "mpjpeg"].contains(name) { return true }
        if ["hls", "dash"].contains(name) { return false }
        return format.pointee.duration == cffmpeg_no_stamp && size <= 0
    }

    private var noVideo: SourceError { .noVideo("the clip has no moving picture, only sound, text or a cover") }
}
