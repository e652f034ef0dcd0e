import OverlayFrame
import OverlayGeometry
import Testing

@testable import OverlayDetection

@Suite(
    "Finding faces", .enabled(if: SamplePicture.isThere, "models/cache has no model or sample: run models/fetch"),
    .timeLimit(.minutes(2)))
struct FaceFinderTests {
    static func finder() throws -> FaceFinder {
        try Resource.bytes(SamplePicture.model).withUnsafeBytes { bytes in
            try FaceFinder(model: UnsafeRawBufferPointer(bytes), threads: 2)
        }
    }

    static func find(
        _ picture: SamplePicture, region: Rect = .unit, pixelAspect: Double = 1, with finder: FaceFinder
    ) -> [FaceSighting] {
        picture.withView { finder.find($0, region: region, pixelAspect: pixelAspect) }
    }

    @Test("the portrait has one face, with its landmarks named by the subject's side")
    func portrait() throws {
        let faces = Self.find(try .astronaut(), with: try Self.finder())
        let face = try #require(faces.first)
        #expect(faces.count == 1)
        let expected = Rect(x: 178.3 / 512, y: 72.0 / 512, width: 93.6 / 512, height: 103.5 / 512)
        #expect(face.bounds.overlap(with: expected) > 0.6)
        #expect(face.confidence > 0.6)
        let landmarks = try #require(face.landmarks)
        #expect(landmarks.leftEye.x > landmarks.nose.x)
        #expect(landmarks.rightEye.x < landmarks.nose.x)
        #expect(landmarks.mouthLeft.x > landmarks.mouthRight.x)
        #expect(landmarks.mouthLeft.y > landmarks.nose.y)
    }

    @Test("roll follows a turn of the picture, clockwise positive", arguments: [0, 1, 2, 3])
    func roll(quarters: Int) throws {
        let finder = try Self.finder()
        let face = try #require(Self.find(try .astronaut().turned(quarters), with: finder).first)
        let roll = try #require(face.roll)
        #expect(Angle.difference(roll, Angle.normalized(2.9 + Double(quarters) * 90)) < 6)
    }

