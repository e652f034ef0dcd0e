import CFFmpeg
import OverlayCapture
import OverlaySystem

/// A clip of a server that gives it from its start only, copied into memory so that any place of it can be read.
enum ClipCopy {
    /// So many bytes are copied at most.
    static let largest: Int64 = 256 << 20

    /// Fetches all of the clip; each whole block of 64 KiB may take as long as `timeout` seconds.
    static func file(of place: ClipPlace, timeout: Double, _ watch: ClipWatch) throws(SourceError) -> Descriptor {
        guard case .stream(let address) = place else { throw .unreadable("only a stream is copied") }
        var settings = place.settings
        var callback = watch.callback
        var server: UnsafeMutablePointer<AVIOContext>?
        let opened = avio_open2(&server, address, AVIO_FLAG_READ, &callback, &settings)
        av_dict_free(&settings)
        defer { avio_closep(&server) }
        guard opened >= 0 else { throw failure(opened, place, timeout, watch) }
        do throws(SystemError) {
            let copy = try Descriptor.memory(named: "clip")
            var count: Int64 = 0
            var block = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                watch.allow(Int64(timeout * 1_000_000))
                let read = avio_read(server, &block, Int32(block.count))
                if read == cffmpeg_end || read == 0 { return copy }
                guard read > 0, !watch.isOver else { break }
                count += Int64(read)
                guard count <= largest, Console.write(Array(block.prefix(Int(read))), to: copy.number) else { break }
            }
        } catch {
            throw .unreadable("the clip cannot be copied: \(error.reason)")
        }
        throw failure(cffmpeg_input_output, place, timeout, watch)
    }

    private static func failure(
        _ code: Int32, _ place: ClipPlace, _ timeout: Double, _ watch: ClipWatch
    ) -> SourceError {
        ClipError.opening(watch.isOver ? cffmpeg_interrupted : code, place, timeout: timeout)
    }
}
