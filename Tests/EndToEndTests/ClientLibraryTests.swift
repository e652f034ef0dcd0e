import Glibc
import OverlayClient
import OverlaySystem
import Testing

@Suite("The client library and the real daemon", .serialized, .timeLimit(.minutes(4)))
struct ClientLibraryTests {
    @Test("the README's program is the example, of at most 20 lines")
    func readme() throws {
        let program = try text("Examples/WatchLayer/Sources/WatchLayer/main.swift")
        #expect(program.split(separator: "\n").count <= 20)
        #expect(try text("README.md").contains("```swift\n\(program)```\n"))
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try FileText.read("\(Built.package)/\(path)", atMost: 1 << 20), as: UTF8.self)
    }

    @Test(
        "the README's programs print what a layer shows, and go on after the daemon was killed and started again",
        arguments: ["Swift", "Python"], ["scene", "clip"])
    func restart(language: String, source: String) throws {
        let scratch = try Scratch()
        let inputs = try [source == "scene" ? "test=test:,size=320x240,rate=30" : "clip=\(clip(in: scratch)),loop"]
        let wanted = ["qr_code", "ean_13"] + (Built.hasFaces ? ["face"] : [])
        let daemon = try DaemonProcess(inputs, in: scratch)
        let program = try language == "Swift" ? Spawned(Built.example, [daemon.socket]) : python(daemon, in: scratch)
        try program.awaitFurtherOutput { output in wanted.allSatisfy(output.contains) }
        _ = try daemon.stop(by: SIGKILL)
        if language == "Swift" { try program.awaitFurtherOutput { $0.contains("the daemon is gone") } }
        let second = try DaemonProcess(inputs, in: scratch)
        try program.awaitFurtherOutput { output in wanted.allSatisfy(output.contains) }
        program.signal(SIGTERM)
        #expect(try program.finish().complaint.isEmpty)
        _ = try second.stop()
    }

    private func clip(in scratch: Scratch) throws -> String {
        try Clip.make(Clip.kinds[0], of: 1...10, face: try Built.face(), in: scratch)
    }

    /// The README's program in Python, as somebody would copy it, of at most 20 lines.
    private func python(_ daemon: DaemonProcess, in scratch: Scratch) throws -> Spawned {
        let parts = try text("README.md").split(separator: "```python\n")
        let program = try #require(parts.dropFirst().first?.prefix { $0 != "`" })
        #expect(program.split(separator: "\n").count <= 20)
        return try Spawned(
            "/usr/bin/python3", ["-u", try scratch.write(String(program), to: "program.py")],
            environment: ["OVERLAYD_SOCKET": daemon.socket, "PYTHONPATH": Built.package + "/clients/python"])
    }

    @Test("what a layer converts locally is what the daemon sends for it")
    func conversion() async throws {
        let daemon = try DaemonProcess(["test=test:,size=320x240,rate=30,position=front"])
        let client = try await OverlayClient.Client.connect(to: daemon.socket)
        let bounds = Rect(x: -40, y: 25, width: 1080, height: 1920)
        var options = SubscriptionOptions(types: .codes, layer: bounds, gravity: .resizeAspectFill)
        options.rotation = .orientation(.portrait)
        let layered = try await client.subscribe(options)
        options.coordinates = .device
        let plain = try await client.subscribe(options)
        var frames: [UInt64: [MetadataObject]] = [:]
        var originals = plain.metadata.makeAsyncIterator()
        var compared = 0
        for try await metadata in layered.metadata {
            while frames.keys.max() ?? 0 < metadata.sequence, let next = try await originals.next() {
                frames[next.sequence] = next.objects
            }
            guard let objects = frames[metadata.sequence], let layer = metadata.layer else { continue }
            #expect(layer.rotation == .quarter && layer.mirrored)
            for (object, original) in zip(metadata.objects, objects) {
                let expected = original.converted(to: layer).bounds
                #expect(object.id == original.id)
                #expect(abs(object.bounds.minX - expected.minX) < 0.01)
                #expect(abs(object.bounds.maxY - expected.maxY) < 0.01)
                compared += 1
            }
            if compared >= 20 { break }
        }
        withExtendedLifetime(daemon) {}
    }

    @Test("an app in AVFoundation's manner sees the scene's codes where its layer shows them")
    func porting() async throws {
        let daemon = try DaemonProcess(["test=test:,size=320x240,rate=30"])
        let session = try await CaptureSession.connect(to: daemon.socket)
        let output = MetadataOutput()
        try session.addOutput(output)
        try output.setMetadataObjectTypes([.qrCode])
        let layer = VideoPreviewLayer(session: session)
        try layer.setBounds(Rect(x: 0, y: 0, width: 640, height: 480))
        for try await objects in try output.metadataObjects() {
            guard let object = objects.first, let shown = layer.transformedMetadataObject(for: object) else { continue }
            #expect(abs(shown.bounds.width - object.bounds.width * 640) < 1e-9)
            #expect(shown.stringValue == object.stringValue && shown.corners.count == 4)
            break
        }
        withExtendedLifetime(daemon) {}
    }
}
