extension JSONReader {
    /// The value of a whole text, and where the value of each of its members stands in it when it is an object.
    package static func readPlaced(
        _ bytes: [UInt8], maxDepth: Int = 16
    ) throws(JSONError) -> (value: JSONValue, places: [Range<Int>]) {
        var reader = JSONReader(bytes, maxDepth: maxDepth)
        let value = try reader.readText()
        return (value, reader.topLevel)
    }
}
