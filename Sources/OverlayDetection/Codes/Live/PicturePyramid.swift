import CVision
import OverlayFrame
import OverlayGeometry

/// A picture's luma at its full size and at halves of it.
///
/// One thread sets it; from then on several may look at it.
final class PicturePyramid: @unchecked Sendable {
    /// CVision's handle.
    let handle: OpaquePointer
    /// Pixels in a row.
    private(set) var width = 0
    /// Rows.
    private(set) var height = 0

    /// An empty one; nil without memory.
    init?() {
        guard let handle = cvision_pyramid_create() else { return nil }
        self.handle = handle
    }

    deinit { cvision_pyramid_destroy(handle) }

    /// Copies a picture of one channel; false when it is none.
    func set(_ luma: PictureView) -> Bool {
        guard luma.channels == 1, luma.stride >= luma.width, let width = Int32(exactly: luma.width),
            let height = Int32(exactly: luma.height),
            cvision_pyramid_set(handle, luma.base, width, height, luma.stride) == 0
        else { return false }
        (self.width, self.height) = (luma.width, luma.height)
        return true
    }

    /// The whole picture, in pixels.
    var bounds: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }

    /// Writes a patch's pixels to the start of `buffer`, which grows when it must; false when there is no such patch.
    func sample(_ patch: Patch, into buffer: inout [UInt8]) -> Bool {
        let count = patch.width * patch.height
        if buffer.count < count { buffer = [UInt8](repeating: 0, count: count) }
        var map = patch.placing.betweenPixelMiddles.members
        return cvision_pyramid_sample(handle, &map, &buffer, Int32(patch.width), Int32(patch.height)) == 0
    }

    /// Where dark and light change as often as in a code, besides within the `known` quads; the busiest first.
    func busyAreas(besides known: [Quad] = []) -> [BusyArea] {
        var areas = [cvision_busy_area](repeating: cvision_busy_area(), count: BusyArea.most)
        let corners = known.flatMap { $0.corners.flatMap { [$0.x - 0.5, $0.y - 0.5] } }
        let count = cvision_busy_areas(handle, corners, Int32(known.count), &areas, Int32(areas.count))
        return areas.prefix(max(Int(count), 0)).map { BusyArea($0) }
    }
}

/// A place where dark and light change as often as in a code.
struct BusyArea: Hashable {
    /// So many are looked at in one picture at most.
    static let most = 64

    /// In pixels.
    var box: Rect
    /// 0: dark and light change in all directions; 1: in one, as with bars.
    var coherence: Double
    /// In which direction they change most, in degrees of −90…90 clockwise from the x axis.
    var direction: Double

    fileprivate init(_ area: cvision_busy_area) {
        box = Rect(x: Double(area.x), y: Double(area.y), width: Double(area.width), height: Double(area.height))
        coherence = Double(area.coherence)
        direction = Double(area.direction)
    }
}

extension AffineMatrix {
    /// The same map for coordinates that are whole in the middles of pixels, where these are whole at their edges.
    var betweenPixelMiddles: AffineMatrix {
        let start = apply(Point(x: 0.5, y: 0.5))
        return AffineMatrix(a: a, b: b, c: c, d: d, tx: start.x - 0.5, ty: start.y - 0.5)
    }

    /// The same map for coordinates that are whole at the edges of pixels, where these are whole in their middles.
    var betweenPixelEdges: AffineMatrix {
        let start = apply(Point(x: -0.5, y: -0.5))
        return AffineMatrix(a: a, b: b, c: c, d: d, tx: start.x + 0.5, ty: start.y + 0.5)
    }
}
