import CV4L2
import Glibc
import OverlaySystem

/// A node of the machine's, by the kernel's interface.
package final class KernelVideoDevice: VideoDevice {
    private let node: Descriptor

    /// A device on an open node, which must not block (O_NONBLOCK).
    package init(_ node: Descriptor) { self.node = node }

    package func identity() throws(SystemError) -> VideoIdentity {
        var answer = v4l2_capability()
        try call("VIDIOC_QUERYCAP") { cv4l2_querycap(node.number, &answer) }
        let hasOwn = answer.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
        let own = hasOwn ? answer.device_caps : answer.capabilities
        let needed = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        return VideoIdentity(
            driver: KernelVideoDevice.text(answer.driver), card: KernelVideoDevice.text(answer.card),
            bus: KernelVideoDevice.text(answer.bus_info), isCamera: own & needed == needed)
    }

    package func pixelFormat(at index: Int) throws(SystemError) -> FourCC {
        var answer = v4l2_fmtdesc()
        answer.index = UInt32(clamping: index)
        answer.type = KernelVideoDevice.capture
        try call("VIDIOC_ENUM_FMT") { cv4l2_enum_fmt(node.number, &answer) }
        return FourCC(rawValue: answer.pixelformat)
    }

    package func sizes(of format: FourCC, at index: Int) throws(SystemError) -> VideoSizes {
        var answer = v4l2_frmsizeenum()
        answer.index = UInt32(clamping: index)
        answer.pixel_format = format.rawValue
        try call("VIDIOC_ENUM_FRAMESIZES") { cv4l2_enum_framesizes(node.number, &answer) }
        if answer.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
            return .one(width: Int(answer.discrete.width), height: Int(answer.discrete.height))
        }
        let steps = answer.stepwise
        return .range(
            widths: Int(steps.min_width)...max(Int(steps.min_width), Int(steps.max_width)),
            heights: Int(steps.min_height)...max(Int(steps.min_height), Int(steps.max_height)),
            widthStep: max(1, Int(steps.step_width)), heightStep: max(1, Int(steps.step_height)))
    }

    package func intervals(
        of format: FourCC, width: Int, height: Int, at index: Int
    ) throws(SystemError) -> VideoIntervals {
        var answer = v4l2_frmivalenum()
        answer.index = UInt32(clamping: index)
        answer.pixel_format = format.rawValue
        answer.width = UInt32(clamping: width)
        answer.height = UInt32(clamping: height)
        try call("VIDIOC_ENUM_FRAMEINTERVALS") { cv4l2_enum_frameintervals(node.number, &answer) }
        if answer.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue { return .one(VideoInterval(answer.discrete)) }
        return .range(shortest: VideoInterval(answer.stepwise.min), longest: VideoInterval(answer.stepwise.max))
    }

    package func currentFormat() throws(SystemError) -> VideoFormat {
        var answer = v4l2_format()
        answer.type = KernelVideoDevice.capture
        try call("VIDIOC_G_FMT") { cv4l2_g_fmt(node.number, &answer) }
        return VideoFormat(answer.fmt.pix)
    }

    package func setFormat(_ format: FourCC, width: Int, height: Int) throws(SystemError) -> VideoFormat {
        // Everything else is 0: a stride that was set before must not come back.
        var answer = v4l2_format()
        answer.type = KernelVideoDevice.capture
        answer.fmt.pix.pixelformat = format.rawValue
        answer.fmt.pix.width = UInt32(clamping: width)
        answer.fmt.pix.height = UInt32(clamping: height)
        answer.fmt.pix.field = V4L2_FIELD_NONE.rawValue
        try call("VIDIOC_S_FMT") { cv4l2_s_fmt(node.number, &answer) }
        return VideoFormat(answer.fmt.pix)
    }

    package func setInterval(_ interval: VideoInterval) throws(SystemError) -> VideoInterval? {
        var answer = v4l2_streamparm()
        answer.type = KernelVideoDevice.capture
        try call("VIDIOC_G_PARM") { cv4l2_g_parm(node.number, &answer) }
        guard answer.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0 else {
            return VideoInterval(answer.parm.capture.timeperframe)
        }
        answer.parm.capture.timeperframe = v4l2_fract(
            numerator: interval.numerator, denominator: interval.denominator)
        try call("VIDIOC_S_PARM") { cv4l2_s_parm(node.number, &answer) }
        return VideoInterval(answer.parm.capture.timeperframe)
    }

    package func requestBuffers(_ count: Int) throws(SystemError) -> Int {
        var answer = v4l2_requestbuffers()
        answer.count = UInt32(clamping: count)
        answer.type = KernelVideoDevice.capture
        answer.memory = V4L2_MEMORY_MMAP.rawValue
        try call("VIDIOC_REQBUFS") { cv4l2_reqbufs(node.number, &answer) }
        return Int(answer.count)
    }

    package func mapBuffer(at index: Int) throws(SystemError) -> UnsafeMutableRawBufferPointer {
        var answer = KernelVideoDevice.buffer(index)
        try call("VIDIOC_QUERYBUF") { cv4l2_querybuf(node.number, &answer) }
        let length = Int(answer.length)
        let address = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, node.number, Int(answer.m.offset))
        guard let address, address != MAP_FAILED else { throw SystemError("mmap", code: errno) }
        return UnsafeMutableRawBufferPointer(start: address, count: length)
    }

    package func unmap(_ bytes: UnsafeMutableRawBufferPointer) { munmap(bytes.baseAddress, bytes.count) }

    package func queue(_ index: Int) throws(SystemError) {
        var buffer = KernelVideoDevice.buffer(index)
        try call("VIDIOC_QBUF") { cv4l2_qbuf(node.number, &buffer) }
    }

    package func dequeue() throws(SystemError) -> VideoBuffer {
        var answer = KernelVideoDevice.buffer(0)
        try call("VIDIOC_DQBUF") { cv4l2_dqbuf(node.number, &answer) }
        let stamp = answer.timestamp
        let (seconds, isTooLarge) = Int64(stamp.tv_sec).multipliedReportingOverflow(by: 1_000_000)
        let clock = answer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
        return VideoBuffer(
            index: Int(answer.index), bytesUsed: Int(answer.bytesused),
            isFaulty: answer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0, sequence: answer.sequence,
            time: isTooLarge ? 0 : seconds &+ Int64(stamp.tv_usec),
            isMonotonic: clock == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC))
    }

    package func start() throws(SystemError) { try call("VIDIOC_STREAMON") { cv4l2_streamon(node.number) } }

    package func stop() throws(SystemError) { try call("VIDIOC_STREAMOFF") { cv4l2_streamoff(node.number) } }

    package func wait(_ cancellation: Descriptor) throws(SystemError) -> VideoReadiness {
        var waited = [
            pollfd(fd: node.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: cancellation.number, events: Int16(POLLIN), revents: 0),
        ]
        _ = try checked("poll") { poll(&waited, 2, -1) }
        var readiness: VideoReadiness = waited[1].revents != 0 ? .cancelled : []
        let events = Int32(waited[0].revents)
        if events & POLLIN != 0 { readiness.insert(.filled) }
        if events & POLLERR != 0 { readiness.insert(.broken) }
        if events & (POLLHUP | POLLNVAL) != 0 { readiness.insert(.gone) }
        return readiness
    }

    private static let capture = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue

    private static func buffer(_ index: Int) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = UInt32(clamping: index)
        buffer.type = capture
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }

    private static func text<Letters>(_ letters: Letters) -> String {
        withUnsafeBytes(of: letters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private func call(_ name: String, _ body: () -> Int32) throws(SystemError) { _ = try checked(name, "", body) }
}

extension VideoInterval {
    fileprivate init(_ fraction: v4l2_fract) { self.init(fraction.numerator, fraction.denominator) }
}

extension VideoFormat {
    fileprivate init(_ picture: v4l2_pix_format) {
        self.init(
            code: FourCC(rawValue: picture.pixelformat), width: Int(picture.width), height: Int(picture.height),
            stride: Int(picture.bytesperline), byteCount: Int(picture.sizeimage), colorSpace: picture.colorspace,
            differences: picture.ycbcr_enc, quantization: picture.quantization)
    }
}
