import OverlayWire
import Testing

@Suite("Malformed requests to the real daemon", .serialized, .timeLimit(.minutes(2)))
struct HostileLineTests {
    /// A line, the symbolic name of the answer, and the id that it carries.
    static let lines: [(String, ErrorName, String)] = [
        ("no JSON", .parseError, "null"), ("{", .parseError, "null"),
        (#"{"jsonrpc":"2.0","id":1,"#, .parseError, "null"),
        (nested(20), .tooDeep, "null"),
        (nested(60_000), .tooDeep, "null"),
        ("[]", .batchRefused, "null"), (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, .batchRefused, "null"),
        ("7", .invalidRequest, "null"), (#""ping""#, .invalidRequest, "null"), ("null", .invalidRequest, "null"),
        ("{}", .invalidRequest, "null"), (#"{"jsonrpc":"2.0","id":5}"#, .invalidRequest, "5"),
        (#"{"jsonrpc":"1.0","id":5,"method":"ping"}"#, .unsupportedProtocol, "5"),
        (request("pong"), .unknownMethod, "9"), (request("ping", #"{"a":1}"#), .unknownParameter, "9"),
        (request("subscribe", #"{"typs":[]}"#), .unknownParameter, "9"),
        (request("subscribe", #"{"layer":{"x":0,"y":0,"width":NaN,"height":1}}"#), .parseError, "null"),
        (request("subscribe", #"{"layer":{"x":0,"y":0,"width":Infinity,"height":1}}"#), .parseError, "null"),
        (layer("0", "0", "1e999", "1"), .badLayer, "9"), (layer("-1e999", "0", "1", "1"), .badLayer, "9"),
        (layer("0", "0", "-1", "1"), .badLayer, "9"), (layer("0", "0", "1", "1e300"), .badLayer, "9"),
        (layer("0", "0", #""1""#, "1"), .badType, "9"),
        (region("1", "0", "1", "1"), .badRectangle, "9"), (region("0", "0", "0", "1"), .badRectangle, "9"),
        (region("0", "0", "-0.2", "1"), .badRectangle, "9"), (region("0", "0", "1e999", "1"), .badRectangle, "9"),
        (request("subscribe", #"{"rotation":45}"#), .badRotation, "9"),
        (request("subscribe", #"{"rotation":1e999}"#), .badRotation, "9"),
        (request("subscribe", #"{"gravity":"fill"}"#), .badGravity, "9"),
        (request("subscribe", #"{"types":["qrcode"]}"#), .unknownType, "9"),
        (request("subscribe", #"{"types":["org.iso.MicroPDF417"]}"#), .unavailableType, "9"),
        (request("subscribe", #"{"input":"tset"}"#), .unknownInput, "9"),
        (request("update", #"{"subscription":99999999999999999999}"#), .badValue, "9"),
        (request("unsubscribe", #"{"subscription":7}"#), .unknownSubscription, "9"),
        (request("subscribe", #"{"maxRate":-5}"#), .badValue, "9"),
        (request("subscribe", #"{"maxObjects":-9223372036854775808}"#), .badValue, "9"),
    ]

    @Test("each malformed line has its error by name, and nobody else notices")
    func eachLine() throws {
        let (daemon, witness) = try daemonWithWitness()
        for (line, name, id) in Self.lines {
            let client = try daemon.client()
            try client.send(line)
            let reply = try client.reply()
            #expect(reply.id.text == id, "\(line.prefix(200))")
            #expect(reply.result.errorName == name, "\(line.prefix(200))")
            #expect(try client.request("ping")["time"] != nil)
        }
        try witness.expectUndisturbed()
    }

    /// The id as it is written, and as it comes back: null with an error for one that is none.
    static let ids: [(String, String, Bool)] = [
        ("1", "1", true), ("-7", "-7", true), ("0", "0", true), ("9007199254740993", "9007199254740993", true),
        (#""a""#, #""a""#, true), (#""""#, #""""#, true), (#""\u00e9\n""#, #""é\n""#, true),
        ("1.5", "1.5", true), ("true", "null", false), ("[1]", "null", false), ("{}", "null", false),
        (#"{"a":{"b":1}}"#, "null", false),
    ]

    @Test("an id of each kind comes back as it was, or is refused")
    func eachID() throws {
        let client = try DaemonProcess().client()
        for (id, answer, isGood) in Self.ids {
            try client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
            let reply = try client.reply()
            #expect(reply.id.text == answer)
            #expect(reply.result.errorName == (isGood ? nil : .invalidRequest))
        }
        // Without an id nothing is answered.
        try client.send(#"{"jsonrpc":"2.0","method":"ping"}"#)
        #expect(try client.request("ping")["time"] != nil)
        #expect(client.transcript.count == Self.ids.count + 1)
    }

    @Test("invalid UTF-8 is no JSON")
    func invalidText() throws {
        let (daemon, witness) = try daemonWithWitness()
        for bytes in [[0xFF, 0xFE], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]] {
            let client = try daemon.client()
            try client.send(Array(#"{"jsonrpc":"2.0","id":1,"method":""#.utf8) + bytes + Array("\"}\n".utf8))
            #expect(try client.reply().result.errorName == .parseError)
        }
        try witness.expectUndisturbed()
    }

    @Test("a line of 10 MB is refused once and skipped to its end")
    func longLine() throws {
        let (daemon, witness) = try daemonWithWitness()
        let client = try daemon.client()
        let part = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        for _ in 0..<10 {
            try client.send(part)
            try witness.expectUndisturbed()
        }
        try client.send([10])
        #expect(try client.reply().result.errorName == .tooLong)
        #expect(try client.request("ping")["time"] != nil)
        #expect(client.transcript.count == 2)
    }

    @Test("the third malformed line in a row closes the connection, with the reason in the log")
    func threeInARow() throws {
        let (daemon, witness) = try daemonWithWitness()
        let client = try daemon.client()
        try client.send("a\nb\nc\n")
        for _ in 0..<3 { #expect(try client.reply().result.errorName == .parseError) }
        #expect(throws: Client.Closed.self) { try client.nextLine() }
        try witness.expectUndisturbed()
        try daemon.process.awaitComplaint("3 malformed lines in a row")
    }

    private static func nested(_ levels: Int) -> String { String(repeating: "[", count: levels) }

    private static func request(_ method: String, _ params: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":9,"method":"\#(method)","params":\#(params)}"#
    }

    private static func layer(_ x: String, _ y: String, _ width: String, _ height: String) -> String {
        request("subscribe", #"{"layer":{"x":\#(x),"y":\#(y),"width":\#(width),"height":\#(height)}}"#)
    }

    private static func region(_ x: String, _ y: String, _ width: String, _ height: String) -> String {
        request("subscribe", #"{"rectOfInterest":{"x":\#(x),"y":\#(y),"width":\#(width),"height":\#(height)}}"#)
    }
}
