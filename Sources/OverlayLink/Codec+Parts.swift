import OverlayGeometry
import OverlayMetadata

extension ByteWriter {
    mutating func write(point: Point) {
        write(point.x)
        write(point.y)
    }

    mutating func write(rect: Rect) {
        for number in [rect.x, rect.y, rect.width, rect.height] { write(number) }
    }

    mutating func write(size: FrameSize) {
        write(UInt32(clamping: size.width))
        write(UInt32(clamping: size.height))
        write(size.pixelAspect)
    }

    mutating func write(fault: Fault) {
        write(fault.name)
        write(fault.message)
    }

    mutating func write(counters: Counters) {
        for number in [counters.captured, counters.dropped, counters.faulty] { write(number) }
        for detector in [counters.codes, counters.faces] {
            for number in [detector.runs, detector.total, detector.last] { write(number) }
        }
        write(list: counters.looks) { writer, look in
            writer.write(look.name)
            for number in [look.runs, look.total, look.found] { writer.write(number) }
        }
    }
}

extension ByteReader {
    /// Longer than the side of any picture.
    private static var longestSide: UInt32 { 1 << 16 }

    mutating func point() throws(LinkError) -> Point {
        Point(x: try finite("a coordinate"), y: try finite("a coordinate"))
    }

    mutating func rect() throws(LinkError) -> Rect {
        let rect = Rect(
            x: try finite("a coordinate"), y: try finite("a coordinate"), width: try finite("a width"),
            height: try finite("a height"))
        guard rect.width >= 0, rect.height >= 0 else { throw LinkError("a rectangle has a negative side") }
        return rect
    }

    mutating func size() throws(LinkError) -> FrameSize {
        let width = try integer(UInt32.self)
        let height = try integer(UInt32.self)
        let aspect = try finite("a pixel aspect")
        guard width <= ByteReader.longestSide, height <= ByteReader.longestSide, aspect > 0 else {
            throw LinkError("a frame of \(width)x\(height) pixels, aspect \(aspect)")
        }
        return FrameSize(width: Int(width), height: Int(height), pixelAspect: aspect)
    }

    mutating func types() throws(LinkError) -> ObjectTypes {
        let types = ObjectTypes(rawValue: try integer())
        guard ObjectTypes.all.isSuperset(of: types) else { throw LinkError("types that do not exist") }
        return types
    }

    mutating func fault() throws(LinkError) -> Fault {
        Fault(name: try text(atMost: 256), message: try text(atMost: 16_384))
    }

    mutating func counters() throws(LinkError) -> Counters {
        var counters = Counters()
        counters.captured = try integer()
        counters.dropped = try integer()
        counters.faulty = try integer()
        counters.codes = try detector()
        counters.faces = try detector()
        counters.looks = try list(elementsOf: 28, atMost: 256) { reader throws(LinkError) in
            Counters.Look(
                name: try reader.text(atMost: 256), runs: try reader.integer(), total: try reader.integer(),
                found: try reader.integer())
        }
        return counters
    }

    private mutating func detector() throws(LinkError) -> Counters.Detector {
        var detector = Counters.Detector()
        detector.runs = try integer()
        detector.total = try integer()
        detector.last = try integer()
        return detector
    }
}
