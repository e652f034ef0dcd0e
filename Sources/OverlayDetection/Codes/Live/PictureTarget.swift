import CVision
import OverlayGeometry

/// What a quad of one picture shows, to be found again in later ones.
final class PictureTarget {
    private let handle: OpaquePointer

    /// What the quad, in pixels, shows; nil when that is too little.
    init?(_ corners: Quad, in pyramid: PicturePyramid) {
        let coordinates = corners.corners.flatMap { [$0.x - 0.5, $0.y - 0.5] }
        guard let handle = cvision_target_create(pyramid.handle, coordinates) else { return nil }
        self.handle = handle
    }

    deinit { cvision_target_destroy(handle) }

    /// Where a target was found again.
    struct Find {
        /// From the target's own picture to the other one, in pixels.
        let map: AffineMatrix
        /// How alike it is there; 1: the same.
        let likeness: Double
        /// Only what is coarse of it is there.
        let isBlurred: Bool
    }

    /// Where it is in another picture; nil when it is not there.
    ///
    /// `expected` is where to look first.
    func find(in pyramid: PicturePyramid, expected: AffineMatrix) -> Find? {
        var members = expected.betweenPixelMiddles.members
        var isBlurred: Int32 = 0
        let likeness = cvision_target_find(handle, pyramid.handle, &members, &isBlurred)
        guard likeness > -2 else { return nil }
        let map = AffineMatrix(
            a: members[0], b: members[1], c: members[2], d: members[3], tx: members[4], ty: members[5])
        return Find(map: map.betweenPixelEdges, likeness: likeness, isBlurred: isBlurred != 0)
    }
}
