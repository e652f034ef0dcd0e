import OverlayGeometry
import OverlayMetadata

extension JSONWriter {
    /// A point as `{x,y}`.
    package mutating func point(_ point: Point, _ decimals: Int) {
        openObject()
        name("x")
        decimal(point.x, decimals)
        name("y")
        decimal(point.y, decimals)
        closeObject()
    }

    /// A rectangle as `{x,y,width,height}`.
    package mutating func rect(_ rect: Rect, _ decimals: Int) {
        openObject()
        name("x")
        decimal(rect.x, decimals)
        name("y")
        decimal(rect.y, decimals)
        name("width")
        decimal(rect.width, decimals)
        name("height")
        decimal(rect.height, decimals)
        closeObject()
    }

    /// A rectangle, or null.
    package mutating func rect(_ rect: Rect?, _ decimals: Int) {
        if let rect { self.rect(rect, decimals) } else { null() }
    }

    /// A matrix as `[a,b,c,d,tx,ty]`, six decimals.
    package mutating func matrix(_ matrix: AffineMatrix) {
        openArray()
        for member in matrix.members { decimal(member, Decimals.device) }
        closeArray()
    }

    /// A frame's size as `{width,height}`, with `pixelAspect` when its pixels are not square.
    package mutating func frameSize(_ size: FrameSize) {
        openObject()
        name("width")
        integer(size.width)
        name("height")
        integer(size.height)
        if size.pixelAspect != 1 {
            name("pixelAspect")
            decimal(size.pixelAspect, Decimals.device)
        }
        closeObject()
    }
}
