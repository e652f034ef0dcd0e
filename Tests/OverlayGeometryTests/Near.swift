import OverlayGeometry
import TestVectors

/// The numbers differ by no more than the tolerance.
func near(_ first: Double, _ second: Double, within tolerance: Double = TransformVectors.tolerance) -> Bool {
    abs(first - second) <= tolerance
}

/// Both are absent, or both are there and near.
func near(_ first: Double?, _ second: Double?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return near(first, second)
}

/// As many numbers, each near its twin.
func near(_ first: [Double], _ second: [Double], within tolerance: Double = TransformVectors.tolerance) -> Bool {
    first.count == second.count && zip(first, second).allSatisfy { near($0, $1, within: tolerance) }
}

/// The points differ by no more than the tolerance on either axis.
func near(_ first: Point, _ second: Point, within tolerance: Double = TransformVectors.tolerance) -> Bool {
    near([first.x, first.y], [second.x, second.y], within: tolerance)
}

/// The rectangles differ by no more than the tolerance in any member.
func near(_ first: Rect, _ second: Rect, within tolerance: Double = TransformVectors.tolerance) -> Bool {
    near(
        [first.x, first.y, first.width, first.height], [second.x, second.y, second.width, second.height],
        within: tolerance)
}
