/// Tells new datagrams from repeated ones: the last 1,024 numbers below the highest (RFC 6479).
package struct ReplayWindow: Equatable, Sendable {
  package static let width: UInt64 = 1_024
  /// One word more than the window, so that moving it clears whole words only.
  private static let wordCount: UInt64 = width / 64 + 1
  private var words = [UInt64](repeating: 0, count: Int(wordCount))
  private var highest: UInt64 = 0

  package init() {}

  /// True once for each number from 1 on; false for a repeated one or one too old to tell.
  package mutating func accept(_ sequence: UInt64) -> Bool {
    guard sequence > 0 else { return false }
    if sequence > highest {
      advance(to: sequence)
    } else if highest - sequence >= ReplayWindow.width {
      return false
    }
    let index = Int(sequence / 64 % ReplayWindow.wordCount)
    let bit: UInt64 = 1 << (sequence % 64)
    guard words[index] & bit == 0 else { return false }
    words[index] |= bit
    return true
  }

  private mutating func advance(to sequence: UInt64) {
    let moved = min(sequence / 64 - highest / 64, ReplayWindow.wordCount)
    for step in 0..<moved {
      words[Int((sequence / 64 - step) % ReplayWindow.wordCount)] = 0
    }
    highest = sequence
  }
}
