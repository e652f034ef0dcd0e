import OverlayGeometry
@testable import OverlayServer
import OverlayWire
import Testing

@Suite("What cameras are asked to do", .timeLimit(.minutes(1)))
struct SteeringTests {
    /// A server whose cameras do what they are told once `settle` is called.
    private final class Cameras {
        let server: TestServer
        private(set) var asked: [Steering] = []
        private var waiting: [(Result<JSONObject, WireError>) -> Void] = []

        init(_ carrier: Carrier, allowsFocus: Bool = true) throws {
            server = try TestServer(carrier, allowsFocus: allowsFocus)
            server.steer = { [unowned self] _, steering, done in
                asked.append(steering)
                waiting.append(done)
            }
        }

        func settle(_ result: Result<JSONObject, WireError> = .success(["uses": .array([])])) {
            let all = waiting
            waiting = []
            for done in all { done(result) }
        }
    }

    @Test(
        "a point of the layer comes to the camera in device space, and the reply when it is done",
        arguments: Carrier.allCases)
    func focus(carrier: Carrier) throws {
        let cameras = try Cameras(carrier)
        let client = try cameras.server.greeted()
        cameras.server.goLive()
        try client.request(
            "subscribe", #"{"layer":{"x":0,"y":0,"width":720,"height":1280},"rotation":90,"mirrored":false}"#)
        client.send(
            #"{"jsonrpc":"2.0","id":9,"method":"focus","params":{"subscription":1,"point":{"x":720,"y":0},"in":"layer"}}"#
        )
        #expect(client.lines().isEmpty)
        #expect(cameras.asked == [.focus(Point(x: 0, y: 0))])
        cameras.settle()
        #expect(client.lines() == [#"{"jsonrpc":"2.0","id":9,"result":{"uses":[]}}"#])
    }

    @Test(
        "a client that goes while its camera works is forgotten, and one that ended its writing still gets the answer")
    func gone() throws {
        let cameras = try Cameras(.socket)
        let request =
            #"{"jsonrpc":"2.0","id":9,"method":"focus","params":{"subscription":1,"point":{"x":0.5,"y":0.5}}}"#
        let gone = try cameras.server.greeted()
        try gone.request("subscribe")
        gone.send(request)
        gone.vanish()
        let patient = try cameras.server.greeted()
        try patient.request("subscribe")
        patient.send(request)
        patient.endWriting()
        #expect(!patient.isClosed)
        cameras.settle()
        #expect(patient.lines().count == 1)
    }

    @Test("one client cannot keep more than sixteen requests waiting")
    func crowd() throws {
        let cameras = try Cameras(.memory)
        let client = try cameras.server.greeted()
        try client.request("subscribe")
        let point = #"{"subscription":1,"point":{"x":0.5,"y":0.5}}"#
        for _ in 0..<16 { client.send(#"{"jsonrpc":"2.0","id":1,"method":"focus","params":\#(point)}"#) }
        #expect(try client.failure("focus", point)?.name == .tooMany)
        cameras.settle()
        #expect(client.lines().count == 16)
    }

    @Test("focus is off when the configuration says so, and names the setting")
    func off() throws {
        let cameras = try Cameras(.memory, allowsFocus: false)
        let client = try cameras.server.greeted()
        try client.request("subscribe")
        let error = try client.failure("focus", #"{"subscription":1,"point":{"x":0.5,"y":0.5}}"#)
        #expect(error?.name == .notEnabled)
        #expect(error?.setting == "focus")
        #expect(cameras.asked.isEmpty)
    }

    @Test("controls are for the control socket only", arguments: Carrier.allCases)
    func controls(carrier: Carrier) throws {
        let cameras = try Cameras(carrier)
        #expect(try cameras.server.greeted().failure("controls")?.name == .notPermitted)
        let client = try cameras.server.greeted(controls: true)
        client.send(#"{"jsonrpc":"2.0","id":9,"method":"controls","params":{"input":"side","set":{"gain":16}}}"#)
        #expect(cameras.asked == [.controls(["gain": .integer(16)])])
        cameras.settle(.failure(WireError(.badValue, "gain must be less", parameter: "set.gain")))
        #expect(client.lines().first?.contains(#""parameter":"set.gain""#) == true)
        #expect(try client.failure("controls", #"{"input":"sid"}"#)?.name == .unknownInput)
        #expect(try client.failure("controls", #"{"set":1}"#)?.name == .badType)
        #expect(try client.failure("pause")?.name == .notPermitted)
    }
}
