/// Messages to bytes and back: a length of four bytes, a kind of one, the body.
package enum LinkCodec {
    /// The longest message, without its length.
    package static let longestMessage = 1 << 20

    /// The bytes of a request.
    package static func encode(_ request: LinkRequest) -> [UInt8] {
        message { writer in
            switch request {
            case .open(let opening):
                writer.write(Kind.open.rawValue)
                writer.write(opening: opening)
            case .demand(let demand):
                writer.write(Kind.demand.rawValue)
                writer.write(demand: demand)
            case .advance(let frames):
                writer.write(Kind.advance.rawValue)
                writer.write(UInt32(clamping: frames))
            }
        }
    }

    /// The bytes of an event.
    package static func encode(_ event: LinkEvent) -> [UInt8] {
        message { writer in
            switch event {
            case .ready(let capabilities):
                writer.write(Kind.ready.rawValue)
                writer.write(capabilities: capabilities)
            case .frame(let frame, let counters):
                writer.write(Kind.frame.rawValue)
                writer.write(frame: frame)
                writer.write(counters: counters)
            case .fault(let fault):
                writer.write(Kind.fault.rawValue)
                writer.write(fault: fault)
            case .format(let name):
                writer.write(Kind.format.rawValue)
                writer.write(name)
            case .captured: writer.write(Kind.captured.rawValue)
            case .waiting(let fault):
                writer.write(Kind.waiting.rawValue)
                writer.write(fault: fault)
            case .ended(let fault):
                writer.write(Kind.ended.rawValue)
                writer.write(optional: fault) { $0.write(fault: $1) }
            }
        }
    }

    /// The request in a message without its length.
    package static func request(from message: ArraySlice<UInt8>) throws(LinkError) -> LinkRequest {
        var reader = ByteReader(message)
        let request: LinkRequest =
            switch try kind(&reader) {
            case .open: .open(try reader.opening())
            case .demand: .demand(try reader.demand())
            case .advance: .advance(Int(try reader.integer(UInt32.self)))
            case .ready, .frame, .fault, .format, .captured, .waiting, .ended:
                throw LinkError("an event where a request belongs")
            }
        try end(reader)
        return request
    }

    /// The event in a message without its length.
    package static func event(from message: ArraySlice<UInt8>) throws(LinkError) -> LinkEvent {
        var reader = ByteReader(message)
        let event: LinkEvent =
            switch try kind(&reader) {
            case .ready: .ready(try reader.capabilities())
            case .frame: .frame(try reader.frame(), try reader.counters())
            case .fault: .fault(try reader.fault())
            case .format: .format(try reader.text(atMost: 16))
            case .captured: .captured
            case .waiting: .waiting(try reader.fault())
            case .ended: .ended(try reader.optional { reader throws(LinkError) in try reader.fault() })
            case .open, .demand, .advance: throw LinkError("a request where an event belongs")
            }
        try end(reader)
        return event
    }

    private enum Kind: UInt8 {
        case open = 1
        case demand = 2
        case advance = 3
        case ready = 65
        case frame = 66
        case fault = 67
        case ended = 68
        case waiting = 69
        case format = 70
        case captured = 71
    }

    private static func message(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(UInt32(0))
        body(&writer)
        writer.patchLength(at: 0)
        return writer.bytes
    }

    private static func kind(_ reader: inout ByteReader) throws(LinkError) -> Kind {
        let number = try reader.integer(UInt8.self)
        guard let kind = Kind(rawValue: number) else { throw LinkError("kind \(number) does not exist") }
        return kind
    }

    private static func end(_ reader: ByteReader) throws(LinkError) {
        guard reader.remaining == 0 else { throw LinkError("\(reader.remaining) bytes too many") }
    }
}
