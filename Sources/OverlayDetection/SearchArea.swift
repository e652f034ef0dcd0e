import OverlayFrame
import OverlayGeometry

/// The part of a picture in which a detector looks, in whole pixels.
struct SearchArea: Hashable {
    /// First column.
    let x: Int
    /// First row.
    let y: Int
    /// Columns, at least 1.
    let width: Int
    /// Rows, at least 1.
    let height: Int

    /// `region` of metadata space and `margin` (a part of the picture's width and height) around it, cut to the picture;
    /// nil when nothing is left.
    init?(_ region: Rect, margin: Double, in picture: PictureView) {
        guard picture.width > 0, picture.height > 0, picture.channels > 0 else { return nil }
        guard picture.stride / picture.channels >= picture.width, region.isFinite, region.size.hasArea,
            let cut = region.expanded(by: margin).intersection(.unit)
        else { return nil }
        let (width, height) = (Double(picture.width), Double(picture.height))
        let left = Int((cut.minX * width).rounded(.down))
        let top = Int((cut.minY * height).rounded(.down))
        let right = min(Int((cut.maxX * width).rounded(.up)), picture.width)
        let bottom = min(Int((cut.maxY * height).rounded(.up)), picture.height)
        guard left < right, top < bottom else { return nil }
        x = left
        y = top
        self.width = right - left
        self.height = bottom - top
    }
}

extension PictureView {
    /// The first pixel of an area that lies within the picture.
    func start(of area: SearchArea) -> UnsafePointer<UInt8> { base + (area.y * stride + area.x * channels) }
}
