import OverlayFrame
import OverlaySystem

extension CameraSource {
    /// What a buffer came to: a frame's bytes and planes.
    private struct Content {
        var format: PixelFormat
        var width: Int
        var height: Int
        var encoding: ColourEncoding?
        var planes: [Frame.Plane]
        var storage: FrameStorage
        var isCopy: Bool
    }

    /// The frame in a buffer; nil when it comes sooner than is wished for.
    func frame(of buffer: VideoBuffer, _ stream: CameraStream, _ work: inout Work) throws(CameraEnd) -> Frame? {
        let sequence = work.sequence
        work.sequence &+= 1
        let now = clock.monotonic
        let (time, isCameras) = work.stamps.moment(of: buffer, now: now)
        if isSpare(at: time, work) {
            requeue(buffer, stream)
            work.counts.spare += 1
            return nil
        }
        let content: Content
        do throws(SourceError) {
            content = try self.content(of: buffer, stream)
        } catch {
            requeue(buffer, stream)
            throw lose(error, &work)
        }
        work.faults = 0
        work.last = time
        work.counts.frames += 1
        work.counts.copied += content.isCopy ? 1 : 0
        work.counts.stamped += isCameras ? 1 : 0
        return Frame(
            sequence: sequence, time: time, wall: clock.wall &- (now &- time), duration: duration(of: stream),
            cameraClock: isCameras, width: content.width, height: content.height, pixelAspect: options.pixelAspect,
            format: content.format, encoding: content.encoding, planes: content.planes, storage: content.storage)
    }

    /// It comes sooner after the last one than the wished rate would have it, with a tenth to spare.
    private func isSpare(at time: Int64, _ work: Work) -> Bool {
        guard let rate = options.wish.rate, rate > 0, let last = work.last else { return false }
        return Double(time &- last) < 0.9 * 1_000_000 / rate
    }

    private func duration(of stream: CameraStream) -> Int64 {
        let rate = stream.interval?.rate ?? CameraChoice.usualRate
        return RateSchedule(rate: min(rate, options.wish.rate ?? rate)).duration
    }

    private func content(of buffer: VideoBuffer, _ stream: CameraStream) throws(SourceError) -> Content {
        guard let bytes = stream.buffers.bytes(of: buffer.index), buffer.bytesUsed <= bytes.count else {
            throw .badBuffer("the camera's driver gave a buffer that it does not have")
        }
        let used = UnsafeMutableRawBufferPointer(rebasing: bytes[..<buffer.bytesUsed])
        switch stream.reading {
        case .raw(let layout): return try raw(layout, used, buffer, stream)
        case .jpeg: return try jpeg(bytes, UnsafeRawBufferPointer(used), buffer, stream)
        case .foreign(let conversion):
            let storage = try conversion.convert(UnsafeRawBufferPointer(used))
            requeue(buffer, stream)
            return Content(
                format: .yuv420, width: conversion.width, height: conversion.height, encoding: conversion.encoding,
                planes: conversion.planes, storage: storage, isCopy: false)
        }
    }

    /// Planes as they lie in the driver's memory, or copied when it has too little left.
    private func raw(
        _ layout: CameraLayout, _ used: UnsafeMutableRawBufferPointer, _ buffer: VideoBuffer, _ stream: CameraStream
    ) throws(SourceError) -> Content {
        guard used.count >= layout.byteCount else {
            throw .badBuffer(
                "the camera's driver gave \(used.count) bytes of a picture; \(stream.mode) has \(layout.byteCount)")
        }
        let lent = stream.buffers.lend(buffer.index)
        let storage =
            lent
            ?? copy(buffer, stream) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: used[..<layout.byteCount])) }
        return Content(
            format: layout.format, width: stream.format.width, height: stream.format.height,
            encoding: layout.encoding, planes: layout.planes, storage: storage, isCopy: lent == nil)
    }

    /// A JPEG where it lies, once it is complete; else a complete copy.
    private func jpeg(
        _ bytes: UnsafeMutableRawBufferPointer, _ used: UnsafeRawBufferPointer, _ buffer: VideoBuffer,
        _ stream: CameraStream
    ) throws(SourceError) -> Content {
        let found = try MotionJPEG(in: used)
        let (width, height) = (stream.format.width, stream.format.height)
        guard found.header.holds(width: width, height: height) else {
            throw .undecodable(
                "the camera's JPEG is \(found.header.width)×\(found.header.height) pixels; \(width)×\(height) are set")
        }
        let length = found.completeLength
        var plane = Frame.Plane(offset: found.start, stride: 0, length: length)
        let lent = found.complete(in: bytes) ? stream.buffers.lend(buffer.index) : nil
        if lent == nil { plane.offset = 0 }
        let storage = lent ?? copy(buffer, stream) { found.copy(from: used, to: $0) }
        return Content(
            format: .jpeg, width: width, height: height, planes: [plane], storage: storage, isCopy: lent == nil)
    }

    /// Fills memory of our own, and gives the buffer back.
    private func copy(
        _ buffer: VideoBuffer, _ stream: CameraStream, _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) -> FrameStorage {
        let storage = stream.copies.storage()
        fill(storage.bytes)
        requeue(buffer, stream)
        return storage
    }
}
