/// Notes as they lie on each other, the lowest first.
///
/// An array in parts: where an older copy is still in use, a change copies one part, not thousands
/// of notes. An index is a place in the pile; none stays valid when notes come or go below it.
package struct NotePile: Sendable {
  /// In their order; none is empty.
  package private(set) var parts: [[NotePicture]] = []
  /// The index of the first note of each part.
  private var starts: [Int] = []
  package private(set) var count = 0

  /// A part that would be longer is cut into parts of half of it.
  private static let longest = 256

  package init() {}

  private func part(of index: Int) -> Int {
    // Parts are nearly always of one length.
    let guess = Swift.min(index / (Self.longest / 2), starts.count - 1)
    if guess >= 0, starts[guess] <= index, guess + 1 == starts.count || index < starts[guess + 1] {
      return guess
    }
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= index { low = middle } else { high = middle }
    }
    return low
  }

  private mutating func count(from part: Int) {
    starts.removeSubrange(part...)
    var start = part == 0 ? 0 : starts[part - 1] + parts[part - 1].count
    for part in parts[part...] {
      starts.append(start)
      start += part.count
    }
    count = start
  }

  private static func cut(_ notes: [NotePicture]) -> [[NotePicture]] {
    guard notes.count > longest else { return notes.isEmpty ? [] : [notes] }
    return stride(from: 0, to: notes.count, by: longest / 2).map {
      Array(notes[$0..<Swift.min($0 + longest / 2, notes.count)])
    }
  }
}

extension NotePile: RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  ExpressibleByArrayLiteral
{
  package init(arrayLiteral elements: NotePicture...) { self.init(elements) }

  package init(_ notes: some Sequence<NotePicture>) {
    parts = Self.cut(Array(notes))
    count(from: 0)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(index: Int) -> NotePicture {
    _read {
      precondition(index >= 0 && index < count, "a place in the pile")
      let part = part(of: index)
      yield parts[part][index - starts[part]]
    }
    _modify {
      precondition(index >= 0 && index < count, "a place in the pile")
      let part = part(of: index)
      yield &parts[part][index - starts[part]]
    }
  }

  /// Moves a note that nobody has in hand; nil when somebody has.
  ///
  /// Returns whether it was elsewhere.
  mutating func place(at index: Int, on point: BoardPoint) -> Bool? {
    let part = part(of: index)
    let offset = index - starts[part]
    guard parts[part][offset].mover == nil else { return nil }
    guard parts[part][offset].position != point else { return false }
    parts[part][offset].position = point
    return true
  }

  package mutating func replaceSubrange(
    _ range: Range<Int>,
    with notes: some Collection<NotePicture>
  ) {
    guard !parts.isEmpty else {
      self = Self(notes)
      return
    }
    let first = part(of: range.lowerBound)
    let last = range.isEmpty ? first : part(of: range.upperBound - 1)
    let lower = range.lowerBound - starts[first]
    let upper = range.upperBound - starts[last]
    let left = parts[first].count - range.count + notes.count
    if first == last, (1...Self.longest).contains(left) {
      parts[first].replaceSubrange(lower..<upper, with: notes)
    } else {
      let joined = parts[first][..<lower] + Array(notes) + parts[last][upper...]
      parts.replaceSubrange(first...last, with: Self.cut(Array(joined)))
    }
    count(from: first)
  }

  /// A walk part by part: no search for each note.
  package func makeIterator() -> FlattenSequence<[[NotePicture]]>.Iterator {
    parts.joined().makeIterator()
  }
}

extension NotePile: Equatable {
  /// Parts that are one and the same are not looked at.
  package static func == (left: NotePile, right: NotePile) -> Bool {
    guard left.count == right.count else { return false }
    return left.starts == right.starts ? left.parts == right.parts : left.elementsEqual(right)
  }
}

extension NotePile {
  /// The place of a note; nil when it is not here.
  package func index(of note: NoteID) -> Int? {
    for (part, start) in zip(parts, starts) {
      if let index = part.firstIndex(where: { $0.id == note }) { return start + index }
    }
    return nil
  }
}
