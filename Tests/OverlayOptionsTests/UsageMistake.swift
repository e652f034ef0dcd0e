import Testing

@testable import OverlayOptions

/// The mistake that the body answers with; a recorded issue, and the test's end, when it answers with none.
func mistake(_ body: () throws -> Any) throws -> UsageError {
    var found: UsageError?
    do { _ = try body() } catch let error as UsageError { found = error }
    return try #require(found, "a mistake was expected")
}
