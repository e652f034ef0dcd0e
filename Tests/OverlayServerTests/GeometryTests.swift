import OverlayGeometry
import OverlayMetadata
import OverlayWire
import Testing

@Suite(.timeLimit(.minutes(1)))
struct GeometryTests {
    static let combinations: [(Gravity, Rotation, Bool)] = Gravity.allCases.flatMap { gravity in
        Rotation.allCases.flatMap { rotation in [false, true].map { (gravity, rotation, $0) } }
    }

    @Test("each of the 24 transforms is what clients convert by themselves", arguments: combinations)
    func eachCombination(gravity: Gravity, rotation: Rotation, mirrored: Bool) throws {
        let bounds = Rect(x: 12, y: 34, width: 300, height: 500)
        let layer = try #require(
            PreviewLayer(
                frame: Size(width: 1280, height: 720), bounds: bounds, gravity: gravity, rotation: rotation,
                mirrored: mirrored))
        let server = try TestServer()
        server.goLive()
        let (client, device) = (try server.greeted(), try server.greeted())
        let reply = try client.request(
            "subscribe",
            #"{"types":["all"],"layer":{"x":12,"y":34,"width":300,"height":500},"gravity":"\#(gravity.rawValue)","#
                + #""rotation":\#(rotation.rawValue),"mirrored":\#(mirrored)}"#)
        try device.request("subscribe", #"{"types":["all"]}"#)
        let geometry = try #require(ReceivedGeometry(reply))
        for (sent, exact) in zip(geometry.matrix?.members ?? [], layer.matrix.members) {
            #expect(abs(sent - exact) <= 5.1e-7)
        }
        #expect(geometry.matrix != nil)
        server.frame(.sample(2, [.code(), .face()]))
        let sent = try #require(try client.metadata().first?.objects)
        let raw = try #require(try device.metadata().first?.objects)
        #expect(sent.count == 2)
        for (sent, exact) in zip(sent, raw.map { $0.converted(to: layer) }) {
            #expect(GeometryTests.distance(sent.bounds, exact.bounds) < 0.01)
            switch (sent.kind, exact.kind) {
            case (.code(let sent), .code(let exact)):
                #expect(sent.corners.winding.sign == exact.corners.winding.sign)
                for (sent, exact) in zip(sent.corners.corners, exact.corners.corners) {
                    #expect(sent.distance(to: exact) < 0.01)
                }
            case (.face(let sent), .face(let exact)):
                #expect(Angle.difference(sent.roll ?? -1, exact.roll ?? -2) < 0.11)
                #expect(Angle.difference(sent.yaw ?? -1, exact.yaw ?? -2) < 0.11)
                let (eye, other) = (try #require(sent.landmarks?.leftEye), try #require(exact.landmarks?.leftEye))
                #expect(eye.distance(to: other) < 0.01)
            default: Issue.record("kinds differ")
            }
        }
    }

    static func distance(_ first: Rect, _ second: Rect) -> Double {
        [first.x - second.x, first.y - second.y, first.width - second.width, first.height - second.height]
            .map(abs).max() ?? 0
    }

    @Test("a layer under 10 units carries six decimals, others three")
    func decimals() throws {
        let server = try TestServer()
        server.goLive()
        let client = try server.greeted()
        try client.request(
            "subscribe", #"{"types":["face"],"mirrored":false,"layer":{"x":0,"y":0,"width":9,"height":12}}"#)
        let small = Rect(x: 1.0 / 3, y: 0.25, width: 1.0 / 7, height: 0.25)
        server.frame(.sample(2, [.face(at: small)]))
        #expect(
            client.lines().first?.contains(#""bounds":{"x":3,"y":4.734375,"width":1.285714,"height":1.265625}"#) == true
        )
        try client.request("update", #"{"subscription":1,"layer":{"x":0,"y":0,"width":10,"height":12}}"#)
        server.frame(.sample(3, [.face(at: small)]))
        #expect(client.lines().first?.contains(#""bounds":{"x":3.333,"y":4.594,"width":1.429,"height":1.406}"#) == true)
    }

    @Test(
        "the first frame and a new format are announced before the first message of their revision",
        arguments: Carrier.allCases)
    func frameSize(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        let client = try server.greeted()
        let params = #"{"types":["all"],"layer":{"x":0,"y":0,"width":100,"height":100},"gravity":"resize"}"#
        let reply = try #require(ReceivedGeometry(try client.request("subscribe", params)))
        #expect(reply.matrix == nil)
        #expect(server.demands["front"]?.codes == .unit)
        for (revision, size) in [
            (2, FrameSize(width: 1280, height: 720)), (3, FrameSize(width: 640, height: 480, pixelAspect: 1.25)),
        ] {
            server.frame(.sample(9, [.code()], size: size))
            let messages = try client.messages()
            guard messages.count == 2, case .geometry(let geometry) = messages[0],
                case .metadata(let message) = messages[1]
            else {
                Issue.record("\(messages)")
                return
            }
            #expect(geometry.revision == revision)
            #expect(geometry.frame == size)
            #expect(geometry.matrix == AffineMatrix(a: -100, b: 0, c: 0, d: 100, tx: 100, ty: 0))
            #expect(message.revision == revision)
            #expect(message.frame == size)
        }
        server.frame(.sample(10, [.code()], size: FrameSize(width: 640, height: 480, pixelAspect: 1.25)))
        #expect(try client.messages().count == 1)
    }

    @Test("objects that waited when the geometry changed are not lost: the next frame is sent, even an empty one")
    func geometryOverWaiting() throws {
        let server = try TestServer()
        server.goLive()
        let client = try server.greeted()
        try client.request("subscribe", #"{"types":["all"]}"#)
        server.frame(.sample(2, [.code()]))
        server.frame(.sample(3))
        server.frame(.sample(4, [], size: FrameSize(width: 640, height: 480)))
        let messages = try client.messages()
        guard messages.count == 2, case .geometry = messages[0], case .metadata(let message) = messages[1] else {
            Issue.record("\(messages)")
            return
        }
        #expect(message.objects.isEmpty)
        #expect(message.revision == 2)
    }

    @Test("a layer that is not laid out yet is taken, and delivers once it is")
    func layoutPending() throws {
        let server = try TestServer()
        server.goLive()
        let client = try server.greeted()
        let reply = try client.request("subscribe", #"{"types":["all"],"layer":{"x":0,"y":0,"width":0,"height":90}}"#)
        #expect(reply["matrix"] == .null)
        #expect(reply["frame"] != .null)
        #expect(server.demands["front"] == nil)
        server.frame(.sample(2, [.code()]))
        #expect(try client.metadata().isEmpty)
        #expect(
            try client.failure("convert", #"{"subscription":1,"point":{"x":0,"y":0},"to":"layer"}"#)?.name == .notReady)
        let update = #"{"subscription":1,"layer":{"x":0,"y":0,"width":160,"height":90}}"#
        #expect(try client.request("update", update)["objects"]?.array?.count == 1)
        server.frame(.sample(3, [.code()]))
        #expect(try client.metadata().count == 1)
    }

    @Test("a rectangle in the layer stays there and is converted anew on each change")
    func regionInLayer() throws {
        let server = try TestServer()
        let client = try server.greeted()
        let params =
            #"{"types":["all"],"mirrored":false,"gravity":"resize","layer":{"x":0,"y":0,"width":100,"height":100},"#
            + #""rectOfInterest":{"x":50,"y":0,"width":80,"height":100,"in":"layer"}}"#
        let first = try client.request("subscribe", params)
        #expect(first["rectOfInterest"] == .null)
        #expect(server.demands["front"]?.codes == .unit)
        server.goLive()
        guard case .geometry(let geometry)? = try client.messages().last else {
            Issue.record("no geometry")
            return
        }
        #expect(geometry.rectOfInterest == Rect(x: 0.5, y: 0, width: 0.5, height: 1))
        #expect(geometry.rectOfInterestInLayer == Rect(x: 50, y: 0, width: 50, height: 100))
        #expect(server.demands["front"]?.codes == Rect(x: 0.5, y: 0, width: 0.5, height: 1))

        let turned = try client.request("update", #"{"subscription":1,"rotation":180}"#)
        #expect(turned["rectOfInterest"]?.rect == Rect(x: 0, y: 0, width: 0.5, height: 1))
        let wider = try client.request("update", #"{"subscription":1,"layer":{"x":0,"y":0,"width":200,"height":100}}"#)
        #expect(wider["rectOfInterest"]?.rect == Rect(x: 0.35, y: 0, width: 0.4, height: 1))
        #expect(wider["rectOfInterestInLayer"]?.rect == Rect(x: 50, y: 0, width: 80, height: 100))
        let away = try client.request("update", #"{"subscription":1,"layer":{"x":300,"y":0,"width":200,"height":100}}"#)
        #expect(away["rectOfInterest"] == .null)
        #expect(server.demands["front"] == .nothing)
        let outside = #"{"subscription":1,"rectOfInterest":{"x":0,"y":0,"width":9,"height":9,"in":"layer"}}"#
        #expect(try client.failure("update", outside)?.name == .badRectangle)
        let whole = try client.request("update", #"{"subscription":1,"rectOfInterest":null}"#)
        #expect(whole["rectOfInterest"]?.rect == .unit)
    }

    @Test("a rectangle is cut to the picture, and the cut one is echoed")
    func regionIsCut() throws {
        let client = try TestServer().greeted()
        let reply = try client.request("subscribe", #"{"rectOfInterest":{"x":-0.5,"y":0.25,"width":1,"height":3}}"#)
        #expect(reply["rectOfInterest"]?.rect == Rect(x: 0, y: 0.25, width: 0.5, height: 0.75))
        #expect(reply["rectOfInterestInLayer"] == .null)
    }

    @Test("convert answers for a subscription and for a geometry of its own")
    func convert() throws {
        let server = try TestServer()
        let client = try server.greeted()
        let own =
            #""frame":{"width":1600,"height":900},"layer":{"x":12,"y":34,"width":300,"height":500},"#
            + #""gravity":"resizeAspectFill","rotation":90,"mirrored":true"#
        let point = try client.request("convert", #"{\#(own),"point":{"x":0.25,"y":0.4},"to":"layer"}"#)
        let layer = try #require(
            PreviewLayer(
                frame: Size(width: 1600, height: 900), bounds: Rect(x: 12, y: 34, width: 300, height: 500),
                gravity: .resizeAspectFill, rotation: .quarter, mirrored: true))
        let exact = layer.layerPoint(fromDevice: Point(x: 0.25, y: 0.4))
        #expect((point["point"]?.point).map { $0.distance(to: exact) < 0.001 } == true)
        let back = try client.request(
            "convert", #"{\#(own),"rectangle":{"x":12,"y":34,"width":300,"height":0},"to":"device"}"#)
        #expect(back["space"] == "device")
        #expect(back["rectangle"]?.rect?.height ?? 0 > 0.9)

        try client.request("subscribe", #"{"layer":{"x":0,"y":0,"width":1280,"height":720},"mirrored":true}"#)
        let pointParams = #"{"subscription":1,"point":{"x":0.25,"y":1.5},"to":"layer"}"#
        #expect(try client.failure("convert", pointParams)?.name == .notReady)
        server.goLive()
        #expect(
            try client.request("convert", pointParams).text
                == #"{"point":{"x":960,"y":1080},"space":"layer","revision":2}"#)
    }

    @Test("convert takes objects as messages have them, and none of another input")
    func convertObject() throws {
        let server = try TestServer()
        server.goLive()
        let client = try server.greeted()
        try client.request("subscribe", #"{"layer":{"x":0,"y":0,"width":1280,"height":720},"mirrored":true}"#)
        let object =
            #"{"type":"face","id":7,"bounds":{"x":0.5,"y":0.25,"width":0.125,"height":0.25},"roll":2.5,"yaw":340,"#
            + #""landmarks":{"nose":{"x":0.55,"y":0.4}},"mine":[1]}"#
        let there = try client.request("convert", #"{"subscription":1,"object":\#(object),"to":"layer"}"#)
        #expect(
            there["object"]?.text
                == #"{"type":"face","id":7,"bounds":{"x":480,"y":180,"width":160,"height":180},"roll":357.5,"yaw":20,"#
                + #""landmarks":{"nose":{"x":576,"y":288}},"mine":[1]}"#)
        let back = try client.request(
            "convert", #"{"subscription":1,"object":\#(there["object"]?.text ?? ""),"to":"device"}"#)
        #expect(back["object"]?.text == object)
        let foreign = #"{"input":"side","bounds":{"x":0,"y":0,"width":1,"height":1}}"#
        let none = try client.request("convert", #"{"subscription":1,"object":\#(foreign),"to":"layer"}"#)
        #expect(none["object"] == .null)
        let code =
            #"{"bounds":{"x":0,"y":0,"width":0,"height":0},"corners":[{"x":0.1,"y":0.1},{"x":0.1,"y":0.2},"#
            + #"{"x":0.3,"y":0.2},{"x":0.3,"y":0.1}]}"#
        let converted = try client.request("convert", #"{"subscription":1,"object":\#(code),"to":"layer"}"#)
        #expect(converted["object"]?["bounds"]?.text == #"{"x":896,"y":72,"width":256,"height":72}"#)
    }

    @Test(
        "an object of another input is null, whatever keeps the subscription from a transform",
        arguments: [
            (#"{"layer":{"x":0,"y":0,"width":9,"height":9}}"#, ErrorName.notReady),
            (#"{"layer":{"x":0,"y":0,"width":0,"height":9}}"#, .notReady), ("{}", .notReady),
            (#"{"connection":null}"#, .notConnected),
        ])
    func foreignObject(_ subscription: String, _ obstacle: ErrorName) throws {
        let client = try TestServer().greeted()
        try client.request("subscribe", subscription)
        func params(_ input: String) -> String {
            #"{"subscription":1,"object":{\#(input)"bounds":{"x":0,"y":0,"width":1,"height":1}},"to":"layer"}"#
        }
        let answer = try client.request("convert", params(#""input":"side","#))
        #expect(answer["object"] == .null)
        #expect(answer["space"] == .string("layer"))
        #expect(try client.failure("convert", params(""))?.name == obstacle)
        #expect(try client.failure("convert", params(#""input":7,"#))?.parameter == "object.input")
        guard obstacle == .notReady else { return }
        #expect(try client.failure("convert", params(#""input":"front","#))?.name == obstacle)
    }
}
