/// One JPEG of a camera's stream, found in the bytes of a buffer: cameras put bytes before it, leave the end marker away,
/// fill up with zeros, or leave out the tables that everybody knows.
struct MotionJPEG {
    /// What it says about itself.
    let header: JPEGHeader
    /// Where it begins.
    let start: Int
    /// So many bytes it has, with its end marker where that is there.
    let length: Int
    /// Its end marker is there.
    let hasEnd: Bool

    /// So many places that look like a beginning are tried.
    private static let mostStarts = 8
    /// `completeLength` is larger than the bytes that it was found in by no more than this.
    static let mostAdded = 512
    private static let end: [UInt8] = [0xFF, 0xD9]

    /// Finds the first JPEG with a sound header; throws what is wrong with the last that was tried.
    init(in bytes: UnsafeRawBufferPointer) throws(SourceError) {
        var fault = SourceError.undecodable("no JPEG begins in the camera's \(bytes.count) bytes")
        var place = 0
        for _ in 0..<MotionJPEG.mostStarts {
            guard let start = MotionJPEG.start(in: bytes, from: place) else { break }
            let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
            do throws(SourceError) {
                let header = try JPEGHeader(rest)
                self.header = header
                self.start = start
                (length, hasEnd) = MotionJPEG.end(of: rest, behind: header.scan)
                return
            } catch {
                fault = error
                place = start + 2
            }
        }
        throw .undecodable(fault.message)
    }

    /// How many bytes it has once nothing is missing.
    var completeLength: Int {
        length + (hasEnd ? 0 : MotionJPEG.end.count) + (header.hasTables ? 0 : HuffmanTables.segment.count)
    }

    /// Writes the missing end marker behind it; false without room for it, or where more is missing.
    func complete(in bytes: UnsafeMutableRawBufferPointer) -> Bool {
        guard header.hasTables else { return false }
        if hasEnd { return true }
        let end = start + length
        guard end <= bytes.count - MotionJPEG.end.count else { return false }
        (bytes[end], bytes[end + 1]) = (MotionJPEG.end[0], MotionJPEG.end[1])
        return true
    }

    /// Copies it from the bytes that it was found in to `target`, with what is missing: `completeLength` bytes.
    func copy(from bytes: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer) {
        guard target.count >= completeLength else { return }
        var place = 0
        func append(_ part: some Collection<UInt8>) {
            target[place...].copyBytes(from: part)
            place += part.count
        }
        append(bytes[start..<start + 2])
        if !header.hasTables { append(HuffmanTables.segment) }
        append(bytes[start + 2..<start + length])
        if !hasEnd { append(MotionJPEG.end) }
    }

    /// The next place at which a JPEG begins.
    private static func start(in bytes: UnsafeRawBufferPointer, from place: Int) -> Int? {
        var place = place
        while place + 2 < bytes.count {
            if bytes[place] == 0xFF, bytes[place + 1] == 0xD8, bytes[place + 2] == 0xFF { return place }
            place += 1
        }
        return nil
    }

    /// Where the last end marker behind the header ends; else where the bytes end that are not filling.
    private static func end(of bytes: UnsafeRawBufferPointer, behind scan: Int) -> (length: Int, hasEnd: Bool) {
        var filled = bytes.count
        while filled > scan, bytes[filled - 1] == 0 { filled -= 1 }
        var place = filled - 2
        while place > scan {
            if bytes[place + 1] == 0xD9, bytes[place] == 0xFF { return (place + 2, true) }
            place -= 1
        }
        // A byte of 0xFF that is coded has a zero behind it.
        if filled < bytes.count, bytes[filled - 1] == 0xFF { filled += 1 }
        return (filled, false)
    }
}
