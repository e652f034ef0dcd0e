import Glibc
import OverlayFrame
import OverlayGeometry
import OverlayMetadata
import TestSupport
import Testing

@testable import OverlayDetection

@Suite("Reading codes with ZXing-C++", .timeLimit(.minutes(2)))
struct ZXingReaderTests {
    /// What this build's version of the library can be shown; nothing in a build without it.
    static let codes = [
        ExpectedCode(file: "data_matrix", type: .dataMatrix, value: "Data Matrix 123"),
        ExpectedCode(file: "data_matrix_wide", type: .dataMatrix, value: "ABC123"),
        ExpectedCode(
            file: "data_matrix_gs1", type: .dataMatrix, value: "010950110153000310AB\u{1D}2112", gs1: true),
        ExpectedCode(file: "pdf417", type: .pdf417, value: "PDF417 text 0123456789"),
        ExpectedCode(file: "pdf417_compact", type: .pdf417, value: "PDF417 text 0123456789"),
        ExpectedCode(file: "aztec", type: .aztec, value: "Aztec code 123"),
        ExpectedCode(file: "aztec_full", type: .aztec, value: "Aztec code 123 full size"),
        ExpectedCode(file: "aztec_eci", type: .aztec, value: "Grüße €"),
        ExpectedCode(file: "micro_qr", type: .microQRCode, value: "MICRO12"),
        ExpectedCode(file: "rmqr", type: .rmqrCode, value: "RMQR 123"),
        ExpectedCode(file: "databar_limited", type: .databarLimited, value: "0109501101530003", gs1: true),
    ].filter { ZXingReader.types.contains($0.type) }

    /// Its own types, and the others as a second opinion.
    static let all = codes + ExpectedCode.all.filter { ZXingReader.types.contains($0.type) }

    /// Those that every version of the library reads in a mirror.
    static let mirrorable = codes.filter {
        ["data_matrix", "data_matrix_wide", "pdf417", "pdf417_compact", "aztec"].contains($0.file)
    }

    static func read(
        _ picture: DrawnPicture, types: ObjectTypes, effort: ZXingReader.Effort = .thorough, padding: Int = 0
    ) -> [ZXingReading] {
        picture.withView(padding: padding) { ZXingReader().read($0, types: types, effort: effort) }
    }

    static func error(_ found: Quad, _ expected: Quad, in picture: DrawnPicture) -> Double {
        let (width, height) = (Double(picture.width), Double(picture.height))
        let placed = found.mapped { Point(x: $0.x / width, y: $0.y / height) }
        return CodeReaderTests.error(placed, expected, in: picture)
    }

    @Test("a build either has the library, a version and types, or none of them")
    func availability() {
        #expect(ZXingReader.isAvailable == !ZXingReader.types.isEmpty)
        #expect(ZXingReader.types.isSubset(of: CodeReader.types))
        let named = DetectionLibraries.versions.first { $0.name == "ZXing-C++" }
        #expect(named?.version == ZXingReader.version)
    }

    @Test("a version whose DataBar reader ends the process is not asked for DataBar")
    func dataBar() {
        guard ZXingReader.version?.hasPrefix("1.") == true else { return }
        #expect(ZXingReader.types.isDisjoint(with: [.init(.databar), .init(.databarExpanded), .init(.databarLimited)]))
    }

    @Test("every symbology is read with its content and corners at each quarter turn", arguments: all, [0, 1, 2, 3])
    func everySymbology(code: ExpectedCode, quarters: Int) throws {
        let (upright, quad) = try CodeReaderTests.scene(code.file, addOnWidth: code.addOnWidth)
        let picture = upright.turned(quarters)
        let readings = Self.read(picture, types: ObjectTypes(code.type), effort: [.harder, .turned])
        let reading = try #require(readings.first)
        #expect(readings.count == 1)
        #expect(reading.type == code.type)
        #expect(String(decoding: reading.payload, as: UTF8.self) == code.value)
        #expect(reading.gs1 == code.gs1)
        #expect(reading.addOn == code.addOn)
        #expect(!reading.inverted)
        #expect(!reading.mirrored)
        let expected = quad.mapped { CodeReaderTests.turned($0, quarters) }
        #expect(Self.error(reading.corners, expected, in: picture) < 0.025)
    }

