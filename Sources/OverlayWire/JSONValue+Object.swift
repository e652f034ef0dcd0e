import OverlayGeometry
import OverlayMetadata

extension JSONValue {
    /// The point that `{x,y}` describes.
    package var point: Point? {
        guard let x = self["x"]?.double, let y = self["y"]?.double else { return nil }
        return Point(x: x, y: y)
    }

    /// The rectangle that `{x,y,width,height}` describes.
    package var rect: Rect? {
        guard let point, let width = self["width"]?.double, let height = self["height"]?.double else { return nil }
        return Rect(x: point.x, y: point.y, width: width, height: height)
    }

    /// The matrix that `[a,b,c,d,tx,ty]` describes.
    package var matrix: AffineMatrix? {
        guard let members = array?.compactMap(\.double), members.count == 6 else { return nil }
        return AffineMatrix(
            a: members[0], b: members[1], c: members[2], d: members[3], tx: members[4], ty: members[5])
    }

    /// The frame size that `{width,height,pixelAspect?}` describes.
    package var frameSize: FrameSize? {
        guard let width = self["width"]?.integer, let height = self["height"]?.integer, width > 0, height > 0 else {
            return nil
        }
        let aspect = self["pixelAspect"]?.double ?? 1
        return FrameSize(width: Int(width), height: Int(height), pixelAspect: aspect)
    }

    /// A number of 0 or more, as ids and sequences are.
    package var counter: UInt64? {
        if let whole = integer { return UInt64(exactly: whole) }
        return double.flatMap(UInt64.init(exactly:))
    }

    /// The metadata object that is described; nil when a member that must be there is not, or its type is not known.
    package var metadataObject: MetadataObject? {
        guard let type = self["type"]?.string.flatMap(ObjectType.init), let id = self["id"]?.counter,
            let bounds = self["bounds"]?.rect, let kind = type.isCode ? code.map(MetadataObject.Kind.code) : face
        else { return nil }
        return MetadataObject(
            type: type, id: id, bounds: bounds, confidence: self["confidence"]?.double,
            predicted: self["predicted"]?.bool ?? false, firstSeen: self["firstSeen"]?.integer ?? 0,
            lastSeen: self["lastSeen"]?.integer ?? 0, kind: kind)
    }

    private var face: MetadataObject.Kind? {
        .face(
            Face(
                roll: self["roll"]?.double, yaw: self["yaw"]?.double, pitch: self["pitch"]?.double,
                landmarks: self["landmarks"]?.landmarks))
    }

    private var landmarks: Landmarks? {
        guard let leftEye = self["leftEye"]?.point, let rightEye = self["rightEye"]?.point,
            let nose = self["nose"]?.point, let mouthLeft = self["mouthLeft"]?.point,
            let mouthRight = self["mouthRight"]?.point
        else { return nil }
        return Landmarks(
            leftEye: leftEye, rightEye: rightEye, nose: nose, mouthLeft: mouthLeft, mouthRight: mouthRight)
    }

    private var code: Code? {
        guard let payload = self["payload"]?.string.flatMap(Base64.decode),
            let corners = self["corners"]?.array?.compactMap(\.point), corners.count == 4
        else { return nil }
        return Code(
            value: self["value"]?.string, payload: payload,
            corners: Quad(
                topLeft: corners[0], bottomLeft: corners[1], bottomRight: corners[2], topRight: corners[3]),
            reads: Int(clamping: self["reads"]?.integer ?? 1), gs1: self["gs1"]?.bool ?? false,
            upc: self["upc"]?.string, addOn: self["addOn"]?.string, part: self["part"]?.part,
            inverted: self["inverted"]?.bool ?? false)
    }

    private var part: Code.Part? {
        guard let index = self["index"]?.integer, let count = self["count"]?.integer,
            let parity = self["parity"]?.integer
        else { return nil }
        return Code.Part(index: Int(clamping: index), count: Int(clamping: count), parity: Int(clamping: parity))
    }
}
