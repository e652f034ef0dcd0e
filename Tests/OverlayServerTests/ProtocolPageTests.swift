import Foundation
import OverlayWire
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ProtocolPageTests {
    @Test("the server answers exactly as docs/protocol.md says")
    func replay() throws {
        let page = try ProtocolPage()
        let replayed = try page.replayed()
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try replayed.joined(separator: "\n").write(to: ProtocolPage.file, atomically: true, encoding: .utf8)
            return
        }
        #expect(replayed.count == page.lines.count)
        for (place, (written, sent)) in zip(page.lines, replayed).enumerated() {
            #expect(written == sent, "docs/protocol.md:\(place + 1); UPDATE_GOLDEN=1 rewrites it")
            if written != sent { break }
        }
    }

    @Test("each line that the page shows from a server is what the schema says, and what a client understands")
    func serverLines() throws {
        let (page, schema) = (try ProtocolPage(), try Schema())
        for line in page.lines("←") {
            #expect(schema.faults(of: try JSONReader.read(line), as: "serverMessage") == [], "\(line)")
            if case .other = try ServerMessage(line: Array(line.utf8)) { Issue.record("not understood: \(line)") }
        }
        #expect(page.lines("←").count > 30)
    }

    @Test("each request that the page shows is what the schema says, unless an error answers it")
    func requests() throws {
        let (messages, schema) = (try ProtocolPage().messages, try Schema())
        let pairs = zip(messages, messages.dropFirst()).filter { $0.0.arrow == "→" && $0.1.arrow == "←" }
        #expect(pairs.count > 20)
        for (request, answer) in pairs where !answer.line.contains(#""error":{"#) {
            let value = try JSONReader.read(request.line)
            #expect(schema.faults(of: value, as: "request") == [], "\(request.line)")
        }
    }

    @Test("what the page shows over many lines is, as one line, what the server sends")
    func wholeLines() throws {
        let server = try TestServer()
        server.goLive()
        let client = try server.client()
        client.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"types":["all"]}}"#)
        server.frame(.sample(2, [.code(), .face()]))
        client.send(#"{"jsonrpc":"2.0","id":2,"method":"describe"}"#)
        let lines = client.lines()
        #expect(lines.count == 4)
        for line in lines {
            let shown = PrettyJSON.lines(try JSONReader.read(line))
            #expect(shown.count > 1)
            #expect(shown.allSatisfy { $0.count <= 110 })
            #expect(try JSONReader.read(shown.joined(separator: "\n")).text == line)
        }
    }

    @Test("the page and the schema name every error with its code", arguments: ErrorName.allCases)
    func errors(name: ErrorName) throws {
        let row = "| `\(name.rawValue)` | −\(-name.code) |"
        #expect(try ProtocolPage().lines.contains { $0.hasPrefix(row) })
        #expect(try Schema().errorNames.contains(name.rawValue))
    }

    @Test(
        "the page names every parameter",
        arguments: Set(SubscriptionChange.parameters + Conversion.parameters + Latest.parameters))
    func parameters(name: String) throws {
        #expect(try ProtocolPage().lines.contains { $0.contains("`\(name)`") })
    }

    @Test("the schema tells what is wrong with a message")
    func schemaRefuses() throws {
        let schema = try Schema()
        for line in [
            #"{"jsonrpc":"2.0","method":"metadata","params":{"subscription":1}}"#,
            #"{"jsonrpc":"2.0","method":"hello","params":{}}"#, #"{"jsonrpc":"1.0","id":1,"result":{}}"#,
            #"{"jsonrpc":"2.0","id":1,"result":{"time":1,"wall":2,"more":3}}"#, "[]", "7",
        ] {
            #expect(schema.faults(of: try JSONReader.read(line), as: "serverMessage") != [], "\(line)")
        }
    }
}
