/// What a test waited for in vain, with what was there instead.
struct TooLate: Error, CustomStringConvertible {
  let description: String
}

/// Looks again and again until `found` has something to return, at most for `limit`.
///
/// `what` is waited for, in words; `instead` tells for the failure's text what is there.
///
@discardableResult
func eventually<Value>(
  _ what: String,
  within limit: Duration = .seconds(10),
  isolation: isolated (any Actor)? = #isolation,
  _ found: () throws -> Value?,
  instead: () -> String = { "" }
) async throws -> Value {
  let end = ContinuousClock.now + limit
  while true {
    if let value = try found() { return value }
    guard ContinuousClock.now < end else { break }
    try await Task.sleep(for: .milliseconds(15))
  }
  throw TooLate(description: "waited \(limit) for: \(what)\n\(instead())")
}
