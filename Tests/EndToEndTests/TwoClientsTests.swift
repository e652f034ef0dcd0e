import OverlayGeometry
import OverlayMetadata
import OverlayWire
import Testing

@Suite("Two clients of a moving source", .serialized, .timeLimit(.minutes(2)))
struct TwoClientsTests {
    private static let scene = ["test=test:,size=320x240,rate=30"]

    /// What each of the second client's subscriptions is updated to in turn; each has a turn of its own.
    static let updates = Gravity.allCases.flatMap { gravity in [false, true].map { (gravity: gravity, mirrored: $0) } }

    @Test("what a layer's client gets is what the device client gets, converted, for each gravity, turn and mirroring")
    func conversions() throws {
        let daemon = try DaemonProcess(Self.scene)
        let (plain, layered) = (try daemon.client(), try daemon.client())
        try plain.request("subscribe", #"{"types":["all"]}"#)
        for rotation in Rotation.allCases {
            try layered.request(
                "subscribe",
                """
                {"types":["all"],"rotation":\(rotation.rawValue),\
                "layer":{"x":-40,"y":25,"width":1080,"height":1920}}
                """)
        }
        _ = try layered.metadata()
        var originals: [UInt64: MetadataMessage] = [:]
        var compared: [ObjectType: Int] = [:]
        for (gravity, mirrored) in Self.updates {
            for (message, rotation) in try messages(of: layered, after: gravity, mirrored: mirrored) {
                let layer = try #require(
                    PreviewLayer(
                        frame: message.frame.display, bounds: Rect(x: -40, y: 25, width: 1080, height: 1920),
                        gravity: gravity, rotation: rotation, mirrored: mirrored))
                // What the device client was too slow for was overtaken by later frames.
                guard let original = try original(of: message.sequence, from: plain, &originals) else { continue }
                #expect(message.objects.count == original.objects.count)
                for (object, expected) in zip(message.objects, original.objects) {
                    compared[object.type, default: 0] += 1
                    expect(object, isNear: expected.converted(to: layer))
                }
            }
        }
        #expect(compared.values.reduce(0, +) >= 300)
        #expect(Set(compared.keys).isSuperset(of: [.qrCode, .ean13]))
        if Built.hasFaces { #expect(compared[.face, default: 0] >= 50) }
    }

    /// Updates all subscriptions, and reads until each has told of some frames as it is now.
    private func messages(
        of client: Client, after gravity: Gravity, mirrored: Bool
    ) throws -> [(MetadataMessage, Rotation)] {
        var revisions: [Int: Int64] = [:]
        for number in 1...4 {
            let params = #"{"subscription":\#(number),"gravity":"\#(gravity.rawValue)","mirrored":\#(mirrored)}"#
            revisions[number] = try client.request("update", params)["revision"]?.integer
        }
        var messages: [(MetadataMessage, Rotation)] = []
        var counts: [Int: Int] = [:]
        while (1...4).contains(where: { counts[$0, default: 0] < 7 }) {
            let message = try client.metadata { Int64($0.revision) == revisions[$0.subscription] }
            #expect(message.space == .layer)
            counts[message.subscription, default: 0] += 1
            messages.append((message, Rotation.allCases[message.subscription - 1]))
        }
        return messages
    }

    /// What the device client was told of a frame.
    private func original(
        of sequence: UInt64, from client: Client, _ known: inout [UInt64: MetadataMessage]
    ) throws -> MetadataMessage? {
        while known[sequence] == nil {
            let message = try client.metadata()
            known[message.sequence] = message
            guard message.sequence < sequence else { break }
        }
        return known[sequence]
    }

    @Test("a rectangle of interest over the left half shows nothing of the right half, while another client sees all")
    func region() throws {
        let daemon = try DaemonProcess(Self.scene)
        let (whole, left) = (try daemon.client(), try daemon.client())
        try whole.request("subscribe", #"{"types":["all"]}"#)
        try left.request(
            "subscribe", #"{"types":["all"],"rectOfInterest":{"x":0,"y":0,"width":0.5,"height":1}}"#)
        _ = try whole.metadata {
            $0.objects.contains { $0.type == .ean13 } && $0.objects.contains { $0.type == .qrCode }
        }
        for _ in 0..<20 {
            let objects = try left.metadata().objects
            #expect(objects.allSatisfy { $0.bounds.minX < 0.5 })
            #expect(objects.map(\.type) == [.qrCode], "\(objects)")
        }
        try whole.request("unsubscribe", #"{"subscription":1}"#)
        // Now only the left half is searched.
        for _ in 0..<20 {
            let objects = try left.metadata().objects
            #expect(objects.map(\.type) == [.qrCode], "\(objects)")
        }
    }

    /// Within what rounding on the wire allows: 0.01 units of the layer, 0.11°.
    private func expect(_ object: MetadataObject, isNear expected: MetadataObject) {
        #expect(object.type == expected.type)
        #expect(object.id == expected.id)
        #expect(object.firstSeen == expected.firstSeen)
        #expect(isNear(corners(object.bounds), corners(expected.bounds)))
        switch (object.kind, expected.kind) {
        case (.code(let code), .code(let other)):
            #expect(code.value == other.value)
            #expect(code.payload == other.payload)
            #expect(isNear(points(code.corners), points(other.corners)))
        case (.face(let face), .face(let other)):
            #expect(isNear(face.roll, other.roll))
            #expect(isNear(face.yaw, other.yaw))
            #expect(isNear(points(face.landmarks), points(other.landmarks)))
        default: Issue.record("a face has become a code")
        }
    }

    private func isNear(_ points: [Point], _ others: [Point]) -> Bool {
        points.count == others.count
            && zip(points, others).allSatisfy { abs($0.x - $1.x) <= 0.01 && abs($0.y - $1.y) <= 0.01 }
    }

    private func isNear(_ angle: Double?, _ other: Double?) -> Bool {
        guard let angle, let other else { return angle == nil && other == nil }
        let distance = abs(angle - other)
        return min(distance, 360 - distance) <= 0.11
    }

    private func corners(_ rect: Rect) -> [Point] {
        [Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY)]
    }

    private func points(_ quad: Quad) -> [Point] { [quad.topLeft, quad.bottomLeft, quad.bottomRight, quad.topRight] }

    private func points(_ marks: Landmarks?) -> [Point] {
        marks.map { [$0.leftEye, $0.rightEye, $0.nose, $0.mouthLeft, $0.mouthRight] } ?? []
    }
}
