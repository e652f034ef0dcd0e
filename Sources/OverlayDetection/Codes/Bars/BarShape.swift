import CZBar

/// What a symbology says about the bars of a code.
struct BarShape {
    /// Bars and spaces from the first to the last bar, where the symbology fixes that.
    let elements: Int?
    /// Other symbologies allow any number of characters of a fixed number of bars and spaces.
    private let family: Family
    /// The widest bar or space in modules, with room for blur.
    let widest: Double
    /// The code may consist of several rows.
    let isStacked: Bool

    /// The shape of a code of so many characters (as ZBar gives them); nil for what has no bars.
    init?(_ symbol: zbar_symbol_type_t, characters: Int) {
        switch symbol {
        case ZBAR_DATABAR, ZBAR_DATABAR_EXP: family = .dataBar
        case ZBAR_CODE93, ZBAR_CODE128: family = .sixes
        default: family = .other
        }
        let isDataBar = symbol == ZBAR_DATABAR || symbol == ZBAR_DATABAR_EXP
        widest = isDataBar ? 10 : 5.5
        isStacked = isDataBar
        switch symbol {
        case ZBAR_EAN13: elements = 59
        case ZBAR_EAN8: elements = 43
        case ZBAR_UPCE: elements = 33
        case ZBAR_EAN5: elements = 31
        case ZBAR_EAN2: elements = 13
        case ZBAR_I25: elements = 7 + 5 * characters
        case ZBAR_CODE39: elements = (characters + 2) * 10 - 1
        case ZBAR_CODABAR: elements = characters * 8 - 1
        case ZBAR_DATABAR: elements = 45
        case ZBAR_CODE93, ZBAR_CODE128, ZBAR_DATABAR_EXP: elements = nil
        default: return nil
        }
    }

    private enum Family {
        /// Two guards of two, characters of eight, and a finder of five for each two.
        case dataBar
        /// Characters of six, and one bar more.
        case sixes
        case other
    }

    /// A code, or a row of one, can have so many bars and spaces from its first to its last bar.
    func allows(_ elements: Int) -> Bool {
        switch family {
        case .other: true
        case .sixes: elements % 6 == 1
        case .dataBar:
            // It starts with a space, which is not counted, or, in every second row, with a bar.
            (1...22).contains { characters in
                let all = 4 + 8 * characters + 5 * ((characters + 1) / 2)
                return elements == all - 1 - all % 2 || elements == all - 1 + all % 2
            }
        }
    }
}
