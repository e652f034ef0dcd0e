import CZBar
import OverlayFrame
import OverlayGeometry

/// A symbol as ZBar gives it, in pixels of the scanned picture.
struct ReadSymbol {
    let symbol: zbar_symbol_type_t
    let payload: [UInt8]
    /// Agreeing scan lines.
    let quality: Int
    let gs1: Bool
    let orientation: zbar_orientation_t
    /// QR: the four corners.
    ///
    /// One-dimensional: a hit for each agreeing scan line, rows before columns, near the end at which the line was
    /// understood.
    private(set) var points: [Point]

    /// A one-dimensional symbol that somebody else read, with a hit at each end of some of its lines.
    init(
        bars symbol: zbar_symbol_type_t, payload: [UInt8], quality: Int, ends: [Point], orientation: zbar_orientation_t
    ) {
        self.symbol = symbol
        self.payload = payload
        self.quality = quality
        gs1 = false
        self.orientation = orientation
        points = ends
    }

    /// A copy of what ZBar owns, taken while the symbol lives.
    init(_ source: OpaquePointer) {
        symbol = zbar_symbol_get_type(source)
        let length = Int(zbar_symbol_get_data_length(source))
        payload =
            zbar_symbol_get_data(source).map { data in
                UnsafeBufferPointer(start: data, count: length).map { UInt8(bitPattern: $0) }
            } ?? []
        quality = Int(zbar_symbol_get_quality(source))
        gs1 = zbar_symbol_get_modifiers(source) & (1 << ZBAR_MOD_GS1.rawValue) != 0
        orientation = zbar_symbol_get_orientation(source)
        points = (0..<zbar_symbol_get_loc_size(source)).map { index in
            Point(
                x: Double(zbar_symbol_get_loc_x(source, index)), y: Double(zbar_symbol_get_loc_y(source, index)))
        }
    }
}

/// A symbol and where it is, in pixels of the whole picture.
struct PlacedSymbol {
    var read: ReadSymbol
    var corners: Quad
    var quality: Int
    var addOn: String?

    /// A symbol at a place.
    init(_ read: ReadSymbol, at corners: Quad, quality: Int) {
        self.read = read
        self.corners = corners
        self.quality = quality
    }
}

extension ReadSymbol {
    /// Where the symbol is: one-dimensional codes of equal content are one symbol to ZBar, and are several here.
    ///
    /// The bars are followed through all of `luma`, of which the scanned picture is a part: what was cut through by its
    /// border is as large as it is.
    func placed(in scanned: ScanPicture, of luma: PictureView) -> [PlacedSymbol] {
        guard scanned.step == 1 else { return placed(in: scanned) }
        var symbol = self
        symbol.points = points.map(scanned.whole)
        return symbol.placed(in: ScanPicture(whole: luma))
    }

    private func placed(in picture: ScanPicture) -> [PlacedSymbol] {
        let places: [(corners: Quad, quality: Int)]
        if let shape = BarShape(symbol, characters: payload.count) {
            places = BarPlacement(self, shape, in: picture).places
        } else if symbol == ZBAR_QRCODE, points.count == 4 {
            let corners = Quad(
                topLeft: points[0], bottomLeft: points[1], bottomRight: points[2], topRight: points[3])
            places = [(corners.toModuleEdges, quality)]
        } else {
            places = []
        }
        return places.map { place in
            PlacedSymbol(self, at: place.corners.mapped { picture.whole($0) }.withArea, quality: place.quality)
        }
    }
}

extension ScanPicture {
    /// A point of the scanned picture in pixels of the whole one.
    func whole(_ point: Point) -> Point {
        Point(x: point.x * Double(step) + Double(x), y: point.y * Double(step) + Double(y))
    }

    /// The picture without what only ZBar needs to know.
    var view: PictureView { PictureView(base: base, width: width, height: height, stride: columns, channels: 1) }
}

extension Quad {
    /// ZBar's corners of a QR code, which stand on pixels and a fifth of a module within, moved to the modules' edges.
    fileprivate var toModuleEdges: Quad {
        let (growth, pixel) = (1.012, 1.0 / 3)
        let middle = Point(x: corners.reduce(0) { $0 + $1.x } / 4, y: corners.reduce(0) { $0 + $1.y } / 4)
        return mapped { corner in
            Point(
                x: middle.x + (corner.x - middle.x) * growth + pixel,
                y: middle.y + (corner.y - middle.y) * growth + pixel)
        }
    }

    /// The quad, or where its corners enclose no area an upright one of a pixel more on every side.
    fileprivate var withArea: Quad {
        abs(winding) >= 2 ? self : Quad(bounds.expanded(by: 1))
    }
}
