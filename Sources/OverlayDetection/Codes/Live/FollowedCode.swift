import OverlayGeometry

/// A code that was read, and where the picture shows it since.
struct FollowedCode {
    /// As read last, its corners where they are now, in pixels.
    private(set) var sighting: CodeSighting
    /// Frames in which it was read.
    private(set) var reads = 1
    /// Frames since it was read last, or since it was tried.
    private(set) var unread = 0
    /// When it was read last.
    private(set) var lastRead: Int64
    /// Frames in which the picture did not show it where it should be.
    private(set) var lost = 0
    /// It was read in the frame at hand.
    private(set) var isFresh = true
    /// Frames since its corners were measured.
    private(set) var unmeasured = FollowedCode.measuredEvery

    /// Looks in a row that should have read it and did not.
    private var refuted = 0
    private var sharpness = Double.infinity
    private var sharpKind = LiveLook.Kind.area

    /// Measurements in a row that were far from what is followed.
    private var doubts = 0
    /// Its corners were measured since it was found.
    private var wasMeasured = false
    private var target: PictureTarget?
    /// Its corners in the picture that the target is of.
    private var keyCorners: Quad
    /// From there to where it was last.
    private var map = AffineMatrix.identity
    /// How far it moved from the last frame to this one.
    private var step = Point(x: 0, y: 0)

    /// Less alike is something else.
    private static let leastLikeness = 0.6
    /// So much of its size a corner may move against the middle from frame to frame.
    private static let mostChange = 0.2
    /// A measurement that differs by less, of its size, corrects the corners bit by bit.
    private static let nearness = 0.02
    /// A look is sharp enough to read it with this part of the sharpness of the one that read it.
    private static let sharpPart = 0.75
    /// So often it may be missed by sharp looks.
    private static let mostRefuted = 4
    /// So many frames after its corners were measured, they are again.
    private static let measuredEvery = 10

    /// A code that was just read first in this picture, its corners in pixels.
    init(_ sighting: CodeSighting, in pyramid: PicturePyramid, at time: Int64) {
        self.sighting = sighting
        lastRead = time
        keyCorners = sighting.corners
        target = PictureTarget(sighting.corners, in: pyramid)
    }

    /// It was read often enough, or well enough, to be believed.
    var isCredible: Bool {
        if reads >= 2 { return true }
        let policy = ReadPolicy.of(sighting.type)
        return policy.frames <= reads
            && policy.believes(
                length: sighting.payload.count, lines: sighting.quality, inverted: sighting.inverted, looks: reads,
                readers: 1)
    }

    /// The picture shows it where it is said to be.
    var isInSight: Bool { lost == 0 }

    /// The middle of its corners' box.
    var middle: Point { sighting.corners.bounds.center }

    /// The mean of its box's sides.
    var size: Double { (sighting.corners.bounds.width + sighting.corners.bounds.height) / 2 }

    /// Looks where it went in the next picture.
    mutating func follow(in pyramid: PicturePyramid) {
        guard let target, let found = target.find(in: pyramid, expected: expected),
            found.likeness >= FollowedCode.leastLikeness, isPlausible(found, expected)
        else { return passOver() }
        begin()
        let from = middle
        lost = 0
        move(to: found.map)
        step = Point(x: middle.x - from.x, y: middle.y - from.y)
    }

    /// A picture in which it was not found, or not looked for: it may have gone on as it went.
    mutating func passOver() {
        begin()
        lost += 1
        move(to: expected)
    }

    private mutating func begin() {
        isFresh = false
        unread += 1
        unmeasured += 1
    }

    private var expected: AffineMatrix {
        var expected = map
        expected.tx += step.x
        expected.ty += step.y
        return expected
    }

    /// It was read again in the picture at hand, by a look that measured its corners, or its bars' ends alone, or neither.
    mutating func read(_ again: CodeSighting, measuring: Measure, in pyramid: PicturePyramid, at time: Int64) {
        guard !isFresh else { return }
        isFresh = true
        reads += 1
        (unread, refuted) = (0, 0)
        lastRead = time
        let corners = sighting.corners
        let addOn = again.addOn ?? sighting.addOn
        sighting = again
        sighting.addOn = addOn
        sighting.corners = corners
        switch measuring {
        case _ where lost > 0: place(at: again.corners, in: pyramid)
        case .corners where isDue || farthest(from: again.corners) > FollowedCode.nearness * size:
            place(at: again.corners, in: pyramid)
        case .corners, .nothing: break
        case .ends: fit(to: again.corners)
        }
    }

