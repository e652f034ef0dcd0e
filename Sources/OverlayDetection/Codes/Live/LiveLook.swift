import OverlayFrame
import OverlayGeometry
import OverlayMetadata
import OverlaySystem

/// One look at a part of a picture.
struct LiveLook: Sendable {
    /// What it is for.
    enum Purpose: Hashable, Sendable {
        /// To read the followed code of this number again, where it is.
        case verify(Int)
        /// To see where the corners of the followed code of this number are.
        case measure(Int)
        /// To read what is at a place that looks like a code.
        case place(Int)
        /// To find what nothing spoke for.
        case sweep

        /// The number of the followed code that it is for.
        var number: Int? {
            switch self {
            case .verify(let number), .measure(let number): number
            case .place, .sweep: nil
            }
        }
    }

    let purpose: Purpose
    let kind: Kind
    let patch: Patch
    let types: ObjectTypes
    let pyramid: PicturePyramid
    /// The payload of the code that it is for.
    var known: [UInt8]?
    /// How it is taken.
    var cascade = Cascade.live

    /// Kinds of looks: those of one kind take about the same time for each pixel.
    enum Kind: Int, CaseIterable {
        /// A few rows across upright bars.
        case bars
        /// A code alone, upright.
        case modules
        /// Some part of the picture.
        case area
    }
}

/// What a look gave.
struct LiveFinding: Sendable {
    let look: LiveLook
    /// In pixels of the picture.
    let codes: [CodeSighting]
    /// How much the patch changes from pixel to pixel along its rows, in the mean.
    let sharpness: Double
    let microseconds: Int64
}

/// What takes looks.
///
/// One thread at a time.
protocol LookReader {
    /// What the look shows.
    func read(_ look: LiveLook) -> LiveFinding
    /// What the looks have cost and given so far.
    var counters: LookCounters { get }
}

/// Reads patches by the code reader.
final class PatchReader: LookReader {
    private let reader = CodeReader()

    var counters: LookCounters { reader.counters }
    private var pixels: [UInt8] = []

    func read(_ look: LiveLook) -> LiveFinding {
        let clock = SystemClock()
        let start = clock.monotonic
        let isThere = look.pyramid.sample(look.patch, into: &pixels)
        let codes = isThere ? readCodes(in: look) : []
        return LiveFinding(
            look: look, codes: codes, sharpness: isThere ? sharpness(of: look.patch) : 0,
            microseconds: clock.monotonic - start)
    }

    /// Of every fourth row, which is as good.
    private func sharpness(of patch: Patch) -> Double {
        var (sum, count) = (0, 0)
        pixels.withUnsafeBufferPointer { pixels in
            for row in stride(from: 0, to: patch.height, by: 4) {
                let start = row * patch.width
                for place in start..<start + patch.width - 1 { sum += abs(Int(pixels[place + 1]) - Int(pixels[place])) }
                count += patch.width - 1
            }
        }
        return Double(sum) / Double(max(count, 1))
    }

    private func readCodes(in look: LiveLook) -> [CodeSighting] {
        let patch = look.patch
        return pixels.withUnsafeBufferPointer { buffer -> [CodeSighting] in
            guard let base = buffer.baseAddress else { return [] }
            let view = PictureView(
                base: base, width: patch.width, height: patch.height, stride: patch.width, channels: 1)
            let (width, height) = (Double(patch.width), Double(patch.height))
            return reader.read(view, region: .unit, types: look.types, by: look.cascade, known: look.known).map {
                code in
                var code = code
                let corners = code.corners.mapped { Point(x: $0.x * width, y: $0.y * height) }
                let exact =
                    look.kind == .modules ? ModuleEdges(in: view, inverted: code.inverted).refined(corners) : corners
                code.corners = exact.mapped(patch.placing.apply)
                return code
            }
        }
    }
}

extension Cascade {
    /// One stage alone, of a picture that is one of many.
    init(of stage: Stage) {
        self.init(
            stages: [
                Stage(look: stage.look, reader: stage.reader, types: stage.types, turn: .always, effort: stage.effort)
            ], isOneOfMany: true, budget: .max / 2)
    }
}
