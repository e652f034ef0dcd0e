import CFFmpeg
import Glibc
import OverlaySystem

/// An open file as FFmpeg reads it, with a place of its own in it.
///
/// It must outlive what `makeContext` answers.
final class ClipFile {
    private let file: Descriptor
    private var position: off_t = 0

    init(_ file: Descriptor) { self.file = file }

    /// FFmpeg's view of the file; nil when there is no memory.
    func makeContext() -> UnsafeMutablePointer<AVIOContext>? {
        let size: Int32 = 1 << 16
        guard let buffer = av_malloc(Int(size)) else { return nil }
        let context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), size, 0, Unmanaged.passUnretained(self).toOpaque(),
            { opaque, target, count in ClipFile.of(opaque)?.read(target, count) ?? cffmpeg_input_output },
            nil,
            { opaque, offset, whence in ClipFile.of(opaque)?.seek(offset, whence) ?? Int64(cffmpeg_input_output) })
        if context == nil { av_free(buffer) }
        return context
    }

    /// Frees what `makeContext` answered.
    static func free(_ context: UnsafeMutablePointer<AVIOContext>) {
        // FFmpeg may have put another buffer in the place of ours.
        av_free(context.pointee.buffer)
        var context: UnsafeMutablePointer<AVIOContext>? = context
        avio_context_free(&context)
    }

    private static func of(_ opaque: UnsafeMutableRawPointer?) -> ClipFile? {
        opaque.map { Unmanaged<ClipFile>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(_ target: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
        while true {
            let read = pread(file.number, target, Int(max(count, 0)), position)
            if read > 0 {
                position += off_t(read)
                return Int32(clamping: read)
            }
            if read == 0 { return cffmpeg_end }
            if errno != EINTR { return cffmpeg_error(errno) }
        }
    }

    private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        var about = stat()
        guard fstat(file.number, &about) == 0 else { return Int64(cffmpeg_error(errno)) }
        let base: Int64
        switch whence & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return Int64(about.st_size)
        case SEEK_SET: base = 0
        case SEEK_CUR: base = Int64(position)
        case SEEK_END: base = Int64(about.st_size)
        default: return Int64(cffmpeg_error(EINVAL))
        }
        let (place, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, place >= 0 else { return Int64(cffmpeg_error(EINVAL)) }
        position = off_t(place)
        return place
    }
}
