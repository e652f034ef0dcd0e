import OverlayGeometry

/// Where in a picture something looks like a code and is not read: what was tried there, and when.
struct LivePlaces {
    /// One place.
    struct Place {
        /// A number of its own.
        let number: Int
        fileprivate(set) var area: BusyArea
        /// How often it was looked at in vain.
        fileprivate(set) var tries = 0
        fileprivate var lastTry = 0
        fileprivate var lastSeen: Int

        fileprivate init(number: Int, area: BusyArea, frame: Int) {
            self.number = number
            self.area = area
            lastSeen = frame
        }

        /// It is looked at in the first frames, then every third until all looks were taken, and then rarely.
        fileprivate func isDue(in frame: Int) -> Bool {
            let wait = tries < 3 ? 1 : tries < LivePlaces.allTries ? 3 : LivePlaces.longestWait
            return frame - lastTry >= wait
        }
    }

    /// So many frames pass at most before a place is looked at again.
    private static let longestWait = 12
    /// After so many tries every look was taken.
    private static let allTries = 30

    private var places: [Place] = []
    private var nextNumber = 0
    private var frame = 0

    /// Takes note of what looks like codes in the next picture; what lies on `known` codes is none of these places.
    mutating func update(_ areas: [BusyArea]) {
        frame += 1
        for area in areas {
            if let index = places.firstIndex(where: { $0.lastSeen < frame && resembles($0.area.box, area.box) }) {
                places[index].area = area
                places[index].lastSeen = frame
            } else {
                places.append(Place(number: nextNumber, area: area, frame: frame))
                nextNumber += 1
            }
        }
        let now = frame
        places.removeAll { $0.lastSeen < now }
    }

    /// Those to be looked at now, the least looked at first.
    var due: [Place] {
        places.filter { $0.isDue(in: frame) }.sorted { ($0.tries, $0.lastTry) < ($1.tries, $1.lastTry) }
    }

    /// The place of this number was looked at; what was read explains what is there.
    mutating func tried(_ number: Int, isRead: Bool) {
        guard let index = places.firstIndex(where: { $0.number == number }) else { return }
        places[index].tries = isRead ? LivePlaces.allTries : places[index].tries + 1
        places[index].lastTry = frame
    }

    /// Each middle lies in the other, and they are about of one size.
    private func resembles(_ one: Rect, _ other: Rect) -> Bool {
        one.contains(other.center) && other.contains(one.center) && one.area < 3 * other.area
            && other.area < 3 * one.area
    }
}
