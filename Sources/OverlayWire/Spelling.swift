/// Finds the word that a mistyped one was meant to be.
package enum Spelling {
    /// The nearest of `words`, if it differs by at most two edits or by its case; nil when none is near.
    package static func nearest(to word: String, among words: [String]) -> String? {
        guard word.utf8.count <= 48 else { return nil }
        let typed = Array(word.lowercased().utf8)
        let ranked = words.map { (word: $0, distance: distance(typed, Array($0.lowercased().utf8))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= min(2, typed.count / 2) ? best.word : nil
    }

    /// Insertions, removals and replacements between two words (Levenshtein).
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var row = Array(0...second.count)
        for (line, letter) in first.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (place, other) in second.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[place + 1]
                row[place + 1] = min(replaced, diagonal + 1, row[place] + 1)
            }
        }
        return row[second.count]
    }
}