    @Test("light on dark is read as well, and said", arguments: all)
    func inverted(code: ExpectedCode) throws {
        var (picture, quad) = try CodeReaderTests.scene(code.file, addOnWidth: code.addOnWidth)
        picture.bytes = picture.bytes.map { UInt8.max - $0 }
        let reading = try #require(Self.read(picture, types: ObjectTypes(code.type)).first)
        #expect(String(decoding: reading.payload, as: UTF8.self) == code.value)
        #expect(reading.inverted)
        #expect(Self.error(reading.corners, quad, in: picture) < 0.025)
    }

    @Test(
        "in a mirror the corners keep their names and reverse their winding",
        arguments: mirrorable, [0, 1, 2, 3])
    func mirrored(code: ExpectedCode, quarters: Int) throws {
        let (upright, quad) = try CodeReaderTests.scene(code.file)
        let picture = upright.mirrored.turned(quarters)
        let reading = try #require(Self.read(picture, types: ObjectTypes(code.type)).first)
        #expect(String(decoding: reading.payload, as: UTF8.self) == code.value)
        #expect(reading.mirrored)
        #expect(reading.corners.winding > 0)
        let expected = quad.mapped { CodeReaderTests.turned(Point(x: 1 - $0.x, y: $0.y), quarters) }
        #expect(Self.error(reading.corners, expected, in: picture) < 0.025)
    }

    /// Two-dimensional ones with borders in two directions, by which they are turned level.
    static let tiltable = codes.filter { $0.type != .databarLimited && $0.type != .rmqrCode }

    @Test(
        "tilted codes are read, each corner in its place", arguments: tiltable, [4, 10, 20, 45, 100, 200] as [Double])
    func tilted(code: ExpectedCode, degrees: Double) throws {
        let (upright, quad) = try CodeReaderTests.scene(code.file, module: 4)
        let (picture, place) = upright.tilted(degrees)
        let reading = try #require(Self.read(picture, types: ObjectTypes(code.type), effort: [.harder, .turned]).first)
        #expect(String(decoding: reading.payload, as: UTF8.self) == code.value)
        let expected = quad.mapped { place(Point(x: $0.x * Double(upright.width), y: $0.y * Double(upright.height))) }
        let longer = expected.topLeft.distance(to: expected.topRight)
        let errors = zip(reading.corners.corners, expected.corners).map { $0.distance(to: $1) }
        #expect(errors.allSatisfy { $0 < 0.06 * longer })
    }

    @Test("a MaxiCode alone in the picture has its box", .enabled(if: ZXingReader.types.contains(.maxiCode)))
    func maxiCode() throws {
        let (picture, quad) = try CodeReaderTests.scene("maxi_code")
        let reading = try #require(Self.read(picture, types: ObjectTypes(.maxiCode)).first)
        #expect(String(decoding: reading.payload, as: UTF8.self) == "MaxiCode 123")
        #expect(Self.error(reading.corners, quad, in: picture) < 0.01)
    }

    @Test("a DX film edge is read below the middle", .enabled(if: ZXingReader.types.contains(.dxFilmEdge)))
    func filmEdge() throws {
        let symbol = try DrawnSymbol("dx_film_edge")
        var picture = DrawnPicture(width: 400, height: 300)
        picture.draw(symbol, x: 60, y: 160, module: 8, rowHeight: 8)
        let reading = try #require(Self.read(picture, types: ObjectTypes(.dxFilmEdge), effort: .harder).first)
        #expect(String(decoding: reading.payload, as: UTF8.self) == "79-7/22A")
        #expect(abs(reading.corners.winding) > 0)
    }

