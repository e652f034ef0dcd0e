/// A stream of bytes cut into messages.
package struct LinkSplitter: Sendable {
    private var buffer: [UInt8] = []
    private var start = 0

    /// A splitter with nothing in it.
    package init() {}

    /// Takes more bytes of the stream.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next whole message without its length; nil until more bytes have come.
    ///
    /// An empty or overlong one is an error, after which the stream makes no sense any more.
    package mutating func next() throws(LinkError) -> ArraySlice<UInt8>? {
        var reader = ByteReader(buffer[start...])
        guard reader.remaining >= 4 else { return nil }
        let length = Int(try reader.integer(UInt32.self))
        guard length > 0, length <= LinkCodec.longestMessage else { throw LinkError("a message of \(length) bytes") }
        guard reader.remaining >= length else { return nil }
        start += 4 + length
        return try reader.take(length)
    }
}
