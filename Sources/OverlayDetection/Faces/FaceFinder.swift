import CVision
import OverlayFrame
import OverlayGeometry
import OverlayMetadata

/// Finds faces with CenterFace: boxes, five landmarks, confidence, roll and yaw.
///
/// One thread at a time.
package final class FaceFinder {
    /// The long side, in pixels, at which detection works when nobody says how small faces are.
    private static let usualLongSide = 640.0
    /// The height, in pixels, that a face needs to be found.
    private static let facePixels = 18.0
    /// The shortest and the longest long side: a smaller one saves nothing, a larger one takes too long.
    private static let longSides = 256.0...1280.0
    /// How much of the picture's width and height is searched around the region: a face that only touches it is seen.
    package static let margin = 0.1
    /// Confidence from which a sighting counts as a face.
    package static let threshold: Float = 0.5
    /// A small picture is enlarged at most so many times.
    private static let largestScale = 4.0
    private static let capacity = 512

    private let network: OpaquePointer
    private let found = UnsafeMutableBufferPointer<cvision_face>.allocate(capacity: FaceFinder.capacity)

    /// Reads the model (ONNX) from memory, which is not needed afterwards; `threads` is for OpenCV in
    /// the whole process, and the first finder decides.
    package init(model: UnsafeRawBufferPointer, threads: Int) throws(VisionError) {
        var message = [CChar](repeating: 0, count: 512)
        let network = cvision_faces_create(
            model.baseAddress, model.count, Int32(clamping: threads), &message, message.count)
        guard let network else {
            throw VisionError(
                "the face model (\(model.count) bytes) cannot be used: \(text(message)); run models/fetch to get it anew"
            )
        }
        self.network = network
    }

    deinit {
        cvision_faces_destroy(network)
        found.deallocate()
    }

    /// The long side, in pixels, at which detection works for faces of at least `minFace` of the picture's height: a
    /// larger picture is made smaller first, so the caller need not hand over a larger one.
    package static func longSide(minFace: Double?, width: Int, height: Int, pixelAspect: Double) -> Int {
        guard let minFace, minFace > 0, height > 0, width > 0, pixelAspect > 0 else { return Int(usualLongSide) }
        let side = facePixels / minFace * max(Double(width) * pixelAspect / Double(height), 1)
        return Int(min(max(side, longSides.lowerBound), longSides.upperBound).rounded(.up))
    }

    /// The faces that meet `region` (metadata space), best first.
    ///
    /// The picture has 3 channels (red, green, blue) or 1 (grey); `pixelAspect` is a pixel's width divided by its
    /// height. `minFace` says how small faces may be, as a part of the picture's height; smaller ones may be found
    /// too. A picture that is not one gives no faces.
    package func find(
        _ colour: PictureView, region: Rect, pixelAspect: Double, minFace: Double? = nil
    ) -> [FaceSighting] {
        guard pixelAspect.isFinite, pixelAspect > 0,
            let area = SearchArea(region, margin: FaceFinder.margin, in: colour)
        else { return [] }
        let longSide = FaceFinder.longSide(
            minFace: minFace, width: colour.width, height: colour.height, pixelAspect: pixelAspect)
        let look = Look(pixelAspect: pixelAspect, longSide: Double(longSide))
        let found = faces(in: area, of: colour, look).filter { region.meets($0.bounds) }
        // A face that the searched area cuts is looked at again, whole.
        let cut = found.filter { !area.holds($0.bounds, of: colour) }
        guard !cut.isEmpty else { return found }
        let whole = cut.reduce(region) { $0.union($1.bounds.expanded(by: $1.bounds.width / 2)) }
        guard let larger = SearchArea(whole, margin: FaceFinder.margin, in: colour) else { return found }
        return faces(in: larger, of: colour, look).filter { region.meets($0.bounds) }
    }

    /// How a picture is looked at.
    private struct Look {
        var pixelAspect: Double
        var longSide: Double
    }

    private func faces(in area: SearchArea, of colour: PictureView, _ look: Look) -> [FaceSighting] {
        let long = max(Double(colour.width) * look.pixelAspect, Double(colour.height))
        let scale = min(look.longSide / long, FaceFinder.largestScale)
        func seen(_ side: Int, _ scale: Double) -> Int32 {
            Int32(min(max(Double(side) * scale, 1), look.longSide).rounded())
        }
        var picture = cvision_picture(
            pixels: colour.start(of: area), width: Int32(clamping: area.width), height: Int32(clamping: area.height),
            stride: colour.stride, channels: Int32(clamping: colour.channels),
            seen_width: seen(area.width, scale * look.pixelAspect), seen_height: seen(area.height, scale))
        let count = cvision_faces_find(
            network, &picture, FaceFinder.threshold, found.baseAddress, Int32(found.count), nil, 0)
        return found.prefix(max(Int(count), 0)).compactMap {
            sighting($0, in: area, of: colour, pixelAspect: look.pixelAspect)
        }
    }

    private func sighting(
        _ face: cvision_face, in area: SearchArea, of picture: PictureView, pixelAspect: Double
    ) -> FaceSighting? {
        let (width, height) = (Double(picture.width), Double(picture.height))
        func metadata(_ x: Float, _ y: Float) -> Point {
            Point(x: (Double(x) + Double(area.x)) / width, y: (Double(y) + Double(area.y)) / height)
        }
        let box = Rect(spanning: metadata(face.x, face.y), metadata(face.x + face.width, face.y + face.height))
        guard let bounds = box.intersection(.unit) else { return nil }
        let p = face.landmarks
        let landmarks = Landmarks(
            leftEye: metadata(p.2, p.3), rightEye: metadata(p.0, p.1), nose: metadata(p.4, p.5),
            mouthLeft: metadata(p.8, p.9), mouthRight: metadata(p.6, p.7))
        let pose = FacePose(landmarks.mapped { Point(x: $0.x * width * pixelAspect, y: $0.y * height) })
        return FaceSighting(
            bounds: bounds, confidence: Double(face.confidence), landmarks: landmarks, roll: pose?.roll, yaw: pose?.yaw)
    }
}

/// The text in a buffer that C terminated.
private func text(_ buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

extension SearchArea {
    /// The box lies in the area, or passes it only where the picture ends.
    fileprivate func holds(_ box: Rect, of picture: PictureView) -> Bool {
        let (width, height) = (Double(picture.width), Double(picture.height))
        return (reaches(.left, of: picture) || box.minX * width >= Double(x))
            && (reaches(.right, of: picture) || box.maxX * width <= Double(x + self.width))
            && (reaches(.top, of: picture) || box.minY * height >= Double(y))
            && (reaches(.bottom, of: picture) || box.maxY * height <= Double(y + self.height))
    }
}
