import OverlayFrame

/// The luma that ZBar scans, and where its pixels lie in the whole picture.
///
/// ZBar takes rows without a stride, and its QR reader reads the whole buffer, crop or not. So full rows are handed over
/// where they lie: padded ones as a picture of `stride` columns that is cropped to the width, without the picture's last
/// row, whose padding may not exist. What is narrower is copied, which costs a hundredth of a scan and spares the QR
/// reader what nobody asked for.
struct ScanPicture {
    /// The first pixel of the first row.
    let base: UnsafePointer<UInt8>
    /// Bytes from row to row: the picture's width in ZBar's eyes.
    let columns: Int
    /// Columns that are picture.
    let width: Int
    /// Rows.
    let height: Int
    /// The column of the whole picture in which the first pixel lies.
    let x: Int
    /// The row of the whole picture in which the first pixel lies.
    let y: Int
    /// Picture pixels for each scanned pixel, along each axis.
    let step: Int

    /// More pixels, or a longer side, are scanned at a half, a third … of the size.
    private static let mostPixels = 1 << 25
    private static let longestSide = 1 << 14
}

extension ScanPicture {
    /// Runs `body` on the area of a picture of one channel, in place or copied to `buffer`, which keeps its capacity.
    static func with<Result>(
        _ area: SearchArea, of luma: PictureView, buffer: inout [UInt8], _ body: (ScanPicture) -> Result
    ) -> Result? {
        if let inPlace = ScanPicture(inPlace: area, of: luma) { return body(inPlace) }
        var step = 1
        while area.width / step > longestSide || area.height / step > longestSide
            || (area.width / step) * (area.height / step) > mostPixels
        { step += 1 }
        let width = max(area.width / step, 1)
        let height = max(area.height / step, 1)
        if buffer.count < width * height { buffer = [UInt8](repeating: 0, count: width * height) }
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return nil }
            copy(from: luma.start(of: area), stride: luma.stride, to: base, width: width, height: height, step: step)
            return body(
                ScanPicture(
                    base: base, columns: width, width: width, height: height, x: area.x, y: area.y, step: step))
        }
    }

    /// All of a picture of one channel, to be looked at and not to be scanned.
    init(whole luma: PictureView) {
        self.init(
            base: luma.base, columns: luma.stride, width: luma.width, height: luma.height, x: 0, y: 0, step: 1)
    }

    private init?(inPlace area: SearchArea, of luma: PictureView) {
        let padding = luma.stride - luma.width
        let isLast = area.y + area.height == luma.height
        let rows = padding > 0 && isLast ? area.height - 1 : area.height
        guard area.width == luma.width, padding <= luma.width / 4, rows > 0,
            luma.stride <= ScanPicture.longestSide, rows <= ScanPicture.longestSide,
            luma.stride * rows <= ScanPicture.mostPixels
        else { return nil }
        self.init(
            base: luma.start(of: area), columns: luma.stride, width: luma.width, height: rows, x: area.x, y: area.y,
            step: 1)
    }

    /// Each target pixel is the mean of `step` × `step` pixels.
    private static func copy(
        from source: UnsafePointer<UInt8>, stride: Int, to target: UnsafeMutablePointer<UInt8>, width: Int, height: Int,
        step: Int
    ) {
        for row in 0..<height {
            let (from, to) = (source + row * step * stride, target + row * width)
            if step == 1 {
                to.update(from: from, count: width)
                continue
            }
            for column in 0..<width {
                var sum = 0
                for line in 0..<step {
                    for pixel in 0..<step { sum += Int(from[line * stride + column * step + pixel]) }
                }
                to[column] = UInt8(truncatingIfNeeded: sum / (step * step))
            }
        }
    }
}
