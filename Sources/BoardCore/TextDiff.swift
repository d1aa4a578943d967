/// How one text becomes another in as few insertions and deletions of scalars as possible (Myers).
///
/// Texts that differ in more than `limit` places beyond what they begin and end with alike are one
/// hunk, so that no text costs more than some milliseconds.
package struct TextDiff {
  static let limit = 800

  private let old: ArraySlice<Unicode.Scalar>
  private let new: ArraySlice<Unicode.Scalar>

  /// Ascending; none touches the next.
  package static func hunks(
    from old: [Unicode.Scalar],
    to new: [Unicode.Scalar]
  ) -> [TextHunk] {
    var prefix = 0
    while prefix < min(old.count, new.count), old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < min(old.count, new.count) - prefix,
      old[old.count - 1 - suffix] == new[new.count - 1 - suffix]
    {
      suffix += 1
    }
    let diff = TextDiff(
      old: old[prefix..<old.count - suffix],
      new: new[prefix..<new.count - suffix]
    )
    return diff.hunks
  }

  private var hunks: [TextHunk] {
    if old.isEmpty, new.isEmpty { return [] }
    guard !old.isEmpty, !new.isEmpty, let trace else {
      return [TextHunk(old.indices, Array(new))]
    }
    return path(back: trace)
  }

  /// For each number of edits the furthest point reached on each diagonal; nil beyond the limit.
  private var trace: [[Int32]]? {
    var trace: [[Int32]] = []
    var furthest: [Int32] = [0]
    for edits in 0...min(Self.limit, old.count + new.count) {
      // Diagonal -edits is at 0, -edits + 2 at 1, and so on.
      var next = [Int32](repeating: 0, count: edits + 1)
      for slot in 0...edits {
        var x = edits == 0 ? 0 : start(slot, edits, furthest)
        var y = x - (2 * slot - edits)
        while x < old.count, y < new.count, y >= 0,
          old[old.startIndex + x] == new[new.startIndex + y]
        {
          x += 1
          y += 1
        }
        next[slot] = Int32(x)
        if x >= old.count, y >= new.count {
          trace.append(next)
          return trace
        }
      }
      trace.append(next)
      furthest = next
    }
    return nil
  }

  /// Where a diagonal is entered: from above by an insertion, from the left by a deletion.
  private func start(_ slot: Int, _ edits: Int, _ furthest: [Int32]) -> Int {
    isInsertion(slot, edits, furthest) ? Int(furthest[slot]) : Int(furthest[slot - 1]) + 1
  }

  private func isInsertion(_ slot: Int, _ edits: Int, _ furthest: [Int32]) -> Bool {
    if slot == 0 { return true }
    if slot == edits { return false }
    return furthest[slot - 1] < furthest[slot]
  }

  /// The edits on the way from the end to the beginning, as hunks.
  private func path(back trace: [[Int32]]) -> [TextHunk] {
    var hunks: [TextHunk] = []
    var edits = trace.count - 1
    var slot = (old.count - new.count + edits) / 2
    while edits > 0 {
      let before = trace[edits - 1]
      let isInsertion = isInsertion(slot, edits, before)
      slot -= isInsertion ? 0 : 1
      edits -= 1
      let x = Int(before[slot])
      let y = x - (2 * slot - edits)
      let place = old.startIndex + x
      let hunk =
        isInsertion
        ? TextHunk(place..<place, [new[new.startIndex + y]]) : TextHunk(place..<place + 1, [])
      guard let last = hunks.last, last.range.lowerBound == hunk.range.upperBound else {
        hunks.append(hunk)
        continue
      }
      hunks[hunks.count - 1] = TextHunk(
        hunk.range.lowerBound..<last.range.upperBound,
        hunk.text + last.text
      )
    }
    return hunks.reversed()
  }
}
