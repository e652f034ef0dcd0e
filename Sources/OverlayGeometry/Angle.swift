/// Angles in degrees, in [0, 360).
public enum Angle {
    /// The sign of yaw: +1, positive yaw is the subject turned to their own right, the nose towards the viewer's left in
    /// an unmirrored picture.
    public static let yawSign = 1.0

    /// The same direction in [0, 360).
    public static func normalized(_ degrees: Double) -> Double {
        let turned = degrees.truncatingRemainder(dividingBy: 360)
        let positive = turned < 0 ? turned + 360 : turned
        return positive >= 360 ? 0 : positive + 0
    }

    /// The size of the turn from one direction to another, 0…180.
    public static func difference(_ first: Double, _ second: Double) -> Double {
        let turn = normalized(first - second)
        return min(turn, 360 - turn)
    }
}
