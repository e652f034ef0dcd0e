import OverlayMetadata

/// How far an input's frames have come, over all its openings; a frame is believed only as far as it goes on from there.
///
/// A worker may be broken or hostile: no number of its makes a later one overflow, or hold up an honest successor.
package struct FrameProgress: Sendable {
    /// The number of the next frame.
    package var nextSequence: UInt64 { sequence + 1 }
    /// The first id that no object has had.
    package var nextID: UInt64 { id + 1 }

    private var sequence: UInt64 = 0
    private var time: Int64 = 0
    private var id: UInt64 = 0

    /// Numbers rise by less than this from one frame to the next; as often again before they overflow.
    private static let longestStep: UInt64 = 1 << 32
    /// So far ahead of the daemon's clock may a stamp be, in microseconds.
    private static let tolerance: Int64 = 1_000_000

    /// No frame has come yet.
    package init() {}

    /// Goes on to a frame; false, and nothing changes, if it is not a possible next one.
    ///
    /// `now` is nil where stamps are not of this machine's clock.
    package mutating func take(_ frame: MetadataFrame, now: Int64?) -> Bool {
        let newestID = frame.objects.reduce(id) { max($0, $1.id) }
        guard frame.sequence > sequence, frame.sequence - sequence < FrameProgress.longestStep,
            newestID - id < FrameProgress.longestStep,
            frame.time >= time, now.map({ frame.time <= $0 + FrameProgress.tolerance }) ?? true
        else { return false }
        (sequence, time, id) = (frame.sequence, frame.time, newestID)
        return true
    }
}
