import OverlayWire
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SpellingTests {
    private static let options = ["rate", "rotation", "orientation", "mirrored", "types", "roi", "for", "layer"]

    @Test(
        "a word is taken for the name that is a letter away, that begins like it, or that means it",
        arguments: [
            ("rotaton", "rotation"), ("rotate", "rotation"), ("Rate", "rate"), ("rat", "rate"), ("mir", "mirrored"),
            ("mirroring", "mirrored"), ("orient", "orientation"), ("region", "roi"), ("fps", "rate"),
            ("timeout", "for"), ("bounds", "layer"), ("tpyes", "types"),
        ])
    func meant(_ word: String, name: String) {
        #expect(Spelling.nearest(to: word, among: SpellingTests.options) == name)
    }

    @Test(
        "what is like none of them is taken for none", arguments: ["", "x", "zebra", "rotondo", "foremost", "lay-by"])
    func stranger(_ word: String) {
        #expect(Spelling.nearest(to: word, among: SpellingTests.options) == nil)
    }

    @Test("a hint names the one that was meant, or else all")
    func hints() {
        #expect(
            Spelling.hint(for: "rotate", among: SpellingTests.options) { "--" + $0 } == "; did you mean --rotation?")
        #expect(Spelling.hint(for: "zebra", among: ["front", "side"]) == "; there are: front, side")
        #expect(Spelling.hint(for: "zebra", among: [], further: ["front"]) == "; there is none")
        #expect(Spelling.hint(for: "frnt", among: ["side"], further: ["front"]) == "; did you mean front?")
    }
}
