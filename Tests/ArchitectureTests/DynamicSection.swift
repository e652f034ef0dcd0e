import Foundation

/// Which shared libraries a 64-bit little-endian ELF file asks for: the DT_NEEDED entries of its dynamic section.
struct DynamicSection {
    /// Names as they stand in the file, `libc.so.6` and the like.
    let needed: [String]

    /// What is wrong with a file that cannot be read.
    struct Unreadable: Error {
        let file: String
        let what: String
    }

    /// Reads the file's program headers and its dynamic section.
    init(of file: URL) throws {
        let image = Image(bytes: try Data(contentsOf: file, options: .alwaysMapped))
        guard image.bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else {
            throw Unreadable(file: file.path, what: "not a 64-bit little-endian ELF file")
        }
        guard let names = image.neededNames() else {
            throw Unreadable(file: file.path, what: "the dynamic section does not hold together")
        }
        needed = names
    }
}

/// The bytes of an ELF file; every read is checked and answers nil past the end.
private struct Image {
    let bytes: Data

    private struct Segment {
        let type: Int
        let offset: Int
        let address: Int
        let size: Int
    }

    func neededNames() -> [String]? {
        guard let segments = segments(), let dynamic = segments.first(where: { $0.type == 2 }),
            let entries = entries(of: dynamic),
            let table = entries.first(where: { $0.tag == 5 }).flatMap({ fileOffset(of: $0.value, in: segments) })
        else { return nil }
        var names: [String] = []
        for entry in entries where entry.tag == 1 {
            guard let name = text(at: table + entry.value) else { return nil }
            names.append(name)
        }
        return names
    }

    private func segments() -> [Segment]? {
        guard let start = number(at: 32, size: 8), let size = number(at: 54, size: 2),
            let count = number(at: 56, size: 2)
        else { return nil }
        var found: [Segment] = []
        for header in (0..<count).map({ start + $0 * size }) {
            guard let type = number(at: header, size: 4), let offset = number(at: header + 8, size: 8),
                let address = number(at: header + 16, size: 8), let length = number(at: header + 32, size: 8)
            else { return nil }
            found.append(Segment(type: type, offset: offset, address: address, size: length))
        }
        return found
    }

    private func entries(of dynamic: Segment) -> [(tag: Int, value: Int)]? {
        var found: [(tag: Int, value: Int)] = []
        for place in stride(from: dynamic.offset, to: dynamic.offset + dynamic.size, by: 16) {
            guard let tag = number(at: place, size: 8), let value = number(at: place + 8, size: 8) else { return nil }
            if tag == 0 { break }
            found.append((tag, value))
        }
        return found
    }

    private func fileOffset(of address: Int, in segments: [Segment]) -> Int? {
        segments.first { $0.type == 1 && address >= $0.address && address - $0.address < $0.size }
            .map { address - $0.address + $0.offset }
    }

    private func number(at place: Int, size: Int) -> Int? {
        guard place >= 0, place <= bytes.count - size else { return nil }
        let value = bytes[place..<(place + size)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(truncatingIfNeeded: value)
    }

    private func text(at place: Int) -> String? {
        guard place >= 0, place < bytes.count, let end = bytes[place...].firstIndex(of: 0) else { return nil }
        return String(decoding: bytes[place..<end], as: UTF8.self)
    }
}
