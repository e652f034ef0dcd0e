import OverlayMetadata
import Testing

@Suite("ObjectTypes", .timeLimit(.minutes(1)))
struct ObjectTypesTests {
    @Test("every type has a bit of its own", arguments: ObjectType.allCases)
    func bits(type: ObjectType) {
        let set = ObjectTypes(type)
        #expect(set.types == [type])
        #expect(ObjectType.allCases.filter { set.contains($0) } == [type])
        #expect(set.rawValue.nonzeroBitCount == 1)
    }

    @Test("codes and faces are all there is, and nothing is both")
    func groups() {
        #expect(ObjectTypes.all.types == ObjectType.allCases)
        #expect(ObjectTypes.codes.intersection(.face).isEmpty)
        #expect(ObjectTypes.codes.types == ObjectType.allCases.filter(\.isCode))
        #expect(ObjectTypes.codes.types.count == ObjectType.allCases.count - 1)
    }

    @Test("a set of several types lists them in one order, whatever the order given")
    func order() {
        let types: [ObjectType] = [.qrCode, .ean13, .face]
        #expect(ObjectTypes(types) == ObjectTypes(types.reversed()))
        #expect(ObjectTypes(types.reversed()).types == [.face, .qrCode, .ean13])
    }

    @Test("bits of no type name no type")
    func unknownBits() {
        #expect(ObjectTypes(rawValue: 1 << 31).types.isEmpty)
        #expect(ObjectTypes(rawValue: .max).types == ObjectType.allCases)
    }

    @Test(
        "names are those of the W3C Barcode Detection API",
        arguments: [
            (ObjectType.qrCode, "qr_code"), (.ean13, "ean_13"), (.upcE, "upc_e"), (.code128, "code_128"), (.itf, "itf"),
            (.dataMatrix, "data_matrix"), (.pdf417, "pdf417"), (.face, "face"),
        ])
    func names(type: ObjectType, name: String) {
        #expect(type.rawValue == name)
        #expect(ObjectType(rawValue: name) == type)
    }
}
