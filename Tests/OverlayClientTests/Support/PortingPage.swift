import Foundation

/// The rows of `docs/from-avfoundation.md`.
struct PortingPage {
    struct Row: Sendable {
        let avFoundation: String
        let swift: String
        let wire: String

        /// The words in back quotes of a cell.
        static func quoted(_ cell: String) -> [String] {
            cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
        }
    }

    let rows: [Row]

    init() throws {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let text = try String(contentsOf: root.appendingPathComponent("docs/from-avfoundation.md"), encoding: .utf8)
        rows = text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard line.hasPrefix("|"), cells.count == 4, cells[0] != "AVFoundation", !cells[0].hasPrefix("---") else {
                return nil
            }
            return Row(avFoundation: cells[0], swift: cells[1], wire: cells[2])
        }
    }
}
