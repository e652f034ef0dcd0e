import OverlayGeometry

extension CaptureConnection {
    /// The picture can be turned: in layers, not in outputs, whose objects are in metadata space.
    public var isVideoOrientationSupported: Bool { videoPreviewLayer != nil }

    /// How the device is held, by name; the name of the input's mount until it is set.
    public var videoOrientation: Orientation {
        get {
            Orientation.allCases.first { $0.rotation(for: inputPort.position) == rotation } ?? .landscapeRight
        }
        set { if isVideoOrientationSupported { change { $0.turn = .orientation(newValue) } } }
    }

    /// The clockwise turn of the picture in degrees; that of the input's mount until it is set.
    public var videoRotationAngle: Double { rotation.degrees }

    /// It is 0, 90, 180 or 270, and the picture can be turned.
    public func isVideoRotationAngleSupported(_ angle: Double) -> Bool {
        videoPreviewLayer != nil && Rotation.allCases.contains { $0.degrees == angle }
    }

    /// Turns the picture; the error `badRotation` for an angle that is not supported.
    public func setVideoRotationAngle(_ angle: Double) throws(ClientError) {
        guard isVideoRotationAngleSupported(angle),
            let rotation = Rotation.allCases.first(where: { $0.degrees == angle })
        else {
            throw .invalid(
                .badRotation,
                videoPreviewLayer == nil
                    ? "the objects of an output stand in metadata space, which is never turned"
                    : "videoRotationAngle must be 0, 90, 180 or 270, got \(angle)",
                parameter: "videoRotationAngle")
        }
        change { $0.turn = .fixed(rotation) }
    }

    var rotation: Rotation {
        switch settings.withLock({ $0.turn }) {
        case .automatic: videoPreviewLayer == nil ? .none : inputPort.mount
        case .fixed(let rotation): rotation
        case .orientation(let orientation): orientation.rotation(for: inputPort.position)
        }
    }
}

extension CaptureConnection {
    /// The picture can be mirrored: in layers, not in outputs, whose objects are in metadata space.
    public var isVideoMirroringSupported: Bool { videoPreviewLayer != nil }

    /// It is mirrored exactly when its input is declared front; on until it is set.
    ///
    /// Switched off, the mirroring stays as it is.
    public var automaticallyAdjustsVideoMirroring: Bool {
        get { settings.withLock { $0.mirrored == nil } }
        set {
            let held = isVideoMirrored
            change { $0.mirrored = newValue ? nil : held }
        }
    }

    /// The picture is flipped left-right as shown.
    public var isVideoMirrored: Bool {
        guard isVideoMirroringSupported else { return false }
        return settings.withLock { $0.mirrored } ?? (inputPort.position == .front)
    }

    /// Mirrors the picture or not; the error `badValue` while that is adjusted automatically.
    public func setVideoMirrored(_ isMirrored: Bool) throws(ClientError) {
        guard isVideoMirroringSupported else {
            throw .invalid(
                .notSupported, "the objects of an output stand in metadata space, which is never mirrored",
                parameter: "isVideoMirrored")
        }
        guard !automaticallyAdjustsVideoMirroring else {
            throw .invalid(
                .badValue,
                "isVideoMirrored cannot be set while automaticallyAdjustsVideoMirroring is true: set that to false first",
                parameter: "isVideoMirrored")
        }
        change { $0.mirrored = isMirrored }
    }
}
