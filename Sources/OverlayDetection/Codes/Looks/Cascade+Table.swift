import OverlayMetadata

extension Cascade {
    /// For a picture of which there is only one: all that pays, what pays most for its cost first.
    package static let still = Cascade(
        stages: [
            .zbar(.plain, .always),
            .zxing(.plain, of: matrix, .always),
            .zxing(.plain, of: linear, .always),
            .zbar(.inverted, .always),
            .zxing(.smeared, of: linear),
            .zxing(.equalized, of: linear),
            .zbar(.thresholded),
            .zxing(.equalized, of: matrix),
            .zbar(.equalized),
            .zxing(.straightened, of: linear),
            .zbar(.straightened),
            .zxing(.thresholded, of: linear),
            .zbar(.adaptive),
            .zxing(.doubled, of: linear),
            .zbar(.doubled),
            .zxing(.doubled, of: matrix),
            .zxing(.doubledSharpened, of: linear),
            .zbar(.doubledSharpened),
            .zxing(.straightenedDoubled, of: linear),
            .zxing(.straightenedSharpened, of: linear),
            .zxing(.tripledSharpened, of: linear),
            .zbar(.tripledAdaptive),
            .zbar(.tripledSharpened),
            .zbar(.halved),
            .zxing(.halved, of: matrix),
            .zbar(.turned),
            .zxing(.turned, of: matrix),
            .zxing(.quadrupled, of: matrix),
            .zbar(.quadrupled),
            .zbar(.blurred),
            .zxing(.thresholded, of: matrix),
            .zbar(.doubledEqualized),
            .zxing(.doubledEqualized, of: linear),
            .zbar(.invertedStraightened),
            .zbar(.invertedEqualized),
            .zbar(.invertedDoubled),
        ],
        isOneOfMany: false, budget: 4_000_000)

    /// For one picture of many: what each reader alone can read, as it is.
    package static let live = Cascade(
        stages: [.zbar(.plain, .always), .zxing(.plain, of: ZXingReader.types.subtracting(ZBarReader.types), .always)],
        isOneOfMany: true, budget: 1_000_000)

    private static let linear = ZXingReader.types.subtracting(matrix)
    private static let matrix = ObjectTypes(ObjectType.allCases.filter(\.isMatrix)).intersection(ZXingReader.types)
}

extension Cascade.Stage {
    fileprivate static func zbar(_ look: Look, _ turn: Cascade.Turn = .unread) -> Self {
        Self(look: look, reader: .zbar, types: ZBarReader.types, turn: turn, effort: .plain)
    }

    fileprivate static func zxing(_ look: Look, of types: ObjectTypes, _ turn: Cascade.Turn = .unread) -> Self {
        Self(look: look, reader: .zxing, types: types, turn: turn, effort: .thorough)
    }
}
