import OverlayGeometry
import OverlayMetadata
import Testing

@testable import OverlayClient

extension PortingCase {
    private static let connected: Check = { stage in
        let layer = VideoPreviewLayer(session: stage.session)
        #expect(layer.session === stage.session)
        #expect(layer.connection?.inputPort == stage.front)
        try await stage.settle(layer)
        #expect(layer.subscription?.status.connection?.input == "front")
    }

    private static let unconnected: Check = { stage in
        let layer = VideoPreviewLayer(sessionWithNoConnection: stage.session)
        #expect(layer.session === stage.session)
        #expect(layer.connection == nil)
        try await stage.settle(layer)
        #expect(layer.subscription?.status.connection == nil)
    }

    static let layers = [
        PortingCase("initWithSession:", "VideoPreviewLayer(session:)", check: connected),
        PortingCase("layerWithSession:", "VideoPreviewLayer(session:)", check: connected),
        PortingCase(
            "initWithSessionWithNoConnection:", "VideoPreviewLayer(sessionWithNoConnection:)", check: unconnected),
        PortingCase(
            "layerWithSessionWithNoConnection:", "VideoPreviewLayer(sessionWithNoConnection:)", check: unconnected),
        PortingCase("session", "session") { stage in
            let layer = VideoPreviewLayer(sessionWithNoConnection: stage.session)
            layer.session = stage.session
            #expect(layer.connection?.inputPort == stage.front)
            layer.session = nil
            #expect(layer.session == nil && layer.connection == nil)
        },
        PortingCase("setSessionWithNoConnection:", "setSessionWithNoConnection(_:)") { stage in
            let layer = try await stage.layer()
            layer.setSessionWithNoConnection(stage.session)
            #expect(layer.session === stage.session && layer.connection == nil)
            stage.expect("notReady") { _ = try layer.layerPointConverted(fromCaptureDevicePoint: Point(x: 0, y: 0)) }
        },
        PortingCase("connection", "connection") { stage in
            let layer = try await stage.layer()
            let connection = try #require(layer.connection)
            #expect(connection.videoPreviewLayer === layer)
            stage.session.removeConnection(connection)
            #expect(layer.connection == nil)
            try await stage.settle(layer)
            #expect(layer.subscription?.status.connection == nil)
        },
        PortingCase("videoGravity", "videoGravity") { stage in
            let layer = try await stage.layer()
            #expect(layer.videoGravity == .resizeAspect)
            layer.videoGravity = .resize
            #expect(layer.geometry?.content == Stage.portrait)
            try await stage.settle(layer)
            #expect(layer.subscription?.status.layer?.gravity == .resize)
        },
        PortingCase("bounds", "bounds", "setBounds(_:)") { stage in
            let layer = VideoPreviewLayer(session: stage.session)
            #expect(layer.bounds.area == 0)
            try layer.setBounds(Stage.portrait)
            #expect(layer.bounds == Stage.portrait)
            stage.expect("badLayer") { try layer.setBounds(Rect(x: 0, y: 0, width: -1, height: 1)) }
            stage.expect("badLayer") { try layer.setBounds(Rect(x: .nan, y: 0, width: 1, height: 1)) }
            #expect(layer.bounds == Stage.portrait)
            try await stage.settle(layer)
            #expect(layer.subscription?.status.layer?.bounds == Stage.portrait)
        },
    ]

    static let conversions = [
        PortingCase("captureDevicePointOfInterestForPoint:", "captureDevicePointConverted(fromLayerPoint:)") { stage in
            let layer = try await stage.layer()
            let point = try layer.captureDevicePointConverted(fromLayerPoint: Point(x: 10, y: 20))
            #expect(point == Stage.fitted?.devicePoint(fromLayer: Point(x: 10, y: 20)))
            #expect(point.y < 0, "a point in a bar is not cut")
            try layer.setBounds(Rect(x: 0, y: 0, width: 0, height: 5))
            stage.expect("notReady") { _ = try layer.captureDevicePointConverted(fromLayerPoint: point) }
        },
        PortingCase("pointForCaptureDevicePointOfInterest:", "layerPointConverted(fromCaptureDevicePoint:)") { stage in
            let layer = try await stage.layer()
            let corner = try layer.layerPointConverted(fromCaptureDevicePoint: Point(x: 0, y: 0))
            #expect(corner == Stage.fitted?.layerPoint(fromDevice: Point(x: 0, y: 0)))
            #expect(corner.x == Stage.portrait.maxX, "the input is mirrored")
        },
        PortingCase("metadataOutputRectOfInterestForRect:", "metadataOutputRectConverted(fromLayerRect:)") { stage in
            let layer = try await stage.layer()
            let rect = try layer.metadataOutputRectConverted(fromLayerRect: Stage.portrait)
            #expect(rect == Stage.fitted?.deviceRect(fromLayer: Stage.portrait))
            #expect(rect.width == 1 && rect.height > 1)
        },
        PortingCase("rectForMetadataOutputRectOfInterest:", "layerRectConverted(fromMetadataOutputRect:)") { stage in
            let layer = try await stage.layer()
            #expect(try layer.layerRectConverted(fromMetadataOutputRect: .unit) == Stage.fitted?.content)
        },
        PortingCase("transformedMetadataObjectForMetadataObject:", "transformedMetadataObject(for:)") { stage in
            let layer = try await stage.layer()
            let objects = try await stage.objects(of: try stage.output())
            let fitted = try #require(Stage.fitted)
            for object in objects {
                let transformed = try #require(layer.transformedMetadataObject(for: object))
                #expect(transformed.object == object.object.converted(to: fitted))
                #expect(transformed.input == "front" && transformed.time == object.time)
            }
            stage.session.removeConnection(try #require(layer.connection))
            try stage.session.addConnection(
                CaptureConnection(inputPort: stage.side, videoPreviewLayer: layer))
            try await stage.settle(layer)
            #expect(objects.compactMap(layer.transformedMetadataObject).isEmpty, "they are of another input")
        },
    ]
}
