import OverlayGeometry

extension Invocation {
    /// A rectangle `X,Y,W,H`; its sides may be 0, never negative (`dataError`).
    package func rectangle(_ option: Option) throws(UsageError) -> Rect? {
        guard let text = text(option) else { return nil }
        return try rectangle(option, text)
    }

    /// The rectangles of a repeatable option.
    package func rectangles(_ option: Option) throws(UsageError) -> [Rect] {
        var rects: [Rect] = []
        for text in texts(option) { rects.append(try rectangle(option, text)) }
        return rects
    }

    /// The points `X,Y` of a repeatable option.
    package func points(_ option: Option) throws(UsageError) -> [Point] {
        var points: [Point] = []
        for text in texts(option) {
            guard let numbers = Decimals.list(text, count: 2) else {
                throw wrong(option, got: text, wanted: "X,Y: two numbers such as 0.25,0.4")
            }
            points.append(Point(x: numbers[0], y: numbers[1]))
        }
        return points
    }

    /// A size `WxH`; whether it has an area is the caller's to judge.
    package func size(_ option: Option) throws(UsageError) -> Size? {
        guard let text = text(option) else { return nil }
        guard let numbers = Decimals.list(text, count: 2, separator: "x") else {
            throw wrong(option, got: text, wanted: "WxH: two numbers such as 1280x720")
        }
        return Size(width: numbers[0], height: numbers[1])
    }

    /// One of the words of a type.
    package func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ option: Option, of type: Choice.Type = Choice.self
    ) throws(UsageError) -> Choice? {
        guard let text = text(option) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw wrong(option, got: text, wanted: "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }

    /// Words separated by commas; none may be empty.
    ///
    /// What they mean is the caller's to judge.
    package func list(_ option: Option) throws(UsageError) -> [String]? {
        guard let text = text(option) else { return nil }
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard words.allSatisfy({ !$0.isEmpty }) else {
            throw wrong(option, got: text, wanted: "words separated by single commas")
        }
        return words
    }

    /// A whole number within `range`.
    package func count(_ option: Option, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = text(option) else { return nil }
        guard let count = Int(text), range.contains(count), !text.hasPrefix("+") else {
            throw wrong(option, got: text, wanted: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return count
    }

    /// A number greater than 0 and at most `limit`, decimals allowed: seconds, or so many a second.
    package func positive(_ option: Option, upTo limit: Double) throws(UsageError) -> Double? {
        guard let text = text(option) else { return nil }
        guard let number = Decimals.number(text), number > 0, number <= limit else {
            throw wrong(option, got: text, wanted: "a number greater than 0 and at most \(Int(limit))")
        }
        return number
    }

    private func rectangle(_ option: Option, _ text: String) throws(UsageError) -> Rect {
        guard let numbers = Decimals.list(text, count: 4) else {
            throw wrong(option, got: text, wanted: "X,Y,W,H: four numbers such as 0,0,1080,1920")
        }
        let rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        guard rect.width >= 0, rect.height >= 0 else {
            throw wrong(option, got: text, wanted: "X,Y,W,H with W and H not below 0", status: .dataError)
        }
        return rect
    }
}

/// Numbers as people write them: decimal and finite, where the standard library would also take `inf` and `0x1p3`.
enum Decimals {
    static func number(_ text: some StringProtocol) -> Double? {
        guard text.utf8.allSatisfy(isNumeric), let number = Double(text), number.isFinite else { return nil }
        return number
    }

    static func list(_ text: some StringProtocol, count: Int, separator: Character = ",") -> [Double]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        let numbers = parts.prefix(count + 1).compactMap { number($0) }
        return parts.count == count && numbers.count == count ? numbers : nil
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
