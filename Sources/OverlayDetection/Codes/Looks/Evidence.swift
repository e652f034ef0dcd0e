import OverlayGeometry
import OverlayMetadata

/// What several looks at one picture found: readings of the same code are one candidate, and what more than one look
/// says counts for more.
struct Evidence {
    /// A code that at least one look found.
    struct Candidate {
        /// The reading with the most agreeing lines.
        var reading: CodeReading
        /// How many looks of each reader found it.
        var looks: [CodeReading.Reader: Int]
        /// The stage that found it first, by its name.
        let firstLook: String
        /// The number of the look that found it last.
        fileprivate var lastLook: Int
    }

    private(set) var candidates: [Candidate] = []
    private var looks = 0
    private let isOneOfMany: Bool

    /// No look was taken yet; of a picture that is one of many, one reader's word is enough, as the next ones will show.
    init(isOneOfMany: Bool = false) { self.isOneOfMany = isOneOfMany }

    /// Adds what one look of one reader, by its name, found.
    mutating func add(_ readings: [CodeReading], by name: String) {
        looks += 1
        for reading in readings {
            let known = candidates.firstIndex { $0.reading.isSameCode(as: reading) }
            guard let known else {
                candidates.append(
                    Candidate(reading: reading, looks: [reading.reader: 1], firstLook: name, lastLook: looks))
                continue
            }
            if candidates[known].lastLook != looks { candidates[known].looks[reading.reader, default: 0] += 1 }
            candidates[known].lastLook = looks
            candidates[known].reading.learn(from: reading)
        }
    }

    /// The candidates that the policy believes, without those that another of them contradicts or contains.
    var credible: [Candidate] {
        let believed = candidates.filter { candidate in
            let reading = candidate.reading
            let policy = ReadPolicy.of(reading.type)
            return policy.believes(
                length: reading.payload.count, lines: reading.quality, inverted: reading.inverted,
                looks: policy.readers > 1 ? candidate.looks[.zxing] ?? 0 : candidate.allLooks,
                readers: candidate.looks.count,
                available: isOneOfMany ? 1 : CodeReading.Reader.count(of: reading.type))
        }
        return believed.filter { candidate in
            !believed.contains { $0.overrules(candidate) }
        }
    }
}

extension Evidence.Candidate {
    /// Where both lie, only one code can be; this one is the better founded.
    fileprivate func overrules(_ other: Evidence.Candidate) -> Bool {
        guard reading != other.reading, reading.corners.covers(other.reading.corners) else { return false }
        switch (reading.type.isMatrix, other.reading.type.isMatrix) {
        // Bars within a two-dimensional code are its modules.
        case (true, false): return true
        case (false, true): return false
        case (true, true): return rank > other.rank
        case (false, false): return rank > other.rank
        }
    }

    /// How many looks found it.
    fileprivate var allLooks: Int { looks.values.reduce(0, +) }

    /// More readers, then more characters (a part of a code is shorter than the code), then more looks.
    private var rank: (Int, Int, Int) { (looks.count, reading.payload.count, allLooks) }
}

extension CodeReading {
    /// Both say the same about the same place.
    func isSameCode(as other: CodeReading) -> Bool {
        type == other.type && payload == other.payload && corners.covers(other.corners)
    }

    /// Takes over what the other reading knows better.
    fileprivate mutating func learn(from other: CodeReading) {
        value = value ?? other.value
        addOn = addOn ?? other.addOn
        part = part ?? other.part
        gs1 = gs1 || other.gs1
        quality = max(quality, other.quality)
        // ZXing-C++ tells of bars on which lines it read them, not how high they are.
        if reader == .zxing, other.reader == .zbar, !type.isMatrix {
            reader = other.reader
            corners = other.corners
        }
    }
}

extension Quad {
    /// One's middle lies within the other's box.
    fileprivate func covers(_ other: Quad) -> Bool {
        bounds.expanded(by: 1).contains(other.bounds.center) || other.bounds.expanded(by: 1).contains(bounds.center)
    }
}
