import CZBar

/// What a symbology says about the bars of a code.
struct BarShape {
    /// Bars and spaces from the first to the last bar, where the symbology fixes that.
    let elements: Int?
    /// The widest bar or space in modules, with room for blur.
    let widest: Double
    /// The code may consist of several rows.
    let isStacked: Bool

    /// The shape of a code of so many characters (as ZBar gives them); nil for what has no bars.
    init?(_ symbol: zbar_symbol_type_t, characters: Int) {
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
}
