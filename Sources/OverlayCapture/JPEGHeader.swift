/// What a JPEG says about itself before its first scan.
struct JPEGHeader: Hashable {
    /// Pixels in a row.
    let width: Int
    /// Rows.
    let height: Int
    /// Colour channels: 1 is grey, 3 is colour, 4 is cyan, magenta, yellow and black.
    let components: Int
    /// An Adobe marker is there: four channels are stored inverted.
    let isAdobe: Bool
    /// Tables for Huffman's code come before the first scan.
    let hasTables: Bool
    /// Where the first scan's marker stands.
    let scan: Int

    /// Reads the markers up to the first scan, as libjpeg does.
    init(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
        var frame: (width: Int, height: Int, components: Int)?
        var isAdobe = false
        var hasTables = false
        var place = 2
        while true {
            let marker = try JPEGHeader.marker(in: bytes, from: &place)
            if marker == 0xDA { break }
            if marker == 0xD9 { throw .undecodable("the JPEG ends before its first scan") }
            guard let length = bytes.bigEndian16(at: place), place + length <= bytes.count else {
                throw JPEGHeader.ended
            }
            guard length >= 2 else { throw .undecodable("a segment of the JPEG has an impossible length") }
            if marker == 0xC4 { hasTables = true }
            if marker == 0xEE, length >= 7, bytes[place + 2..<place + 7].elementsEqual("Adobe".utf8) { isAdobe = true }
            if JPEGHeader.startsFrame(marker), frame == nil {
                frame = try JPEGHeader.frame(in: bytes, at: place, length: length, marker: marker)
            }
            place += length
        }
        guard let frame else { throw .undecodable("the JPEG has a scan and says no size") }
        width = frame.width
        height = frame.height
        components = frame.components
        self.isAdobe = isAdobe
        self.hasTables = hasTables
        scan = place - 2
    }

    /// The picture is of this size, or larger by less than a block, as some cameras pad theirs.
    func holds(width: Int, height: Int) -> Bool {
        width > 0 && height > 0 && (0..<16).contains(self.width - width) && (0..<16).contains(self.height - height)
    }

    private static let ended = SourceError.truncated("the JPEG ends within its header")

    /// The next marker that has a segment; `place` is then the segment's start.
    private static func marker(in bytes: UnsafeRawBufferPointer, from place: inout Int) throws(SourceError) -> Int {
        while true {
            while let byte = bytes.byte(at: place), byte != 0xFF { place += 1 }
            while let byte = bytes.byte(at: place), byte == 0xFF { place += 1 }
            guard let marker = bytes.byte(at: place) else { throw ended }
            place += 1
            let standsAlone = marker <= 0x01 || (0xD0...0xD8).contains(marker)
            if !standsAlone { return marker }
        }
    }

    private static func startsFrame(_ marker: Int) -> Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }

    private static func frame(
        in bytes: UnsafeRawBufferPointer, at place: Int, length: Int, marker: Int
    ) throws(SourceError) -> (width: Int, height: Int, components: Int) {
        guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker) else {
            throw .unsupported("this is a lossless or hierarchical JPEG; baseline and progressive ones are read")
        }
        guard length >= 8, let precision = bytes.byte(at: place + 2), let height = bytes.bigEndian16(at: place + 3),
            let width = bytes.bigEndian16(at: place + 5), let components = bytes.byte(at: place + 7)
        else { throw .undecodable("the JPEG's frame header is too short") }
        guard precision == 8 else {
            throw .unsupported("the JPEG has \(precision) bits a sample; 8 are read")
        }
        guard components == 1 || components == 3 || components == 4 else {
            throw .unsupported("the JPEG has \(components) colour channels; 1, 3 and 4 are read")
        }
        return (width, height, components)
    }
}
