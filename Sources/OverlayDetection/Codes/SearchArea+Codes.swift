import OverlayFrame

extension SearchArea {
    /// The least difference of dark and light bars.
    private static let leastContrast = 64
    /// What is like a code changes so often between dark and light within an eighth of the picture.
    private static let leastBorders = 10
    /// Of a code that only touches the region, fewer bars lie so near to the region's side.
    private static let leastBordersAtRegion = 5
    /// Each change crosses this much of the whole contrast: leaves and hair differ from place to place.
    private static let commonPart = 0.35
    /// Lines, and the pixels between them, that must agree.
    private static let agreeing = 3
    private static let lineStep = 4

    /// The area with each side that cuts through something like a code moved outwards until it does not: a code that
    /// touches the region may reach far beyond it.
    ///
    /// A code that begins only outside of the region does not count: nothing like it lies across the region's own side.
    func clearOfCodes(touching region: SearchArea, in luma: PictureView) -> SearchArea {
        var area = self
        for side in Side.allCases {
            let step = max((side.isUpright ? luma.width : luma.height) / 16, 16)
            guard area.cutsAnyCode(at: side, of: luma),
                region.cutsCode(at: side, of: luma, leastBorders: SearchArea.leastBordersAtRegion)
            else { continue }
            while !area.reaches(side, of: luma), area.cutsAnyCode(at: side, of: luma) {
                area.grow(side, by: step, in: luma)
            }
            // The last few bars and the quiet zone are not enough to be noticed.
            area.grow(side, by: 2 * step, in: luma)
        }
        return area
    }

    /// The bars of a code that fills the picture lie twice as far apart as those of most.
    private func cutsAnyCode(at side: Side, of luma: PictureView) -> Bool {
        cutsCode(at: side, of: luma) || cutsCode(at: side, of: luma, scale: 2)
    }

    /// Bars, or modules, lie close together across the side or along it, within an eighth of the picture or `scale`
    /// times as much.
    private func cutsCode(
        at side: Side, of luma: PictureView, leastBorders: Int = SearchArea.leastBorders, scale: Int = 1
    ) -> Bool {
        let reach = max((side.isUpright ? luma.width : luma.height) / 16, 32) * scale
        let edge: Int
        switch side {
        case .left: edge = x
        case .right: edge = x + width - 1
        case .top: edge = y
        case .bottom: edge = y + height - 1
        }
        let (length, start, count) = side.isUpright ? (luma.width, y, height) : (luma.height, x, width)
        func pixel(across: Int, along: Int) -> Int {
            let (column, row) = side.isUpright ? (across, along) : (along, across)
            return Int(luma.base[row * luma.stride + column])
        }
        let (first, last) = (max(edge - reach, 0), min(edge + reach, length - 1))
        var run = 0
        for line in stride(from: start, to: start + count, by: SearchArea.lineStep) {
            let isLikeBars = SearchArea.isLikeBars(first..<last + 1, leastBorders) { pixel(across: $0, along: line) }
            run = isLikeBars ? run + 1 : 0
            if run == SearchArea.agreeing { return true }
        }
        return stride(from: start, to: start + count, by: reach).contains { place in
            (-1...1).allSatisfy { offset in
                let across = min(max(edge + offset * SearchArea.lineStep, 0), length - 1)
                return SearchArea.isLikeBars(place..<min(place + 2 * reach, start + count), leastBorders) {
                    pixel(across: across, along: $0)
                }
            }
        }
    }

    /// Along these places dark and light follow each other as in a code.
    private static func isLikeBars(_ places: Range<Int>, _ leastBorders: Int, _ pixel: (Int) -> Int) -> Bool {
        var (low, high) = (255, 0)
        for place in places {
            let value = pixel(place)
            low = min(low, value)
            high = max(high, value)
        }
        guard high - low >= leastContrast else { return false }
        let middle = (low + high) / 2
        let band = Int(Double(high - low) * commonPart / 2)
        var borders = 0
        var isDark: Bool?
        for place in places {
            let value = pixel(place)
            guard abs(value - middle) >= band, (value < middle) != isDark else { continue }
            if isDark != nil { borders += 1 }
            isDark = value < middle
        }
        return borders >= leastBorders
    }
}

extension SearchArea.Side {
    /// Left and right.
    fileprivate var isUpright: Bool { self == .left || self == .right }
}