    @Test("a symbol that names its character set has its text by that", .enabled(if: ZXingReader.isAvailable))
    func namedCharacterSet() throws {
        let (picture, _) = try CodeReaderTests.scene("qr_eci_1250")
        let reading = try #require(Self.read(picture, types: ObjectTypes(.qrCode)).first)
        #expect(reading.payload == [0xA3, 0xF3, 0x64, 0x9F])
        #expect(reading.value == "Łódź")
        let (plain, _) = try CodeReaderTests.scene("data_matrix")
        #expect(Self.read(plain, types: ObjectTypes(.dataMatrix)).map(\.value) == [nil])
    }

    @Test("NUL and group separators are kept", .enabled(if: ZXingReader.isAvailable))
    func controlCharacters() throws {
        let (picture, _) = try CodeReaderTests.scene("data_matrix_nul")
        let sighting = try #require(CodeReaderTests.read(picture, types: ObjectTypes(.dataMatrix)).first)
        #expect(sighting.payload == [0x61, 0, 0x62, 0x1D, 0x63])
        #expect(sighting.value == "a\0b\u{1D}c")
    }

    @Test("a symbol of a set says its place in it", .enabled(if: ZXingReader.isAvailable))
    func part() throws {
        let (picture, _) = try CodeReaderTests.scene("data_matrix_part")
        let sighting = try #require(CodeReaderTests.read(picture, types: ObjectTypes(.dataMatrix)).first)
        #expect(sighting.value == "part two")
        #expect(sighting.part == Code.Part(index: 1, count: 3, parity: 1286))
        for (number, file) in ["qr_part_1", "qr_part_2", "qr_part_3"].enumerated() {
            let (picture, _) = try CodeReaderTests.scene(file)
            let reading = try #require(Self.read(picture, types: ObjectTypes(.qrCode)).first)
            #expect(reading.part?.index == number)
            #expect(reading.part?.count == 3)
        }
    }

    @Test("what ZBar lacks is read beside what it has, each once and in its place", arguments: codes)
    func besideOthers(code: ExpectedCode) throws {
        let (symbol, other) = (try DrawnSymbol(code.file), try DrawnSymbol("ean_13"))
        let rowHeight = symbol.height == 1 ? 60 : 4
        var picture = DrawnPicture(width: 720, height: 480)
        picture.draw(other, x: 40, y: 40, module: 2, rowHeight: 80)
        let (x, y) = (150, 260)
        picture.draw(symbol, x: x, y: y, module: 4, rowHeight: rowHeight)
        let found = CodeReaderTests.read(picture)
        #expect(Set(found.map(\.type)) == [.ean13, code.type])
        #expect(found.count == 2)
        let sighting = try #require(found.first { $0.type == code.type })
        #expect(sighting.value == code.value)
        let expected = Quad(
            Rect(
                x: Double(x) / 720, y: Double(y) / 480, width: Double(symbol.width * 4) / 720,
                height: Double(symbol.height * rowHeight) / 480))
        #expect(CodeReaderTests.error(sighting.corners, expected, in: picture) < 0.025)
        let above = Rect(x: 0, y: 0, width: 1, height: 0.3)
        #expect(CodeReaderTests.read(picture, region: above).map(\.type) == [.ean13])
    }

    @Test("codes of equal content in one picture are read, upright and turned", arguments: all)
    func equalCodes(code: ExpectedCode) throws {
        let (single, _) = try CodeReaderTests.scene(code.file)
        let side = max(single.width, single.height)
        var picture = DrawnPicture(width: 2 * side, height: 2 * side)
        for (quarters, x, y) in [(0, 0, 0), (0, side, 0), (1, 0, side), (2, side, side)] {
            let turned = single.turned(quarters)
            for row in 0..<turned.height {
                let start = (y + row) * picture.width + x
                picture.bytes.replaceSubrange(
                    start..<start + turned.width, with: turned.bytes[row * turned.width..<(row + 1) * turned.width])
            }
        }
        let readings = Self.read(picture, types: ObjectTypes(code.type))
        #expect(!readings.isEmpty)
        #expect(readings.allSatisfy { String(decoding: $0.payload, as: UTF8.self) == code.value })
    }

