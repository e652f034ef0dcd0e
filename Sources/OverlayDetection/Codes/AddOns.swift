import CZBar
import OverlayGeometry

/// The small two- or five-digit codes beside an EAN or UPC.
enum AddOns {
    /// The symbols without add-ons, each add-on joined to the code on whose right it stands; one that stands alone is a
    /// false read and dropped.
    static func joined(_ symbols: [PlacedSymbol]) -> [PlacedSymbol] {
        var codes = symbols.filter { !isAddOn($0) }
        for addOn in symbols where isAddOn(addOn) {
            let owner = codes.indices.first {
                mayHaveAddOn(codes[$0]) && stands(addOn.corners, beside: codes[$0].corners)
            }
            guard let owner else { continue }
            codes[owner].addOn = String(decoding: addOn.read.payload, as: UTF8.self)
        }
        return codes
    }

    private static func isAddOn(_ symbol: PlacedSymbol) -> Bool {
        symbol.read.symbol == ZBAR_EAN2 || symbol.read.symbol == ZBAR_EAN5
    }

    private static func mayHaveAddOn(_ symbol: PlacedSymbol) -> Bool {
        [ZBAR_EAN13, ZBAR_UPCE, ZBAR_EAN8].contains(symbol.read.symbol)
    }

    /// The middle lies right of the code, at most the code's own width away, and between its top and bottom.
    private static func stands(_ addOn: Quad, beside code: Quad) -> Bool {
        let middle = addOn.bounds.center
        let (along, across) = (step(code.topLeft, code.topRight), step(code.topLeft, code.bottomLeft))
        let area = along.x * across.y - along.y * across.x
        guard area != 0 else { return false }
        let (x, y) = (middle.x - code.topLeft.x, middle.y - code.topLeft.y)
        let right = (x * across.y - y * across.x) / area
        let down = (along.x * y - along.y * x) / area
        return (0.95...2).contains(right) && (-0.3...1.3).contains(down)
    }

    private static func step(_ from: Point, _ to: Point) -> Point { Point(x: to.x - from.x, y: to.y - from.y) }
}
