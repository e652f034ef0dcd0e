/// A YUV4MPEG2 stream, written by hand.
package enum Y4MStream {
    /// The first line.
    package static func header(
        width: Int, height: Int, rate: String = "25:1", colour: String = "420jpeg", more: String = ""
    ) -> [UInt8] {
        Array("YUV4MPEG2 W\(width) H\(height) F\(rate) Ip A1:1 C\(colour)\(more)\n".utf8)
    }

    /// A frame of planes.
    package static func frame(_ planes: [[UInt8]]) -> [UInt8] { Array("FRAME\n".utf8) + planes.joined() }

    /// A frame of 4:2:0 of one luma, and no colour.
    package static func plain(width: Int, height: Int, luma: UInt8) -> [UInt8] {
        let chroma = [UInt8](repeating: 128, count: ((width + 1) / 2) * ((height + 1) / 2))
        return frame([[UInt8](repeating: luma, count: width * height), chroma, chroma])
    }

    /// A stream of 4:2:0, a frame for each luma.
    package static func plain(width: Int, height: Int, lumas: [UInt8], rate: String = "25:1") -> [UInt8] {
        header(width: width, height: height, rate: rate)
            + lumas.flatMap { plain(width: width, height: height, luma: $0) }
    }
}
