import OverlayGeometry
import OverlayMetadata
import Testing

@testable import OverlayClient

/// One row of the porting page, and what must be true of it.
struct PortingCase: Sendable, CustomTestStringConvertible {
    typealias Check = @Sendable (Stage) async throws -> Void

    let name: String
    /// The row's Swift names.
    let swift: [String]
    let check: Check

    init(_ name: String, _ swift: String..., check: @escaping Check) {
        self.name = name
        self.swift = swift
        self.check = check
    }

    var testDescription: String { name }

    static let all = layers + conversions + connections + outputs + sessions + objects
}
