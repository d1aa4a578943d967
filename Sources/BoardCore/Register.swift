/// One property: the writes of it that may still show.
///
/// The highest that is not taken back is its value.
package struct Register<Value: Equatable & Sendable>: Equatable, Sendable {
  /// Ascending by stamp, then dot.
  package internal(set) var writes: [Write<Value>] = []

  package init() {}

  package init(_ write: Write<Value>) { writes = [write] }

  /// The write that shows; nil when there is none.
  package func top(_ cancellations: Cancellations) -> Write<Value>? {
    writes.last { cancellations.isActive($0.origin) }
  }

  /// The highest stamp held, also of writes that were taken back: the next write must pass it.
  package var highestStamp: UInt64 { writes.last?.stamp ?? 0 }

  mutating func add(_ write: Write<Value>) {
    let place = writes.lastIndex { $0 < write }.map { $0 + 1 } ?? 0
    writes.insert(write, at: place)
  }

  /// Drops what can never show again.
  ///
  /// The value stays.
  mutating func prune(_ cancellations: Cancellations) {
    guard hasPast(cancellations) else { return }
    writes.removeAll {
      cancellations.isPermanent($0.origin) && !cancellations.isActive($0.origin)
    }
    guard let base = writes.lastIndex(where: { cancellations.isPermanent($0.origin) })
    else { return }
    writes.removeFirst(base)
  }

  /// Whether there is more than the one write that shows.
  func hasPast(_ cancellations: Cancellations) -> Bool {
    writes.count > 1 || writes.contains { !cancellations.isActive($0.origin) }
  }

  /// Keeps what both hold and what only one can know of.
  mutating func join(_ other: Register, mine: VersionVector, theirs: VersionVector) {
    guard !writes.elementsEqual(other.writes, by: { $0.origin == $1.origin }) else { return }
    let here = Set(writes.map(\.origin.dot))
    let there = Set(other.writes.map(\.origin.dot))
    writes.removeAll { !there.contains($0.origin.dot) && theirs.contains($0.origin.dot) }
    for write in other.writes
    where !here.contains(write.origin.dot) && !mine.contains(write.origin.dot) {
      add(write)
    }
  }
}

/// One write of a register.
package struct Write<Value: Equatable & Sendable>: Equatable, Comparable, Sendable {
  /// Milliseconds since 1970 by the author's clock, or more: above every write the author had seen.
  package var stamp: UInt64
  package var origin: Origin
  package var value: Value

  package init(stamp: UInt64, origin: Origin, value: Value) {
    self.stamp = stamp
    self.origin = origin
    self.value = value
  }

  package static func < (left: Write, right: Write) -> Bool {
    left.stamp == right.stamp ? left.origin < right.origin : left.stamp < right.stamp
  }
}
