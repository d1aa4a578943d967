import Glibc

/// The seeds of a test: few by default, as many as the environment asks for.
package enum Seeds {
  /// The seeds from 1 on: `count` of them, or as many as the variable `SEEDS` says.
  package static func first(_ count: Int) -> ClosedRange<UInt64> {
    let asked = getenv("SEEDS").flatMap { Int(String(cString: $0)) }
    return 1...UInt64(max(1, asked ?? count))
  }
}
