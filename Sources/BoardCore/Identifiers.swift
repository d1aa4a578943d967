/// One clean run chain of one device: 64 random bits.
///
/// Two machines never share one.
package struct ReplicaID: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(_ rawValue: UInt64) { self.rawValue = rawValue }

  package static func < (left: ReplicaID, right: ReplicaID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The name of one operation: who made it, and their how many-eth it is (from 1, without gaps).
package struct Dot: Hashable, Comparable, Sendable {
  package var replica: ReplicaID
  package var sequence: UInt64

  package init(_ replica: ReplicaID, _ sequence: UInt64) {
    self.replica = replica
    self.sequence = sequence
  }

  package static func < (left: Dot, right: Dot) -> Bool {
    left.replica == right.replica
      ? left.sequence < right.sequence : left.replica < right.replica
  }
}

/// A note is named by the dot of the operation that created it.
package typealias NoteID = Dot

/// Who wrote something: 128 bits, the same for one device in all its runs.
package struct AuthorID: Hashable, Comparable, Sendable {
  package let rawValue: UInt128

  package init(_ rawValue: UInt128) { self.rawValue = rawValue }

  package static func < (left: AuthorID, right: AuthorID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One board: 128 random bits, drawn when it is made.
///
/// Copies of a board share it.
package struct BoardID: Hashable, Comparable, Sendable {
  package let rawValue: UInt128

  package init(_ rawValue: UInt128) { self.rawValue = rawValue }

  package static func < (left: BoardID, right: BoardID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One peer as the board knows it: a number that the program hands in and gets back, nothing more.
package struct PeerKey: Hashable, Comparable, Sendable {
  package let rawValue: UInt128

  package init(_ rawValue: UInt128) { self.rawValue = rawValue }

  package static func < (left: PeerKey, right: PeerKey) -> Bool { left.rawValue < right.rawValue }
}

/// What the clocks say when something happens.
///
/// The board has none of its own.
package struct BoardTime: Equatable, Sendable {
  /// Milliseconds since 1970: stamps of writes are made of it.
  ///
  /// Nothing depends on its being right.
  package var wallMilliseconds: UInt64
  /// Since the program began; never runs backwards.
  ///
  /// Deadlines are made of it.
  package var sinceStart: Duration

  package init(wallMilliseconds: UInt64, sinceStart: Duration) {
    self.wallMilliseconds = wallMilliseconds
    self.sinceStart = sinceStart
  }
}
