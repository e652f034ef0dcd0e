import OverlayFrame
import Synchronization

/// A drawn scene: a QR code, an EAN-13 and, where a picture of one is given, a face, in motion on a light ground.
///
/// A frame is a function of its sequence number and the size alone.
package final class TestScene: FrameSource {
    /// What the QR code says.
    package static let qrText = SceneCodes.qrText
    /// What the EAN-13 says.
    package static let eanText = SceneCodes.eanText
    /// Pixels along a side, at most.
    package static let largestSide = 8_192

    private let width: Int
    private let height: Int
    private let pixelAspect: Double
    private let pacer: any Pacer
    private let layout: SceneLayout
    private let sprites: [(sprite: SceneSprite, mover: SceneLayout.Mover)]
    private let pool: FramePool
    private let sequence: Mutex<UInt64>

    package var waitsForConsumer: Bool { false }

    /// A scene of this size in pixels.
    ///
    /// `face` is the sample picture. Throws `unsupported` for a size that is not 1…8192 each way, and what the decoding
    /// of the face throws.
    package init(
        width: Int, height: Int, face: Picture? = nil, pixelAspect: Double = 1, pacer: any Pacer,
        firstSequence: UInt64 = 0
    ) throws(SourceError) {
        guard (1...TestScene.largestSide).contains(width), (1...TestScene.largestSide).contains(height) else {
            throw .unsupported("a test scene of \(width)×\(height) pixels; each side may have 1 to 8192")
        }
        self.width = width
        self.height = height
        self.pixelAspect = pixelAspect
        self.pacer = pacer
        let layout = SceneLayout(width: width, height: height)
        self.layout = layout
        var sprites: [(sprite: SceneSprite, mover: SceneLayout.Mover)] = []
        if layout.qrModule > 0 { sprites.append((.qr(module: layout.qrModule), layout.qr)) }
        if layout.eanModule > 0 {
            sprites.append((.ean(module: layout.eanModule, height: layout.ean.height), layout.ean))
        }
        if let face, layout.face.width > 0 {
            sprites.append((try TestScene.sprite(of: face, side: layout.face.width), layout.face))
        }
        self.sprites = sprites
        pool = FramePool(byteCount: width * height * 3)
        sequence = Mutex(firstSequence)
    }

    package func next() throws(SourceError) -> Frame? {
        guard let stamp = pacer.next() else { return nil }
        let number = sequence.withLock { sequence in
            defer { sequence &+= 1 }
            return sequence
        }
        let storage = pool.storage()
        draw(number, into: storage)
        let plane = Frame.Plane(offset: 0, stride: width * 3, length: width * height * 3)
        return Frame(
            sequence: number, time: stamp.time, wall: stamp.wall, duration: stamp.duration, width: width,
            height: height, pixelAspect: pixelAspect, format: .rgb24, planes: [plane], storage: storage)
    }

    package func cancel() { pacer.cancel() }

    private func draw(_ number: UInt64, into storage: FrameStorage) {
        guard let pixels = storage.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        for row in 0..<height {
            let light = UInt8(truncatingIfNeeded: 250 - 60 * row / height)
            (pixels + row * width * 3).update(repeating: light, count: width * 3)
        }
        for (sprite, mover) in sprites {
            let box = mover.box(at: number)
            sprite.draw(into: pixels, pictureWidth: width, x: box.x, y: box.y)
        }
    }

    private static func sprite(of face: Picture, side: Int) throws(SourceError) -> SceneSprite {
        let frame = face.frame(sequence: 0, stamp: Stamp(time: 0, wall: 0, duration: 0), pixelAspect: 1)
        do {
            return try PictureMaker().colour(frame, longSide: .max) { SceneSprite.face(in: $0, side: side) }
        } catch {
            throw error as? SourceError ?? .undecodable("the sample picture cannot be decoded")
        }
    }
}
