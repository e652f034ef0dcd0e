import Glibc
import OverlaySystem

/// Reads the modes that a driver offers.
package enum CameraModes {
    /// More of anything that a driver lists is not read.
    static let most = 256
    /// Sizes that are tried where a driver offers a range.
    static let usualSizes = [
        (320, 240), (640, 360), (640, 480), (800, 600), (1_024, 768), (1_280, 720), (1_280, 960), (1_600, 1_200),
        (1_920, 1_080), (3_840, 2_160),
    ]

    /// All modes in the driver's order; the wish says which of a range are of use, and which format alone matters.
    ///
    /// A driver that lists nothing has the mode that is set. Throws what ends a camera: a call that fails because there
    /// is nothing to list is no error.
    package static func all(
        of device: any VideoDevice, for wish: CameraWish, reads: (FourCC) -> Bool = { CameraPixels.of($0) != nil }
    ) throws(SystemError) -> [CameraMode] {
        let formats = try list { index throws(SystemError) in try device.pixelFormat(at: index) }
        var modes: [CameraMode] = []
        for format in unique(formats) where (wish.format == nil || wish.format == format) && reads(format) {
            let sizes = try list { index throws(SystemError) in try device.sizes(of: format, at: index) }
            for size in unique(sizes.flatMap { expanded($0, wish) }) {
                let intervals = try list { index throws(SystemError) in
                    try device.intervals(of: format, width: size.width, height: size.height, at: index)
                }
                let all = unique(intervals.flatMap { expanded($0, wish) })
                modes += (all.isEmpty ? [nil] : all.map(Optional.some)).map {
                    CameraMode(format, width: size.width, height: size.height, interval: $0)
                }
            }
            if sizes.isEmpty, let current = try current(device) {
                let size = wish.size ?? CameraWish.Size(width: current.width, height: current.height)
                modes.append(CameraMode(format, width: size.width, height: size.height, interval: nil))
            }
        }
        if formats.isEmpty, let current = try current(device), wish.format == nil || wish.format == current.code {
            modes.append(CameraMode(current.code, width: current.width, height: current.height, interval: nil))
        }
        return modes
    }

    /// The pixel formats that a driver lists.
    package static func formats(of device: any VideoDevice) throws(SystemError) -> [FourCC] {
        unique(try list { index throws(SystemError) in try device.pixelFormat(at: index) })
    }

    private static func list<Element>(
        _ element: (Int) throws(SystemError) -> Element
    ) throws(SystemError) -> [Element] {
        var all: [Element] = []
        while all.count < most {
            do throws(SystemError) {
                let index = all.count
                all.append(try uninterrupted { () throws(SystemError) in try element(index) })
            } catch {
                if [EINVAL, ENOTTY, ENODATA, ENOSYS].contains(error.code) { break }
                throw error
            }
        }
        return all
    }

    private static func current(_ device: any VideoDevice) throws(SystemError) -> VideoFormat? {
        do throws(SystemError) {
            return try uninterrupted { () throws(SystemError) in try device.currentFormat() }
        } catch {
            if [EINVAL, ENOTTY].contains(error.code) { return nil }
            throw error
        }
    }

    private static func unique<Element: Hashable>(_ all: [Element]) -> [Element] {
        var seen: Set<Element> = []
        return all.filter { seen.insert($0).inserted }
    }

    private static func expanded(_ sizes: VideoSizes, _ wish: CameraWish) -> [CameraWish.Size] {
        switch sizes {
        case .one(let width, let height): return [CameraWish.Size(width: width, height: height)]
        case .range(let widths, let heights, let widthStep, let heightStep):
            let wished = wish.size.map { [($0.width, $0.height)] } ?? []
            let fitting = usualSizes.filter { widths.contains($0.0) && heights.contains($0.1) }
            return (wished + fitting + [(widths.upperBound, heights.upperBound)]).map { width, height in
                CameraWish.Size(
                    width: snapped(width, into: widths, by: widthStep),
                    height: snapped(height, into: heights, by: heightStep))
            }
        }
    }

    private static func snapped(_ length: Int, into range: ClosedRange<Int>, by step: Int) -> Int {
        let within = min(max(length, range.lowerBound), range.upperBound)
        return within - (within - range.lowerBound) % max(step, 1)
    }

    private static func expanded(_ intervals: VideoIntervals, _ wish: CameraWish) -> [VideoInterval] {
        switch intervals {
        case .one(let interval): return [interval]
        case .range(let shortest, let longest):
            let wanted = wish.rate ?? CameraChoice.usualRate
            guard let fastest = shortest.rate else { return [] }
            let isOffered = wanted <= fastest && wanted >= longest.rate ?? 0
            return isOffered ? [VideoInterval(rate: wanted)] : [wanted > fastest ? shortest : longest]
        }
    }
}
