import OverlayFrame
import OverlayGeometry
import OverlayMetadata
import OverlaySystem

/// Reads the codes of live video within a budget of time for each frame.
///
/// Codes that were read are followed on the picture and read again where they are, in small patches; places that look
/// like codes are looked at at once, and everything else part by part over the frames. A look that takes longer than its
/// frame may is not waited for: what it gives counts in a later frame. One thread at a time.
package final class LiveCodes {
    private let clock = SystemClock()
    private let thread: LookThread
    private var pyramids: [PicturePyramid] = []
    private(set) var codes: [Int: FollowedCode] = [:]
    private var nextNumber = 0
    var places = LivePlaces()
    var sweep = LiveSweep()
    private(set) var frame = 0
    private(set) var types: ObjectTypes = []
    /// The looks that are taken at places in which plain ones read nothing, one after the other.
    private(set) var stages: [Cascade.Stage] = []

    /// How many frames went on without what their looks gave, which took too long.
    package private(set) var late: UInt64 = 0
    private var patience = LivePatience()

    /// What the looks have cost and given so far.
    package var counters: LookCounters { thread.counters }

    /// A reader that has seen nothing yet.
    package convenience init() throws(SystemError) { try self.init { PatchReader() } }

    /// A reader whose looks are taken by what `makeReader` makes.
    init(_ makeReader: @escaping @Sendable () -> any LookReader) throws(SystemError) {
        thread = try LookThread(makeReader)
    }

    /// How many microseconds of a frame of such a duration reading its codes may take, so that nothing that comes after
    /// makes the next frame late.
    package static func budget(ofFrame duration: Int64) -> Int64 { min(max(duration / 5 * 3, 8_000), 40_000) }

    /// The codes of the wanted types that meet `region` (metadata space) in the next picture, one channel, taken at
    /// `time`; those that were not read in it but are followed on it are `isCarried`.
    ///
    /// Returns within `budget` microseconds, but for following what is known; nil waits for all looks. Where nothing is
    /// known and look after look came late, on a machine that is too slow or too busy, one frame waits for its look: it
    /// would never be read. So does the first frame. A picture that is not one gives no codes.
    package func read(
        _ luma: PictureView, region: Rect, types: ObjectTypes, time: Int64, budget: Int64?
    ) -> [CodeSighting] {
        let start = clock.monotonic
        let wanted = types.intersection(CodeReader.types)
        guard !wanted.isEmpty, region.isFinite, let pyramid = unusedPyramid(), pyramid.set(luma) else { return [] }
        let deadline = budget.map { start + max($0, 0) } ?? .max
        let waits = codes.isEmpty && patience.isAtItsEnd
        let end = waits ? max(deadline, start + LivePatience.longestWait) : deadline
        frame += 1
        if wanted != self.types {
            self.types = wanted
            stages = Cascade.still.stages.filter { !$0.types.isDisjoint(with: wanted) && !$0.look.isPlain }
        }
        follow(in: pyramid, until: budget.map { start + $0 / 2 } ?? .max)
        if let late = thread.finish(by: waits ? end : 0) { merge(late, in: pyramid, at: time) }
        let area = searched(region, of: pyramid.bounds)
        let looks = plan(pyramid, within: area)
        if thread.start(looks, deadline: frame == 1 ? end : deadline), let findings = thread.finish(by: end) {
            merge(findings, in: pyramid, at: time)
            patience.lookCame()
        } else {
            late += 1
            patience.lookWasLate(frameWaited: waits)
        }
        forget(at: time, within: area)
        return sightings(in: pyramid, region: region)
    }
}

extension LiveCodes {
    /// For so many microseconds a code is followed without being read.
    private static let longestUnread: Int64 = 500_000
    /// For so many frames one that the picture does not show is looked for where it was going.
    private static let longestLost = 2

    /// A pyramid that no look of an earlier frame needs.
    private func unusedPyramid() -> PicturePyramid? {
        for index in pyramids.indices where isKnownUniquelyReferenced(&pyramids[index]) { return pyramids[index] }
        guard let new = PicturePyramid() else { return nil }
        pyramids.append(new)
        return new
    }

    private func searched(_ region: Rect, of picture: Rect) -> Rect {
        let margin = CodeReader.margin
        return Rect(
            x: (region.x - margin) * picture.width, y: (region.y - margin) * picture.height,
            width: (region.width + 2 * margin) * picture.width, height: (region.height + 2 * margin) * picture.height
        ).intersection(picture) ?? picture
    }