    /// What a look tells of where a code is.
    enum Measure {
        case corners, ends, nothing
    }

    /// A look at where it is, as sharp as the look that read it last, or less, gave nothing.
    mutating func refute(sharpness seen: Double, kind: LiveLook.Kind) {
        guard kind == sharpKind, seen > FollowedCode.sharpPart * sharpness else { return }
        refuted += 1
    }

    /// It was read in a look of this sharpness.
    mutating func note(sharpness seen: Double, kind: LiveLook.Kind) { (sharpness, sharpKind) = (seen, kind) }

    /// Something else is in its place.
    var isRefuted: Bool { refuted >= FollowedCode.mostRefuted }

    /// Moves the ends of its bars to those that were measured; how far they reach up and down is as it was.
    private mutating func fit(to measured: Quad) {
        let (start, end) = (sighting.corners.startMiddle, sighting.corners.endMiddle)
        let length = start.distance(to: end)
        guard length > 0 else { return }
        let along = Point(x: (end.x - start.x) / length, y: (end.y - start.y) / length)
        func shift(_ from: Point, _ to: Point) -> Double { (to.x - from.x) * along.x + (to.y - from.y) * along.y }
        let (first, last) = (shift(start, measured.startMiddle), shift(end, measured.endMiddle))
        let farthest = max(abs(first), abs(last))
        guard farthest < 0.15 * length, isBelieved(isFar: farthest > FollowedCode.nearness * length) else { return }
        // Small differences by half, so that nothing trembles.
        let part = farthest < 0.01 * length ? 0.5 : 1
        let stretch = part * (last - first) / length
        let base = part * first - stretch * (start.x * along.x + start.y * along.y)
        // p + along · (base + stretch · (p · along))
        let fitting = AffineMatrix(
            a: 1 + stretch * along.x * along.x, b: stretch * along.x * along.y, c: stretch * along.x * along.y,
            d: 1 + stretch * along.y * along.y, tx: base * along.x, ty: base * along.y)
        move(to: map.followed(by: fitting))
    }

    /// It is time to measure its corners.
    var isDue: Bool { unmeasured >= FollowedCode.measuredEvery }

    /// Takes measured corners over; small differences by half, so that nothing trembles.
    private mutating func place(at corners: Quad, in pyramid: PicturePyramid) {
        let isFar = farthest(from: corners) >= FollowedCode.nearness * size
        guard !wasMeasured || lost > 0 || isBelieved(isFar: isFar) else { return }
        let isNear = wasMeasured && lost == 0 && !isFar
        wasMeasured = lost == 0
        let placed = isNear ? sighting.corners.halfway(to: corners) : corners
        let from = middle
        sighting.corners = placed
        if lost > 0 { step = Point(x: 0, y: 0) } else { step.x += middle.x - from.x; step.y += middle.y - from.y }
        lost = 0
        unmeasured = 0
        keyCorners = placed
        map = .identity
        target = PictureTarget(placed, in: pyramid)
    }

    /// A measurement that is far from what is followed is believed when the next one is, too.
    private mutating func isBelieved(isFar: Bool) -> Bool {
        doubts = isFar ? doubts + 1 : 0
        return doubts != 1
    }

    private func farthest(from corners: Quad) -> Double {
        zip(corners.corners, sighting.corners.corners).map { $0.distance(to: $1) }.max() ?? 0
    }

    private mutating func move(to map: AffineMatrix) {
        self.map = map
        sighting.corners = keyCorners.mapped(map.apply)
    }

    /// Nothing changes its shape, or flies away, from one frame to the next; and what was lost comes back sharp.
    private func isPlausible(_ found: PictureTarget.Find, _ expected: AffineMatrix) -> Bool {
        let (before, after) = (keyCorners.mapped(expected.apply), keyCorners.mapped(found.map.apply))
        let (from, to) = (before.bounds.center, after.bounds.center)
        let most = FollowedCode.mostChange * size
        guard !found.isBlurred || lost == 0 else { return false }
        return from.distance(to: to) <= (found.isBlurred ? 0.25 : 1) * size
            && zip(before.corners, after.corners).allSatisfy {
                Point(x: $0.x - from.x, y: $0.y - from.y).distance(to: Point(x: $1.x - to.x, y: $1.y - to.y)) <= most
            }
    }
}
