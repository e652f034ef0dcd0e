import OverlayFrame
import OverlayGeometry
import OverlayMetadata
import Testing

@testable import OverlayDetection

/// A drawn code and what must be read.
struct ExpectedCode: Sendable, CustomTestStringConvertible {
    let file: String
    let type: ObjectType
    let value: String
    var gs1 = false
    var upc: String?
    var addOn: String?
    /// The modules that the add-on takes on the right.
    var addOnWidth = 0

    var testDescription: String { file }

    static let all = [
        ExpectedCode(file: "ean_13", type: .ean13, value: "4006381333931"),
        ExpectedCode(
            file: "ean_13_addon_5", type: .ean13, value: "9780201379624", addOn: "12345", addOnWidth: 149 - 95),
        ExpectedCode(file: "ean_13_addon_2", type: .ean13, value: "9771234567003", addOn: "21", addOnWidth: 122 - 95),
        ExpectedCode(file: "ean_8", type: .ean8, value: "96385074"),
        ExpectedCode(file: "upc_a", type: .ean13, value: "0697929110035", upc: "697929110035"),
        ExpectedCode(file: "upc_e", type: .upcE, value: "06541238"),
        ExpectedCode(file: "code_39", type: .code39, value: "OVERLAY-39"),
        ExpectedCode(file: "code_93", type: .code93, value: "OVERLAY 93"),
        ExpectedCode(file: "code_128", type: .code128, value: "overlayd 128"),
        ExpectedCode(file: "code_128_gs1", type: .code128, value: "10ABC123\u{1D}17251231", gs1: true),
        ExpectedCode(file: "codabar", type: .codabar, value: "A76981239B"),
        ExpectedCode(file: "itf", type: .itf, value: "10602679"),
        ExpectedCode(file: "databar", type: .databar, value: "0109501101530010", gs1: true),
        ExpectedCode(file: "databar_stacked", type: .databar, value: "0109501101530010", gs1: true),
        ExpectedCode(
            file: "databar_expanded", type: .databarExpanded, value: "0198898765432106320201234515991231", gs1: true),
        ExpectedCode(
            file: "databar_expanded_stacked", type: .databarExpanded, value: "0198898765432106320201234515991231",
            gs1: true),
        ExpectedCode(
            file: "databar_expanded_gs", type: .databarExpanded, value: "10567890\u{1D}11010101", gs1: true),
        ExpectedCode(file: "qr_text", type: .qrCode, value: "https://example.org/overlayd"),
        ExpectedCode(file: "qr_digits", type: .qrCode, value: "0123456789"),
    ]
}

@Suite("Reading codes", .timeLimit(.minutes(2)))
struct CodeReaderTests {
    /// A code with room around it, and its corners in metadata space.
    static func scene(_ name: String, module: Int = 3, addOnWidth: Int = 0) throws -> (DrawnPicture, Quad) {
        let symbol = try DrawnSymbol(name)
        let isFlat = symbol.height == 1
        let rowHeight = isFlat ? 60 : module
        let margin = 12 * module
        let (width, height) = (symbol.width * module, symbol.height * rowHeight)
        var picture = DrawnPicture(width: width + 2 * margin, height: height + 2 * margin + 20)
        picture.draw(symbol, x: margin, y: margin, module: module, rowHeight: rowHeight)
        let (across, down) = (Double(picture.width), Double(picture.height))
        let quad = Quad(
            Rect(
                x: Double(margin) / across, y: Double(margin) / down,
                width: Double(width - addOnWidth * module) / across, height: Double(height) / down))
        return (picture, quad)
    }

    /// A point of metadata space in the picture turned clockwise by so many quarters.
    static func turned(_ point: Point, _ quarters: Int) -> Point {
        quarters == 0 ? point : turned(Point(x: 1 - point.y, y: point.x), quarters - 1)
    }

    static func read(
        _ picture: DrawnPicture, region: Rect = .unit, types: ObjectTypes = .codes, padding: Int = 0,
        with reader: CodeReader = CodeReader()
    ) -> [CodeSighting] {
        picture.withView(padding: padding) { reader.read($0, region: region, types: types) }
    }

    /// The largest distance of two corners of the same name, as a part of the expected code's longer side.
    static func error(_ found: Quad, _ expected: Quad, in picture: DrawnPicture) -> Double {
        func pixels(_ point: Point) -> Point {
            Point(x: point.x * Double(picture.width), y: point.y * Double(picture.height))
        }
        let (found, expected) = (found.mapped(pixels), expected.mapped(pixels))
        let worst = zip(found.corners, expected.corners).map { $0.distance(to: $1) }.max() ?? .infinity
        let (across, down) = (
            expected.topLeft.distance(to: expected.topRight), expected.topLeft.distance(to: expected.bottomLeft)
        )
        return worst / max(across, down)
    }

