@testable import OverlayServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PlacedListTests {
    private final class Item {
        let number: Int
        var place = 0
        init(_ number: Int) { self.number = number }
    }

    @Test("whatever comes and goes, the list is as an array from which it is searched and removed", arguments: 0..<20)
    func model(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var list = PlacedList(\Item.place)
        var model: [Item] = []
        var gone: [Item] = []
        for step in 0..<2000 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                let item = Item(step)
                list.append(item)
                model.append(item)
            case 2, 3:
                guard let index = model.indices.randomElement(using: &random) else { continue }
                gone.append(model.remove(at: index))
                list.remove(gone[gone.count - 1])
            default:
                // Not there any more: nothing happens.
                if let item = gone.randomElement(using: &random) { list.remove(item) }
            }
            #expect(list.count == model.count)
        }
        #expect(list.map(\.number) == model.map(\.number))
        for item in model { list.remove(item) }
        #expect(list.isEmpty)
        #expect(list.map(\.number).isEmpty)
    }
}
