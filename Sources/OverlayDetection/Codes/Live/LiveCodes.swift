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
    private var codes: [Int: FollowedCode] = [:]
    private var nextNumber = 0
    private var places = LivePlaces()
    private var sweep = LiveSweep()
    private var frame = 0
    private var types: ObjectTypes = []
    /// The looks that are taken at places in which plain ones read nothing, one after the other.
    private var stages: [Cascade.Stage] = []

    /// How many frames went on without what their looks gave, which took too long.
    package private(set) var late: UInt64 = 0
    /// How many of them came one after the other.
    private var lateInARow = 0
    /// After how many of them a frame waits for its look; the very first one does.
    private var mostLate = 0

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
        let isStarved = codes.isEmpty && lateInARow >= mostLate
        let patience = isStarved ? max(deadline, start + LiveCodes.longestWait) : deadline
        frame += 1
        if wanted != self.types {
            self.types = wanted
            stages = Cascade.still.stages.filter { !$0.types.isDisjoint(with: wanted) && !$0.look.isPlain }
        }
        follow(in: pyramid, until: budget.map { start + $0 / 2 } ?? .max)
        if let late = thread.finish(by: isStarved ? patience : 0) { merge(late, in: pyramid, at: time) }
        let area = searched(region, of: pyramid.bounds)
        let looks = plan(pyramid, within: area)
        if thread.start(looks, deadline: frame == 1 ? patience : deadline), let findings = thread.finish(by: patience) {
            merge(findings, in: pyramid, at: time)
            (lateInARow, mostLate) = (0, LiveCodes.leastLate)
        } else {
            late += 1
            lateInARow = isStarved ? 0 : lateInARow + 1
            // A look that does not end is waited for ever more seldom.
            if isStarved { mostLate = min(max(2 * mostLate, LiveCodes.leastLate), 1_024) }
        }
        forget(at: time, within: area)
        return sightings(in: pyramid, region: region)
    }
}

extension LiveCodes {
    /// For so many microseconds a code is followed without being read.
    private static let longestUnread: Int64 = 500_000
    /// After so many frames whose looks came late the next one waits for its own, where nothing is known.
    private static let leastLate = 4
    /// For so many microseconds at most.
    private static let longestWait: Int64 = 500_000
    /// So many places are looked at in a frame at most.
    private static let mostPlaces = 4
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
    /// What to look at in this frame, the most urgent first.
    private func plan(_ pyramid: PicturePyramid, within area: Rect) -> [LiveLook] {
        // What is read where it is speaks for itself.
        let known = codes.values.filter { $0.unread < 3 }.map { $0.sighting.corners.grown(by: 1.25) }
        let areas = pyramid.busyAreas(besides: known).filter { $0.box.meets(area) }
        places.update(areas)
        sweep.cover(area, of: pyramid.bounds)
        let verifying = verifications(pyramid)
        let placed = places.due.prefix(LiveCodes.mostPlaces).compactMap { look(at: $0, in: pyramid) }
        let swept = sweepLook(pyramid, busy: areas.map(\.box), isNothingElse: placed.isEmpty)
        // Each kind of look is the first in every third frame: none is starved by the others.
        switch frame % 3 {
        case 0: return verifying + swept + placed
        case 1: return placed + verifying + swept
        default: return verifying + placed + swept
        }
    }

    private func verifications(_ pyramid: PicturePyramid) -> [LiveLook] {
        codes.sorted { ($0.value.unread, $0.key) > ($1.value.unread, $1.key) }.compactMap { number, code in
            let corners = code.sighting.corners
            let types: ObjectTypes = [.init(code.sighting.type)]
            let isRow = Symbology.isRow(code.sighting.type, corners)
            func look(_ purpose: LiveLook.Purpose, _ kind: LiveLook.Kind, _ patch: Patch?) -> LiveLook? {
                patch.map {
                    LiveLook(
                        purpose: purpose, kind: kind, patch: $0, types: types, pyramid: pyramid,
                        known: code.sighting.payload)
                }
            }
            if !code.isInSight || code.unread > 1 && code.unread % 3 == 0 {
                let around = corners.bounds.expanded(by: max(24, 0.3 * code.size))
                return look(.measure(number), .area, Patch(around, of: pyramid.bounds, most: LiveSweep.mostPixels))
            }
            if isRow, code.isDue, code.unread == 1 {
                return look(.measure(number), .modules, Patch(modulesOf: corners, longest: 600))
            }
            if isRow { return look(.verify(number), .bars, Patch(barsOf: corners)) }
            let longest = code.unread % 2 == 1 ? 200.0 : 640
            return look(.verify(number), .modules, Patch(modulesOf: corners, longest: longest, enlarged: 2))
        }
    }

    private func look(at place: LivePlaces.Place, in pyramid: PicturePyramid) -> LiveLook? {
        let around = place.area.box.expanded(by: 24)
        let isLikeBars = place.area.coherence > 0.4
        let stage = place.tries < 2 ? nil : stages.isEmpty ? nil : stages[(place.tries - 2) % stages.count]
        // Other looks make more of a picture, or take longer.
        let most = stage == nil ? LiveSweep.mostPixels : LiveSweep.mostPixels / 2
        let patch =
            isLikeBars && place.tries != 1
            ? Patch(around, turned: place.area.direction, most: most)
            : Patch(around, of: pyramid.bounds, most: most)
        return patch.map { patch in
            var look = LiveLook(
                purpose: .place(place.number), kind: .area, patch: patch, types: types, pyramid: pyramid)
            if let stage { look.cascade = Cascade(of: stage) }
            return look
        }
    }

    /// A small picture is looked at as a whole every second frame, of a large one a part every third; half as often while
    /// codes are followed, as what is new shows by itself; at once when there is nothing else to do.
    private func sweepLook(_ pyramid: PicturePyramid, busy: [Rect], isNothingElse: Bool) -> [LiveLook] {
        let interval = (sweep.isOne ? 2 : 3) * (codes.isEmpty ? 1 : 2)
        guard frame % interval == 0 || isNothingElse && codes.isEmpty || frame == 1,
            let patch = sweep.part(busy: busy)
        else { return [] }
        return [LiveLook(purpose: .sweep, kind: .area, patch: patch, types: types, pyramid: pyramid)]
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

extension Symbology {
    /// A code of this type and shape is one row of bars.
    fileprivate static func isRow(_ type: ObjectType, _ corners: Quad) -> Bool {
        switch type {
        case .ean13, .ean8, .upcE, .code39, .code93, .code128, .codabar, .itf: true
        case .databar, .databarExpanded: corners.isLong
        default: false
        }
    }
}

extension FollowedCode {
    /// Read often enough to be believed.
    var isCredible: Bool {
        if reads >= 2 { return true }
        let policy = ReadPolicy.of(sighting.type)
        return !policy.wantsTwoFrames
            && policy.believes(
                length: sighting.payload.count, lines: sighting.quality, inverted: sighting.inverted, looks: reads,
                readers: 1)
    }
}

extension ReadPolicy {
    /// A symbology without a check that a false read would fail.
    fileprivate var wantsTwoFrames: Bool {
        switch type {
        case .itf, .codabar, .code39, .databar: true
        default: false
        }
    }
}
