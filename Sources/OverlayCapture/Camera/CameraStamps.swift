/// When a camera's frames were taken: by its own stamps where these can be true, else by when they came.
struct CameraStamps {
    /// An older stamp, in microseconds, is not believed.
    static let longestDelay: Int64 = 1_000_000

    private var last: Int64

    /// Stamps of a camera that was opened at this moment of the monotonic clock.
    init(openedAt time: Int64) { last = time }

    /// The moment of a frame that came at `now`, later than that of each frame before, and whether it is the camera's own.
    ///
    /// A camera's stamp is believed when it is of the monotonic clock, later than the last frame and the opening, not in
    /// the future, and at most a second old.
    mutating func moment(of buffer: VideoBuffer, now: Int64) -> (time: Int64, isCameras: Bool) {
        let isTrue =
            buffer.isMonotonic && buffer.time > last && buffer.time <= now
            && now &- buffer.time <= CameraStamps.longestDelay
        last = isTrue ? buffer.time : max(now, last &+ 1)
        return (last, isTrue)
    }
}
