import OverlaySystem

extension CameraSystem {
    /// What a camera does with a point of interest.
    package enum FocusResult: Hashable, Sendable {
        /// Its region of interest is there now, for these purposes.
        case set([String])
        /// It has no region control; what it has of focus and exposure, by name.
        case notSupported([String])
        /// It refuses.
        case refused(String)
    }

    /// Points an open camera's focus and exposure at a place of the picture, each coordinate from 0 to 1.
    ///
    /// The region is a fifth of the picture on each axis around the place, moved to lie within the picture.
    package func focus(x: Double, y: Double, _ device: Descriptor) -> FocusResult {
        let controls = calls.controls(of: device)
        guard let region = controls.first(where: { $0.kind == .rectangle && $0.name.contains("region_of_interest") })
        else {
            let words = ["focus", "exposure"]
            return .notSupported(controls.map(\.name).filter { name in words.contains { name.contains($0) } })
        }
        do throws(SystemError) {
            let extent = try calls.extent(of: region, device)
            try calls.set(region, to: CameraSystem.region(x: x, y: y, in: extent), device)
            guard let uses = controls.first(where: { $0.kind == .bitmask && $0.name.contains("region_of_interest") })
            else { return .set([]) }
            // Exposure is bit 0, focus bit 3.
            let wanted = uses.maximum & 0b1001
            _ = try calls.set(uses, to: wanted, device)
            return .set([(Int64(1), "exposure"), (8, "focus")].filter { wanted & $0.0 != 0 }.map(\.1))
        } catch {
            return .refused("\(error)")
        }
    }

    static func region(x: Double, y: Double, in extent: VideoRectangle) -> VideoRectangle {
        func side(_ length: UInt32, _ place: Double) -> (start: Int32, length: UInt32) {
            let part = max(1, length / 5)
            let start = (place * Double(length) - Double(part) / 2).rounded()
            return (Int32(clamping: Int64(min(max(start, 0), Double(length - min(part, length))))), part)
        }
        let (across, down) = (side(extent.width, x), side(extent.height, y))
        return VideoRectangle(
            left: extent.left &+ across.start, top: extent.top &+ down.start, width: across.length, height: down.length)
    }
}
