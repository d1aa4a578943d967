/// One property: the writes of it that may still show.
///
/// The highest that is not taken back is its value. Nearly all hold one write, which needs no
/// memory of its own.
package struct Register<Value: RegisterContent>: Equatable, Sendable {
  ///
  /// The parts of the lowest write one by one: to look at one of them, none else is copied.
  private var lowestStamp: UInt64 = 0
  private var lowestOrigin = Origin(dot: Dot(ReplicaID(0), 0), group: 0)
  private var lowestValue: Value?
  /// Above the lowest, ascending.
  private var higher: [Write<Value>] = []

  package init() {}

  package init(_ write: Write<Value>) { lowest = write }

  private var lowest: Write<Value>? {
    get {
      lowestValue.map { Write(stamp: lowestStamp, origin: lowestOrigin, value: $0) }
    }
    set {
      guard let newValue else { return self = Register() }
      lowestStamp = newValue.stamp
      lowestOrigin = newValue.origin
      lowestValue = newValue.value
    }
  }

  /// Ascending by stamp, then dot.
  package internal(set) var writes: [Write<Value>] {
    get { lowest.map { [$0] + higher } ?? [] }
    set {
      lowest = newValue.first
      higher = Array(newValue.dropFirst())
    }
  }

  package var count: Int { isEmpty ? 0 : higher.count + 1 }
  private var isEmpty: Bool { lowestOrigin.dot.sequence == 0 }

  /// The only write; nil when there are none or more.
  var single: Write<Value>? { higher.isEmpty ? lowest : nil }

  /// The write that shows; nil when there is none.
  @inline(__always)
  package func top(_ cancellations: Cancellations) -> Write<Value>? {
    if let place = topPlace(cancellations) { return higher[place] }
    return isLowestActive(cancellations) ? lowest : nil
  }

  /// Which operation wrote what shows; nil when there is none.
  @inline(__always)
  func topOrigin(_ cancellations: Cancellations) -> Origin? {
    if let place = topPlace(cancellations) { return higher[place].origin }
    return isLowestActive(cancellations) ? lowestOrigin : nil
  }

  /// A part of the value that shows; nil when there is none.
  @inline(__always)
  func topValue<Part>(_ cancellations: Cancellations, _ part: (Value) -> Part) -> Part? {
    if let place = topPlace(cancellations) { return part(higher[place].value) }
    return isLowestActive(cancellations) ? lowestValue.map(part) : nil
  }

  @inline(__always)
  private func isLowestActive(_ cancellations: Cancellations) -> Bool {
    !isEmpty && cancellations.isActive(lowestOrigin)
  }

  /// Where in `higher` the write that shows is; nil when it is the lowest, or none.
  @inline(__always)
  private func topPlace(_ cancellations: Cancellations) -> Int? {
    var place = higher.count
    while place > 0 {
      place -= 1
      if cancellations.isActive(higher[place].origin) { return place }
    }
    return nil
  }

  /// The highest stamp held, also of writes that were taken back: the next write must pass it.
  package var highestStamp: UInt64 { higher.last?.stamp ?? lowestStamp }

  func contains(_ matches: (Origin) -> Bool) -> Bool {
    !isEmpty && matches(lowestOrigin) || higher.contains { matches($0.origin) }
  }

  mutating func add(_ write: Write<Value>) {
    guard !isEmpty else {
      lowest = write
      return
    }
    var place = higher.count
    while place > 0, write.isBelow(higher[place - 1].stamp, higher[place - 1].origin) { place -= 1 }
    if place == 0, write.isBelow(lowestStamp, lowestOrigin), let first = lowest {
      lowest = write
      higher.insert(first, at: 0)
    } else if place == higher.count {
      higher.append(write)
    } else {
      higher.insert(write, at: place)
    }
  }

  /// Drops what can never show again.
  ///
  /// The value stays.
  mutating func prune(_ cancellations: Cancellations) {
    guard hasPast(cancellations) else { return }
    if higher.count == 1, isLowestActive(cancellations),
      cancellations.isActive(higher[0].origin)
    {
      guard cancellations.isPermanent(higher[0].origin) else { return }
      lowest = higher[0]
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
    !higher.isEmpty || !isEmpty && !cancellations.isActive(lowestOrigin)
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
    left.isBelow(right.stamp, right.origin)
  }

  /// Whether it is below a write with this stamp and origin, which need not be taken in hand.
  func isBelow(_ stamp: UInt64, _ origin: Origin) -> Bool {
    self.stamp == stamp ? self.origin < origin : self.stamp < stamp
  }
}
