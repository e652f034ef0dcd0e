import OverlayFrame

extension SearchArea {
    /// Luma must change by so much, from light to dark or back, to count as the border of a bar.
    private static let leastSwing = 48
    /// So many borders close together are like a code.
    private static let leastBorders = 8
    /// Lines, and the pixels between them, that must agree.
    private static let agreeing = 3
    private static let lineStep = 4

    /// The area with each side that cuts through something like a code moved outwards until it does not: a code that
    /// touches the region may reach far beyond it.
    func clearOfCodes(in luma: PictureView) -> SearchArea {
        var area = self
        for side in Side.allCases {
            let step = max((side.isUpright ? luma.width : luma.height) / 16, 16)
            while !area.reaches(side, of: luma), area.cutsCode(at: side, of: luma) {
                area.grow(side, by: step, in: luma)
            }
        }
        return area
    }

    /// Bars, or modules, lie close together across the side or along it.
    private func cutsCode(at side: Side, of luma: PictureView) -> Bool {
        let reach = max((side.isUpright ? luma.width : luma.height) / 16, 32)
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
            let isBusy = SearchArea.isBusy(from: first, to: last, reach: reach) { pixel(across: $0, along: line) }
            run = isBusy ? run + 1 : 0
            if run == SearchArea.agreeing { return true }
        }
        return (-1...1).allSatisfy { offset in
            let across = min(max(edge + offset * SearchArea.lineStep, 0), length - 1)
            return SearchArea.isBusy(from: start, to: start + count - 1, reach: reach) {
                pixel(across: across, along: $0)
            }
        }
    }

    /// Somewhere between two places of a line as many borders as a code has lie within twice `reach` pixels.
    private static func isBusy(from first: Int, to last: Int, reach: Int, _ pixel: (Int) -> Int) -> Bool {
        var borders: [Int] = []
        var (low, high) = (pixel(first), pixel(first))
        for place in first...last {
            let value = pixel(place)
            low = min(low, value)
            high = max(high, value)
            let fell = high - value >= leastSwing
            guard fell || value - low >= leastSwing else { continue }
            borders.append(place)
            (low, high) = (value, value)
            if let start = borders.dropLast(leastBorders - 1).last, place - start <= 2 * reach { return true }
        }
        return false
    }
}

extension SearchArea.Side {
    /// Left and right.
    fileprivate var isUpright: Bool { self == .left || self == .right }
}
