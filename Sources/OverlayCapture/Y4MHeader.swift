import OverlayFrame

/// The first line of a YUV4MPEG2 stream.
struct Y4MHeader: Hashable {
    /// Pixels in a row.
    private(set) var width = 0
    /// Rows.
    private(set) var height = 0
    /// Frames a second; 0 where the stream does not say.
    private(set) var rate = 0.0
    /// The shape of a pixel, width divided by height.
    private(set) var pixelAspect = 1.0
    /// How the pixels lie.
    private(set) var format = PixelFormat.yuv420
    /// How luma and colour differences are to be read.
    private(set) var encoding = ColourEncoding()

    /// What every stream begins with.
    static let signature = Array("YUV4MPEG2".utf8)
    /// So many bytes its line has at most.
    static let longest = 4_096
    /// What is read, for messages.
    static let formats = "8 bits of 4:2:0, 4:2:2, 4:4:4 and mono (C420, C422, C444, Cmono)"

    /// The header in a line without its newline.
    init(_ line: some Collection<UInt8>, limits: PictureLimits) throws(SourceError) {
        let words = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        guard words.first?.utf8.elementsEqual(Y4MHeader.signature) == true else {
            throw .notAPicture("this is no y4m stream: one begins with YUV4MPEG2 and a line of its size and rate")
        }
        guard line.count <= Y4MHeader.longest else {
            throw .undecodable("the y4m header is a line of more than \(Y4MHeader.longest) bytes")
        }
        for word in words.dropFirst() { try take(word) }
        guard width > 0, height > 0 else {
            throw .undecodable("the y4m header lacks \(width > 0 ? "H, the height" : "W, the width"), as in W640 H480")
        }
        try limits.check(width: width, height: height)
    }

    /// The bytes of one frame, and where its planes lie in them.
    var layout: (byteCount: Int, planes: [Frame.Plane]) {
        var planes = [Frame.Plane(offset: 0, stride: width, length: width * height)]
        if let shift = format.chromaShift {
            let stride = (width + (1 << shift.x) - 1) >> shift.x
            let length = stride * ((height + (1 << shift.y) - 1) >> shift.y)
            planes.append(Frame.Plane(offset: width * height, stride: stride, length: length))
            planes.append(Frame.Plane(offset: width * height + length, stride: stride, length: length))
        }
        return (planes.reduce(0) { $0 + $1.length }, planes)
    }

    private mutating func take(_ word: String) throws(SourceError) {
        let value = String(word.dropFirst())
        switch word.first {
        case "W": width = try Y4MHeader.side(value, word)
        case "H": height = try Y4MHeader.side(value, word)
        case "F": rate = Y4MHeader.ratio(value) ?? 0
        case "A":
            if let ratio = Y4MHeader.ratio(value), (0.1...10).contains(ratio) { pixelAspect = ratio }
        case "C": format = try Y4MHeader.format(value)
        case "X":
            if value == "COLORRANGE=FULL" { encoding.isFullRange = true }
        default: break
        }
    }

    private static func side(_ text: String, _ word: String) throws(SourceError) -> Int {
        guard let side = Int(text), (1...65_535).contains(side) else {
            throw .undecodable("the y4m header says '\(word.prefix(40))'; a side is a whole number of at least 1")
        }
        return side
    }

    /// Two whole numbers around a colon; nil where they make no number.
    private static func ratio(_ text: String) -> Double? {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Double(Int32($0) ?? 0) }
        guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
        return numbers[0] / numbers[1]
    }

    private static func format(_ name: String) throws(SourceError) -> PixelFormat {
        switch name {
        case "420", "420jpeg", "420mpeg2", "420paldv": .yuv420
        case "422": .yuv422
        case "444": .yuv444
        case "mono": .gray8
        default: throw .unsupported("the y4m stream is C\(name.prefix(40)); read are \(formats)")
        }
    }
}
