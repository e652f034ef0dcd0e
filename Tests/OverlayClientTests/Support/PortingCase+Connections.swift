import OverlayGeometry
import OverlayMetadata
import Testing

@testable import OverlayClient

extension PortingCase {
    static let connections = [
        PortingCase("initWithInputPort:videoPreviewLayer:", "CaptureConnection(inputPort:videoPreviewLayer:)") {
            stage in
            let layer = VideoPreviewLayer(sessionWithNoConnection: stage.session)
            let connection = CaptureConnection(inputPort: stage.side, videoPreviewLayer: layer)
            #expect(layer.connection == nil, "it is in force once it was added")
            try stage.session.addConnection(connection)
            #expect(layer.connection === connection)
        },
        PortingCase("initWithInputPorts:output:", "CaptureConnection(inputPorts:output:)") { stage in
            let output = MetadataOutput()
            let connection = try CaptureConnection(inputPorts: [stage.side], output: output)
            #expect(connection.inputPort == stage.side && connection.output === output)
            stage.expect("missingParameter") { _ = try CaptureConnection(inputPorts: [], output: output) }
        },
        PortingCase("inputPorts", "inputPorts", "inputPort") { stage in
            let connection = try #require(VideoPreviewLayer(session: stage.session).connection)
            #expect(connection.inputPorts == [connection.inputPort])
            #expect(connection.inputPort.input == "front")
        },
        PortingCase("videoPreviewLayer", "videoPreviewLayer") { stage in
            let layer = VideoPreviewLayer(session: stage.session)
            #expect(layer.connection?.videoPreviewLayer === layer)
            #expect(layer.connection?.output == nil)
        },
        PortingCase("output", "output") { stage in
            let output = try stage.output()
            #expect(output.connection?.output === output)
            #expect(output.connection?.videoPreviewLayer == nil)
        },
        PortingCase("enabled", "isEnabled") { stage in
            let output = try stage.output()
            let connection = try #require(output.connection)
            #expect(connection.isEnabled)
            connection.isEnabled = false
            let subscription = try #require(output.subscription)
            try await subscription.update { _ in }
            #expect(subscription.status.connection?.isEnabled == false)
        },
        PortingCase("active", "isActive") { stage in
            let layer = try await stage.layer()
            let connection = try #require(layer.connection)
            let subscription = try #require(layer.subscription)
            _ = try await first(of: subscription.statuses) { $0.inputState == .live }
            #expect(connection.isActive)
            connection.isEnabled = false
            #expect(!connection.isActive)
            #expect(!CaptureConnection(inputPort: stage.front, videoPreviewLayer: layer).isActive)
        },
        PortingCase("videoRotationAngle", "videoRotationAngle", "setVideoRotationAngle(_:)") { stage in
            let layer = try await stage.layer()
            let connection = try #require(layer.connection)
            #expect(connection.videoRotationAngle == 0)
            #expect(CaptureConnection(inputPort: stage.side, videoPreviewLayer: layer).videoRotationAngle == 90)
            try connection.setVideoRotationAngle(270)
            #expect(connection.videoRotationAngle == 270 && layer.geometry?.rotation == .threeQuarters)
            stage.expect("badRotation") { try connection.setVideoRotationAngle(45) }
            try await stage.settle(layer)
            #expect(layer.subscription?.status.connection?.rotation == .threeQuarters)
        },
        PortingCase("isVideoRotationAngleSupported:", "isVideoRotationAngleSupported(_:)") { stage in
            let connection = try #require(try await stage.layer().connection)
            // The layer is gone with its last holder; a connection that leads nowhere supports nothing.
            #expect(!connection.isVideoRotationAngleSupported(90))
            let layer = try await stage.layer()
            #expect(layer.connection?.isVideoRotationAngleSupported(90) == true)
            #expect(layer.connection?.isVideoRotationAngleSupported(91) == false)
            #expect(try stage.output().connection?.isVideoRotationAngleSupported(90) == false)
        },
        PortingCase("videoOrientation", "videoOrientation") { stage in
            let layer = try await stage.layer()
            let connection = try #require(layer.connection)
            #expect(connection.videoOrientation == .landscapeLeft, "a front input is natively so")
            for orientation in Orientation.allCases {
                connection.videoOrientation = orientation
                #expect(connection.videoOrientation == orientation)
                #expect(connection.rotation == orientation.rotation(for: .front))
            }
            try await stage.settle(layer)
            #expect(layer.subscription?.status.connection?.rotation == connection.rotation)
        },
        PortingCase("supportsVideoOrientation", "isVideoOrientationSupported") { stage in
            let (layer, output) = (try await stage.layer(), try stage.output())
            #expect(layer.connection?.isVideoOrientationSupported == true)
            #expect(output.connection?.isVideoOrientationSupported == false)
        },
        PortingCase("videoMirrored", "isVideoMirrored", "setVideoMirrored(_:)") { stage in
            let layer = try await stage.layer()
            let connection = try #require(layer.connection)
            #expect(connection.isVideoMirrored, "a front input is")
            stage.expect("badValue") { try connection.setVideoMirrored(false) }
            #expect(connection.isVideoMirrored)
            connection.automaticallyAdjustsVideoMirroring = false
            try connection.setVideoMirrored(false)
            #expect(layer.geometry?.mirrored == false)
            try await stage.settle(layer)
            #expect(layer.subscription?.status.connection?.isMirrored == false)
            let output = try stage.output()
            stage.expect("notSupported") { try output.connection?.setVideoMirrored(true) }
        },
        PortingCase("automaticallyAdjustsVideoMirroring", "automaticallyAdjustsVideoMirroring") { stage in
            let layer = try await stage.layer()
            let connection = try #require(layer.connection)
            #expect(connection.automaticallyAdjustsVideoMirroring)
            connection.automaticallyAdjustsVideoMirroring = false
            #expect(connection.isVideoMirrored, "it stays as it was")
            try connection.setVideoMirrored(false)
            connection.automaticallyAdjustsVideoMirroring = true
            #expect(connection.isVideoMirrored)
            let rear = CaptureConnection(inputPort: stage.side, videoPreviewLayer: layer)
            #expect(!rear.isVideoMirrored)
        },
        PortingCase("supportsVideoMirroring", "isVideoMirroringSupported") { stage in
            let (layer, output) = (try await stage.layer(), try stage.output())
            #expect(layer.connection?.isVideoMirroringSupported == true)
            #expect(output.connection?.isVideoMirroringSupported == false)
        },
    ]
}
