import OverlayGeometry

extension Parameters {
    /// The largest magnitude of a coordinate in a request.
    package static let farthest = 1e9
    /// The smallest side of a layer that is not 0, and of a rectangle of interest.
    package static let smallestSide = 1e-6

    /// The members of a rectangle.
    static let rectangleMembers = ["x", "y", "width", "height"]
    /// One for people, in a part of metadata space.
    static let exampleOfRectangle = #"{"x":0.25,"y":0,"width":0.5,"height":1}"#

    /// A layer, if given: finite, its sides 0 or more.
    package func layer(_ name: String, of method: String) throws(WireError) -> Rect? {
        guard let value = members[name] else { return nil }
        let inner = try Parameters(
            value, path: path + name, knows: Parameters.rectangleMembers, of: method,
            example: #"{"x":0,"y":0,"width":1080,"height":1920}"#)
        let rect = try inner.rectangle(fault: .badLayer, smallest: 0)
        for (name, side) in [("width", rect.width), ("height", rect.height)]
        where side > 0 && side < Parameters.smallestSide {
            throw inner.bad(.badLayer, name, .number(side), expected: "0, or at least 0.000001")
        }
        return rect
    }

    /// A rectangle, if given: finite, its sides above 0; `further` names members that it may have besides.
    package func rectangle(
        _ name: String, further: [String] = [], of method: String
    ) throws(WireError) -> (rect: Rect, members: Parameters)? {
        guard let value = members[name] else { return nil }
        let knows = Parameters.rectangleMembers + further
        let inner = try Parameters(
            value, path: path + name, knows: knows, of: method, example: Parameters.exampleOfRectangle)
        return (try inner.rectangle(fault: .badRectangle, smallest: Double.leastNonzeroMagnitude), inner)
    }

    /// A point, if given.
    package func point(_ name: String, of method: String) throws(WireError) -> Point? {
        guard let value = members[name] else { return nil }
        let inner = try Parameters(
            value, path: path + name, knows: ["x", "y"], of: method, example: #"{"x":0.5,"y":0.5}"#)
        return Point(x: try inner.coordinate("x", fault: .badValue), y: try inner.coordinate("y", fault: .badValue))
    }

    /// The rectangle that the members are; its sides are `smallest`, which is 0 or next to it, or more.
    func rectangle(fault: ErrorName, smallest: Double) throws(WireError) -> Rect {
        let (x, y) = (try coordinate("x", fault: fault), try coordinate("y", fault: fault))
        let width = try side("width", fault: fault, smallest: smallest)
        return Rect(x: x, y: y, width: width, height: try side("height", fault: fault, smallest: smallest))
    }

    private func coordinate(_ name: String, fault: ErrorName) throws(WireError) -> Double {
        let expected = "a finite number from -1000000000 to 1000000000"
        let range = -Parameters.farthest...Parameters.farthest
        guard let value = try number(name, in: range, expected: expected, fault: fault) else {
            throw missing(name, expected: expected)
        }
        return value
    }

    private func side(_ name: String, fault: ErrorName, smallest: Double) throws(WireError) -> Double {
        let expected = smallest > 0 ? "a finite number greater than 0" : "a finite number, 0 or greater"
        guard let value = members[name] else { throw missing(name, expected: expected) }
        guard let number = value.double else { throw bad(.badType, name, value, expected: expected) }
        guard number >= smallest else {
            throw bad(fault, name, value, expected: expected, must: smallest > 0 ? "greater than 0" : "0 or greater")
        }
        guard number <= Parameters.farthest else {
            throw bad(fault, name, value, expected: "a finite number, at most 1000000000")
        }
        return number
    }
}
