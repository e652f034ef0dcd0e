import OverlayWire
import Testing

@Suite("overlayctl with a real daemon", .serialized, .timeLimit(.minutes(2)))
struct ToolTests {
    @Test("the daemon's inputs, state and sign of life are shown", arguments: ["inputs", "status", "ping"])
    func questions(command: String) throws {
        let daemon = try DaemonProcess()
        let plain = try ctl([command], daemon)
        #expect(plain.status == .exited(0))
        if command != "ping" { #expect(plain.output.contains("test")) }
        let json = try ctl([command, "--json"], daemon)
        #expect(json.status == .exited(0))
        #expect(json.lines.count == 1)
        #expect(throws: Never.self) { try JSONReader.read(Array(json.output.utf8)) }
    }

    @Test("watch prints what a subscriber gets, as many messages as are asked for")
    func watch() throws {
        let daemon = try DaemonProcess()
        let outcome = try ctl(
            ["watch", "--types", "codes", "--layer", "0,0,100,100", "--rotation", "90", "--count", "3"], daemon)
        #expect(outcome.status == .exited(0))
        let lines = try outcome.lines.map { try JSONReader.read(Array($0.utf8)) }
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0["space"] == .string("layer") })
        #expect(lines.allSatisfy { $0["objects"]?.array?.isEmpty == false })
    }

    @Test("watch that sees nothing in its time, or that nobody serves, says so by its status")
    func nothing() throws {
        let scratch = try Scratch()
        let blank = try scratch.write(Bitmap.plain(width: 64, height: 48), to: "blank.bmp")
        let daemon = try DaemonProcess(["blank=\(blank),loop"], in: scratch)
        #expect(try ctl(["watch", "--types", "codes", "--for", "0.3"], daemon).status == .exited(4))
        #expect(try ctl(["watch", "--input", "other"], daemon).status == .exited(66))
        #expect(try daemon.stop().status == .exited(0))
        #expect(try ctl(["inputs"], daemon).status == .exited(69))
    }

    @Test("convert asks no daemon")
    func convert() throws {
        let outcome = try Spawned.run(
            Built.overlayctl,
            [
                "convert", "--frame", "1600x900", "--layer", "0,0,100,100", "--gravity", "resize", "--point",
                "0.25,-0.5", "--to", "layer",
            ])
        #expect(outcome.status == .exited(0))
        #expect(outcome.output == #"{"space":"layer","point":{"x":25,"y":-50}}"# + "\n")
    }

    private func ctl(_ words: [String], _ daemon: DaemonProcess) throws -> Spawned.Outcome {
        try Spawned.run(Built.overlayctl, ["--socket", daemon.socket] + words)
    }
}
