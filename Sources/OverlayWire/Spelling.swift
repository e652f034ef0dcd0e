/// Guesses what a mistyped word was meant to be.
package enum Spelling {
    /// The candidate nearest to the word, upper or lower case, when it is near enough to be meant.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        guard word.utf8.count <= 48 else { return nil }
        let typed = Array(word.lowercased())
        // Any letter is one replacement away from any other: of one letter alone, only the case is guessed.
        let limit = typed.count < 2 ? 0 : max(1, min(3, typed.count / 3))
        let ranked = candidates.map { (candidate: $0, distance: distance(typed, Array($0.lowercased()))) }
        if let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= limit { return best.candidate }
        return typed.count >= 2 ? candidates.first { $0.lowercased().starts(with: typed) } : nil
    }

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
