/// Guesses what a mistyped word was meant to be.
package enum Spelling {
    /// The candidate nearest to the word, upper or lower case, when it is near enough to be meant.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        guard word.utf8.count <= 48 else { return nil }
        if let meant = synonyms[word.lowercased()]?.first(where: candidates.contains) { return meant }
        let typed = Array(word.lowercased())
        // Any letter is one replacement away from any other: of one letter alone, only the case is guessed.
        let limit = typed.count < 2 ? 0 : max(1, min(3, typed.count / 3))
        let ranked = candidates.map { (candidate: $0, distance: distance(typed, Array($0.lowercased()))) }
        let best = ranked.min { $0.distance < $1.distance }
        if let best, best.distance <= min(1, limit) { return best.candidate }
        if let kin = kin(of: typed, among: candidates) { return kin }
        return best.flatMap { $0.distance <= limit ? $0.candidate : nil }
    }

    /// What an error says of a name that nobody knows: which one was meant, or else which ones there are.
    ///
    /// `spelled` writes a name as it is to be given.
    package static func hint(
        for word: String, among names: [String], further: [String] = [], spelled: (String) -> String = { $0 }
    ) -> String {
        if let meant = nearest(to: word, among: names + further) { return "; did you mean \(spelled(meant))?" }
        guard !names.isEmpty else { return "; there is none" }
        return "; there are: \(names.map(spelled).joined(separator: ", "))"
    }

    /// The candidate that begins as the word does: with all of it, or with most of its letters.
    private static func kin(of typed: [Character], among candidates: [String]) -> String? {
        let shared = candidates.map { zip(typed, $0.lowercased()).prefix { $0 == $1 }.count }
        guard let most = shared.max(), let place = shared.firstIndex(of: most) else { return nil }
        let isAll = most == typed.count && most >= 2
        return isAll || (most >= 4 && most * 3 >= typed.count * 2) ? candidates[place] : nil
    }

    /// Words that mean a name which is written quite differently, in small letters.
    private static let synonyms: [String: [String]] = [
        "region": ["rectOfInterest", "roi"], "roi": ["rectOfInterest"], "rectofinterest": ["roi"],
        "regionofinterest": ["rectOfInterest", "roi"], "bounds": ["layer"], "videogravity": ["gravity"],
        "metadataobjecttypes": ["types"], "formats": ["types"], "fps": ["maxRate", "rate"], "maxrate": ["rate"],
        "rotate": ["rotation"], "angle": ["rotation"], "turn": ["rotation"], "videorotationangle": ["rotation"],
        "videoorientation": ["orientation"], "flip": ["mirrored"], "isvideomirrored": ["mirrored"],
        "isenabled": ["enabled"], "limit": ["maxObjects"], "camera": ["input"], "device": ["input"],
        "source": ["input"], "w": ["width"], "h": ["height"], "timeout": ["for"], "duration": ["for"],
        "space": ["to", "coordinates"],
        "barcode": ["codes"], "barcodes": ["codes"], "bar_code": ["codes"], "symbols": ["codes"], "1d": ["codes"],
        "2d": ["codes"], "any": ["all"], "everything": ["all"], "*": ["all"], "upc": ["upc_a"], "gtin": ["ean_13"],
        "list": ["inputs"], "cameras": ["inputs"], "devices": ["inputs"], "version": ["describe"],
        "help": ["describe"], "capabilities": ["describe"], "stats": ["status"], "stream": ["subscribe"],
    ]

    /// How many letters must be put in, left out, replaced or swapped with their neighbour (optimal string alignment).
    package static func distance(_ a: [Character], _ b: [Character]) -> Int {
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var rows = [Array(0...b.count)]
        for i in 1...a.count {
            var row = [i]
            for j in 1...b.count {
                let replaced = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
                var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, replaced)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, rows[i - 2][j - 2] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
