import OverlayGeometry
import OverlayMetadata

/// One object followed over frames.
struct Track {
    /// As last measured, or carried since.
    private(set) var object: MetadataObject
    /// The same, smoothed.
    private(set) var smoothed: MetadataObject
    /// Frames since it was seen.
    private(set) var missed = 0
    /// Metadata space a microsecond, along x and y.
    private var velocity = Point(x: 0, y: 0)
    private var time: Int64
    private var lastSeenCenter: Point
    /// When it was seen or carried there.
    private var lastPlaced: Int64
    private var smoother: Smoother

    /// A track of an object that was just seen first.
    init(_ object: MetadataObject, at time: Int64) {
        self.object = object
        smoothed = object
        smoother = Smoother(object, at: time)
        self.time = time
        lastSeenCenter = object.bounds.center
        lastPlaced = time
    }

    /// How far it moves, at its velocity, until `time`.
    private func shift(until time: Int64) -> Point {
        let elapsed = Double(time) - Double(self.time)
        return elapsed > 0 ? Point(x: velocity.x * elapsed, y: velocity.y * elapsed) : Point(x: 0, y: 0)
    }

    /// Where its box is expected at `time`.
    func bounds(at time: Int64) -> Rect {
        let shift = shift(until: time)
        var bounds = object.bounds
        bounds.x += shift.x
        bounds.y += shift.y
        return bounds
    }

    /// Goes on with what was seen, or was carried on the picture; identity and first sight stay.
    mutating func see(_ seen: MetadataObject, at time: Int64) {
        let elapsed = Double(time) - Double(lastPlaced)
        if elapsed > 0 {
            let (from, to) = (lastSeenCenter, seen.bounds.center)
            velocity = Point(x: (to.x - from.x) / elapsed, y: (to.y - from.y) / elapsed)
        }
        var next = seen
        next.id = object.id
        next.firstSeen = object.firstSeen
        if seen.predicted { next.lastSeen = object.lastSeen }
        if case .code(let before) = object.kind, case .code(var code) = seen.kind {
            code.reads = seen.predicted || before.reads == .max ? before.reads : before.reads + 1
            code.addOn = code.addOn ?? before.addOn
            next.kind = .code(code)
        }
        object = next
        smoothed = smoother.smooth(next, from: smoothed, at: time)
        lastSeenCenter = seen.bounds.center
        lastPlaced = time
        missed = 0
        self.time = time
    }

    /// Carries it along at its velocity through a frame that did not show it.
    mutating func miss(at time: Int64) {
        let shift = shift(until: time)
        func moved(_ point: Point) -> Point { Point(x: point.x + shift.x, y: point.y + shift.y) }
        func carried(_ object: MetadataObject) -> MetadataObject {
            var result = object.converted(
                bounds: { Rect(x: $0.x + shift.x, y: $0.y + shift.y, width: $0.width, height: $0.height) },
                point: moved)
            result.predicted = true
            return result
        }
        object = carried(object)
        smoothed = carried(smoothed)
        missed += 1
        self.time = max(time, self.time)
    }
}
