extension JSONWriter {
    /// A number rounded to so many decimals (0…9), halves away from zero, trailing zeros trimmed, no minus before a
    /// zero.
    ///
    /// Beyond 2^53 of the last decimal it is written in full; what is not finite is null.
    package mutating func decimal(_ value: Double, _ decimals: Int) {
        guard value.isFinite else { return null() }
        let unit = JSONWriter.powersOfTen[min(max(decimals, 0), 9)]
        let scaled = (value * Double(unit)).rounded(.toNearestOrAwayFromZero)
        guard abs(scaled) < 9_007_199_254_740_992 else { return double(value) }
        separate()
        if scaled < 0 { append(Ascii.minus) }
        let magnitude = UInt64(abs(scaled))
        digits(magnitude / unit)
        fraction(magnitude % unit, unit: unit)
    }

    /// An angle in degrees, one decimal, in [0, 360): what would round to 360 is 0.
    package mutating func angle(_ degrees: Double) {
        let tenths = (degrees * 10).rounded(.toNearestOrAwayFromZero)
        decimal(tenths == 3600 ? 0 : degrees, 1)
    }

    /// A number in the fewest digits that read back as the same; what is not finite is null.
    package mutating func double(_ value: Double) {
        guard value.isFinite else { return null() }
        if let whole = Int64(exactly: value), abs(value) < 9_007_199_254_740_992 { return integer(whole) }
        separate()
        append(value.description.utf8)
    }

    private mutating func fraction(_ value: UInt64, unit: UInt64) {
        guard value > 0 else { return }
        append(Ascii.dot)
        var rest = value
        var place = unit / 10
        while rest > 0, place > 0 {
            append(Ascii.zero + UInt8(truncatingIfNeeded: rest / place))
            rest %= place
            place /= 10
        }
    }

    private static let powersOfTen: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    ]
}
