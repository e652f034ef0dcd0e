import OverlayFrame

/// Where frames come from.
///
/// `next` is called by one capture thread; `cancel` by any.
package protocol FrameSource: AnyObject, Sendable {
    /// True: no picture may be dropped (stills); false: live, the newest wins.
    var waitsForConsumer: Bool { get }
    /// Its end, once it has given frames, is a fault too: it is to be opened again.
    var isEndless: Bool { get }
    /// What its pictures come in, as `MJPG`; nil where there is no choice, and before the first frame.
    ///
    /// Only the thread that calls `next` asks.
    var formatName: String? { get }
    /// The next frame, when it is due: blocks.
    ///
    /// Nil once the source has ended or was cancelled. After an error, the next call goes on with the next picture.
    func next() throws(SourceError) -> Frame?
    /// Ends the source: a waiting `next` answers nil at once, as does each later one.
    func cancel()
}

extension FrameSource {
    package var isEndless: Bool { false }
    package var formatName: String? { nil }
}
