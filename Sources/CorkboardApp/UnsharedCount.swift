import BoardCore

/// How many edits nobody else has, as a person should read it.
///
/// For a moment after each edit nobody has said yet that it arrived. That is no news while everyone
/// is here, so only what stays longer is shown.
struct UnsharedCount {
  private var last = 0
  private var since: UInt64?
  /// When `shown` may answer otherwise by time alone, in nanoseconds of the loop's clock.
  private(set) var deadline: UInt64?

  private static let patience: UInt64 = 2_500_000_000

  mutating func shown(_ count: Int, areAllHere: Bool, at now: UInt64) -> Int {
    // Fewer than before: what is left is younger.
    if count == 0 { since = nil } else if since == nil || count < last { since = now }
    last = count
    deadline = nil
    guard areAllHere, let since, now < since + Self.patience else { return count }
    deadline = since + Self.patience
    return 0
  }
}

/// How many edits each participant does not have, as a person should read it.
struct MissingCounts {
  private var counts: [PeerKey: UnsharedCount] = [:]

  var deadline: UInt64? { counts.values.compactMap(\.deadline).min() }

  /// Nil where nothing is known, and for the moment in which an edit should arrive.
  mutating func shown(_ count: Int?, of peer: PeerKey, isHere: Bool, at now: UInt64) -> Int? {
    guard let count else {
      counts[peer] = nil
      return nil
    }
    let shown = counts[peer, default: UnsharedCount()].shown(count, areAllHere: isHere, at: now)
    return shown == 0 && count > 0 ? nil : shown
  }

  mutating func keep(_ peers: Set<PeerKey>) { counts = counts.filter { peers.contains($0.key) } }
}
