/// The bytes of the latest operations, in the order in which they were applied here: a causal order.
///
/// Bounded: what fell out, or came in a snapshot, is answered by a snapshot.
struct OperationLog: Sendable {
  private struct Entry: Sendable {
    var dot: Dot
    var bytes: [UInt8]
  }

  private let limit: Int
  private var entries: [Entry] = []
  /// How many entries fell out before the first one that is held.
  private var dropped = 0
  private var bytes = 0
  /// Up to where the operations of each replica are not held.
  private var base = VersionVector()
  /// Where the operations of each replica are, from the one after its base; in no order.
  private var places: [(replica: ReplicaID, places: [Int])] = []
  /// Whose operation was looked for last: often the next one is theirs, too.
  private var latest = 0

  init(limit: Int = BoardLimits.logBytes) { self.limit = limit }

  mutating func append(_ bytes: [UInt8], of dot: Dot) {
    places[index(of: dot.replica)].places.append(dropped + entries.count)
    entries.append(Entry(dot: dot, bytes: bytes))
    self.bytes += bytes.count
    if self.bytes > limit { trim() }
  }

  /// Forgets the operations of every replica that a joined state brought further than the log.
  mutating func skip(to vector: VersionVector) {
    for entry in vector.entries
    where end(of: entry.replica) < entry.sequence {
      base[entry.replica] = entry.sequence
      places[index(of: entry.replica)].places = []
    }
  }

  /// What is missing above `vector`, in causal order; nil when some of it is no longer held.
  func above(_ vector: VersionVector) -> [[UInt8]]? {
    guard vector.covers(base) else { return nil }
    var missing: [Int] = []
    for (replica, places) in places {
      let known = vector[replica] - base[replica]
      if UInt64(places.count) > known { missing.append(contentsOf: places[Int(known)...]) }
    }
    return missing.sorted().map { entries[$0 - dropped].bytes }
  }

  private mutating func end(of replica: ReplicaID) -> UInt64 {
    base[replica] + UInt64(places[index(of: replica)].places.count)
  }

  /// The place of a replica in `places`, made when there is none.
  private mutating func index(of replica: ReplicaID) -> Int {
    if latest < places.count, places[latest].replica == replica { return latest }
    if let found = places.firstIndex(where: { $0.replica == replica }) {
      latest = found
    } else {
      latest = places.count
      places.append((replica, []))
    }
    return latest
  }

  /// Drops the older half at once, so that it is seldom done.
  private mutating func trim() {
    var count = 0
    var lost = VersionVector()
    while count < entries.count, bytes > limit / 2 {
      let entry = entries[count]
      bytes -= entry.bytes.count
      if entry.dot.sequence > base[entry.dot.replica] {
        lost[entry.dot.replica] = entry.dot.sequence
      }
      count += 1
    }
    for entry in lost.entries {
      places[index(of: entry.replica)].places.removeFirst(
        Int(entry.sequence - base[entry.replica])
      )
      base[entry.replica] = entry.sequence
    }
    entries.removeFirst(count)
    dropped += count
  }
}
