import Glibc
import OverlayCapture
import OverlaySystem
import Synchronization

/// A camera whose every buffer holds the same picture.
final class ReplayDevice: VideoDevice {
    private let content: [UInt8]
    private let format: VideoFormat
    private let queued = Mutex<[Int]>([])

    init(_ content: [UInt8], format: FourCC, width: Int, height: Int) {
        self.content = content
        self.format = VideoFormat(
            code: format, width: width, height: height, stride: 0, byteCount: content.count + 4_096)
    }

    private func end(_ call: String) -> SystemError { SystemError(call, code: EINVAL) }

    func identity() -> VideoIdentity { VideoIdentity(driver: "replay", card: "replay", bus: "", isCamera: true) }
    func pixelFormat(at index: Int) throws(SystemError) -> FourCC {
        if index > 0 { throw end("formats") }
        return format.code
    }
    func sizes(of format: FourCC, at index: Int) throws(SystemError) -> VideoSizes {
        if index > 0 { throw end("sizes") }
        return .one(width: self.format.width, height: self.format.height)
    }
    func intervals(of format: FourCC, width: Int, height: Int, at index: Int) throws(SystemError) -> VideoIntervals {
        throw end("intervals")
    }
    func currentFormat() -> VideoFormat { format }
    func setFormat(_ format: FourCC, width: Int, height: Int) -> VideoFormat { self.format }
    func setInterval(_ interval: VideoInterval) -> VideoInterval? { interval }
    func requestBuffers(_ count: Int) -> Int { count }
    func mapBuffer(at index: Int) -> UnsafeMutableRawBufferPointer {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: format.byteCount, alignment: 4_096)
        bytes.copyBytes(from: content)
        return bytes
    }
    func unmap(_ bytes: UnsafeMutableRawBufferPointer) { bytes.deallocate() }
    func queue(_ index: Int) { queued.withLock { $0.append(index) } }
    func dequeue() throws(SystemError) -> VideoBuffer {
        let index = queued.withLock { queued in queued.count > 2 ? queued.removeFirst() : nil }
        guard let index else { throw SystemError("dequeue", code: EAGAIN) }
        return VideoBuffer(index: index, bytesUsed: content.count)
    }
    func start() {}
    func stop() {}
    func wait(_ cancellation: Descriptor) -> VideoReadiness { .filled }
}
