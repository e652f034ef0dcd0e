/// Objects in the order in which they came, each of which leaves without being searched for.
///
/// An object knows its place, and is in one list at a time by that knowledge.
struct PlacedList<Element: AnyObject>: Sequence {
    /// How many there are.
    private(set) var count = 0
    private var entries: [Element?] = []
    private let place: ReferenceWritableKeyPath<Element, Int>

    /// An empty list whose objects keep their place there.
    init(_ place: ReferenceWritableKeyPath<Element, Int>) { self.place = place }

    /// Nothing is in it.
    var isEmpty: Bool { count == 0 }

    /// Puts an object behind the others.
    mutating func append(_ element: Element) {
        element[keyPath: place] = entries.count
        entries.append(element)
        count += 1
    }

    /// Takes an object out; harmless when it is not in.
    mutating func remove(_ element: Element) {
        let index = element[keyPath: place]
        guard entries.indices.contains(index), entries[index] === element else { return }
        entries[index] = nil
        count -= 1
        if entries.count > 2 * count + PlacedList.spareGaps { closeGaps() }
    }

    /// Takes all out.
    mutating func removeAll() {
        entries = []
        count = 0
    }

    func makeIterator() -> some IteratorProtocol<Element> { entries.lazy.compactMap { $0 }.makeIterator() }

    /// So many gaps are no waste worth the work.
    private static var spareGaps: Int { 32 }

    /// Seldom enough that leaving costs the same however many there are.
    private mutating func closeGaps() {
        let all = entries.compactMap { $0 }
        removeAll()
        entries.reserveCapacity(all.count)
        for element in all { append(element) }
    }
}
