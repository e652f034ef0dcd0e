/// What each look has cost and given so far.
package struct LookCounters: Hashable, Sendable {
    /// The work of one look.
    package struct Entry: Hashable, Sendable {
        /// Reader and look.
        package let name: String
        /// How often it was taken.
        package fileprivate(set) var runs: UInt64 = 0
        /// How long it took in all, in microseconds.
        package fileprivate(set) var total: UInt64 = 0
        /// How many codes that were told it was the first to read.
        package fileprivate(set) var found: UInt64 = 0
    }

    /// The looks in the order in which they were first taken.
    package private(set) var entries: [Entry] = []

    /// No look was taken.
    package init() {}

    /// Counts one more look of this name.
    mutating func count(_ name: String, microseconds: Int64) {
        let index = index(of: name)
        entries[index].runs &+= 1
        entries[index].total &+= UInt64(max(0, microseconds))
    }

    /// Counts a code that was told and that the look of this name read first.
    mutating func countFound(_ name: String) { entries[index(of: name)].found &+= 1 }

    /// These and the other reader's together.
    package func adding(_ other: LookCounters) -> LookCounters {
        var sum = self
        for entry in other.entries {
            let index = sum.index(of: entry.name)
            sum.entries[index].runs &+= entry.runs
            sum.entries[index].total &+= entry.total
            sum.entries[index].found &+= entry.found
        }
        return sum
    }

    private mutating func index(of name: String) -> Int {
        if let known = entries.firstIndex(where: { $0.name == name }) { return known }
        entries.append(Entry(name: name))
        return entries.count - 1
    }
}
