import OverlayMetadata
import OverlaySystem
import Testing

@Suite("A face model that cannot be used", .timeLimit(.minutes(2)))
struct UnusableModelTests {
    @Test("codes go on without it, in every frame, and nothing is said to be a face")
    func codesGoOn() throws {
        let model = try Descriptor.memory(named: "model")
        #expect(Console.write(Array("no model at all".utf8), to: model.number))
        try model.seal()
        let daemon = try DaemonInProcess(["test=test:,size=320x240"], faceModel: model, in: try Scratch())
        let client = try daemon.client()
        _ = try client.request("subscribe", #"{"types":["all"]}"#)
        _ = try client.awaitState(.starting)
        for _ in 0..<3 {
            daemon.grant("test")
            let frame = try client.metadata()
            #expect(Set(frame.objects.map(\.type)) == [.qrCode, .ean13])
        }
        let detectors = try client.status()["detectors"]
        #expect(detectors?["codes"]?["runs"]?.integer == 3)
        #expect(detectors?["faces"]?["runs"]?.integer == 0)
    }
}
