import OverlayGeometry
import OverlayMetadata
import Testing

@testable import OverlayClient

/// A session with a front and a turned rear input, both of 1280×720 and live.
struct Stage {
    static let portrait = Rect(x: 10, y: 20, width: 1080, height: 1920)
    /// How a front input stands in the portrait layer, mirrored and with bars.
    static let fitted = PreviewLayer(
        frame: Size(width: 1280, height: 720), bounds: portrait, gravity: .resizeAspect, mirrored: true)

    let server: LiveServer
    let session: CaptureSession

    init() async throws {
        server = try LiveServer()
        session = try await CaptureSession.connect(to: server.path.text)
        server.goLive("front")
        server.goLive("side")
    }

    var front: CaptureInput.Port { session.inputs[0].ports[0] }
    var side: CaptureInput.Port { session.inputs[1].ports[0] }

    /// A layer that fills a portrait screen and knows how the picture stands.
    func layer() async throws -> VideoPreviewLayer {
        let layer = VideoPreviewLayer(session: session)
        try layer.setBounds(Stage.portrait)
        try await settle(layer)
        return layer
    }

    /// Waits until the daemon has the layer as it is.
    func settle(_ layer: VideoPreviewLayer) async throws {
        let subscription = try #require(layer.subscription)
        try await subscription.update { _ in }
        let options = layer.options
        _ = try await first(of: subscription.statuses) { status in
            let wanted = options.input == .none ? nil : options.input
            return status.isInForce && (wanted == nil) == (status.connection == nil)
                && (wanted == nil || status.frame != nil)
        }
    }

    /// An output that looks for everything, and the objects that it gives next.
    func output() throws -> MetadataOutput {
        let output = MetadataOutput()
        try session.addOutput(output)
        try output.setMetadataObjectTypes([.face, .qrCode])
        return output
    }

    func objects(of output: MetadataOutput) async throws -> [CapturedObject] {
        let subscription = try #require(output.subscription)
        try await subscription.update { _ in }
        let input = output.connection?.inputPort.input ?? "front"
        server.frame(2, [.face(), .code()], from: input)
        return try await first(of: try output.metadataObjects()) { !$0.isEmpty }
    }

    /// Expects that a call is refused by name.
    func expect(
        _ name: String, at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        do {
            try body()
            Issue.record("\(name) was not thrown", sourceLocation: location)
        } catch {
            #expect((error as? ClientError)?.name == name, sourceLocation: location)
        }
    }
}

extension VideoPreviewLayer {
    /// What the daemon is asked for.
    var options: SubscriptionOptions {
        var options = SubscriptionOptions(input: .none, layer: bounds, gravity: videoGravity)
        connection?.write(into: &options)
        return options
    }
}
