import OverlayGeometry
import OverlayMetadata

/// A barcode as a reader saw it in one picture, in metadata space.
package struct CodeSighting: Hashable, Sendable {
    /// The symbology.
    package var type: ObjectType
    /// The raw bytes.
    package var payload: [UInt8]
    /// The text; nil when the bytes are not text.
    package var value: String?
    /// The symbol's own corners; they enclose an area.
    package var corners: Quad
    /// How many scan lines of the picture agreed, 1 for a two-dimensional code.
    package var quality: Int
    /// A GS1 symbol: FNC1 stood first.
    package var gs1: Bool
    /// The 12 digits of a UPC-A.
    package var upc: String?
    /// The digits of an EAN-2 or EAN-5 add-on.
    package var addOn: String?
    /// The symbol's place in a structured-append set.
    package var part: Code.Part?
    /// Light on dark.
    package var inverted: Bool
    /// Not read in this picture: followed on it since it was.
    package var isCarried = false

    /// A sighting of its members.
    package init(
        type: ObjectType, payload: [UInt8], value: String?, corners: Quad, quality: Int = 1, gs1: Bool = false,
        upc: String? = nil, addOn: String? = nil, part: Code.Part? = nil, inverted: Bool = false
    ) {
        self.type = type
        self.payload = payload
        self.value = value
        self.corners = corners
        self.quality = quality
        self.gs1 = gs1
        self.upc = upc
        self.addOn = addOn
        self.part = part
        self.inverted = inverted
    }
}
