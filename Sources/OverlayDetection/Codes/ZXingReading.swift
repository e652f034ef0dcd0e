import CZXing
import OverlayGeometry
import OverlayMetadata

/// A symbol as ZXing-C++ read it.
struct ZXingReading {
    /// The symbology; a UPC-A is an EAN-13.
    let type: ObjectType
    /// The bytes as they stand in the symbol, FNC1 between fields as a group separator.
    let payload: [UInt8]
    /// The text, where the symbol itself names its character sets.
    let value: String?
    /// The symbol's own corners, in pixels of the picture.
    var corners: Quad
    /// Agreeing lines of a one-dimensional code, else 1.
    let lines: Int
    /// A GS1 symbol: FNC1 stood first.
    let gs1: Bool
    /// The digits of an EAN-2 or EAN-5 add-on.
    let addOn: String?
    /// The symbol's place in a set, of which the count may be 0: unknown.
    let part: Code.Part?
    /// Light on dark.
    let inverted: Bool
    /// Seen in a mirror.
    let mirrored: Bool

    /// A copy of what the library gave.
    init(_ source: czxing_reading, type: ObjectType) {
        self.type = type
        payload = Array(UnsafeBufferPointer(start: source.bytes, count: source.length))
        value = source.text.flatMap { text in
            let bytes = UnsafeRawBufferPointer(start: text, count: source.text_length)
            return String(validating: bytes, as: UTF8.self)
        }
        func point(_ corner: czxing_point) -> Point { Point(x: corner.x, y: corner.y) }
        corners = Quad(
            topLeft: point(source.corners.0), bottomLeft: point(source.corners.1),
            bottomRight: point(source.corners.2), topRight: point(source.corners.3))
        lines = Int(source.lines)
        gs1 = source.gs1
        let digits = withUnsafeBytes(of: source.add_on) { Array($0.prefix { $0 != 0 }) }
        addOn = digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
        part =
            source.has_part
            ? Code.Part(
                index: Int(source.part_index), count: Int(source.part_count), parity: Int(source.part_parity))
            : nil
        inverted = source.inverted
        mirrored = source.mirrored
    }
}
