import OverlayGeometry

/// What a `focus` asks: a point of interest, by whose picture or layer.
package struct Focus: Hashable, Sendable {
    /// The subscription whose input is meant.
    package var subscription: Int
    /// Where.
    package var point: Point
    /// The point is in the subscription's layer; else in device space.
    package var isInLayer: Bool

    /// The parameters that `focus` takes.
    package static let parameters = ["subscription", "point", "in"]

    private enum Place: String, CaseIterable { case device, layer }

    /// The focus that parameters describe.
    package init(_ params: JSONValue?) throws(WireError) {
        let given = try Parameters(params, knows: Focus.parameters, of: "focus")
        subscription = try given.subscription()
        guard let point = try given.point("point", of: "focus") else {
            throw given.missing("point", expected: "a point of the picture or of the layer")
        }
        self.point = point
        let place: Place? = try given.choice("in")
        isInLayer = place == .layer
    }
}
