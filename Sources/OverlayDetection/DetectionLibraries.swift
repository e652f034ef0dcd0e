import CVision
import CZBar
import OverlayMetadata

/// The libraries by which detection works.
package enum DetectionLibraries {
    /// Their versions, as they say them themselves.
    package static var versions: [LibraryVersion] {
        var numbers: (UInt32, UInt32, UInt32) = (0, 0, 0)
        zbar_version(&numbers.0, &numbers.1, &numbers.2)
        let zxing = ZXingReader.version.map { LibraryVersion(name: "ZXing-C++", version: $0) }
        return [
            LibraryVersion(name: "ZBar", version: "\(numbers.0).\(numbers.1).\(numbers.2)"),
            LibraryVersion(name: "OpenCV", version: cvision_opencv_version().map { String(cString: $0) } ?? ""),
        ] + (zxing.map { [$0] } ?? [])
    }
}