    @Test(
        "every symbology is read with its content and corners at each quarter turn", arguments: ExpectedCode.all,
        [0, 1, 2, 3])
    func everySymbology(code: ExpectedCode, quarters: Int) throws {
        let (upright, quad) = try Self.scene(code.file, addOnWidth: code.addOnWidth)
        let picture = upright.turned(quarters)
        let sightings = Self.read(picture)
        let sighting = try #require(sightings.first)
        #expect(sightings.count == 1)
        #expect(sighting.type == code.type)
        #expect(sighting.value == code.value)
        #expect(sighting.payload == Array(code.value.utf8))
        #expect(sighting.gs1 == code.gs1)
        #expect(sighting.upc == code.upc)
        #expect(sighting.addOn == code.addOn)
        let expected = quad.mapped { Self.turned($0, quarters) }
        #expect(Self.error(sighting.corners, expected, in: picture) < 0.025)
        #expect(sighting.corners.winding < 0)
    }

    @Test("bars that reach the picture's border end there", arguments: [0, 1, 2, 3])
    func barsAtTheBorder(quarters: Int) throws {
        let symbol = try DrawnSymbol("ean_13")
        var upright = DrawnPicture(width: symbol.width * 3 + 80, height: 100)
        upright.draw(symbol, x: 40, y: 0, module: 3, rowHeight: 100)
        let picture = upright.turned(quarters)
        let sighting = try #require(Self.read(picture).first)
        let (left, width) = (40 / Double(upright.width), Double(symbol.width * 3) / Double(upright.width))
        let expected = Quad(Rect(x: left, y: 0, width: width, height: 1)).mapped { Self.turned($0, quarters) }
        #expect(Self.error(sighting.corners, expected, in: picture) < 0.025)
    }

    @Test("a mirrored QR code keeps its corners' names and reverses their winding", arguments: [0, 1, 2, 3])
    func mirrored(quarters: Int) throws {
        let (upright, quad) = try Self.scene("qr_digits")
        let picture = upright.mirrored.turned(quarters)
        let sighting = try #require(Self.read(picture).first)
        #expect(sighting.value == "0123456789")
        let expected = quad.mapped { Self.turned(Point(x: 1 - $0.x, y: $0.y), quarters) }
        #expect(Self.error(sighting.corners, expected, in: picture) < 0.025)
        #expect(sighting.corners.winding > 0)
    }

    @Test(
        "a padded row is read as one without padding", arguments: ["ean_13", "qr_text", "databar_expanded"],
        [1, 16, 61, 700])
    func padding(name: String, padding: Int) throws {
        let (picture, _) = try Self.scene(name)
        let plain = try #require(Self.read(picture).first)
        let padded = try #require(Self.read(picture, padding: padding).first)
        #expect(padded.value == plain.value)
        #expect(Self.error(padded.corners, plain.corners, in: picture) < 0.01)
    }

    @Test("equal codes in view at once are separate sightings, each at its place")
    func equalCodes() throws {
        let symbol = try DrawnSymbol("ean_8")
        var picture = DrawnPicture(width: 700, height: 500)
        let places = [(x: 40, y: 30), (x: 420, y: 60), (x: 60, y: 250)]
        for place in places { picture.draw(symbol, x: place.x, y: place.y, module: 3, rowHeight: 120) }
        let sightings = Self.read(picture)
        #expect(sightings.map(\.value) == ["96385074", "96385074", "96385074"])
        for place in places {
            let quad = Quad(
                Rect(
                    x: Double(place.x) / 700, y: Double(place.y) / 500, width: Double(symbol.width * 3) / 700,
                    height: 120.0 / 500))
            #expect(sightings.contains { Self.error($0.corners, quad, in: picture) < 0.025 })
        }
    }

    @Test("only the wanted types are reported, a UPC-E not as an EAN-13")
    func wantedTypes() throws {
        let (picture, _) = try Self.scene("upc_e")
        #expect(Self.read(picture, types: ObjectTypes(.ean13)).isEmpty)
        #expect(Self.read(picture, types: ObjectTypes(.qrCode)).isEmpty)
        #expect(Self.read(picture, types: ObjectTypes(.aztec)).isEmpty)
        #expect(Self.read(picture, types: ObjectTypes(.upcE)).map(\.value) == ["06541238"])
    }

