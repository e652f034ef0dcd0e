import OverlayGeometry
import OverlayMetadata
import OverlayWire
import TestSupport
import Testing

@testable import OverlayClient

@Suite("A subscription's options", .timeLimit(.minutes(1)))
struct OptionsTests {
    @Test("whatever is changed into whatever, an update says the same as subscribing to it")
    func changes() throws {
        var random = SeededGenerator(seed: 42)
        for _ in 0..<2_000 {
            let (before, after) = (Self.options(&random), Self.options(&random))
            let begun = try SubscriptionChange(.object(before.parameters), updates: false)
            var update = after.changes(from: before)
            update["subscription"] = .integer(1)
            let change = try SubscriptionChange(.object(update), updates: true)
            let whole = try SubscriptionChange(.object(after.parameters), updates: false)
            var updated = try change.applied(to: begun.applied(to: SubscriptionSettings()))
            var subscribed = try whole.applied(to: SubscriptionSettings())
            // Said or by default, the coordinates are the same.
            updated.coordinates = updated.space
            subscribed.coordinates = subscribed.space
            #expect(updated == subscribed)
        }
    }

    @Test("what is as the protocol has it is not said")
    func defaults() {
        #expect(JSONValue.object(SubscriptionOptions().parameters).text == #"{"types":[]}"#)
        #expect(
            JSONValue.object(SubscriptionOptions(types: .all).parameters).text == #"{"types":["all"]}"#)
        #expect(
            JSONValue.object(SubscriptionOptions(input: .none, types: .codes).parameters).text
                == #"{"connection":null,"types":["codes"]}"#)
    }

    private static func options(_ random: inout SeededGenerator) -> SubscriptionOptions {
        func some<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        var options = SubscriptionOptions(
            types: some([[], .all, .codes, .face, ObjectTypes([.qrCode, .face])]),
            layer: some([nil, Rect(x: 0, y: 0, width: 10, height: 0), Rect(x: -1, y: 2, width: 3, height: 4)]),
            gravity: some(Gravity.allCases),
            rotation: some([.automatic, .fixed(.quarter), .fixed(.none), .orientation(.portrait)]),
            isMirrored: some([nil, true, false]))
        options.typeNames = some([[], ["upc_a"]])
        options.ignoresUnavailable = some([true, false])
        options.isEnabled = some([true, false])
        let rect = Rect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
        options.rectOfInterest = some([nil, RectOfInterest(rect), RectOfInterest(rect, inLayer: true)])
        let hasLayer = options.layer != nil
        if !hasLayer, options.rectOfInterest?.isInLayer == true { options.rectOfInterest = nil }
        options.rule = some(RectOfInterest.Rule.allCases)
        options.coordinates = some(hasLayer ? [nil, .device, .pixels, .layer] : [nil, .device, .pixels])
        options.maxRate = some([nil, 0.2, 30])
        options.maxObjects = some([nil, 1, 10])
        options.everyFrame = some([true, false])
        options.smoothing = some([.standard, .none])
        options.minFace = some([nil, 0.25])
        options.minReads = some([1, 3])
        return options
    }
}
