import OverlayGeometry
import OverlayMetadata

extension ByteWriter {
    mutating func write(opening: Opening) {
        write(choice: opening.source)
        write(optional: opening.rate) { $0.write($1) }
        write(optional: opening.size) { $0.write(size: $1) }
        write(optional: opening.pixelFormat) { $0.write($1) }
        write(opening.loop)
        write(opening.pixelAspect)
        write(opening.address)
        write(opening.timeout)
        switch opening.clock {
        case .live: write(UInt8(1))
        case .unpaced: write(UInt8(2))
        case .stepped(let monotonic, let wall):
            write(UInt8(3))
            write(monotonic)
            write(wall)
        }
        write(opening.firstSequence)
        write(opening.firstID)
        write(UInt8(clamping: opening.threads))
        write(list: opening.attachments) { $0.write(choice: $1) }
    }

    mutating func write(demand: Demand) {
        for rect in [demand.faces, demand.codes] { write(optional: rect) { $0.write(rect: $1) } }
        write(demand.codeTypes.rawValue)
        for number in [demand.rate, demand.minFace] { write(optional: number) { $0.write($1) } }
    }

    mutating func write(capabilities: Capabilities) {
        write(capabilities.codes.rawValue)
        write(capabilities.faces)
        write(list: capabilities.libraries) { writer, library in
            writer.write(library.name)
            writer.write(library.version)
        }
    }
}

extension ByteReader {
    mutating func opening() throws(LinkError) -> Opening {
        Opening(
            source: try choice("a source"),
            rate: try optional { reader throws(LinkError) in try reader.finite("a rate") },
            size: try optional { reader throws(LinkError) in try reader.size() },
            pixelFormat: try optional { reader throws(LinkError) in try reader.text(atMost: 4) }, loop: try flag(),
            pixelAspect: try finite("a pixel aspect"), address: try text(atMost: 4_096),
            timeout: try finite("a timeout"), clock: try clock(), firstSequence: try integer(),
            firstID: try integer(), threads: Int(try integer(UInt8.self)),
            attachments: try list(elementsOf: 1, atMost: 16) { reader throws(LinkError) in
                try reader.choice("an attachment")
            })
    }

    private mutating func clock() throws(LinkError) -> Opening.FrameClock {
        switch try integer(UInt8.self) {
        case 1: .live
        case 2: .unpaced
        case 3: .stepped(monotonic: try integer(), wall: try integer())
        case let other: throw LinkError("clock number \(other) does not exist")
        }
    }

    mutating func demand() throws(LinkError) -> Demand {
        Demand(
            faces: try optional { reader throws(LinkError) in try reader.rect() },
            codes: try optional { reader throws(LinkError) in try reader.rect() },
            codeTypes: try types(), rate: try optional { reader throws(LinkError) in try reader.finite("a rate") },
            minFace: try optional { reader throws(LinkError) in try reader.finite("a size of faces") })
    }

    mutating func capabilities() throws(LinkError) -> Capabilities {
        Capabilities(
            codes: try types(), faces: try flag(),
            libraries: try list(elementsOf: 8, atMost: 64) { reader throws(LinkError) in
                LibraryVersion(name: try reader.text(atMost: 64), version: try reader.text(atMost: 64))
            })
    }
}
