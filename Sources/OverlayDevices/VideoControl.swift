/// Something that a camera lets one set.
package struct VideoControl: Hashable, Sendable {
    /// The kernel's number for it.
    package var id: UInt32
    /// Its name as `v4l2-ctl` spells it: `exposure_time_absolute`.
    package var name: String
    /// What it holds.
    package var kind: Kind
    /// The least value.
    package var minimum: Int64
    /// The greatest value.
    package var maximum: Int64
    /// From one value to the next.
    package var step: Int64
    /// What the driver begins with.
    package var usual: Int64
    /// It can be read only.
    package var isReadOnly: Bool
    /// It has no effect now, as another control stands against it.
    package var isInactive: Bool
    /// It cannot be read.
    package var isWriteOnly: Bool
    /// The choices of a menu, by value.
    package var choices: [Choice]

    /// What a control holds.
    package enum Kind: String, Hashable, Sendable {
        case integer, boolean, menu, button, bitmask, rectangle
    }

    /// A choice of a menu.
    package struct Choice: Hashable, Sendable {
        package var value: Int64
        package var title: String

        /// A choice of its members.
        package init(value: Int64, title: String) {
            self.value = value
            self.title = title
        }
    }

    /// A control of its members.
    package init(
        id: UInt32, name: String, kind: Kind = .integer, minimum: Int64 = 0, maximum: Int64 = 0, step: Int64 = 1,
        usual: Int64 = 0, isReadOnly: Bool = false, isInactive: Bool = false, isWriteOnly: Bool = false,
        choices: [Choice] = []
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.usual = usual
        self.isReadOnly = isReadOnly
        self.isInactive = isInactive
        self.isWriteOnly = isWriteOnly
        self.choices = choices
    }

    /// A driver's title as `v4l2-ctl` spells it: small letters and digits, and `_` for whatever is between them.
    package static func name(of title: String) -> String {
        var name = ""
        var isBetween = false
        for byte in title.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                if isBetween { name += "_" }
                isBetween = false
                name.unicodeScalars.append(Unicode.Scalar(byte))
            default: isBetween = !name.isEmpty
            }
        }
        return name.lowercased()
    }

    /// What may be set, in words.
    package var wanted: String {
        switch kind {
        case .integer where step > 1:
            "a whole number from \(minimum) to \(maximum) in steps of \(step)"
        case .integer: "a whole number from \(minimum) to \(maximum)"
        case .boolean: "true or false"
        case .menu: "one of " + choices.map { "\($0.value) (\($0.title))" }.joined(separator: ", ")
        case .button: "true, which presses it"
        case .bitmask: "a whole number from 0 to \(maximum), a bit each"
        case .rectangle: "set by focus"
        }
    }

    /// A value as the driver gives it: it hands out the bits of a mask as a signed number.
    func number(fromDriver value: Int64) -> Int64 {
        kind == .bitmask ? Int64(UInt32(truncatingIfNeeded: value)) : value
    }

    /// A value as somebody asks for it.
    package enum Value: Hashable, Sendable {
        case number(Int64)
        case flag(Bool)
        case text(String)
    }

    /// The driver's value for what somebody asks; nil when it may not be.
    package func value(for asked: Value) -> Int64? {
        switch (kind, asked) {
        case (.boolean, .flag(let flag)): flag ? 1 : 0
        case (.boolean, .number(let number)): number == 0 || number == 1 ? number : nil
        case (.button, .flag(true)), (.button, .number(1)): 1
        case (.integer, .number(let number)):
            (minimum...max(minimum, maximum)).contains(number) ? number : nil
        case (.bitmask, .number(let number)): number >= 0 && number & ~maximum == 0 ? number : nil
        case (.menu, .number(let number)): choices.contains { $0.value == number } ? number : nil
        case (.menu, .text(let title)):
            choices.first { VideoControl.name(of: $0.title) == VideoControl.name(of: title) }?.value
        case (.rectangle, _): nil
        case (_, .text(let text)):
            Int64(text).flatMap { value(for: .number($0)) } ?? Bool(text).flatMap { value(for: .flag($0)) }
        default: nil
        }
    }
}
