import CZBar
import OverlayFrame
import OverlayGeometry

extension ZXingReading {
    /// Lines on which the bars are looked for.
    private static let sampled = [0.1, 0.3, 0.5, 0.7, 0.9]
    /// How much longer or shorter the bars may be than the reading said, whose line may lie at 45° to them or more.
    private static let likeLengths = 0.6...1.25

    /// A one-dimensional reading with the corners of the bars around it, where it can be told that they are its own.
    func onBars(of luma: PictureView) -> ZXingReading {
        let across = Point(x: corners.topRight.x - corners.topLeft.x, y: corners.topRight.y - corners.topLeft.y)
        let length = corners.topLeft.distance(to: corners.topRight)
        guard let symbology = Symbology.of(type), length >= 8, length.isFinite,
            let shape = BarShape(symbology.symbol, characters: payload.count)
        else { return self }
        let isRow = abs(across.x) >= abs(across.y)
        let orientation =
            isRow
            ? (across.x >= 0 ? ZBAR_ORIENT_UP : ZBAR_ORIENT_DOWN)
            : (across.y >= 0 ? ZBAR_ORIENT_RIGHT : ZBAR_ORIENT_LEFT)
        let ends = ZXingReading.sampled.flatMap { part in
            [(corners.topLeft, corners.bottomLeft), (corners.topRight, corners.bottomRight)].map { top, bottom in
                Point(x: top.x + (bottom.x - top.x) * part, y: top.y + (bottom.y - top.y) * part)
            }
        }
        let symbol = ReadSymbol(
            bars: symbology.symbol, payload: payload, quality: lines,
            ends: ends.sorted { isRow ? $0.y < $1.y : $0.x < $1.x }, orientation: orientation)
        let places =
            inverted
            ? luma.withInverse { BarPlacement(symbol, shape, in: ScanPicture(whole: $0)).places }
            : BarPlacement(symbol, shape, in: ScanPicture(whole: luma)).places
        guard places.count == 1, let found = places.first?.corners, found.isFinite,
            ZXingReading.likeLengths.contains(found.topLeft.distance(to: found.topRight) / length)
        else { return self }
        var reading = self
        reading.corners = found
        return reading
    }
}

extension PictureView {
    /// Runs `body` on a copy of a picture of one channel in which dark is light.
    fileprivate func withInverse<Result>(_ body: (PictureView) -> Result) -> Result {
        var copy = [UInt8](repeating: 0, count: width * height)
        return copy.withUnsafeMutableBufferPointer { copy in
            guard let target = copy.baseAddress else { return body(self) }
            for row in 0..<height {
                for column in 0..<width { target[row * width + column] = UInt8.max - base[row * stride + column] }
            }
            return body(PictureView(base: target, width: width, height: height, stride: width, channels: 1))
        }
    }
}
