import OverlayFrame
import OverlayGeometry

/// The part of a picture in which a detector looks, in whole pixels.
struct SearchArea: Hashable {
    /// First column.
    private(set) var x: Int
    /// First row.
    private(set) var y: Int
    /// Columns, at least 1.
    private(set) var width: Int
    /// Rows, at least 1.
    private(set) var height: Int

    /// No less of the picture's width and height is searched, however small the region: what touches it may be larger.
    private static let leastPart = 0.5

    /// `region` of metadata space and `margin` (a part of the picture's width and height) around it, cut to the picture;
    /// at least `least` of the picture's width and height.
    ///
    /// Nil when nothing is left.
    init?(_ region: Rect, margin: Double, least: Double = leastPart, in picture: PictureView) {
        guard picture.width > 0, picture.height > 0, picture.channels > 0 else { return nil }
        guard picture.stride / picture.channels >= picture.width, region.isFinite, region.size.hasArea,
            let wanted = region.intersection(.unit)
        else { return nil }
        func side(_ low: Double, _ high: Double) -> (low: Double, high: Double) {
            let more = max(margin, (least - (high - low)) / 2)
            return (max(low - more, 0), min(high + more, 1))
        }
        let across = side(wanted.minX, wanted.maxX)
        let down = side(wanted.minY, wanted.maxY)
        let (width, height) = (Double(picture.width), Double(picture.height))
        let left = Int((across.low * width).rounded(.down))
        let top = Int((down.low * height).rounded(.down))
        let right = min(Int((across.high * width).rounded(.up)), picture.width)
        let bottom = min(Int((down.high * height).rounded(.up)), picture.height)
        guard left < right, top < bottom else { return nil }
        x = left
        y = top
        self.width = right - left
        self.height = bottom - top
    }

    /// Moves one side outwards, at most to the picture's.
    mutating func grow(_ side: Side, by pixels: Int, in picture: PictureView) {
        switch side {
        case .left:
            let more = min(pixels, x)
            x -= more
            width += more
        case .top:
            let more = min(pixels, y)
            y -= more
            height += more
        case .right: width += min(pixels, picture.width - x - width)
        case .bottom: height += min(pixels, picture.height - y - height)
        }
    }

    /// The side is the picture's own.
    func reaches(_ side: Side, of picture: PictureView) -> Bool {
        switch side {
        case .left: x == 0
        case .top: y == 0
        case .right: x + width == picture.width
        case .bottom: y + height == picture.height
        }
    }

    /// A side of the area.
    enum Side: CaseIterable {
        case left, top, right, bottom
    }
}

extension PictureView {
    /// The first pixel of an area that lies within the picture.
    func start(of area: SearchArea) -> UnsafePointer<UInt8> { base + (area.y * stride + area.x * channels) }
}

extension SearchArea {
    /// All of a picture.
    init(whole picture: PictureView) {
        (x, y, width, height) = (0, 0, picture.width, picture.height)
    }

    /// The area as a picture of its own.
    func view(of luma: PictureView) -> PictureView {
        PictureView(
            base: luma.start(of: self), width: width, height: height, stride: luma.stride, channels: luma.channels)
    }
}
