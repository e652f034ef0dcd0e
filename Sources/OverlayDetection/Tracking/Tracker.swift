import OverlayGeometry
import OverlayMetadata

/// Gives sightings their identity: faces by where they are and were heading, codes by content and, among equal ones, by
/// where they are.
///
/// An object that is not seen is carried for two frames, and half a second at most, `predicted`, at its velocity; then it
/// is gone, and its number is never used again.
package struct Tracker {
    /// Frames for which an unseen object is carried.
    package static let carriedFrames = 2
    /// Microseconds for which it is: where frames are rare, nobody knows where it went meanwhile.
    package static let carriedTime: Int64 = 500_000

    private var codes: [Track] = []
    private var faces: [Track] = []

    /// A tracker that knows no object.
    package init() {}

    /// What is in view at `time` (microseconds of the monotonic clock), by number: the sightings of one frame with
    /// their identity, and what is carried.
    ///
    /// A kind that is nil was not looked for, and its objects end at once. `nextID` is asked once for each new object,
    /// codes first, in the order of the sightings.
    package mutating func update(
        codes codeSightings: [CodeSighting]?, faces faceSightings: [FaceSighting]?, time: Int64, nextID: () -> UInt64
    ) -> [Tracked] {
        Tracker.follow(
            &codes, codeSightings?.map { MetadataObject($0, time: time) }, time: time, distance: Tracker.codeDistance,
            nextID: nextID)
        Tracker.follow(
            &faces, faceSightings?.map { MetadataObject($0, time: time) }, time: time, distance: Tracker.faceDistance,
            nextID: nextID)
        return (codes + faces).map { Tracked(measured: $0.object, smoothed: $0.smoothed) }
            .sorted { $0.measured.id < $1.measured.id }
    }

    /// One object of a frame.
    package struct Tracked: Hashable, Sendable {
        /// Where the detector saw it, or where it was carried.
        package var measured: MetadataObject
        /// The same, smoothed.
        package var smoothed: MetadataObject
    }

    /// Ends what was last wholly outside of where codes and faces are looked for from now on (metadata space).
    ///
    /// Carried on unseen, it could drift into the searched part.
    package mutating func keep(codesWithin codeRegion: Rect?, facesWithin faceRegion: Rect?) {
        if let codeRegion { codes.removeAll { !codeRegion.meets($0.object.bounds) } }
        if let faceRegion { faces.removeAll { !faceRegion.meets($0.object.bounds) } }
    }

    /// Joins tracks and sightings, the nearest pairs first.
    private static func follow(
        _ tracks: inout [Track], _ seen: [MetadataObject]?, time: Int64,
        distance: (Track, MetadataObject, Int64) -> Double?, nextID: () -> UInt64
    ) {
        guard let seen else {
            tracks = []
            return
        }
        var pairs: [(distance: Double, track: Int, sighting: Int)] = []
        for (track, known) in tracks.enumerated() {
            for (sighting, object) in seen.enumerated() {
                if let apart = distance(known, object, time) { pairs.append((apart, track, sighting)) }
            }
        }
        pairs.sort { ($0.distance, $0.track, $0.sighting) < ($1.distance, $1.track, $1.sighting) }
        var freeTracks = Set(tracks.indices)
        var freeSightings = Set(seen.indices)
        for pair in pairs where freeTracks.contains(pair.track) && freeSightings.contains(pair.sighting) {
            tracks[pair.track].see(seen[pair.sighting], at: time)
            freeTracks.remove(pair.track)
            freeSightings.remove(pair.sighting)
        }
        for track in freeTracks { tracks[track].miss(at: time) }
        tracks.removeAll {
            $0.missed > carriedFrames || time - $0.object.lastSeen > carriedTime || !Rect.unit.meets($0.object.bounds)
        }
        // What is only carried is nothing new.
        for sighting in freeSightings.sorted() where !seen[sighting].predicted {
            var object = seen[sighting]
            object.id = nextID()
            tracks.append(Track(object, at: time))
        }
    }

    /// How far apart they are, nil unless the content is the same.
    ///
    /// An add-on that is not read in every frame makes no other code.
    private static func codeDistance(_ track: Track, _ object: MetadataObject, _ time: Int64) -> Double? {
        guard track.object.type == object.type, case .code(let known) = track.object.kind,
            case .code(let seen) = object.kind, known.payload == seen.payload,
            known.addOn == nil || seen.addOn == nil || known.addOn == seen.addOn
        else { return nil }
        return track.bounds(at: time).center.distance(to: object.bounds.center)
    }

    /// How far apart their middles are, in face sizes; nil when they cannot be the same face.
    private static func faceDistance(_ track: Track, _ object: MetadataObject, _ time: Int64) -> Double? {
        let (expected, seen) = (track.bounds(at: time), object.bounds)
        guard expected.area > 0, seen.area > 0 else { return nil }
        let ratio = seen.area / expected.area
        let x = (seen.center.x - expected.center.x) * 2 / (seen.width + expected.width)
        let y = (seen.center.y - expected.center.y) * 2 / (seen.height + expected.height)
        let distance = (x * x + y * y).squareRoot()
        return distance < 1.5 && (0.2...5).contains(ratio) ? distance : nil
    }
}

extension MetadataObject {
    /// A code just seen; its number is given later.
    fileprivate init(_ code: CodeSighting, time: Int64) {
        self.init(
            type: code.type, id: 0, bounds: code.corners.bounds, predicted: code.isCarried, firstSeen: time,
            lastSeen: time,
            kind: .code(
                Code(
                    value: code.value, payload: code.payload, corners: code.corners, gs1: code.gs1, upc: code.upc,
                    addOn: code.addOn, part: code.part, inverted: code.inverted)))
    }

    /// A face just seen; its number is given later.
    fileprivate init(_ face: FaceSighting, time: Int64) {
        self.init(
            type: .face, id: 0, bounds: face.bounds, confidence: face.confidence, firstSeen: time, lastSeen: time,
            kind: .face(Face(roll: face.roll, yaw: face.yaw, landmarks: face.landmarks)))
    }
}
