import CTurboJPEG
import OverlayCapture
import OverlayFrame
import OverlaySystem

/// The drawn scene with the noise of a sensor, as a camera would compress it.
enum SamplePicture {
    static func jpeg(width: Int, height: Int, _ sampling: TJSAMP) throws -> [UInt8] {
        let pacer = RatePacer(rate: 1_000, clock: SystemClock())
        guard let frame = try TestScene(width: width, height: height, pacer: pacer).next() else { return [] }
        var pixels = Array(frame.storage.bytes.prefix(width * height * 3))
        var state: UInt64 = 1
        for index in pixels.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let noise = Int((state >> 33) % 13) - 6
            pixels[index] = UInt8(clamping: Int(pixels[index]) + noise)
        }
        guard let handle = tjInitCompress() else { throw SystemError("tjInitCompress") }
        defer { tjDestroy(handle) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: CUnsignedLong = 0
        let result = tjCompress2(
            handle, pixels, Int32(width), Int32(width * 3), Int32(height), Int32(TJPF_RGB.rawValue), &bytes, &count,
            Int32(sampling.rawValue), 80, 0)
        guard result == 0, let bytes else { throw SystemError("tjCompress2") }
        defer { tjFree(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
