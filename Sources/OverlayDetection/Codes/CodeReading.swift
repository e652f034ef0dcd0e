import OverlayGeometry
import OverlayMetadata

/// A code as one look of one reader found it, in pixels of the picture.
package struct CodeReading: Hashable, Sendable {
    /// The symbology.
    package var type: ObjectType
    /// The raw bytes.
    package var payload: [UInt8]
    /// The text, where the code itself says which characters it uses.
    package var value: String?
    /// The symbol's own corners.
    package var corners: Quad
    /// How many scan lines of the picture agreed, 1 for a two-dimensional code.
    package var quality: Int
    /// A GS1 symbol: FNC1 stood first.
    package var gs1 = false
    /// The digits of an EAN-2 or EAN-5 add-on.
    package var addOn: String?
    /// The symbol's place in a structured-append set.
    package var part: Code.Part?
    /// Light bars on dark ground.
    package var inverted = false
    /// Who read it.
    package var reader: Reader

    /// A program that finds and decodes codes in luma.
    package enum Reader: Hashable, Sendable {
        /// ZBar.
        case zbar
        /// ZXing-C++.
        case zxing

        /// How many of them can read a symbology.
        static func count(of type: ObjectType) -> Int {
            [ZBarReader.types, ZXingReader.types].count { $0.contains(type) }
        }
    }
}

extension CodeReading {
    /// What ZBar found; nil for what is no code of its own.
    init?(_ placed: PlacedSymbol) {
        guard let symbology = Symbology.of(placed.read.symbol), placed.corners.isFinite else { return nil }
        self.init(
            type: symbology.type, payload: placed.read.payload, corners: placed.corners, quality: placed.quality,
            gs1: placed.read.gs1, addOn: placed.addOn, reader: .zbar)
    }

    /// What ZXing-C++ found; nil when its corners enclose no area.
    init?(_ found: ZXingReading) {
        guard found.corners.isFinite, found.corners.winding != 0 else { return nil }
        self.init(
            type: found.type, payload: found.payload, value: found.value, corners: found.corners,
            quality: found.lines, gs1: found.gs1, addOn: found.addOn, part: found.part, inverted: found.inverted,
            reader: .zxing)
    }

    /// The reading in a picture whose own corner lies at `origin`.
    func moved(by origin: Point) -> CodeReading {
        var reading = self
        reading.corners = corners.mapped { Point(x: $0.x + origin.x, y: $0.y + origin.y) }
        return reading
    }

    /// The reading as it is in the picture that a look was made of.
    func seen(through look: Look, _ source: AffineMatrix) -> CodeReading {
        var reading = self
        reading.corners = corners.mapped(source.apply)
        if look.isInverted { reading.inverted.toggle() }
        // Lines of an enlarged picture are fewer lines of the picture.
        let scale = abs(source.a * source.d - source.b * source.c).squareRoot()
        if scale < 1 { reading.quality = Int((Double(quality) * scale).rounded(.up)) }
        return reading
    }
}
