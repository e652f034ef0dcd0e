/// Values to bytes: integers little-endian, text and lists behind their count.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ number: Double) { write(number.bitPattern) }
    mutating func write(_ flag: Bool) { write(UInt8(flag ? 1 : 0)) }
    mutating func write(_ text: String) { write(Array(text.utf8)) }

    mutating func write(_ content: [UInt8]) {
        write(UInt32(clamping: content.count))
        bytes.append(contentsOf: content)
    }

    mutating func write<Element>(list: [Element], _ body: (inout ByteWriter, Element) -> Void) {
        write(UInt32(clamping: list.count))
        for element in list { body(&self, element) }
    }

    mutating func write<Value>(optional: Value?, _ body: (inout ByteWriter, Value) -> Void) {
        write(optional != nil)
        if let optional { body(&self, optional) }
    }

    /// Puts the length of everything written behind position `start` into the four bytes there.
    mutating func patchLength(at start: Int) {
        let length = UInt32(clamping: bytes.count - start - 4)
        withUnsafeBytes(of: length.littleEndian) { bytes.replaceSubrange(start..<start + 4, with: $0) }
    }
}
