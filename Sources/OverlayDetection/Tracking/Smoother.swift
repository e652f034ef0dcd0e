import OverlayGeometry
import OverlayMetadata

/// Steadies what a detector measures of one object: a one-euro filter, which follows the faster the faster the object
/// moves.
///
/// All points of an object go the same part of the way to where they were measured, so that its shape is never bent.
/// Casiez, Roussel, Vogel: 1 € Filter (CHI 2012).
struct Smoother {
    /// The cut-off of something that stands still, in hertz: about half of its jitter goes at 25 frames a second.
    private static let restCutoff = 3.0
    /// Hertz more for each of its own sizes that it moves in a second: so it trails by at most 1.6 % of its size.
    private static let cutoffForSpeed = 10.0
    /// The cut-off of the speed itself, in hertz.
    private static let speedCutoff = 1.5
    /// What moved farther than this part of its size between two frames is where it was measured.
    private static let leap = 0.5
    /// So is what was away for so many microseconds.
    private static let longestGap: Int64 = 500_000

    /// As it was measured last.
    private var last: ObjectShape
    private var speeds: [Double]
    private var time: Int64

    /// A filter for an object that was measured first.
    init(_ object: MetadataObject, at time: Int64) {
        last = ObjectShape(object)
        speeds = last.values.map { _ in 0 }
        self.time = time
    }

    /// The object as measured at `time`, drawn towards where it was `shown` until now.
    mutating func smooth(_ measured: MetadataObject, from shown: MetadataObject, at time: Int64) -> MetadataObject {
        let (shape, before) = (ObjectShape(measured), ObjectShape(shown))
        let gap = time.subtractingReportingOverflow(self.time)
        guard last.resembles(shape), before.resembles(shape), !gap.overflow, gap.partialValue > 0,
            gap.partialValue <= Smoother.longestGap
        else { return begin(measured, at: time) }
        let changes = last.changes(to: shape)
        guard changes.allSatisfy({ abs($0) < Smoother.leap }) else { return begin(measured, at: time) }
        let elapsed = Double(gap.partialValue) / 1_000_000
        let speedStep = Smoother.step(Smoother.speedCutoff, elapsed)
        for (place, change) in changes.enumerated() { speeds[place] += speedStep * (change / elapsed - speeds[place]) }
        (last, self.time) = (shape, time)
        let speed = speeds.reduce(0) { max($0, abs($1)) }
        let cutoff = Smoother.restCutoff + Smoother.cutoffForSpeed * speed
        return before.moved(along: Smoother.step(cutoff, elapsed), to: shape).shaping(measured)
    }

    private mutating func begin(_ measured: MetadataObject, at time: Int64) -> MetadataObject {
        self = Smoother(measured, at: time)
        return measured
    }

    /// The part of the way that a low-pass filter of this cut-off goes in one frame.
    private static func step(_ cutoff: Double, _ elapsed: Double) -> Double {
        let turn = 2 * .pi * cutoff * elapsed
        return turn / (1 + turn)
    }
}
