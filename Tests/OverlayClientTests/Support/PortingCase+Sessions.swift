import OverlayGeometry
import OverlayMetadata
import Testing

@testable import OverlayClient

extension PortingCase {
    static let outputs = [
        PortingCase("metadataObjectTypes", "metadataObjectTypes", "setMetadataObjectTypes(_:)") { stage in
            let output = MetadataOutput()
            #expect(output.metadataObjectTypes == [])
            stage.expect("unavailableType") { try output.setMetadataObjectTypes([.face]) }
            try stage.session.addOutput(output)
            stage.expect("unavailableType") { try output.setMetadataObjectTypes([.aztec]) }
            try output.setMetadataObjectTypes([.qrCode])
            #expect(output.metadataObjectTypes == [.qrCode])
            #expect(try await stage.objects(of: output).map(\.type) == [.qrCode])
        },
        PortingCase("availableMetadataObjectTypes", "availableMetadataObjectTypes") { stage in
            #expect(MetadataOutput().availableMetadataObjectTypes == [])
            let output = try stage.output()
            #expect(output.availableMetadataObjectTypes == [.face, .qrCode, .ean13])
        },
        PortingCase("rectOfInterest", "rectOfInterest", "setRectOfInterest(_:)") { stage in
            let output = try stage.output()
            #expect(output.rectOfInterest == .unit)
            for bad in [Rect(x: 2, y: 0, width: 1, height: 1), Rect(x: 0, y: 0, width: 0, height: 1)] {
                stage.expect("badRectangle") { try output.setRectOfInterest(bad) }
            }
            try output.setRectOfInterest(Rect(x: -1, y: 0, width: 1.4, height: 1))
            #expect(abs(output.rectOfInterest.width - 0.4) < 1e-12 && output.rectOfInterest.minX == 0)
            #expect(try await stage.objects(of: output).map(\.type) == [.qrCode], "the face is beyond it")
        },
        PortingCase("setMetadataObjectsDelegate:queue:", "metadataObjects()") { stage in
            stage.expect("notReady") { _ = try MetadataOutput().metadataObjects() }
            let objects = try await stage.objects(of: try stage.output())
            #expect(objects.map(\.id) == [7, 12])
        },
        PortingCase("connections", "connections", "connection") { stage in
            let output = try stage.output()
            #expect(output.connections.count == 1 && output.connections[0] === output.connection)
            stage.session.removeConnection(output.connections[0])
            #expect(output.connections.isEmpty && output.connection == nil)
        },
    ]

