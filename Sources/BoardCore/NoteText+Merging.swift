extension NoteText {
  /// Takes what another state of the same text knows: elements are only ever added.
  ///
  /// What one side has folded away is dead on both.
  mutating func join(_ other: NoteText, mine: VersionVector, theirs: VersionVector) {
    unsettle()
    elementCount = nil
    if made == nil || made != other.made, !runs.elementsEqual(other.runs, by: Self.isSameRun) {
      runs = Self.compacted(Self.union(runs, other.runs))
    }
    guard deletions != other.deletions else { return }
    let here = Set(deletions.map(\.origin.dot))
    let there = Set(other.deletions.map(\.origin.dot))
    deletions.removeAll {
      !there.contains($0.origin.dot) && theirs.contains($0.origin.dot)
    }
    deletions += other.deletions.filter {
      !here.contains($0.origin.dot) && !mine.contains($0.origin.dot)
    }
    deletions.sort()
  }

  private static func isSameRun(_ left: TextRun, _ right: TextRun) -> Bool {
    left.start == right.start && left.count == right.count && left.text == right.text
  }

  /// The runs of both; where both have an element, it is dead when it is on one side.
  private static func union(_ left: [TextRun], _ right: [TextRun]) -> [TextRun] {
    let mine = split(left, where: right)
    let theirs = split(right, where: left)
    var result: [TextRun] = []
    result.reserveCapacity(max(mine.count, theirs.count))
    var (next, other) = (0, 0)
    while next < mine.count, other < theirs.count {
      if mine[next].start == theirs[other].start {
        let isDead = mine[next].isDead || theirs[other].isDead
        result.append(mine[next].agreed(with: theirs[other], isDead: isDead))
        next += 1
        other += 1
      } else if mine[next].start < theirs[other].start {
        result.append(mine[next])
        next += 1
      } else {
        result.append(theirs[other])
        other += 1
      }
    }
    return result + mine[next...] + theirs[other...]
  }

  /// The same runs, cut where one of the others begins or ends.
  private static func split(_ runs: [TextRun], where others: [TextRun]) -> [TextRun] {
    var result: [TextRun] = []
    result.reserveCapacity(runs.count)
    var next = 0
    for run in runs {
      while next < others.count, precedes(others[next], run) { next += 1 }
      var cuts: [Int] = []
      var place = next
      while place < others.count, others[place].start.dot == run.start.dot,
        others[place].start.offset < run.end
      {
        cuts += [others[place].start.offset, others[place].end]
        place += 1
      }
      result += run.pieces(at: cuts)
    }
    return result
  }

  /// Whether a run ends before another one begins.
  private static func precedes(_ run: TextRun, _ other: TextRun) -> Bool {
    run.start.dot < other.start.dot
      || run.start.dot == other.start.dot && run.end <= other.start.offset
  }

  /// Whether there is something to fold away.
  func hasPast(_ ledger: Cancellations) -> Bool {
    deletions.contains { ledger.isPermanent($0.origin) }
      || made == nil && runs.contains { dies($0, ledger) }
  }

  /// Whether all that is held shows, or is dead for ever: until something changes here, or is taken
  /// back, there is nothing to fold away.
  func isSettled(_ ledger: Cancellations) -> Bool {
    deletions.isEmpty
      && (made != nil || runs.allSatisfy { $0.isDead || ledger.isActive($0.origin) })
  }

  /// Folds away what can never show again, and deletions that nobody takes back any more.
  ///
  /// The elements keep their places.
  mutating func prune(_ ledger: Cancellations) {
    guard hasPast(ledger) else { return }
    var dead = deletions.filter { ledger.isPermanent($0.origin) && ledger.isActive($0.origin) }
      .map(\.range)
    deletions.removeAll { ledger.isPermanent($0.origin) }
    for run in runs where dies(run, ledger) {
      dead.append(TextRange(run.start.dot, run.start.offset..<run.end))
    }
    runs = Self.compacted(Self.killed(TextRange.merged(dead), in: runs))
  }

  private func dies(_ run: TextRun, _ ledger: Cancellations) -> Bool {
    !run.isDead && !ledger.isActive(run.origin) && ledger.isPermanent(run.origin)
  }

  /// The same runs, cut where a dead range begins or ends.
  private static func killed(_ dead: [TextRange], in runs: [TextRun]) -> [TextRun] {
    var result: [TextRun] = []
    var next = 0
    for run in runs {
      while next < dead.count,
        dead[next].dot < run.start.dot
          || dead[next].dot == run.start.dot && dead[next].offsets.upperBound <= run.start.offset
      {
        next += 1
      }
      var place = next
      var cuts: [Int] = []
      while place < dead.count, dead[place].dot == run.start.dot,
        dead[place].offsets.lowerBound < run.end
      {
        cuts += [dead[place].offsets.lowerBound, dead[place].offsets.upperBound]
        place += 1
      }
      var range = next
      for piece in run.pieces(at: cuts) {
        while range < place, dead[range].offsets.upperBound <= piece.start.offset { range += 1 }
        let isDead = range < place && dead[range].offsets.contains(piece.start.offset)
        result.append(isDead ? piece.dead : piece)
      }
    }
    return result
  }

  /// One run wherever one continues the other and both live or both are dead: one form for one text.
  private static func compacted(_ runs: [TextRun]) -> [TextRun] {
    var result: [TextRun] = []
    result.reserveCapacity(runs.count)
    var first = 0
    while first < runs.count {
      var last = first
      while last + 1 < runs.count, runs[last + 1].continues(runs[last]),
        runs[last + 1].isDead == runs[first].isDead
      {
        last += 1
      }
      result.append(first == last ? runs[first] : whole(runs[first...last]))
      first = last + 1
    }
    return result
  }

  /// Runs that each continue the one before as one.
  private static func whole(_ runs: ArraySlice<TextRun>) -> TextRun {
    let first = runs[runs.startIndex]
    var text: String?
    if !first.isDead { text = runs.reduce(into: "") { $0 += $1.text?.string ?? "" } }
    return TextRun(
      start: first.start,
      count: runs.reduce(0) { $0 + $1.count },
      group: first.group,
      parent: first.parent,
      side: first.side,
      text: text.map { ExactText($0) }
    )
  }
}

extension TextRun {
  /// What two runs of the same elements become.
  ///
  /// One element with two texts is a broken promise of its author: the text with the greater hash
  /// stays on every replica alike.
  fileprivate func agreed(with other: TextRun, isDead: Bool) -> TextRun {
    guard !isDead else { return dead }
    guard let left = text, let right = other.text, left != right else { return self }
    return right.stateHash > left.stateHash ? other : self
  }
}
