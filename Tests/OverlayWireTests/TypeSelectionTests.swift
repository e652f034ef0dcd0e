import OverlayGeometry
import OverlayMetadata
import OverlayWire
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TypeSelectionTests {
    static let constants: [(String, ObjectType)] = [
        ("face", .face), ("org.iso.QRCode", .qrCode), ("org.iso.MicroQR", .microQRCode), ("org.gs1.EAN-13", .ean13),
        ("org.gs1.EAN-8", .ean8), ("org.gs1.UPC-E", .upcE), ("org.iso.Code39", .code39),
        ("org.iso.Code39Mod43", .code39), ("com.intermec.Code93", .code93), ("org.iso.Code128", .code128),
        ("Codabar", .codabar), ("org.ansi.Interleaved2of5", .itf), ("org.gs1.ITF14", .itf),
        ("org.gs1.GS1DataBar", .databar), ("org.gs1.GS1DataBarExpanded", .databarExpanded),
        ("org.gs1.GS1DataBarLimited", .databarLimited), ("org.iso.DataMatrix", .dataMatrix),
        ("org.iso.PDF417", .pdf417), ("org.iso.Aztec", .aztec), ("upc_a", .ean13),
    ]

    @Test("AVFoundation's constants are aliases", arguments: constants)
    func aliases(name: String, type: ObjectType) throws {
        #expect(try TypeSelection(names: [name]).types == ObjectTypes(type))
    }

    @Test("every type answers to its own name", arguments: ObjectType.allCases)
    func names(type: ObjectType) throws {
        #expect(try TypeSelection(names: [type.rawValue]).named == ObjectTypes(type))
    }

    @Test("of a group what is available counts; what was named and is not, is told")
    func availability() throws {
        let selection = try TypeSelection(names: ["codes", "aztec", "org.iso.MicroPDF417", "humanBody", "humanBody"])
        let available = ObjectTypes([.qrCode, .face])
        #expect(selection.unavailable(given: available) == ["aztec", "org.iso.MicroPDF417", "humanBody"])
        #expect(selection.restricted(to: available).types == ObjectTypes(.qrCode))
        #expect(try TypeSelection(names: ["all"]).restricted(to: available).types == available)
        #expect(TypeSelection.all.unavailable(given: []).isEmpty)
    }

    @Test("a name that nobody knows lists what is available", arguments: ["", "Face", "qr", "org.iso.qrcode", "💡"])
    func unknown(name: String) {
        do throws(WireError) {
            _ = try TypeSelection(names: ["face", name], available: [.face])
            Issue.record("\(name) was taken")
        } catch {
            #expect(error.name == .unknownType)
            #expect(error.parameter == "types[1]")
            #expect(error.available == ["all", "codes", "face"])
        }
    }

    @Test(
        "ITF-14 has fourteen digits and a right check digit",
        arguments: [
            ("15400141288763", true), ("15400141288764", false), ("1540014128876", false), ("1540014128876x", false),
            ("00000000000000", true),
        ])
    func itf14(text: String, holds: Bool) throws {
        let box = Rect(x: 0, y: 0, width: 1, height: 1)
        let object = MetadataObject(
            type: .itf, id: 1, bounds: box, firstSeen: 0, lastSeen: 0,
            kind: .code(Code(value: text, payload: Array(text.utf8), corners: Quad(box))))
        #expect(try TypeSelection(names: ["org.gs1.ITF14"]).admits(object) == holds)
        #expect(try TypeSelection(names: ["org.gs1.ITF14", "itf"]).admits(object))
    }
}
