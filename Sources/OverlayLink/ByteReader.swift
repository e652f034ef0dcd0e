/// Bytes from the other side were not a message: it is broken or hostile, and the link ends.
package struct LinkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was wrong with the bytes.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Bytes to values; every length is checked against what is there before anything is made of it.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var remaining: Int { bytes.endIndex - position }

    mutating func take(_ count: Int) throws(LinkError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else { throw LinkError("message ends early") }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(LinkError) -> Number {
        var number: Number = 0
        let taken = try take(MemoryLayout<Number>.size)
        withUnsafeMutableBytes(of: &number) { $0.copyBytes(from: taken) }
        return Number(littleEndian: number)
    }

    mutating func double() throws(LinkError) -> Double { Double(bitPattern: try integer()) }

    /// A number that is neither infinite nor not a number.
    mutating func finite(_ what: String) throws(LinkError) -> Double {
        let number = try double()
        guard number.isFinite else { throw LinkError("\(what) is not finite") }
        return number
    }

    mutating func flag() throws(LinkError) -> Bool {
        switch try integer(UInt8.self) {
        case 0: false
        case 1: true
        case let other: throw LinkError("a flag is \(other)")
        }
    }

    /// The count of a list whose elements take at least `size` bytes each.
    mutating func count(elementsOf size: Int, atMost limit: Int) throws(LinkError) -> Int {
        let count = Int(try integer(UInt32.self))
        guard count <= limit, count <= remaining / max(size, 1) else { throw LinkError("a list of \(count) elements") }
        return count
    }

    mutating func content(atMost limit: Int) throws(LinkError) -> [UInt8] {
        Array(try take(count(elementsOf: 1, atMost: limit)))
    }

    mutating func text(atMost limit: Int) throws(LinkError) -> String {
        let bytes = try content(atMost: limit)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw LinkError("text is not UTF-8") }
        return text
    }

    mutating func list<Element>(
        elementsOf size: Int, atMost limit: Int, _ body: (inout ByteReader) throws(LinkError) -> Element
    ) throws(LinkError) -> [Element] {
        let count = try count(elementsOf: size, atMost: limit)
        var list: [Element] = []
        list.reserveCapacity(count)
        for _ in 0..<count { list.append(try body(&self)) }
        return list
    }

    mutating func optional<Value>(
        _ body: (inout ByteReader) throws(LinkError) -> Value
    ) throws(LinkError) -> Value? {
        try flag() ? try body(&self) : nil
    }

    mutating func choice<Choice: CaseIterable>(
        _ what: String, of _: Choice.Type = Choice.self
    ) throws(LinkError) -> Choice {
        let index = Int(try integer(UInt8.self))
        let all = Array(Choice.allCases)
        guard index < all.count else { throw LinkError("\(what) number \(index) does not exist") }
        return all[index]
    }
}

extension ByteWriter {
    /// A case by its place among all cases.
    mutating func write<Choice: CaseIterable & Equatable>(choice: Choice) {
        write(UInt8(clamping: Array(Choice.allCases).firstIndex(of: choice) ?? 255))
    }
}
