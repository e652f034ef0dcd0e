import OverlayMetadata

/// How far a read of a symbology is believed: one row for each.
///
/// A two-dimensional code corrects and checks its errors and is believed at once. Bars are believed when enough scan
/// lines of one look agree, or else when enough looks, readers or frames do.
package struct ReadPolicy: Hashable, Sendable {
    /// The symbology.
    package let type: ObjectType
    /// So many agreeing scan lines of one look are enough.
    package let lines: Int
    /// Else so many looks or frames must say the same; where two readers are asked for, looks of ZXing-C++.
    package let looks: Int
    /// Else so many readers must say the same, of those that there are.
    package let readers: Int
    /// In live video so many frames must say the same, whatever the lines: no check digit fails a false read.
    package let frames: Int
    /// A part of a code can be taken for the code: the bars and what lies beside them are counted.
    package let mayBePart: Bool

    /// The rows.
    ///
    /// What a blurred EAN or UPC is taken for has a right check digit one time in ten, and ZBar takes it for the same in
    /// look after look; no two readers ever did, and ZXing-C++ not three times. Asking four lines of ITF drops three
    /// quarters of its false reads; those of the others are single lines through a picture.
    private static let rows = [
        ReadPolicy(.ean13, lines: 100, looks: 3, readers: 2),
        ReadPolicy(.ean8, lines: 100, looks: 3, readers: 2, mayBePart: true),
        ReadPolicy(.upcE, lines: 100, looks: 3, readers: 2, mayBePart: true),
        ReadPolicy(.code128, lines: 1, looks: 2),
        ReadPolicy(.code93, lines: 2, looks: 2),
        ReadPolicy(.code39, lines: 3, looks: 2, frames: 2, mayBePart: true),
        ReadPolicy(.codabar, lines: 4, looks: 2, frames: 2, mayBePart: true),
        ReadPolicy(.itf, lines: 4, looks: 2, frames: 2, mayBePart: true),
        ReadPolicy(.databar, lines: 4, looks: 2, frames: 2),
        ReadPolicy(.databarExpanded, lines: 2, looks: 2),
        ReadPolicy(.databarLimited, lines: 4, looks: 2),
        ReadPolicy(.dxFilmEdge, lines: 4, looks: 2),
    ]

    private init(
        _ type: ObjectType, lines: Int, looks: Int, readers: Int = 1, frames: Int = 1, mayBePart: Bool = false
    ) {
        self.type = type
        self.lines = lines
        self.looks = looks
        self.readers = readers
        self.frames = frames
        self.mayBePart = mayBePart
    }

    /// The row of a symbology.
    package static func of(_ type: ObjectType) -> ReadPolicy {
        rows.first { $0.type == type } ?? ReadPolicy(type, lines: 0, looks: 1)
    }

    /// A payload that is shorter needs twice as many lines: a few bars by chance make a character or two.
    private static let shortest = 4

    /// A read of so many bytes and agreeing lines is credible, which so many looks and so many readers confirm, of the
    /// readers `available` for its type.
    package func believes(
        length: Int, lines: Int, inverted: Bool = false, looks: Int, readers: Int, available: Int = 2
    ) -> Bool {
        // Where one reader is alone its lines must do: six drop half of the false reads.
        let usual = available < self.readers ? min(self.lines, 6) : self.lines
        let more = length < ReadPolicy.shortest ? usual * 2 : usual
        // Few bars are light on dark, and what lies between bars is as often taken for some.
        let enough = inverted && !type.isMatrix ? max(more, 25) : more
        return lines >= enough || looks >= self.looks || self.readers > 1 && readers >= self.readers
    }
}

extension ObjectType {
    /// The code has modules in two dimensions, and corrects its errors.
    var isMatrix: Bool {
        switch self {
        case .qrCode, .microQRCode, .rmqrCode, .dataMatrix, .pdf417, .aztec, .maxiCode: true
        default: false
        }
    }
}
