import OverlayWire

/// How numbers and names look in tables for people.
enum Format {
    /// A number with so many decimals, 0…6; a number too large for that in the fewest digits.
    static func fixed(_ value: Double, _ decimals: Int) -> String {
        let unit = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000][min(max(decimals, 0), 6)]
        let scaled = (value * Double(unit)).rounded()
        guard abs(scaled) < 1e15 else { return "\(value)" }
        let (whole, rest) = Int(abs(scaled)).quotientAndRemainder(dividingBy: unit)
        let sign = scaled < 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(whole)" }
        return "\(sign)\(whole).\(right("\(rest)", decimals, filler: "0"))"
    }

    /// Microseconds in the unit that suits them: `21.4 ms`, `12.3 s`, `2 h 05 min`.
    static func duration(_ microseconds: Int64) -> String {
        let seconds = Double(microseconds) / 1_000_000
        if abs(seconds) < 1 { return "\(fixed(seconds * 1000, 1)) ms" }
        if abs(seconds) < 60 { return "\(fixed(seconds, 1)) s" }
        let (minutes, rest) = (microseconds / 1_000_000).quotientAndRemainder(dividingBy: 60)
        guard minutes >= 60 else { return "\(minutes) min \(right("\(rest)", 2, filler: "0")) s" }
        return "\(minutes / 60) h \(right("\(minutes % 60)", 2, filler: "0")) min"
    }

    /// A text filled from the left to so many characters.
    static func right(_ text: String, _ width: Int, filler: Character = " ") -> String {
        String(repeating: filler, count: max(0, width - text.count)) + text
    }

    /// A text filled from the right to so many characters.
    static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// A size as `1280×720`; nil when the value is none.
    static func size(_ value: JSONValue?) -> String? {
        guard let width = value?["width"]?.double, let height = value?["height"]?.double else { return nil }
        return "\(shortest(width))×\(shortest(height))"
    }

    /// A number in the fewest digits, without a point when it is whole.
    static func shortest(_ value: Double) -> String { JSONValue.number(value).text }
}

/// Rows in columns as wide as their widest cell.
struct TextTable {
    private var rows: [[String]]

    /// A table with its titles.
    init(_ titles: [String]) { rows = [titles] }

    /// A further row.
    mutating func add(_ cells: [String]) { rows.append(cells) }

    /// The table's lines, columns two spaces apart.
    var lines: [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            let line = zip(row, widths).map { Format.left($0, $1) }.joined(separator: "  ")
            return String(line.prefix(line.count - line.reversed().prefix { $0 == " " }.count))
        }
    }
}
