/// What newer programs put at the end of operations that this one understands otherwise.
///
/// Kept beside what the operations did, so that a snapshot loses none of it on its way to a program
/// that knows what it means. Never shown and never judged here.
package struct ForeignFields: Equatable, Sendable {
  /// The bytes behind what is known of an operation; ascending by dot.
  private(set) var all: [(dot: Dot, bytes: [UInt8])] = []

  package static func == (left: ForeignFields, right: ForeignFields) -> Bool {
    left.all.elementsEqual(right.all) { $0 == $1 }
  }

  var isEmpty: Bool { all.isEmpty }
  package var count: Int { all.count }

  /// Of one operation's two versions, a broken promise of its author, the greater bytes stay.
  mutating func add(_ bytes: [UInt8], of dot: Dot) {
    guard !bytes.isEmpty else { return }
    let place = all.lastIndex { $0.dot <= dot }
    if let place, all[place].dot == dot {
      all[place].bytes = Board.joined(all[place].bytes, bytes)
    } else {
      all.insert((dot, bytes), at: place.map { $0 + 1 } ?? 0)
    }
  }

  mutating func join(_ other: ForeignFields) {
    guard self != other else { return }
    for (dot, bytes) in other.all { add(bytes, of: dot) }
  }

  /// Appends what was read; false when it does not follow the last one.
  mutating func append(_ bytes: [UInt8], of dot: Dot) -> Bool {
    guard !bytes.isEmpty, all.last.map({ $0.dot < dot }) ?? true else { return false }
    all.append((dot, bytes))
    return true
  }
}