    /// Those that were passed over first, as far as time allows.
    private func follow(in pyramid: PicturePyramid, until deadline: Int64) {
        let order = codes.sorted { ($0.value.lost, $1.key) > ($1.value.lost, $0.key) }.map(\.key)
        for number in order {
            if clock.monotonic < deadline { codes[number]?.follow(in: pyramid) } else { codes[number]?.passOver() }
        }
    }

    private func forget(at time: Int64, within area: Rect) {
        codes = codes.filter { _, code in
            code.lost <= LiveCodes.longestLost && !code.isRefuted
                && abs(time - code.lastRead) <= LiveCodes.longestUnread
                && types.contains(code.sighting.type) && code.sighting.corners.isFinite
                && area.meets(code.sighting.corners.bounds)
        }
    }

    /// What is published of this frame, in metadata space.
    private func sightings(in pyramid: PicturePyramid, region: Rect) -> [CodeSighting] {
        let (width, height) = (Double(pyramid.width), Double(pyramid.height))
        return codes.keys.sorted().compactMap { number in
            guard let code = codes[number], code.isFresh || code.isInSight, code.isCredible else { return nil }
            var sighting = code.sighting
            sighting.isCarried = !code.isFresh
            sighting.corners = sighting.corners.mapped { Point(x: $0.x / width, y: $0.y / height) }
            return region.meets(sighting.corners.bounds) ? sighting : nil
        }
    }
}

extension LiveCodes {
    /// Takes over what looks gave, those of earlier frames too.
    private func merge(_ findings: [LiveFinding], in pyramid: PicturePyramid, at time: Int64) {
        for finding in findings {
            switch finding.look.purpose {
            case .verify(let number) where !finding.codes.isEmpty:
                codes[number]?.note(sharpness: finding.sharpness, kind: finding.look.kind)
            case .verify(let number): codes[number]?.refute(sharpness: finding.sharpness, kind: finding.look.kind)
            case .measure: break
            case .place(let number): places.tried(number, isRead: !finding.codes.isEmpty)
            case .sweep: sweep.advance()
            }
            for code in finding.codes {
                if finding.look.pyramid !== pyramid, let number = finding.look.purpose.number,
                    let known = codes[number], known.isInSight, known.sighting.payload == code.payload
                {
                    // Read where it was, and followed to where it is.
                    codes[number]?.read(code, measuring: .nothing, in: pyramid, at: time)
                } else if let placed = carried(code, from: finding.look.pyramid, to: pyramid) {
                    take(placed, of: finding.look, in: pyramid, at: time)
                }
            }
        }
    }

    /// A code of an earlier picture where this one shows it.
    private func carried(_ code: CodeSighting, from earlier: PicturePyramid, to pyramid: PicturePyramid)
        -> CodeSighting?
    {
        guard earlier !== pyramid else { return code }
        guard let target = PictureTarget(code.corners, in: earlier),
            let found = target.find(in: pyramid, expected: .identity), found.likeness > 0.7
        else { return nil }
        var moved = code
        moved.corners = code.corners.mapped(found.map.apply)
        return moved
    }

    private func take(_ code: CodeSighting, of look: LiveLook, in pyramid: PicturePyramid, at time: Int64) {
        if let number = known(code) {
            let measuring: FollowedCode.Measure
            switch look.kind {
            case .bars: measuring = .ends
            case .modules: measuring = .corners
            // Where a code lies askew, or its picture was made smaller, its corners are less exact than those that are
            // followed.
            case .area: measuring = .nothing
            }
            codes[number]?.read(code, measuring: measuring, in: pyramid, at: time)
            return
        }
        if case .verify = look.purpose { return }
        // Where it is, no other can be.
        let bounds = code.corners.bounds
        codes = codes.filter { _, known in
            known.isFresh || !bounds.expanded(by: 0.1 * known.size).contains(known.middle)
        }
        codes[nextNumber] = FollowedCode(code, in: pyramid, at: time)
        nextNumber += 1
    }

    /// The followed code of the same content at about the same place.
    private func known(_ seen: CodeSighting) -> Int? {
        let middle = seen.corners.bounds.center
        return codes.filter { _, code in
            code.sighting.type == seen.type && code.sighting.payload == seen.payload
                && code.middle.distance(to: middle) < (code.isInSight ? 0.5 : 1) * max(code.size, 1)
        }.min { $0.value.middle.distance(to: middle) < $1.value.middle.distance(to: middle) }?.key
    }
}
