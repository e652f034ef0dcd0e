import OverlayMetadata
import OverlaySystem

/// The looks at a picture in their order, cheap and rich ones first: one reads it, and changes it, as a table.
package struct Cascade: Sendable {
    /// One look by one reader.
    package struct Stage: Sendable {
        /// What the reader sees.
        package let look: Look
        /// Who reads.
        package let reader: CodeReading.Reader
        /// What is asked for, of what the reader can read.
        package let types: ObjectTypes
        /// When it is taken.
        package let turn: Turn

        /// How hard ZXing tries.
        let effort: ZXingReader.Effort

        /// Its name in `status`.
        package var name: String { "\(reader) \(look.name)" }
    }

    /// When a stage is taken.
    package enum Turn: Sendable {
        /// In every picture.
        case always
        /// When nothing credible was read yet.
        case unread
    }

    /// The stages in their order.
    package let stages: [Stage]
    /// More pictures of the same follow soon.
    let isOneOfMany: Bool
    /// After so many microseconds no further stage begins.
    package let budget: Int64

    /// Runs the stages on what `look` reads in each, and answers what is credible.
    func run(_ types: ObjectTypes, clock: some Clock, look: (Stage) -> [CodeReading]) -> [Evidence.Candidate] {
        let end = clock.monotonic + budget
        var evidence = Evidence(isOneOfMany: isOneOfMany)
        var credible: [Evidence.Candidate] = []
        for stage in stages where !stage.types.isDisjoint(with: types) {
            guard stage.turn == .always || credible.isEmpty, clock.monotonic < end else { continue }
            evidence.add(look(stage), by: stage.name)
            credible = evidence.credible
        }
        return credible
    }
}