    @Test("a code outside the region is not reported, one that touches it is")
    func region() throws {
        let symbol = try DrawnSymbol("qr_digits")
        var picture = DrawnPicture(width: 640, height: 480)
        picture.draw(symbol, x: 60, y: 180, module: 4, rowHeight: 4)
        picture.draw(symbol, x: 480, y: 180, module: 4, rowHeight: 4)
        let left = Rect(x: 0, y: 0, width: 0.4, height: 1)
        let reader = CodeReader()
        let found = Self.read(picture, region: left, with: reader)
        #expect(found.count == 1)
        #expect(found.first.map { $0.corners.bounds.maxX < 0.4 } == true)
        // The code reaches from 60 to 144: the last 4 of 84 pixels lie in the region.
        let edge = Rect(x: 140.0 / 640, y: 0.1, width: 0.1, height: 0.8)
        #expect(Self.read(picture, region: edge, with: reader).count == 1)
        let between = Rect(x: 0.3, y: 0, width: 0.3, height: 1)
        #expect(Self.read(picture, region: between, with: reader).isEmpty)
    }

    @Test("a region gives the same corners as the whole picture")
    func regionCorners() throws {
        let symbol = try DrawnSymbol("ean_13")
        var picture = DrawnPicture(width: 600, height: 400)
        picture.draw(symbol, x: 200, y: 150, module: 2, rowHeight: 90)
        let whole = try #require(Self.read(picture).first)
        for region in [Rect(x: 0.45, y: 0.45, width: 0.01, height: 0.01), Rect(x: 0, y: 0, width: 0.4, height: 1)] {
            let sighting = try #require(Self.read(picture, region: region).first)
            #expect(Self.error(sighting.corners, whole.corners, in: picture) < 0.01)
        }
    }

    @Test(
        "a code that the region cuts through has the corners that it has in the whole picture, however large it is",
        arguments: [(2, 0), (2, 1), (6, 0), (6, 1), (12, 0), (12, 1), (12, 2), (12, 3)])
    func cutCodes(module: Int, quarters: Int) throws {
        let symbol = try DrawnSymbol("ean_13")
        var picture = DrawnPicture(width: 1280, height: 960)
        picture.draw(symbol, x: 60, y: 100, module: module, rowHeight: 800)
        let turned = picture.turned(quarters)
        let whole = try #require(Self.read(turned).first)
        let bounds = whole.corners.bounds
        let reader = CodeReader()
        for (x, y, width, height) in [
            (0.0, 0.0, 1.0, 0.3), (0, 0.4, 1, 0.1), (0, 0, 0.3, 1), (0.4, 0, 0.1, 1), (0.45, 0.45, 0.1, 0.1),
        ] {
            let region = Rect(
                x: bounds.x + x * bounds.width, y: bounds.y + y * bounds.height, width: width * bounds.width,
                height: height * bounds.height)
            let found = Self.read(turned, region: region, with: reader)
            #expect(found.count == 1)
            #expect(found.allSatisfy { Self.error($0.corners, whole.corners, in: turned) < 0.01 })
        }
    }

    @Test("the bars of a faint code are followed beyond what was searched")
    func faintCode() throws {
        let symbol = try DrawnSymbol("ean_13")
        var picture = DrawnPicture(width: 1280, height: 960)
        picture.draw(symbol, x: 200, y: 300, module: 6, rowHeight: 500)
        picture.bytes = picture.bytes.map { $0 == 0 ? 100 : 155 }
        let whole = try #require(Self.read(picture).first)
        let found = try #require(Self.read(picture, region: Rect(x: 0, y: 0, width: 1, height: 0.4)).first)
        #expect(Self.error(found.corners, whole.corners, in: picture) < 0.01)
    }

    @Test("a code that only touches the region is read, however far it reaches beyond", arguments: [0, 1, 2, 3])
    func touching(quarters: Int) throws {
        let symbol = try DrawnSymbol("code_128")
        var picture = DrawnPicture(width: 640, height: 360)
        picture.draw(symbol, x: 60, y: 80, module: 3, rowHeight: 200)
        let region = Rect(x: 0, y: 0, width: 70.0 / 640, height: 1)
        let turned = Rect(
            spanning: Self.turned(Point(x: region.minX, y: region.minY), quarters),
            Self.turned(Point(x: region.maxX, y: region.maxY), quarters))
        #expect(Self.read(picture.turned(quarters), region: turned).map(\.value) == ["overlayd 128"])
    }

    @Test("a reader reads on after its scanner was made anew, and when the wanted types change")
    func renewal() throws {
        let (picture, _) = try Self.scene("qr_digits")
        let reader = CodeReader()
        for round in 0..<300 {
            let types = ObjectTypes(round % 3 == 0 ? .ean13 : .qrCode)
            let expected = round % 3 == 0 ? [] : ["0123456789"]
            #expect(Self.read(picture, types: types, with: reader).compactMap(\.value) == expected)
        }
    }
}