    static let sessions = [
        PortingCase("init", "CaptureSession.connect(to:)") { stage in
            let session = try await CaptureSession.connect(to: stage.server.path.text)
            #expect(session.inputs == stage.session.inputs)
        },
        PortingCase("inputs", "inputs") { stage in
            #expect(stage.session.inputs.map(\.name) == ["front", "side"])
        },
        PortingCase("outputs", "outputs") { stage in
            #expect(stage.session.outputs.isEmpty)
            let output = try stage.output()
            #expect(stage.session.outputs.count == 1 && stage.session.outputs[0] === output)
        },
        PortingCase("running", "isRunning") { stage in
            #expect(stage.session.isRunning)
            stage.server.stop()
            _ = try await first(of: stage.session.client.states) { $0.daemon == nil }
            #expect(!stage.session.isRunning)
            #expect(stage.session.inputs.count == 2, "what it had is remembered")
        },
        PortingCase("canAddOutput:", "canAddOutput(_:)") { stage in
            #expect(stage.session.canAddOutput(MetadataOutput()))
            let output = try stage.output()
            #expect(!stage.session.canAddOutput(output))
        },
        PortingCase("addOutput:", "addOutput(_:)") { stage in
            let output = MetadataOutput()
            try stage.session.addOutput(output)
            #expect(output.session === stage.session && output.connection?.inputPort == stage.front)
            stage.expect("alreadyConnected") { try stage.session.addOutput(output) }
        },
        PortingCase("addOutputWithNoConnections:", "addOutputWithNoConnections(_:)") { stage in
            let output = MetadataOutput()
            try stage.session.addOutputWithNoConnections(output)
            #expect(output.session === stage.session && output.connection == nil)
            try output.setMetadataObjectTypes([.face])
            try stage.session.addConnection(try CaptureConnection(inputPorts: [stage.side], output: output))
            #expect(try await stage.objects(of: output).map(\.input) == ["side"])
        },
        PortingCase("removeOutput:", "removeOutput(_:)") { stage in
            let output = try stage.output()
            var objects = try output.metadataObjects().makeAsyncIterator()
            stage.session.removeOutput(output)
            #expect(output.session == nil && output.connection == nil && stage.session.outputs.isEmpty)
            while try await objects.next() != nil {}
        },
        PortingCase("canAddConnection:", "canAddConnection(_:)") { stage in
            let layer = VideoPreviewLayer(sessionWithNoConnection: stage.session)
            let connection = CaptureConnection(inputPort: stage.side, videoPreviewLayer: layer)
            #expect(stage.session.canAddConnection(connection))
            try stage.session.addConnection(connection)
            #expect(!stage.session.canAddConnection(connection))
        },
        PortingCase("addConnection:", "addConnection(_:)") { stage in
            let layer = VideoPreviewLayer(sessionWithNoConnection: stage.session)
            try layer.setBounds(Stage.portrait)
            try stage.session.addConnection(CaptureConnection(inputPort: stage.side, videoPreviewLayer: layer))
            #expect(layer.connection?.inputPort == stage.side)
            stage.expect("alreadyConnected") {
                try stage.session.addConnection(CaptureConnection(inputPort: stage.front, videoPreviewLayer: layer))
            }
            let nowhere = CaptureInput.Port(input: "nowhere", position: nil, mount: .none)
            stage.expect("unknownInput") {
                try stage.session.addConnection(CaptureConnection(inputPort: nowhere, videoPreviewLayer: layer))
            }
            try await stage.settle(layer)
            #expect(layer.geometry?.rotation == .quarter)
            #expect(layer.subscription?.status.connection?.input == "side")
        },
        PortingCase("removeConnection:", "removeConnection(_:)") { stage in
            let layer = try await stage.layer()
            stage.session.removeConnection(try #require(layer.connection))
            #expect(layer.connection == nil)
            stage.expect("notReady") { _ = try layer.layerRectConverted(fromMetadataOutputRect: .unit) }
        },
        PortingCase("AVCaptureInput.ports", "ports") { stage in
            #expect(stage.session.inputs.map(\.ports.count) == [1, 1])
            #expect(stage.front.position == .front && stage.side.mount == .quarter)
        },
    ]

    private static func object(_ stage: Stage, _ type: ObjectType) async throws -> CapturedObject {
        let objects = try await stage.objects(of: try stage.output())
        return try #require(objects.first { $0.type == type })
    }

    static let objects = [
        PortingCase("type", "type") { stage in
            let object = try await object(stage, .qrCode)
            #expect(object.type == .qrCode)
        },
        PortingCase("AVMetadataObject.bounds", "bounds") { stage in
            let object = try await object(stage, .face)
            #expect(object.bounds == Rect(x: 0.5, y: 0.25, width: 0.125, height: 0.25))
        },
        PortingCase("time, duration", "time", "duration") { stage in
            let object = try await object(stage, .face)
            #expect(object.time == 1_080_000 && object.duration == 40_000)
        },
        PortingCase("faceID", "faceID") { stage in
            let (face, code) = (try await object(stage, .face), try await object(stage, .qrCode))
            #expect(face.faceID == 7 && code.faceID == nil)
        },
        PortingCase("rollAngle, hasRollAngle", "rollAngle") { stage in
            let (face, code) = (try await object(stage, .face), try await object(stage, .qrCode))
            #expect(face.rollAngle == 2.5 && code.rollAngle == nil)
        },
        PortingCase("yawAngle, hasYawAngle", "yawAngle") { stage in
            let face = try await object(stage, .face)
            #expect(face.yawAngle == 340)
        },
        PortingCase("corners", "corners") { stage in
            let (face, code) = (try await object(stage, .face), try await object(stage, .qrCode))
            #expect(code.corners.first == Point(x: 0.1, y: 0.2))
            #expect(face.corners.isEmpty)
        },
        PortingCase("stringValue", "stringValue") { stage in
            let code = try await object(stage, .qrCode)
            #expect(code.stringValue == "hello")
        },
    ]
}
