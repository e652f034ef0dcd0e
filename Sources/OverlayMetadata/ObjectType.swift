/// What an object is: a face, or a symbology by its W3C Barcode Detection name and what readers have beyond.
public enum ObjectType: String, CaseIterable, Hashable, Sendable {
    case face
    case qrCode = "qr_code"
    case microQRCode = "micro_qr_code"
    case rmqrCode = "rmqr_code"
    case ean13 = "ean_13"
    case ean8 = "ean_8"
    case upcE = "upc_e"
    case code39 = "code_39"
    case code93 = "code_93"
    case code128 = "code_128"
    case codabar
    case itf
    case databar
    case databarExpanded = "databar_expanded"
    case databarLimited = "databar_limited"
    case dataMatrix = "data_matrix"
    case pdf417
    case aztec
    case maxiCode = "maxi_code"
    case dxFilmEdge = "dx_film_edge"

    /// Everything but a face carries a payload and four corners.
    public var isCode: Bool { self != .face }
}

/// A set of object types in one word.
public struct ObjectTypes: OptionSet, Hashable, Sendable {
    /// One bit for each type, by its place in `ObjectType.allCases`.
    public let rawValue: UInt32

    /// A set of raw bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The set of one type.
    public init(_ type: ObjectType) {
        self.init(rawValue: 1 << UInt32(ObjectType.allCases.firstIndex(of: type) ?? 31))
    }

    /// Only faces.
    public static let face = ObjectTypes(.face)
    /// Every symbology known to the protocol, whether or not this build can read it.
    public static let codes = ObjectTypes(ObjectType.allCases.filter(\.isCode))
    /// Codes and faces.
    public static let all: ObjectTypes = [.face, .codes]

    /// The set of several types.
    public init(_ types: some Sequence<ObjectType>) {
        self.init(rawValue: types.reduce(0) { $0 | ObjectTypes($1).rawValue })
    }

    /// The type is in the set.
    public func contains(_ type: ObjectType) -> Bool { contains(ObjectTypes(type)) }

    /// The members in the order of `ObjectType`.
    public var types: [ObjectType] { ObjectType.allCases.filter { contains($0) } }
}
