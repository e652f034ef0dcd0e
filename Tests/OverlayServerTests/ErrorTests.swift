import OverlayMetadata
import OverlayWire
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ErrorTests {
    /// Requests that must fail: method, parameters, symbolic name, parameter at fault.
    static let mistakes: [(String, String, ErrorName, String?)] = [
        ("subscrib", "{}", .unknownMethod, "method"), ("", "{}", .unknownMethod, "method"),
        ("subscribe", "[]", .badType, "params"), ("subscribe", "7", .badType, "params"),
        ("subscribe", #"{"typs":[]}"#, .unknownParameter, "typs"),
        ("subscribe", #"{"layer":{"x":0,"y":0,"w":1,"width":1,"height":1}}"#, .unknownParameter, "layer.w"),
        ("subscribe", #"{"subscription":1}"#, .unknownParameter, "subscription"),
        ("ping", #"{"a":1}"#, .unknownParameter, "a"),
        ("subscribe", #"{"layer":{"x":0,"y":0,"width":1}}"#, .missingParameter, "layer.height"),
        ("connect", #"{"subscription":1}"#, .missingParameter, "input"),
        ("update", "{}", .missingParameter, "subscription"),
        ("convert", #"{"subscription":1,"to":"layer"}"#, .missingParameter, "point"),
        ("convert", #"{"subscription":1,"point":{"x":1,"y":1}}"#, .missingParameter, "to"),
        ("convert", #"{"point":{"x":1,"y":1},"to":"layer"}"#, .missingParameter, "frame"),
        ("subscribe", #"{"types":"all"}"#, .badType, "types"), ("subscribe", #"{"types":[1]}"#, .badType, "types[0]"),
        ("subscribe", #"{"enabled":1}"#, .badType, "enabled"), ("subscribe", #"{"gravity":3}"#, .badType, "gravity"),
        ("subscribe", #"{"layer":[0,0,1,1]}"#, .badType, "layer"),
        ("subscribe", #"{"mirrored":0}"#, .badType, "mirrored"),
        ("subscribe", #"{"layer":{"x":"0","y":0,"width":1,"height":1}}"#, .badType, "layer.x"),
        ("subscribe", #"{"connection":{}}"#, .badType, "connection"),
        ("subscribe", #"{"input":null}"#, .badType, "input"),
        ("subscribe", #"{"rule":"touches"}"#, .badValue, "rule"),
        ("subscribe", #"{"maxRate":0}"#, .badValue, "maxRate"),
        ("subscribe", #"{"maxObjects":1.5}"#, .badValue, "maxObjects"),
        ("subscribe", #"{"mirrored":"yes"}"#, .badValue, "mirrored"),
        ("subscribe", #"{"coordinates":"layer"}"#, .badValue, "coordinates"),
        (
            "subscribe", #"{"rectOfInterest":{"x":0,"y":0,"width":1,"height":1,"in":"layer"}}"#, .badValue,
            "rectOfInterest.in"
        ),
        (
            "subscribe", #"{"rectOfInterest":{"x":0,"y":0,"width":1,"height":1,"in":"pixels"}}"#, .badValue,
            "rectOfInterest.in"
        ),
        ("subscribe", #"{"connection":null,"input":"front"}"#, .badValue, "input"),
        ("subscribe", #"{"layer":{"x":0,"y":0,"width":-1,"height":1}}"#, .badLayer, "layer.width"),
        ("subscribe", #"{"layer":{"x":0,"y":0,"width":1e999,"height":1}}"#, .badLayer, "layer.width"),
        ("subscribe", #"{"layer":{"x":-1e300,"y":0,"width":1,"height":1}}"#, .badLayer, "layer.x"),
        ("subscribe", #"{"layer":{"x":0,"y":0,"width":1,"height":1e-300}}"#, .badLayer, "layer.height"),
        (
            "subscribe", #"{"rectOfInterest":{"x":0,"y":0,"width":-0.2,"height":1}}"#, .badRectangle,
            "rectOfInterest.width"
        ),
        (
            "subscribe", #"{"rectOfInterest":{"x":0,"y":0,"width":1,"height":0}}"#, .badRectangle,
            "rectOfInterest.height"
        ),
        ("subscribe", #"{"rectOfInterest":{"x":1,"y":0,"width":1,"height":1}}"#, .badRectangle, "rectOfInterest"),
        ("subscribe", #"{"rotation":45}"#, .badRotation, "rotation"),
        ("subscribe", #"{"rotation":-90}"#, .badRotation, "rotation"),
        ("subscribe", #"{"rotation":90,"orientation":"portrait"}"#, .badRotation, "orientation"),
        ("subscribe", #"{"orientation":"sideways"}"#, .badRotation, "orientation"),
        ("subscribe", #"{"gravity":"fill"}"#, .badGravity, "gravity"),
        ("subscribe", #"{"types":["qrcode"]}"#, .unknownType, "types[0]"),
        ("subscribe", #"{"types":["aztec"]}"#, .unavailableType, "types"),
        ("subscribe", #"{"types":["org.iso.MicroPDF417"]}"#, .unavailableType, "types"),
        ("subscribe", #"{"input":"frnt"}"#, .unknownInput, "input"),
        ("connect", #"{"subscription":1,"input":"x"}"#, .unknownInput, "input"),
        ("update", #"{"subscription":9}"#, .unknownSubscription, "subscription"),
        ("unsubscribe", #"{"subscription":0}"#, .badValue, "subscription"),
        ("connect", #"{"subscription":1,"input":"side"}"#, .alreadyConnected, "subscription"),
        ("disconnect", #"{"subscription":2}"#, .notConnected, "subscription"),
        ("convert", #"{"subscription":2,"point":{"x":1,"y":1},"to":"layer"}"#, .notConnected, "subscription"),
        ("convert", #"{"subscription":1,"point":{"x":1,"y":1},"to":"layer"}"#, .notReady, nil),
        (
            "convert",
            #"{"frame":{"width":1,"height":1},"layer":{"x":0,"y":0,"width":0,"height":1},"point":{"x":1,"y":1},"to":"layer"}"#,
            .notReady, nil
        ),
        (
            "convert",
            #"{"frame":{"width":0,"height":1},"layer":{"x":0,"y":0,"width":0,"height":1},"point":{"x":1,"y":1},"to":"layer"}"#,
            .badValue, "frame.width"
        ),
        (
            "convert", #"{"subscription":1,"frame":{"width":1,"height":1},"point":{"x":1,"y":1},"to":"layer"}"#,
            .badValue, "frame"
        ),
        ("convert", #"{"subscription":1,"point":{"x":1,"y":1},"rectangle":{},"to":"layer"}"#, .badValue, "rectangle"),
        ("subscribe", #"{"mode":"events"}"#, .notSupported, "mode"),
        ("subscribe", #"{"linger":2}"#, .notSupported, "linger"),
        ("subscribe", #"{"smoothing":"some"}"#, .badValue, "smoothing"),
        ("subscribe", #"{"minFace":"small"}"#, .badType, "minFace"),
        ("update", #"{"subscription":1,"minFace":0}"#, .badValue, "minFace"),
        ("latest", #"{"subscription":1}"#, .notReady, "subscription"),
        ("latest", #"{"subscription":2}"#, .notConnected, "subscription"),
        ("latest", #"{"subscription":9}"#, .unknownSubscription, "subscription"),
        ("latest", #"{"subscription":1,"input":"front"}"#, .badValue, "input"),
        ("latest", #"{"input":"frnt"}"#, .unknownInput, "input"),
        ("latest", #"{"types":["aztec"]}"#, .unavailableType, "types"),
        ("latest", #"{"types":[]}"#, .badValue, "types"),
        ("latest", #"{"everyFrame":true}"#, .unknownParameter, "everyFrame"),
        ("pause", "{}", .notPermitted, "method"), ("controls", "{}", .notPermitted, "method"),
        ("focus", "{}", .missingParameter, "subscription"),
        ("focus", #"{"subscription":1}"#, .missingParameter, "point"),
        ("focus", #"{"subscription":9,"point":{"x":0,"y":0}}"#, .unknownSubscription, "subscription"),
        ("focus", #"{"subscription":1,"point":{"x":0,"y":0},"in":"pixels"}"#, .badValue, "in"),
        ("focus", #"{"subscription":1,"point":{"x":2,"y":0}}"#, .badValue, "point"),
        ("focus", #"{"subscription":1,"point":{"x":0,"y":0}}"#, .notSupported, "input"),
        ("focus", #"{"subscription":2,"point":{"x":0,"y":0}}"#, .notConnected, "subscription"),
        ("snapshot", "{}", .notEnabled, "method"),
        ("subscribe", "{}", .tooMany, nil),
    ]

    @Test("each mistake has its symbolic name and names the parameter at fault", arguments: mistakes)
    func eachMistake(method: String, params: String, name: ErrorName, parameter: String?) throws {
        let server = try TestServer(limits: Hello.Limits(subscriptions: 2))
        let client = try server.greeted()
        try client.request("subscribe")
        if name == .tooMany { try client.request("subscribe") }
        if method != "subscribe" { try client.request("subscribe", #"{"connection":null}"#) }
        let error = try client.failure(method, params)
        #expect(error?.name == name)
        #expect(error?.parameter == parameter)
        #expect(error?.message.isEmpty == false)
        let count: Int64 = method == "subscribe" && name != .tooMany ? 1 : 2
        #expect(try client.request("status")["subscriptions"] == .integer(count))
    }

    /// Lines that are no requests, and the id that their error carries.
    static let malformed: [(String, ErrorName, String)] = [
        ("hello", .parseError, "null"), ("{", .parseError, "null"), ("\u{FEFF}{}", .parseError, "null"),
        (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":NaN}}"#, .parseError, "null"),
        (#"{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}"#, .parseError, "null"),
        (String(repeating: "[", count: 60_000), .tooDeep, "null"),
        (String(repeating: "x", count: 65_537), .tooLong, "null"),
        (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, .batchRefused, "null"), ("[]", .batchRefused, "null"),
        ("7", .invalidRequest, "null"), (#""ping""#, .invalidRequest, "null"), ("null", .invalidRequest, "null"),
        ("{}", .invalidRequest, "null"), (#"{"id":5,"method":"ping"}"#, .invalidRequest, "5"),
        (#"{"jsonrpc":2,"id":5,"method":"ping"}"#, .invalidRequest, "5"),
        (#"{"jsonrpc":"2.0","id":5}"#, .invalidRequest, "5"),
        (#"{"jsonrpc":"2.0","id":5,"method":7}"#, .invalidRequest, "5"),
        (#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, .invalidRequest, "null"),
        (#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, .invalidRequest, "null"),
        (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, .invalidRequest, "null"),
        (#"{"jsonrpc":"3.0","id":"x","method":"ping"}"#, .unsupportedProtocol, "\"x\""),
    ]

    @Test(
        "a line that is no request gets an error, and the next one is answered", arguments: malformed, Carrier.allCases)
    func eachMalformed(mistake: (line: String, name: ErrorName, id: String), carrier: Carrier) throws {
        let client = try TestServer(carrier).greeted()
        client.send(mistake.line)
        let lines = client.lines()
        #expect(lines.count == 1)
        #expect(
            lines.first?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(mistake.id),"error":{"code":\#(mistake.name.code),"#)
                == true)
        #expect(lines.first?.contains(#""data":{"name":"\#(mistake.name.rawValue)""#) == true)
        #expect(try client.request("ping")["time"] != nil)
    }

    @Test("every symbolic name of the protocol is produced by one of these, but the one for the server's own faults")
    func complete() {
        let produced = Set(ErrorTests.mistakes.map(\.2)).union(ErrorTests.malformed.map(\.1))
        #expect(Set(ErrorName.allCases).subtracting(produced) == [.internalError])
    }

    @Test("an error reads as the protocol's page has it")
    func golden() throws {
        let client = try TestServer().greeted()
        client.send(
            #"{"jsonrpc":"2.0","id":3,"method":"subscribe","params":{"rectOfInterest":{"x":0,"y":0,"width":-0.2,"height":1}}}"#
        )
        #expect(
            client.lines() == [
                #"{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"rectOfInterest.width must be greater than 0, "#
                    + #"got -0.2","data":{"name":"badRectangle","parameter":"rectOfInterest.width","got":-0.2,"#
                    + #""expected":"a finite number greater than 0","retryable":false}}}"#
            ])
    }

    @Test(
        "a near miss is answered with what was probably meant",
        arguments: [
            ("subscrib", "{}", "subscribe"), ("subscribe", #"{"typs":[]}"#, "types"),
            ("subscribe", #"{"types":["qrcode"]}"#, "qr_code"),
            ("subscribe", #"{"layer":{"widht":1}}"#, "layer.width"),
            ("subscribe", #"{"input":"Front"}"#, "front"), ("subscribe", #"{"rectofinterest":{}}"#, "rectOfInterest"),
            ("subscribe", #"{"types":["barcodes"]}"#, "codes"), ("latest", #"{"types":["barcode"]}"#, "codes"),
            ("subscribe", #"{"types":["AVMetadataObjectTypeFace"]}"#, "face"),
            ("subscribe", #"{"videoGravity":"resize"}"#, "gravity"), ("subscribe", #"{"rotate":90}"#, "rotation"),
            ("subscribe", #"{"layer":{"w":1}}"#, "layer.width"),
        ])
    func suggestions(method: String, params: String, meant: String) throws {
        let error = try TestServer().greeted().failure(method, params)
        #expect(error?.message.hasSuffix("did you mean \(meant)?") == true)
    }

    @Test("a name of one letter is not taken for another one")
    func noSuggestion() throws {
        let error = try TestServer().greeted().failure("subscribe", #"{"layer":{"z":1}}"#)
        #expect(
            error?.message
                == "subscribe has no parameter layer.z; there are: layer.x, layer.y, layer.width, layer.height")
    }

    @Test("a name that is none is answered with what was meant, or with all that there are", arguments: mistakes)
    func names(method: String, params: String, name: ErrorName, parameter: String?) throws {
        let strangers: [ErrorName] = [
            .unknownMethod, .unknownParameter, .unknownType, .unavailableType, .unknownInput, .unknownSubscription,
        ]
        guard strangers.contains(name) else { return }
        let client = try TestServer().greeted()
        for _ in 0..<2 { try client.request("subscribe") }
        let error = try #require(try client.failure(method, params))
        let available = try #require(error.available)
        let isGuess = error.message.hasSuffix("?")
        #expect(isGuess || available.allSatisfy(error.message.contains) || error.message.hasSuffix("there is none"))
    }

    @Test(
        "what must be an object is shown one, and what it was instead",
        arguments: [
            ("subscribe", #"{"layer":[1080,1920]}"#, #"got [1080,1920]"#, #"{"x":0,"y":0,"width":1080,"height":1920}"#),
            ("subscribe", #"{"rectOfInterest":5}"#, "got 5", #"{"x":0.25,"y":0,"width":0.5,"height":1}"#),
            ("subscribe", #"{"types":{}}"#, "got {}", #"["codes"]"#),
            ("convert", #"{"frame":"1280x720"}"#, #"got "1280x720""#, #"{"width":1280,"height":720}"#),
            ("convert", #"{"subscription":1,"point":[1,2]}"#, "got [1,2]", #"{"x":0.5,"y":0.5}"#),
            ("convert", #"{"subscription":1,"rectangle":null}"#, "got null", #""width":0.5"#),
        ])
    func shapes(method: String, params: String, got: String, example: String) throws {
        let error = try #require(try TestServer().greeted().failure(method, params))
        #expect(error.name == .badType)
        #expect(error.message.contains(" such as "))
        #expect(error.message.contains(example))
        #expect(error.message.hasSuffix(got))
        #expect(error.expected?.contains(example) == true)
    }

    @Test("what is long is named by its kind alone")
    func longValue() throws {
        let long = "[" + Array(repeating: "1", count: 100).joined(separator: ",") + "]"
        let error = try TestServer().greeted().failure("subscribe", #"{"layer":\#(long)}"#)
        #expect(error?.message.hasSuffix("got an array") == true)
    }

    @Test("what belongs to a later version is said to, by every method that is not served", arguments: Method.allCases)
    func laterMethods(method: Method) throws {
        guard let refusal = method.refusal else { return #expect(Method.served.contains(method)) }
        #expect(refusal.message.hasPrefix("\(method) "))
        #expect(refusal.message.hasSuffix("not part of this version") != Method.controlling.contains(method))
        #expect(refusal.available == Method.served.map(\.rawValue))
    }

    @Test("what a subscription keeps for life is not a parameter of update, and the error says whose it is")
    func keptParameters() throws {
        let client = try TestServer().greeted()
        try client.request("subscribe")
        let error = try client.failure("update", #"{"subscription":1,"mode":"frames"}"#)
        #expect(error?.message == "update has no parameter mode; it is given to subscribe, and stays")
    }

    @Test(
        "the third malformed line in a row closes the connection, two and a good one do not",
        arguments: Carrier.allCases)
    func thirdMalformed(carrier: Carrier) throws {
        let server = try TestServer(carrier)
        server.goLive()
        let client = try server.greeted()
        try client.request("subscribe", #"{"types":["all"]}"#)
        for _ in 0..<4 {
            client.send("no")
            client.send(String(repeating: "y", count: 70_000))
            try client.request("ping")
        }
        #expect(!client.isClosed)
        for line in ["no", String(repeating: "y", count: 70_000), "{\"a\":", "ignored"] { client.send(line) }
        #expect(client.lines().count == 3)
        #expect(client.isClosed)
        #expect(server.demands["front"] == .nothing)
        #expect(carrier == .memory || server.log.first?.contains("3 malformed lines in a row") == true)
    }

    @Test(
        "ten megabytes without a newline cost no more than the limit, and count as one line",
        arguments: Carrier.allCases)
    func tenMegabytes(carrier: Carrier) throws {
        let client = try TestServer(carrier).greeted()
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
        for _ in 0..<100 { client.send(bytes: chunk) }
        client.send("")
        #expect(client.lines().map { $0.contains("tooLong") } == [true])
        #expect(try client.request("ping")["time"] != nil)
    }

    @Test("a client beyond the limit is told so and closed; the others go on")
    func clientLimit() throws {
        let server = try TestServer(.socket, limits: Hello.Limits(clients: 2))
        let first = try server.greeted()
        let second = try server.greeted()
        let third = try server.client()
        let lines = third.lines()
        #expect(lines.count == 1)
        #expect(lines.first?.contains(#""name":"tooMany""#) == true)
        #expect(third.isClosed)
        second.vanish()
        #expect(try first.request("status")["clients"] == .integer(1))
        #expect(try server.greeted().request("ping")["time"] != nil)
    }

    @Test("without an input a subscription has nothing to connect to, and may be made without")
    func noInputs() throws {
        let client = try TestServer(inputs: []).greeted()
        #expect(try client.failure("subscribe")?.name == .unknownInput)
        #expect(try client.request("subscribe", #"{"connection":null}"#)["connection"] == .null)
    }
}
