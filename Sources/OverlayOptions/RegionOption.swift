import OverlayGeometry

/// A rectangle of interest as `--roi X,Y,W,H[,layer]` says it.
package struct RegionOption: Hashable, Sendable {
    /// The rectangle, with width and height above 0.
    package var rect: Rect
    /// In layer space; else in metadata space, 0…1 of the unrotated picture.
    package var isInLayer: Bool

    /// A region of its members.
    package init(rect: Rect, isInLayer: Bool) {
        self.rect = rect
        self.isInLayer = isInLayer
    }
}

extension Invocation {
    /// The rectangle of interest; nil when none was given.
    ///
    /// Whether it overlaps the picture is the caller's to judge.
    package func region(_ option: Option = .roi) throws(UsageError) -> RegionOption? {
        guard let text = text(option) else { return nil }
        let suffix = [",layer", ",device"].first { text.hasSuffix($0) } ?? ""
        guard let numbers = Decimals.list(text.dropLast(suffix.count), count: 4) else {
            throw wrong(option, got: text, wanted: "X,Y,W,H or X,Y,W,H,layer, such as 0,0,0.5,1")
        }
        let rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        guard rect.width > 0, rect.height > 0 else {
            throw wrong(option, got: text, wanted: "X,Y,W,H with W and H greater than 0", status: .dataError)
        }
        return RegionOption(rect: rect, isInLayer: suffix == ",layer")
    }
}