    @Test("a mirrored picture mirrors roll and yaw")
    func mirrored() throws {
        let finder = try Self.finder()
        let plain = try #require(Self.find(try .astronaut(), with: finder).first)
        let mirrored = try #require(Self.find(try .astronaut().mirrored, with: finder).first)
        let rolls = (try #require(plain.roll), try #require(mirrored.roll))
        let yaws = (try #require(plain.yaw), try #require(mirrored.yaw))
        #expect(Angle.difference(rolls.0, -rolls.1) < 5)
        #expect(Angle.difference(yaws.0, -yaws.1) < 8)
    }

    @Test("a picture whose size alternates with another's gives what a fresh network gives")
    func alternatingSizes() throws {
        let astronaut = try SamplePicture.astronaut()
        let wide = astronaut.mapped(width: 900, height: 512) { (x: $0 - 250, y: $1) }
        let tall = astronaut.mapped(width: 512, height: 800) { (x: $0, y: $1 - 100) }
        let finder = try Self.finder()
        for picture in [astronaut, wide, tall, astronaut, tall, wide] {
            let fresh = try Self.finder()
            let faces = Self.find(picture, with: finder)
            #expect(faces == Self.find(picture, with: fresh))
            #expect(faces.count == 1)
        }
    }

    @Test("more sizes than are kept at hand all give their face")
    func manySizes() throws {
        let astronaut = try SamplePicture.astronaut()
        let finder = try Self.finder()
        for height in [320, 384, 448, 512, 576, 640, 320] {
            let picture = astronaut.mapped(width: 640, height: height) { (x: $0 - 64, y: $1) }
            #expect(Self.find(picture, with: finder).count == 1)
        }
    }

    @Test("a face outside the region is not found, one that touches it is found whole")
    func region() throws {
        let finder = try Self.finder()
        let astronaut = try SamplePicture.astronaut()
        let whole = try #require(Self.find(astronaut, with: finder).first)
        #expect(Self.find(astronaut, region: Rect(x: 0.6, y: 0, width: 0.4, height: 1), with: finder).isEmpty)
        #expect(Self.find(astronaut, region: Rect(x: 0, y: 0.5, width: 1, height: 0.5), with: finder).isEmpty)
        let touching = Rect(x: whole.bounds.maxX - 0.02, y: 0, width: 0.4, height: 1)
        let found = try #require(Self.find(astronaut, region: touching, with: finder).first)
        #expect(found.bounds.overlap(with: whole.bounds) > 0.8)
    }

    @Test("a grey picture has its face too")
    func grey() throws {
        let astronaut = try SamplePicture.astronaut()
        let finder = try Self.finder()
        let faces = astronaut.grey.withUnsafeBufferPointer { buffer -> [FaceSighting] in
            guard let base = buffer.baseAddress else { return [] }
            let view = PictureView(base: base, width: 512, height: 512, stride: 512, channels: 1)
            return finder.find(view, region: .unit, pixelAspect: 1)
        }
        #expect(faces.count == 1)
    }

    @Test("pixels that are not square change neither the box nor the angles")
    func pixelAspect() throws {
        let finder = try Self.finder()
        let astronaut = try SamplePicture.astronaut()
        let squeezed = astronaut.mapped(width: 256, height: 512) { (x: $0 * 2, y: $1) }
        let plain = try #require(Self.find(astronaut, with: finder).first)
        let face = try #require(Self.find(squeezed, pixelAspect: 2, with: finder).first)
        #expect(face.bounds.overlap(with: plain.bounds) > 0.85)
        let rolls = (try #require(face.roll), try #require(plain.roll))
        #expect(Angle.difference(rolls.0, rolls.1) < 3)
    }

    @Test("odd pictures and regions find nothing and do no harm")
    func oddPictures() throws {
        let finder = try Self.finder()
        for (width, height) in [(1, 1), (1, 4000), (4000, 1), (3, 2), (33, 31)] {
            let bytes = [UInt8](repeating: 90, count: width * height * 3)
            let picture = SamplePicture(width: width, height: height, bytes: bytes)
            #expect(Self.find(picture, with: finder).isEmpty)
        }
        let astronaut = try SamplePicture.astronaut()
        #expect(Self.find(astronaut, pixelAspect: .nan, with: finder).isEmpty)
        #expect(Self.find(astronaut, pixelAspect: 0, with: finder).isEmpty)
        #expect(Self.find(astronaut, region: Rect(x: 3, y: 0, width: 1, height: 1), with: finder).isEmpty)
    }

    /// The portrait so small in a wide grey picture that its face has this part of the picture's height.
    private static func distant(_ part: Double) throws -> SamplePicture {
        let scale = 103.5 / (720 * part)
        return try SamplePicture.astronaut().mapped(width: 1280, height: 720) {
            (x: Int((Double($0) - 600) * scale), y: Int((Double($1) - 300) * scale))
        }
    }

    @Test("a face as small as is wanted is found", arguments: [0.02, 0.03, 0.05, 0.1, 0.2, 0.3])
    func smallest(part: Double) throws {
        let (finder, picture) = (try Self.finder(), try Self.distant(part))
        let faces = picture.withView { finder.find($0, region: .unit, pixelAspect: 1, minFace: part) }
        #expect(faces.count == 1)
        #expect(abs((faces.first?.bounds.height ?? 0) / part - 1) < 0.25)
    }

    @Test("the search is the finer the smaller the faces, within bounds, and as usual where nobody says")
    func longSide() {
        func side(_ minFace: Double?, _ width: Int = 1280, _ height: Int = 720, _ aspect: Double = 1) -> Int {
            FaceFinder.longSide(minFace: minFace, width: width, height: height, pixelAspect: aspect)
        }
        #expect([0.001, 0.05, 0.1, 1].map { side($0) } == [1280, 640, 320, 256])
        #expect(side(nil) == 640)
        #expect(side(0.05, 720, 1280) == 360)
        #expect(side(0.05, 640, 720, 2) == 640)
        #expect(
            [side(0.05, 0, 0), side(0), side(-1), side(.nan), side(0.05, 1, 1, .nan)] == [640, 640, 640, 640, 640])
    }

    @Test("a truncated model is one clear error", arguments: [0, 1, 100, 5_000_000, 7_000_000])
    func truncated(length: Int) throws {
        let bytes = try Resource.bytes(SamplePicture.model).prefix(length)
        #expect(throws: VisionError.self) {
            try Array(bytes).withUnsafeBytes { _ = try FaceFinder(model: $0, threads: 1) }
        }
    }
}

@Suite("Face models", .timeLimit(.minutes(1)))
struct FaceModelTests {
    @Test(
        "what is no CenterFace is one error that says what to do",
        arguments: [
            [], Array("not a model".utf8), [UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xFF, count: 99),
        ])
    func wrong(bytes: [UInt8]) {
        do {
            try bytes.withUnsafeBytes { _ = try FaceFinder(model: $0, threads: 1) }
            Issue.record("\(bytes.count) bytes were taken for a model")
        } catch let error as VisionError {
            #expect(error.message.contains("\(bytes.count) bytes"))
            #expect(error.message.contains("models/fetch"))
        } catch {
            Issue.record("\(error)")
        }
    }
}
