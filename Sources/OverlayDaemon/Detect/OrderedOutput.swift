/// Lines of several sources at once, let out in the order of the sources.
struct OrderedOutput {
    private var waiting: [Int: (lines: [[UInt8]], isDone: Bool)] = [:]
    private var first = 0
    private let write: ([UInt8]) -> Void

    /// Lines go to `write` as soon as it is their turn.
    init(_ write: @escaping ([UInt8]) -> Void) { self.write = write }

    /// How many sources are held back behind an earlier one.
    var held: Int { waiting.count }

    /// A line of the source with this number.
    mutating func add(_ line: [UInt8], of source: Int) {
        if source == first { write(line) } else { waiting[source, default: ([], false)].lines.append(line) }
    }

    /// The source with this number gives no more lines.
    mutating func finish(_ source: Int) {
        waiting[source, default: ([], false)].isDone = true
        while let next = waiting[first], next.isDone {
            for line in next.lines { write(line) }
            waiting[first] = nil
            first += 1
        }
        if let next = waiting[first] {
            for line in next.lines { write(line) }
            waiting[first]?.lines = []
        }
    }
}
