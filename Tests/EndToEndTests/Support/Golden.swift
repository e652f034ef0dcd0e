import Foundation
import Testing

/// Expects the text of a golden file; UPDATE_GOLDEN=1 writes it anew.
func expect(_ text: String, isGolden name: String) throws {
    let file = URL(fileURLWithPath: "\(Built.tests)/Golden/\(name).jsonl")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try text == String(contentsOf: file, encoding: .utf8))
}