    @Test("padded rows are read as rows without padding", arguments: codes, [1, 16, 61])
    func padding(code: ExpectedCode, padding: Int) throws {
        let (picture, _) = try CodeReaderTests.scene(code.file)
        let plain = try #require(Self.read(picture, types: ObjectTypes(code.type)).first)
        let padded = try #require(Self.read(picture, types: ObjectTypes(code.type), padding: padding).first)
        #expect(padded.payload == plain.payload)
        #expect(padded.corners == plain.corners)
    }

    @Test(
        "a picture of any size gives what is in it, which may be nothing",
        arguments: [(1, 1), (1, 500), (500, 1), (2, 3), (7, 5), (31, 33), (39, 41), (8, 4096), (4096, 8)])
    func sizes(width: Int, height: Int) {
        for shade in [0, 127, 255] as [UInt8] {
            let blank = DrawnPicture(width: width, height: height, shade: shade)
            #expect(Self.read(blank, types: .codes).isEmpty)
        }
        var striped = DrawnPicture(width: width, height: height)
        for index in striped.bytes.indices where index % width % 3 == 0 { striped.bytes[index] = 0 }
        #expect(Self.read(striped, types: .codes).isEmpty)
    }

    @Test("noise shows no code", arguments: [1, 2, 3] as [UInt64])
    func noise(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var picture = DrawnPicture(width: 800, height: 600)
        for index in picture.bytes.indices { picture.bytes[index] = .random(in: 0...255, using: &generator) }
        #expect(Self.read(picture, types: .codes).isEmpty)
    }

    @Test("what is no picture of luma gives nothing")
    func noPicture() throws {
        let (picture, _) = try CodeReaderTests.scene("qr_digits")
        picture.withView { view in
            let views = [
                PictureView(base: view.base, width: view.width, height: view.height, stride: view.stride, channels: 3),
                PictureView(base: view.base, width: 0, height: view.height, stride: view.stride, channels: 1),
                PictureView(base: view.base, width: view.width, height: -1, stride: view.stride, channels: 1),
                PictureView(base: view.base, width: view.width, height: 2, stride: view.width - 1, channels: 1),
                PictureView(base: view.base, width: view.width, height: 2, stride: -view.width, channels: 1),
                PictureView(base: view.base, width: .max, height: 2, stride: .max, channels: 1),
                PictureView(base: view.base, width: 1 << 17, height: 1, stride: 1 << 17, channels: 1),
            ]
            for view in views { #expect(ZXingReader().read(view, types: .codes, effort: .thorough).isEmpty) }
        }
        #expect(Self.read(picture, types: []).isEmpty)
        #expect(Self.read(picture, types: .face).isEmpty)
    }
}

extension DrawnPicture {
    /// The picture turned clockwise about its middle, white around it, each pixel the mean of nine places; and where a
    /// point of the upright one is in it.
    fileprivate func tilted(_ degrees: Double) -> (picture: DrawnPicture, place: (Point) -> Point) {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let side = Int(hypot(Double(width), Double(height))) + 2
        let (middle, across, down) = (Double(side) / 2, Double(width) / 2, Double(height) / 2)
        var result = DrawnPicture(width: side, height: side)
        for index in result.bytes.indices {
            var sum = 0
            for part in 0..<9 {
                let x = Double(index % side) + Double(2 * (part % 3) + 1) / 6 - middle
                let y = Double(index / side) + Double(2 * (part / 3) + 1) / 6 - middle
                let column = Int((x * cosine + y * sine + across).rounded(.down))
                let row = Int((y * cosine - x * sine + down).rounded(.down))
                let isInside = (0..<width).contains(column) && (0..<height).contains(row)
                sum += isInside ? Int(bytes[row * width + column]) : 255
            }
            result.bytes[index] = UInt8(sum / 9)
        }
        return (
            result,
            { point in
                let (x, y) = (point.x - across, point.y - down)
                return Point(x: x * cosine - y * sine + middle, y: x * sine + y * cosine + middle)
            }
        )
    }
}
