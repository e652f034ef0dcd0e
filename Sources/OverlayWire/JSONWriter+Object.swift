import OverlayGeometry
import OverlayMetadata

extension JSONWriter {
    /// A metadata object; its coordinates carry so many decimals, and what does not apply is left out.
    package mutating func object(_ object: MetadataObject, _ decimals: Int) {
        openObject()
        name("type")
        string(object.type.rawValue)
        name("id")
        integer(object.id)
        name("bounds")
        rect(object.bounds, decimals)
        if let confidence = object.confidence {
            name("confidence")
            decimal(confidence, Decimals.confidence)
        }
        if object.predicted {
            name("predicted")
            bool(true)
        }
        name("firstSeen")
        integer(object.firstSeen)
        name("lastSeen")
        integer(object.lastSeen)
        switch object.kind {
        case .face(let face): members(of: face, decimals)
        case .code(let code): members(of: code, decimals)
        }
        closeObject()
    }

    private mutating func members(of face: Face, _ decimals: Int) {
        angle("roll", face.roll)
        angle("yaw", face.yaw)
        angle("pitch", face.pitch)
        guard let landmarks = face.landmarks else { return }
        name("landmarks")
        openObject()
        name("leftEye")
        point(landmarks.leftEye, decimals)
        name("rightEye")
        point(landmarks.rightEye, decimals)
        name("nose")
        point(landmarks.nose, decimals)
        name("mouthLeft")
        point(landmarks.mouthLeft, decimals)
        name("mouthRight")
        point(landmarks.mouthRight, decimals)
        closeObject()
    }

    private mutating func angle(_ name: StaticString, _ degrees: Double?) {
        guard let degrees else { return }
        self.name(name)
        angle(degrees)
    }

    private mutating func members(of code: Code, _ decimals: Int) {
        optional("value", code.value)
        name("payload")
        base64(code.payload)
        name("corners")
        openArray()
        point(code.corners.topLeft, decimals)
        point(code.corners.bottomLeft, decimals)
        point(code.corners.bottomRight, decimals)
        point(code.corners.topRight, decimals)
        closeArray()
        name("reads")
        integer(code.reads)
        if code.gs1 {
            name("gs1")
            bool(true)
        }
        optional("upc", code.upc)
        optional("addOn", code.addOn)
        if let part = code.part { members(of: part) }
        if code.inverted {
            name("inverted")
            bool(true)
        }
    }

    private mutating func members(of part: Code.Part) {
        name("part")
        openObject()
        name("index")
        integer(part.index)
        name("count")
        integer(part.count)
        name("parity")
        integer(part.parity)
        closeObject()
    }
}
