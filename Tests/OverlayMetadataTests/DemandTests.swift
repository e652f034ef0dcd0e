import OverlayGeometry
import OverlayMetadata
import TestVectors
import TestSupport
import Testing

@Suite("Demand", .timeLimit(.minutes(1)))
struct DemandTests {
    @Test("nothing is the neutral element, and a demand with itself is itself")
    func neutral() {
        for demand in demands(seed: 31) {
            #expect(demand.union(.nothing) == (demand.isEmpty ? .nothing : demand))
            #expect(Demand.nothing.union(demand) == demand.union(.nothing))
            #expect(demand.union(demand) == demand.union(.nothing))
        }
    }

    @Test("neither the order nor the grouping of subscribers matters")
    func commutesAndAssociates() {
        let (firsts, seconds, thirds) = (demands(seed: 32), demands(seed: 33), demands(seed: 34))
        for ((first, second), third) in zip(zip(firsts, seconds), thirds) {
            #expect(first.union(second) == second.union(first))
            #expect(first.union(second).union(third) == first.union(second.union(third)))
        }
    }

    @Test("the union satisfies both: rectangles held, types joined, the faster rate")
    func satisfies() {
        for (first, second) in zip(demands(seed: 35), demands(seed: 36)) {
            let both = first.union(second)
            for demand in [first, second] where !demand.isEmpty {
                if let faces = demand.faces { #expect(both.faces?.contains(faces) == true) }
                if let codes = demand.codes { #expect(both.codes?.contains(codes) == true) }
                #expect(both.codeTypes.isSuperset(of: demand.codeTypes))
                #expect(both.covers(demand))
                if let rate = both.rate { #expect(demand.rate.map { rate >= $0 } == true) }
            }
            #expect(both.isEmpty == (first.isEmpty && second.isEmpty))
        }
    }

    @Test("as many frames as there are beats any rate")
    func rate() {
        let slow = Demand(codes: .unit, codeTypes: .codes, rate: 0.2)
        #expect(slow.union(.everything).rate == nil)
        #expect(slow.union(Demand(faces: .unit, rate: 5)).rate == 5)
        #expect(slow.union(.nothing).rate == 0.2)
    }

    @Test("the smallest face that somebody wants decides, and who does not say wants the usual")
    func smallestFace() {
        let (any, large, small) = (
            Demand(faces: .unit), Demand(faces: .unit, minFace: 0.2), Demand(faces: .unit, minFace: 0.01)
        )
        #expect(large.union(small).minFace == 0.01)
        #expect(any.union(small).minFace == 0.01)
        #expect(any.union(large).minFace == nil)
        #expect(large.union(Demand(codes: .unit, codeTypes: .codes)).minFace == 0.2)
        #expect(any.covers(large) && !large.covers(any) && !large.covers(small) && small.covers(any))
    }

    @Test("what was not looked for is not covered")
    func notCovered() {
        let codes = Demand(
            codes: Rect(x: 0, y: 0, width: 0.5, height: 0.5), codeTypes: ObjectTypes([.qrCode, .ean13]), rate: 1)
        #expect(codes.covers(Demand(of: ObjectTypes(.qrCode), in: Rect(x: 0.1, y: 0.1, width: 0.1, height: 0.1))))
        #expect(!codes.covers(Demand(of: ObjectTypes(.aztec), in: Rect(x: 0.1, y: 0.1, width: 0.1, height: 0.1))))
        #expect(!codes.covers(Demand(of: ObjectTypes(.qrCode), in: .unit)))
        #expect(!codes.covers(Demand(of: .face, in: Rect(x: 0.1, y: 0.1, width: 0.1, height: 0.1))))
        #expect(codes.covers(.nothing))
    }

    @Test("faces and codes keep rectangles of their own")
    func apart() {
        let codes = Demand(codes: Rect(x: 0, y: 0, width: 0.5, height: 1), codeTypes: ObjectTypes(.qrCode))
        let faces = Demand(faces: Rect(x: 0.5, y: 0, width: 0.5, height: 1))
        #expect(codes.union(codes).faces == nil)
        #expect(codes.union(faces).codes == codes.codes)
        #expect(codes.union(faces).faces == faces.faces)
    }

    @Test("the union of many is the same in whatever order they come, to the last bit, and satisfies each")
    func manyInAnyOrder() {
        var random = SeededGenerator(seed: 37)
        func side() -> Double { Double.random(in: 0...1, using: &random) }
        for count in 0..<40 {
            var many = (0..<count).map { _ in
                let region = Rect(x: side(), y: side(), width: side(), height: side())
                return Demand(codes: region, codeTypes: .codes, rate: side())
            }
            let union = Demand.union(of: many + [.nothing])
            many.shuffle(using: &random)
            #expect(Demand.union(of: many) == union)
            #expect(union.rate == many.compactMap(\.rate).max())
            #expect(union.isEmpty == many.isEmpty)
            #expect(many.allSatisfy { ($0.codes?.minX ?? 0) >= (union.codes?.minX ?? 1) })
        }
        #expect(Demand.union(of: [Demand(faces: .unit, rate: 3), Demand(codes: .unit)]).rate == nil)
    }

    @Test("the union of two is the same whether they are joined as two or as many")
    func twoOrMany() {
        for (first, second) in zip(demands(seed: 39), demands(seed: 40)) {
            #expect(Demand.union(of: [first, second]) == first.union(second))
        }
    }

    /// Demands whose rectangles lie on a grid of 1/64, so that their unions are exact.
    private func demands(seed: UInt64) -> [Demand] {
        var random = SeededGenerator(seed: seed)
        return (0..<300).map { _ in
            let faces = random.gridRect()
            return Demand(
                faces: faces, codes: random.gridRect(),
                codeTypes: ObjectTypes(rawValue: UInt32(truncatingIfNeeded: random.next())).intersection(.codes),
                rate: Bool.random(using: &random) ? Double(Int.random(in: 1...60, using: &random)) : nil,
                minFace: faces != nil && Bool.random(using: &random)
                    ? Double(Int.random(in: 1...20, using: &random)) / 100 : nil)
        }
    }
}

extension SeededGenerator {
    /// Every other time nil, else a rectangle of the unit square on a grid of 1/64.
    fileprivate mutating func gridRect() -> Rect? {
        guard Bool.random(using: &self) else { return nil }
        let (left, top) = (Int.random(in: 0..<60, using: &self), Int.random(in: 0..<60, using: &self))
        let width = Int.random(in: 1...(64 - left), using: &self)
        let height = Int.random(in: 1...(64 - top), using: &self)
        return Rect([left, top, width, height].map { Double($0) / 64 })
    }
}
