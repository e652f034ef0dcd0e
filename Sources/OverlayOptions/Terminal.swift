/// Text of unknown origin on its way to a terminal.
package enum Terminal {
    /// The text in one line, with every control, format and unassigned-to-people character written as an escape, so that
    /// nothing in it can move the cursor, colour, hide or reorder what a person sees.
    package static func safe(_ text: String) -> String {
        guard !text.unicodeScalars.allSatisfy(isHarmless) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isHarmless(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += escape(scalar)
            }
        }
        return result
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{" + String(scalar.value, radix: 16) + "}"
        }
    }
}
