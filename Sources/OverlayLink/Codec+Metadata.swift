import OverlayGeometry
import OverlayMetadata

extension ByteWriter {
    mutating func write(frame: MetadataFrame) {
        write(frame.sequence)
        write(frame.time)
        write(frame.wall)
        write(frame.duration)
        write(choice: frame.clock)
        write(size: frame.size)
        write(list: frame.objects) { $0.write(object: $1) }
        // Those that nothing smoothed cost a byte.
        for (smoothed, measured) in zip(frame.objects, frame.measured) {
            write(optional: smoothed == measured ? nil : measured) { $0.write(object: $1) }
        }
        write(demand: frame.demand)
    }

    private mutating func write(object: MetadataObject) {
        write(choice: object.type)
        write(object.id)
        write(rect: object.bounds)
        write(optional: object.confidence) { $0.write($1) }
        write(object.predicted)
        write(object.firstSeen)
        write(object.lastSeen)
        switch object.kind {
        case .face(let face):
            for angle in [face.roll, face.yaw, face.pitch] { write(optional: angle) { $0.write($1) } }
            write(optional: face.landmarks) { writer, landmarks in
                _ = landmarks.mapped { point in
                    writer.write(point: point)
                    return point
                }
            }
        case .code(let code):
            write(code: code)
        }
    }

    private mutating func write(code: Code) {
        write(optional: code.value) { $0.write($1) }
        write(code.payload)
        for corner in code.corners.corners { write(point: corner) }
        write(UInt32(clamping: code.reads))
        write(code.gs1)
        write(optional: code.upc) { $0.write($1) }
        write(optional: code.addOn) { $0.write($1) }
        write(optional: code.part) { writer, part in
            for number in [part.index, part.count, part.parity] { writer.write(UInt32(clamping: number)) }
        }
        write(code.inverted)
    }
}

extension ByteReader {
    /// More objects than any picture holds.
    private static var mostObjects: Int { 1024 }
    /// More bytes than any symbology carries.
    private static var longestPayload: Int { 16_384 }

    mutating func frame() throws(LinkError) -> MetadataFrame {
        var frame = MetadataFrame(
            sequence: try integer(), time: try integer(), wall: try integer(), duration: try integer(),
            clock: try choice("a clock"), size: try size(),
            objects: try list(elementsOf: 60, atMost: ByteReader.mostObjects) { reader throws(LinkError) in
                try reader.object()
            })
        for place in frame.objects.indices {
            guard let measured = try optional({ reader throws(LinkError) in try reader.object() }) else { continue }
            guard measured.id == frame.objects[place].id, measured.type == frame.objects[place].type else {
                throw LinkError("an object was measured as another one")
            }
            frame.measured[place] = measured
        }
        frame.demand = try demand()
        return frame
    }

    private mutating func object() throws(LinkError) -> MetadataObject {
        let type: ObjectType = try choice("a type")
        return MetadataObject(
            type: type, id: try integer(), bounds: try rect(),
            confidence: try optional { reader throws(LinkError) in try reader.finite("a confidence") },
            predicted: try flag(), firstSeen: try integer(), lastSeen: try integer(),
            kind: type.isCode ? .code(try code()) : .face(try face()))
    }

    private mutating func face() throws(LinkError) -> Face {
        var angles: [Double?] = []
        for _ in 0..<3 {
            angles.append(try optional { reader throws(LinkError) in try reader.finite("an angle") })
        }
        let landmarks = try optional { reader throws(LinkError) in
            Landmarks(
                leftEye: try reader.point(), rightEye: try reader.point(), nose: try reader.point(),
                mouthLeft: try reader.point(), mouthRight: try reader.point())
        }
        return Face(roll: angles[0], yaw: angles[1], pitch: angles[2], landmarks: landmarks)
    }

    private mutating func code() throws(LinkError) -> Code {
        Code(
            value: try optional { reader throws(LinkError) in try reader.text(atMost: 4 * ByteReader.longestPayload) },
            payload: try content(atMost: ByteReader.longestPayload),
            corners: Quad(
                topLeft: try point(), bottomLeft: try point(), bottomRight: try point(), topRight: try point()),
            reads: Int(try integer(UInt32.self)), gs1: try flag(),
            upc: try optional { reader throws(LinkError) in try reader.text(atMost: 64) },
            addOn: try optional { reader throws(LinkError) in try reader.text(atMost: 64) },
            part: try optional { reader throws(LinkError) in
                Code.Part(
                    index: Int(try reader.integer(UInt32.self)), count: Int(try reader.integer(UInt32.self)),
                    parity: Int(try reader.integer(UInt32.self)))
            },
            inverted: try flag())
    }
}
