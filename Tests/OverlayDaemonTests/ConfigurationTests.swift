import OverlayDaemon
import OverlayDevices
import OverlayGeometry
import OverlayWire
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ConfigurationTests {
    private func configuration(_ text: String) throws -> Configuration {
        try Configuration(json: try JSONReader.read(text, dialect: .json5))
    }

    @Test("every key is understood, with comments and without quotes")
    func everything() throws {
        let configuration = try configuration(
            """
            {
                // where clients connect
                socket: '/tmp/a.sock', models: "models", closeAfter: "never",
                inputs: {
                    front: "test:,rate=5",
                    rear: { source: "/srv/pictures, all", loop: true, rate: 2.5, size: "320x240", mount: 90 },
                },
                limits: { clients: 10, subscriptions: 2, sendBuffer: 8192, stall: 3 },
            }
            """)
        #expect(configuration.socket == "/tmp/a.sock")
        #expect(configuration.models == "models")
        #expect(configuration.closeAfter == nil)
        #expect(configuration.inputs.map(\.name) == ["front", "rear"])
        #expect(configuration.inputs[1].source == .path("/srv/pictures, all"))
        #expect(configuration.inputs[1].loop)
        #expect(configuration.inputs[1].mount == .quarter)
        #expect(configuration.limits.clients == 10)
        #expect(configuration.limits.stall == 3)
    }

    @Test("a camera's controls are numbers, truth values and words")
    func controls() throws {
        let configuration = try configuration(
            """
            {
                focus: false,
                inputs: { door: { source: "usb:046d:0825", controls: { gain: 16, mute: true, auto: "Manual" } } },
            }
            """)
        #expect(
            configuration.inputs[0].controls == ["gain": .number(16), "mute": .flag(true), "auto": .text("Manual")])
        #expect(!configuration.allowsFocus)
    }

    @Test(
        "a mistake is answered with the key's path, what stands there and what may stand there",
        arguments: [
            ("[]", "the configuration", "an array", "an object"),
            ("{sockt: 'a'}", "sockt", "does not exist", "socket"),
            ("{inputs: {a: {source: 'test:', rate: -1}}}", "inputs.a.rate", "-1", "greater than 0"),
            ("{inputs: {a: {source: 'test:', size: [1]}}}", "inputs.a.size", "an array", "WxH"),
            ("{inputs: {a: {source: 'test:', rote: 1}}}", "inputs.a.rote", "does not exist", "mount"),
            ("{inputs: {a: {}}}", "inputs.a.source", "missing", "a picture"),
            ("{inputs: {a: 5}}", "inputs.a", "5", "an object"),
            ("{inputs: {'a b': 'test:'}}", "inputs.a b", "the name 'a b'", "letters"),
            ("{inputs: {a: {source: '/dev/video0', controls: [1]}}}", "inputs.a.controls", "an array", "an object"),
            ("{inputs: {a: {source: '/dev/video0', controls: {gain: 1.5}}}}", "controls.gain", "1.5", "whole number"),
            ("{inputs: {a: {source: '/dev/video0', format: 'MJPEG'}}}", "inputs.a.format", "MJPEG", "four characters"),
            ("{inputs: {a: '7'}}", "inputs.a", "'7'", "usb:VENDOR"),
            ("{focus: 1}", "focus", "1", "true or false"),
            ("{closeAfter: -1}", "closeAfter", "-1", "never"),
            ("{limits: {clients: 1e300}}", "limits.clients", "1e+300", "a whole number"),
            ("{limits: {stall: 'x'}}", "limits.stall", "\"x\"", "seconds"),
        ])
    func mistakes(text: String, place: String, got: String, wanted: String) {
        do {
            let configuration = try configuration(text)
            Issue.record("\(text) was understood as \(configuration)")
        } catch {
            for part in [place, got, wanted] { #expect("\(error)".contains(part), "\(error)") }
        }
    }

    @Test("a file that is not there is named")
    func missing() {
        #expect(throws: Configuration.Unusable.self) { try Configuration(file: "/nowhere/overlayd.json") }
    }
}
