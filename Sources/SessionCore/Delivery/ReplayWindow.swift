/// Tells new datagrams from repeated ones: the last 1,024 numbers below the highest (RFC 6479).
package struct ReplayWindow: Equatable, Sendable {
  package static let width: UInt64 = 1_024
  /// One word more than the window, so that moving it clears whole words only.
  private static let wordCount: UInt64 = width / 64 + 1
  private var words = [UInt64](repeating: 0, count: Int(wordCount))
  /// The highest number noted; 0 for none.
  package private(set) var highest: UInt64 = 0

  package init() {}

  /// Whether a number, from 1 on, was not noted; false for one too old to tell.
  package func isFresh(_ sequence: UInt64) -> Bool {
    guard sequence > 0 else { return false }
    guard sequence <= highest else { return true }
    guard highest - sequence < ReplayWindow.width else { return false }
    return words[slot(sequence)] & bit(sequence) == 0
  }

  /// Notes a number that is fresh.
  package mutating func note(_ sequence: UInt64) {
    if sequence > highest { advance(to: sequence) }
    words[slot(sequence)] |= bit(sequence)
  }

  private mutating func advance(to sequence: UInt64) {
    let moved = min(sequence / 64 - highest / 64, ReplayWindow.wordCount)
    for step in 0..<moved { words[slot((sequence / 64 - step) * 64)] = 0 }
    highest = sequence
  }

  private func slot(_ sequence: UInt64) -> Int { Int(sequence / 64 % ReplayWindow.wordCount) }
  private func bit(_ sequence: UInt64) -> UInt64 { 1 << (sequence % 64) }
}
