import OverlayFrame
import OverlayGeometry
import OverlayMetadata
import TestSupport
import TestVideo
import Testing

@testable import OverlayDetection

/// A live reader and a tracker, shown a video of 30 frames a second; every look is waited for.
private final class Showing {
    let video: CodeVideo
    private let live: LiveCodes
    private var tracker = Tracker()
    private var nextNumber: UInt64 = 1

    init(_ video: CodeVideo) throws {
        self.video = video
        live = try LiveCodes()
    }

    /// The objects of the next frame, as they are shown, in pixels.
    func frame(_ frame: Int, types: ObjectTypes = .codes, region: Rect = .unit) -> [MetadataObject] {
        let time = Int64(frame) * 33_333 + 1_000_000
        let luma = video.luma(frame)
        let codes = luma.withUnsafeBufferPointer { luma -> [CodeSighting] in
            guard let base = luma.baseAddress else { return [] }
            let view = PictureView(
                base: base, width: video.width, height: video.height, stride: video.width, channels: 1)
            return live.read(view, region: region, types: types, time: time, budget: nil)
        }
        let (width, height) = (Double(video.width), Double(video.height))
        return tracker.update(codes: codes, faces: nil, time: time) {
            defer { nextNumber += 1 }
            return nextNumber
        }.map { tracked in
            tracked.smoothed.converted(
                bounds: {
                    Rect(x: $0.x * width, y: $0.y * height, width: $0.width * width, height: $0.height * height)
                }, point: { Point(x: $0.x * width, y: $0.y * height) })
        }
    }
}

/// What was shown of one code.
private struct Record {
    var ids: Set<UInt64> = []
    var shown: [Int] = []
    var worst = 0.0
    var reads = 0
}

@Suite("Codes in live video", .timeLimit(.minutes(2)))
struct LiveCodesTests {
    @Test("each of twenty moving codes is shown within three frames, under one number, where it is, without a gap")
    func twenty() async throws {
        let video = try CodeVideo.twenty()
        let showing = try Showing(video)
        var records = [Record](repeating: Record(), count: video.codes.count)
        var strangers: [MetadataObject] = []
        let end = video.codes.map(\.frames.upperBound).max() ?? 0
        for frame in 0..<end {
            // Other tests wait for the same few threads.
            await Task.yield()
            for object in showing.frame(frame) {
                let near = video.codes.indices.first { index in
                    let code = video.codes[index]
                    guard code.frames.lowerBound <= frame, frame < code.frames.upperBound + 3 else { return false }
                    return code.corners(in: min(frame, code.frames.upperBound - 1)).bounds.contains(
                        object.bounds.center)
                }
                guard let near, case .code(let code) = object.kind else {
                    strangers.append(object)
                    continue
                }
                guard video.codes[near].frames.contains(frame) else { continue }
                let truth = video.codes[near].corners(in: frame).bounds
                records[near].ids.insert(object.id)
                records[near].shown.append(frame)
                records[near].reads = code.reads
                records[near].worst = max(records[near].worst, truth.distance(to: object.bounds))
            }
        }
        #expect(strangers.isEmpty, "\(strangers)")
        for (record, code) in zip(records, video.codes) {
            let name = code.code.name
            #expect(record.ids.count == 1, "\(name) has the numbers \(record.ids.sorted())")
            #expect((record.shown.first ?? .max) - code.frames.lowerBound < 3, "\(name): \(record.shown)")
            #expect(record.shown.count >= code.frames.count - 3, "\(name): \(record.shown)")
            #expect(record.shown.longestGap <= 1, "\(name): \(record.shown)")
            #expect(record.worst <= 0.03, "\(name) was off by \(record.worst) of its longer side")
            #expect(record.reads >= 20, "\(name) was read \(record.reads) times")
        }
    }
}

extension Rect {
    /// The farthest that a side is from the other's, as a part of this one's longer side.
    fileprivate func distance(to other: Rect) -> Double {
        let sides = [minX - other.minX, minY - other.minY, maxX - other.maxX, maxY - other.maxY]
        return (sides.map(abs).max() ?? 0) / max(width, height)
    }
}

extension [Int] {
    /// How many numbers are left out in the longest row of those that are.
    fileprivate var longestGap: Int { zip(self, dropFirst()).map { $1 - $0 - 1 }.max() ?? 0 }
}
