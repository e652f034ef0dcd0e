import OverlayGeometry
import OverlayMetadata

extension LiveCodes {
    /// So many places are looked at in a frame at most.
    private static let mostPlaces = 4

    /// What to look at in this frame, the most urgent first.
    func plan(_ pyramid: PicturePyramid, within area: Rect) -> [LiveLook] {
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
