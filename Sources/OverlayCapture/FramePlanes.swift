import OverlayFrame

/// One plane that somebody else owns, for the length of a call.
struct PlaneView {
    /// The first sample of the first row.
    let base: UnsafePointer<UInt8>
    /// Samples in a row.
    let width: Int
    /// Rows.
    let height: Int
    /// Bytes from one row to the next.
    let stride: Int
    /// Bytes from one sample to the next.
    let step: Int
}

/// The planes of a frame, once they are known to lie within its storage.
enum FramePlanes {
    /// A plane's samples of so many bytes each: 0 is luma, 1 and 2 are the differences.
    static func plane(_ index: Int, of frame: Frame, bytes: Int = 1) throws(SourceError) -> PlaneView {
        let shift = index == 0 ? (x: 0, y: 0) : frame.format.chromaShift ?? (0, 0)
        // Shifts of at most 1 keep what is larger than any memory as large as that.
        let width = frame.width / (1 << shift.x) + (frame.width & ((1 << shift.x) - 1))
        let height = frame.height / (1 << shift.y) + (frame.height & ((1 << shift.y) - 1))
        let step = frame.planes.indices.contains(index) ? max(frame.planes[index].step, bytes) : bytes
        return try view(index, of: frame, width: width, height: height, step: step, bytes: bytes)
    }

    /// The interleaved bytes of a frame of three channels.
    static func pixels(of frame: Frame) throws(SourceError) -> PictureView {
        let view = try view(0, of: frame, width: frame.width, height: frame.height, step: 3, bytes: 3)
        return PictureView(base: view.base, width: view.width, height: view.height, stride: view.stride, channels: 3)
    }

    private static func view(
        _ index: Int, of frame: Frame, width: Int, height: Int, step: Int, bytes: Int
    ) throws(SourceError) -> PlaneView {
        guard frame.planes.indices.contains(index), frame.storage.regions.indices.contains(frame.planes[index].region),
            width > 0, height > 0
        else { throw .undecodable("the frame lacks plane \(index) of \(width)×\(height) pixels") }
        let plane = frame.planes[index]
        let region = frame.storage.regions[plane.region]
        let steps = (width - 1).multipliedReportingOverflow(by: step)
        let row = steps.partialValue.addingReportingOverflow(bytes)
        guard let base = region.baseAddress, !steps.overflow, !row.overflow, plane.stride >= row.partialValue,
            plane.offset >= 0
        else { throw .undecodable("the frame's plane \(index) has no room for its rows") }
        let last = plane.stride.multipliedReportingOverflow(by: height - 1)
        let end = last.partialValue.addingReportingOverflow(row.partialValue)
        guard !last.overflow, !end.overflow, plane.offset <= region.count,
            end.partialValue <= region.count - plane.offset
        else { throw .truncated("the frame holds fewer bytes than its \(width)×\(height) pixels need") }
        return PlaneView(
            base: UnsafePointer(base.assumingMemoryBound(to: UInt8.self) + plane.offset), width: width,
            height: height, stride: plane.stride, step: step)
    }
}
