import BoardCore
import TestSupport
import Testing

/// The difference of two texts, and what becomes of it on a third.
@Suite struct `The difference of two texts` {
  private static let letters = Array(
    "aab \n".unicodeScalars + "é👩\u{200D}👧e\u{301}🇫🇷日".unicodeScalars
  )

  private func text(_ count: Int, _ random: inout SeededGenerator) -> [Unicode.Scalar] {
    (0..<count).map { _ in random.one(of: Self.letters) }
  }

  @Test(arguments: Seeds.first(300))
  func `makes the one of the other, with ascending hunks that do not touch`(seed: UInt64) {
    var random = SeededGenerator(seed)
    let old = text(random.number(in: 0...40), &random)
    var new = text(random.number(in: 0...40), &random)
    if seed % 2 == 0 {
      new = old
      let place = random.number(in: 0...new.count)
      new.insert(contentsOf: text(3, &random), at: place)
      if new.count > 8 { new.removeSubrange(2..<random.number(in: 2...8)) }
    }
    let hunks = TextDiff.hunks(from: old, to: new)
    #expect(TextHunk.applying(hunks, to: old) == new, "seed \(seed)")
    for (left, right) in zip(hunks, hunks.dropFirst()) {
      #expect(left.range.upperBound < right.range.lowerBound)
    }
    #expect(hunks.allSatisfy { !$0.range.isEmpty || !$0.text.isEmpty })
    let edits = hunks.reduce(0) { $0 + $1.range.count + $1.text.count }
    #expect(edits == old.count + new.count - 2 * Self.longestCommon(old, new), "seed \(seed)")
  }

  /// By the textbook.
  private static func longestCommon(_ old: [Unicode.Scalar], _ new: [Unicode.Scalar]) -> Int {
    var row = [Int](repeating: 0, count: new.count + 1)
    for scalar in old {
      var diagonal = 0
      for (index, other) in new.enumerated() {
        let above = row[index + 1]
        row[index + 1] = scalar == other ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[new.count]
  }

  @Test func `of texts that have nothing in common is one hunk, soon`() {
    let old = [Unicode.Scalar](repeating: "a", count: 16_384)
    let new = [Unicode.Scalar](repeating: "b", count: 16_384)
    #expect(TextDiff.hunks(from: old, to: new) == [TextHunk(0..<16_384, new)])
  }

  @Test func `keeps a composed and a decomposed letter apart`() {
    let hunks = TextDiff.hunks(
      from: Array("\u{e9}".unicodeScalars),
      to: Array("e\u{301}".unicodeScalars)
    )
    #expect(hunks == [TextHunk(0..<1, ["e", "\u{301}"])])
  }

  @Test(arguments: Seeds.first(300))
  func `holds on what others wrote meanwhile`(seed: UInt64) {
    var random = SeededGenerator(seed &+ 70_000)
    // Letters that occur once: what was erased and what was inserted can be told apart.
    let base = (0..<30).map { Unicode.Scalar(UInt8(0x41 + $0)) }
    func edited(_ first: UInt32) -> [Unicode.Scalar] {
      var text = base
      for number in 0..<UInt32(random.number(in: 0...4)) {
        let place = random.number(in: 0...text.count)
        if random.number(in: 0...1) == 0 {
          let end = min(text.count, place + random.number(in: 0...6))
          text.removeSubrange(place..<end)
        } else if let letter = Unicode.Scalar(first + number) {
          text.insert(letter, at: place)
        }
      }
      return text
    }
    func string(_ scalars: [Unicode.Scalar]) -> String { String(String.UnicodeScalarView(scalars)) }
    let mine = edited(0x4E00)
    let theirs = edited(0x3B1)
    let merge = TextMerge(base: string(base), mine: string(mine), theirs: string(theirs))
    let merged = Array(merge.text.unicodeScalars)
    let kept = base.filter { mine.contains($0) && theirs.contains($0) }
    let added = (mine + theirs).filter { !base.contains($0) }
    #expect(Set(merged) == Set(kept + added) && merged.count == kept.count + added.count)
    // Each person's own order holds.
    #expect(merged.filter(mine.contains) == mine.filter(merged.contains), "seed \(seed)")
    #expect(merged.filter(theirs.contains) == theirs.filter(merged.contains), "seed \(seed)")
    for caret in 0...mine.count {
      let left = mine[..<caret].last { merged.contains($0) }
      #expect(merge.caret(caret) == left.flatMap(merged.firstIndex).map { $0 + 1 } ?? 0)
    }
  }
}
