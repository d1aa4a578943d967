/// What one person did to a text that others changed meanwhile: their edits and this person's both
/// hold.
///
/// Nothing that either inserted is lost, and nothing that either erased comes back.
package struct TextMerge {
  /// This person's edits on the text that the others made; ascending, none overlaps the next.
  package private(set) var hunks: [TextHunk] = []
  private let mine: [Unicode.Scalar]
  private let theirs: [Unicode.Scalar]
  /// For each scalar of the base its place in their text; nil when they erased it.
  private let kept: [Int?]
  private let own: [TextHunk]

  /// `base` is the text that this person's editor started from.
  ///
  /// With the elements of both texts, one a scalar, it is known which letters they share; else they
  /// are taken for the same where they look alike.
  package init(
    base: String,
    mine: String,
    theirs: String,
    baseElements: [TextElement]? = nil,
    theirElements: [TextElement]? = nil
  ) {
    let isUnchanged = base.isExactly(theirs)
    let base = Array(base.unicodeScalars)
    self.mine = Array(mine.unicodeScalars)
    self.theirs = isUnchanged ? base : Array(theirs.unicodeScalars)
    if let baseElements, let theirElements, baseElements.count == base.count,
      theirElements.count == self.theirs.count
    {
      kept = Self.places(of: baseElements, in: theirElements)
    } else {
      kept = Self.places(of: base, in: self.theirs)
    }
    own = TextDiff.hunks(from: base, to: self.mine)
    for hunk in own { carry(hunk) }
  }

  /// Ascending, whatever the elements are.
  private static func places(
    of base: [TextElement],
    in theirs: [TextElement]
  ) -> [Int?] {
    if base == theirs { return base.indices.map { Optional($0) } }
    let places = Dictionary(zip(theirs, theirs.indices)) { first, _ in first }
    var next = 0
    return base.map { element in
      guard let place = places[element], place >= next else { return nil }
      next = place + 1
      return place
    }
  }

  private static func places(
    of base: [Unicode.Scalar],
    in theirs: [Unicode.Scalar]
  ) -> [Int?] {
    var places = [Int?](repeating: nil, count: base.count)
    var next = 0
    var shift = 0
    for hunk in TextDiff.hunks(from: base, to: theirs) {
      for index in next..<hunk.range.lowerBound { places[index] = index + shift }
      shift += hunk.text.count - hunk.range.count
      next = hunk.range.upperBound
    }
    for index in next..<base.count { places[index] = index + shift }
    return places
  }

  /// Brings one of this person's edits to their text: right behind what it was typed behind.
  private mutating func carry(_ hunk: TextHunk) {
    let left = kept[..<hunk.range.lowerBound].last { $0 != nil } ?? nil
    let place = left.map { $0 + 1 } ?? 0
    add(TextHunk(place..<place, hunk.text))
    for index in hunk.range {
      if let erased = kept[index] { add(TextHunk(erased..<erased + 1, [])) }
    }
  }

  private mutating func add(_ hunk: TextHunk) {
    guard let last = hunks.last, last.range.upperBound == hunk.range.lowerBound else {
      if !hunk.range.isEmpty || !hunk.text.isEmpty { hunks.append(hunk) }
      return
    }
    hunks[hunks.count - 1] = TextHunk(
      last.range.lowerBound..<hunk.range.upperBound,
      last.text + hunk.text
    )
  }

  /// The text with everybody's edits.
  package var text: String {
    var result = String.UnicodeScalarView()
    result.append(contentsOf: TextHunk.applying(hunks, to: theirs))
    return String(result)
  }

  /// Where a caret of this person's text stands in the merged one, in scalars.
  ///
  /// Behind the same scalar, or behind the nearest one before it that is still there.
  package func caret(_ offset: Int) -> Int {
    (origins.lastIndex { $0.map { $0 < offset } ?? false }).map { $0 + 1 } ?? 0
  }

  /// For each scalar of the merged text its place in this person's text; nil for the others' own.
  private var origins: [Int?] {
    var places = [Int?](repeating: nil, count: theirs.count)
    var inserted: [Int] = []
    var next = 0
    var shift = 0
    func keep(_ base: Range<Int>) {
      for index in base { if let place = kept[index] { places[place] = index + shift } }
    }
    for hunk in own {
      keep(next..<hunk.range.lowerBound)
      let start = hunk.range.lowerBound + shift
      inserted += start..<start + hunk.text.count
      shift += hunk.text.count - hunk.range.count
      next = hunk.range.upperBound
    }
    keep(next..<kept.count)
    return Self.merged(places, hunks, inserted)
  }

  /// This person's insertions are in the hunks in the order in which they are in the text.
  private static func merged(
    _ places: [Int?],
    _ hunks: [TextHunk],
    _ inserted: [Int]
  ) -> [Int?] {
    var result: [Int?] = []
    var next = 0
    var used = 0
    for hunk in hunks {
      result += places[next..<hunk.range.lowerBound]
      result += inserted[used..<used + hunk.text.count].map { $0 }
      used += hunk.text.count
      next = hunk.range.upperBound
    }
    return result + places[next...]
  }
}
