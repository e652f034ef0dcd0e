import OverlayGeometry
import OverlayMetadata
import OverlayWire
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DemandTests {
    @Test(
        "a subscription demands what can be delivered of it, or could be once the frame size is known",
        arguments: [
            (#"{"types":[]}"#, Demand.nothing), (#"{"types":["face"]}"#, Demand(faces: .unit)),
            (
                #"{"types":["qr_code","face"],"maxRate":2}"#,
                Demand(faces: .unit, codes: .unit, codeTypes: [.init(.qrCode)], rate: 2)
            ),
            (#"{"types":["face"],"minFace":0.1}"#, Demand(faces: .unit, minFace: 0.1)),
            (#"{"types":["qr_code"],"minFace":0.1}"#, Demand(codes: .unit, codeTypes: [.init(.qrCode)])),
            (#"{"types":["all"],"enabled":false}"#, .nothing), (#"{"types":["all"],"connection":null}"#, .nothing),
            (
                #"{"types":["face"],"rectOfInterest":{"x":0,"y":0,"width":0.5,"height":1}}"#,
                Demand(faces: Rect(x: 0, y: 0, width: 0.5, height: 1))
            ),
            (#"{"types":["face"],"layer":{"x":0,"y":0,"width":0,"height":9}}"#, .nothing),
            (
                #"{"types":["face"],"layer":{"x":0,"y":0,"width":0,"height":9},"coordinates":"device"}"#,
                Demand(faces: .unit)
            ),
            (#"{"types":["face"],"layer":{"x":0,"y":0,"width":9,"height":9}}"#, Demand(faces: .unit)),
            (
                #"{"types":["face"],"layer":{"x":0,"y":0,"width":9,"height":9},"rectOfInterest":{"x":0,"y":0,"width":1,"height":1,"in":"layer"}}"#,
                Demand(faces: .unit)
            ),
        ])
    func single(params: String, demand: Demand) throws {
        let server = try TestServer()
        let client = try server.greeted()
        try client.request("subscribe", params)
        #expect(server.demands["front"] ?? .nothing == demand)
        try client.request("unsubscribe", #"{"subscription":1}"#)
        #expect(server.demands["front"] ?? .nothing == .nothing)
    }

    @Test(
        "an input's demand is the union over clients and subscriptions, faces and codes apart",
        arguments: Carrier.allCases)
    func union(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        let (first, second) = (try server.greeted(), try server.greeted())
        try first.request(
            "subscribe", #"{"types":["face"],"maxRate":2,"rectOfInterest":{"x":0,"y":0,"width":0.25,"height":1}}"#)
        try first.request(
            "subscribe",
            #"{"types":["qr_code"],"maxRate":5,"rectOfInterest":{"x":0.5,"y":0.5,"width":0.25,"height":0.25}}"#)
        try second.request(
            "subscribe",
            #"{"types":["ean_13"],"maxRate":1,"rectOfInterest":{"x":0.75,"y":0,"width":0.25,"height":0.25}}"#)
        try second.request("subscribe", #"{"input":"side","types":["face"]}"#)
        #expect(
            server.demands["front"]
                == Demand(
                    faces: Rect(x: 0, y: 0, width: 0.25, height: 1),
                    codes: Rect(x: 0.5, y: 0, width: 0.5, height: 0.75),
                    codeTypes: ObjectTypes([.qrCode, .ean13]), rate: 5))
        #expect(server.demands["side"] == Demand(faces: .unit))
        try second.request("update", #"{"subscription":1,"maxRate":null}"#)
        #expect(server.demands["front"]?.rate == nil)
        first.vanish()
        #expect(server.demands["front"]?.faces == nil)
        #expect(server.demands["front"]?.codeTypes == ObjectTypes(.ean13))
        try second.request("update", #"{"subscription":1,"input":"side"}"#)
        #expect(server.demands["front"] == .nothing)
        #expect(server.demands["side"]?.codes != nil)
    }
}
