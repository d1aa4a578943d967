/// One property: the writes of it that may still show.
///
/// The highest that is not taken back is its value. Nearly all hold one write, which needs no
/// memory of its own.
package struct Register<Value: RegisterContent>: Equatable, Sendable {
  private var lowest: Write<Value>?
  /// Above `lowest`, ascending.
  private var higher: [Write<Value>] = []

  package init() {}

  package init(_ write: Write<Value>) { lowest = write }

  /// Ascending by stamp, then dot.
  package internal(set) var writes: [Write<Value>] {
    get { lowest.map { [$0] + higher } ?? [] }
    set {
      lowest = newValue.first
      higher = Array(newValue.dropFirst())
    }
  }

  package var count: Int { lowest == nil ? 0 : higher.count + 1 }

  /// The only write; nil when there are none or more.
  var single: Write<Value>? { higher.isEmpty ? lowest : nil }

  /// The write that shows; nil when there is none.
  package func top(_ cancellations: Cancellations) -> Write<Value>? {
    if let shown = higher.last(where: { cancellations.isActive($0.origin) }) { return shown }
    return lowest.flatMap { cancellations.isActive($0.origin) ? $0 : nil }
  }

  /// Which operation wrote what shows; nil when there is none.
  func topOrigin(_ cancellations: Cancellations) -> Origin? {
    if let shown = higher.last(where: { cancellations.isActive($0.origin) }) { return shown.origin }
    guard let origin = lowest?.origin, cancellations.isActive(origin) else { return nil }
    return origin
  }

  /// The highest stamp held, also of writes that were taken back: the next write must pass it.
  package var highestStamp: UInt64 { (higher.last ?? lowest)?.stamp ?? 0 }

  func contains(_ matches: (Origin) -> Bool) -> Bool {
    lowest.map { matches($0.origin) } ?? false || higher.contains { matches($0.origin) }
  }

  mutating func add(_ write: Write<Value>) {
    guard let first = lowest else {
      lowest = write
      return
    }
    if write < first {
      lowest = write
      higher.insert(first, at: 0)
    } else {
      var place = higher.count
      while place > 0, write < higher[place - 1] { place -= 1 }
      if place == higher.count { higher.append(write) } else { higher.insert(write, at: place) }
    }
  }

  /// Drops what can never show again.
  ///
  /// The value stays.
  mutating func prune(_ cancellations: Cancellations) {
    guard hasPast(cancellations) else { return }
    if let lowest, let next = higher.first, higher.count == 1,
      cancellations.isActive(lowest.origin), cancellations.isActive(next.origin)
    {
      guard cancellations.isPermanent(next.origin) else { return }
      self.lowest = next
      higher = []
      return
    }
    var left = writes
    left.removeAll {
      cancellations.isPermanent($0.origin) && !cancellations.isActive($0.origin)
    }
    if let base = left.lastIndex(where: { cancellations.isPermanent($0.origin) }) {
      left.removeFirst(base)
    }
    if left.count != count { writes = left }
  }

  /// Whether there is more than the one write that shows.
  func hasPast(_ cancellations: Cancellations) -> Bool {
    !higher.isEmpty || lowest.map { !cancellations.isActive($0.origin) } ?? false
  }

  /// Keeps what both hold and what only one can know of.
  ///
  /// One dot with two values is a broken promise of its author: the value with the greater hash
  /// stays on every replica alike.
  mutating func join(_ other: Register, mine: VersionVector, theirs: VersionVector) {
    guard self != other else { return }
    var joined = Register()
    let there = other.writes
    for write in writes {
      if let same = there.first(where: { $0.origin.dot == write.origin.dot }) {
        let isAbove = (same.stamp, same.value.stateHash) > (write.stamp, write.value.stateHash)
        joined.add(isAbove ? same : write)
      } else if !theirs.contains(write.origin.dot) {
        joined.add(write)
      }
    }
    for write in there
    where !mine.contains(write.origin.dot) && !contains({ $0.dot == write.origin.dot }) {
      joined.add(write)
    }
    self = joined
  }
}

/// A value that a register can hold.
package protocol RegisterContent: Equatable, Sendable {
  /// The same for equal values, in every run of every program.
  var stateHash: UInt64 { get }
  /// Appends the value's form in a snapshot; `dot` is the operation that wrote it.
  func encode(into writer: inout ByteWriter, by dot: Dot)
  init(from reader: inout ByteReader, by dot: Dot) throws(BoardCodingError)
}

/// One write of a register.
package struct Write<Value: RegisterContent>: Equatable, Comparable, Sendable {
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
