import OverlayFrame
import OverlaySystem

/// A place for one frame between capture and detection: a newer frame replaces one that nobody took.
final class Mailbox: Sendable {
    private struct Content {
        var frame: Frame?
        var captured: UInt64 = 0
        var dropped: UInt64 = 0
        var taking = false
        var closed = false
    }

    private let content = Monitor(Content())

    /// Puts a frame in; with `waiting`, only after the last one was taken and dealt with.
    func put(_ frame: Frame, waiting: Bool) {
        guard !waiting || waitUntilFree() else { return }
        content.update { content in
            guard !content.closed else { return }
            if content.frame != nil { content.dropped += 1 }
            content.captured += 1
            content.frame = frame
        }
    }

    /// Waits until every frame was taken and dealt with; false once the box is closed.
    @discardableResult
    func waitUntilFree() -> Bool {
        content.wait { content in
            if content.closed { return false }
            return content.frame == nil && content.taking ? true : nil
        }
    }

    /// Waits for a frame; nil once the box is closed and empty.
    func take() -> Frame? {
        // Said before waiting, as only that wakes whoever waits to put a frame in.
        content.update { $0.taking = true }
        return content.wait { content -> Frame?? in
            if let frame = content.frame {
                content.frame = nil
                content.taking = false
                return .some(frame)
            }
            return content.closed ? .some(nil) : nil
        }
    }

    /// No frame comes any more.
    func close() { content.update { $0.closed = true } }

    /// How many frames came, and how many were replaced before they were taken.
    var counts: (captured: UInt64, dropped: UInt64) { content.update { ($0.captured, $0.dropped) } }
}
