import OverlayDevices
import OverlayWire
import Testing

@testable import OverlayDaemon

@Suite("What a camera is asked to do", .timeLimit(.minutes(1)))
struct CameraSteeringTests {
    @Test("controls are whole numbers however they are written, truth values and words")
    func values() throws {
        let members: JSONObject = [
            "gain": .integer(16), "hue": .number(-2), "mute": .bool(true), "mode": .string("Manual"),
        ]
        #expect(
            try CameraSteering.values(members) == [
                "gain": .number(16), "hue": .number(-2), "mute": .flag(true), "mode": .text("Manual"),
            ])
    }

    @Test(
        "what is no value of a control is refused by its name",
        arguments: [JSONValue.number(1.5), .number(1e300), .number(.nan), .null, .array([.integer(1)])])
    func refused(value: JSONValue) {
        do throws(WireError) {
            _ = try CameraSteering.values(["gain": value])
            Issue.record("\(value) was taken")
        } catch {
            #expect(error.message.hasPrefix("set.gain must be a whole number"))
        }
    }
}
