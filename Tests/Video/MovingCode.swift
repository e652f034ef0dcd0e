import Glibc
import OverlayGeometry

/// A printed code that is carried through a video.
package struct MovingCode: Sendable {
    /// What is printed.
    package var code: PrintedCode
    /// The frames in which it is there.
    package var frames: Range<Int>
    /// Where its middle is in the first of them, in pixels.
    package var start: Point
    /// Pixels a frame.
    package var step: Point
    /// Pixels a module in the first frame.
    package var module: Double
    /// What a module grows by in each frame, as a part of itself.
    package var growth = 0.0
    /// Degrees clockwise in the first frame.
    package var turn = 0.0
    /// Degrees a frame.
    package var spin = 0.0
    /// Frames in which it is blurred, by so many modules.
    package var blurred: Range<Int> = 0..<0
    package var blur = 4.0

    /// A code that stands or moves evenly.
    package init(_ code: PrintedCode, frames: Range<Int>, start: Point, step: Point, module: Double) {
        self.code = code
        self.frames = frames
        self.start = start
        self.step = step
        self.module = module
    }

    /// From modules to pixels of the frame.
    package func placing(in frame: Int) -> AffineMatrix {
        let age = Double(frame - frames.lowerBound)
        let size = module * (1 + growth * age)
        let angle = (turn + spin * age) * .pi / 180
        let (a, b) = (size * cos(angle), size * sin(angle))
        let middle = Point(x: start.x + step.x * age, y: start.y + step.y * age)
        return AffineMatrix(
            a: a, b: b, c: -b, d: a, tx: middle.x - (a * code.columns - b * code.rows) / 2,
            ty: middle.y - (b * code.columns + a * code.rows) / 2)
    }

    /// Its corners in pixels.
    package func corners(in frame: Int) -> Quad {
        let placing = placing(in: frame)
        return Quad(Rect(x: 0, y: 0, width: code.columns, height: code.rows)).mapped { placing.apply($0) }
    }

    /// The card with its quiet zone.
    func card(in frame: Int) -> Quad {
        let (placing, quiet) = (placing(in: frame), PrintedCode.quiet)
        let card = Rect(
            x: -quiet, y: -quiet, width: code.columns + 2 * quiet, height: code.rows + 2 * quiet)
        return Quad(card).mapped { placing.apply($0) }
    }
}
