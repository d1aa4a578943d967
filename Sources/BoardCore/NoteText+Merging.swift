extension NoteText {
  /// Takes what another state of the same text knows: elements are only ever added.
  ///
  /// What one side has folded away is dead on both.
  mutating func join(_ other: NoteText, mine: VersionVector, theirs: VersionVector) {
    shown = nil
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
    var result: [TextRun] = []
    result.reserveCapacity(max(left.count, right.count))
    // What is still to come, the next last.
    var left = Array(left.reversed())
    var right = Array(right.reversed())
    while let mine = left.last, let theirs = right.last {
      if mine.start == theirs.start {
        let end = min(mine.end, theirs.end)
        let isDead = mine.isDead || theirs.isDead
        result.append(mine.agreed(with: theirs, upTo: end, isDead: isDead))
        drop(to: end, &left)
        drop(to: end, &right)
      } else if mine.start < theirs.start {
        result.append(mine)
        left.removeLast()
      } else {
        result.append(theirs)
        right.removeLast()
      }
    }
    return result + left.reversed() + right.reversed()
  }

  /// Drops the elements before an offset of the run that comes next.
  private static func drop(to offset: Int, _ runs: inout [TextRun]) {
    guard let run = runs.popLast(), run.end > offset else { return }
    runs.append(run.cut(offset..<run.end, isDead: run.isDead))
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
      var offset = run.start.offset
      while next < dead.count,
        dead[next].dot < run.start.dot
          || dead[next].dot == run.start.dot && dead[next].offsets.upperBound <= offset
      {
        next += 1
      }
      var place = next
      while place < dead.count, dead[place].dot == run.start.dot,
        dead[place].offsets.lowerBound < run.end
      {
        let lower = max(offset, dead[place].offsets.lowerBound)
        let upper = min(run.end, dead[place].offsets.upperBound)
        if offset < lower { result.append(run.cut(offset..<lower, isDead: run.isDead)) }
        result.append(run.cut(lower..<upper, isDead: true))
        offset = upper
        place += 1
      }
      if offset < run.end { result.append(run.cut(offset..<run.end, isDead: run.isDead)) }
    }
    return result
  }

  /// One run wherever one continues the other and both live or both are dead: one form for one text.
  private static func compacted(_ runs: [TextRun]) -> [TextRun] {
    var result: [TextRun] = []
    result.reserveCapacity(runs.count)
    for run in runs {
      guard let last = result.last, run.continues(last), run.isDead == last.isDead else {
        result.append(run)
        continue
      }
      var text = last.text
      if let head = last.text, let tail = run.text {
        text = ExactText(head.string + tail.string)
      }
      result[result.count - 1] = TextRun(
        start: last.start,
        count: last.count + run.count,
        group: last.group,
        parent: last.parent,
        side: last.side,
        text: text
      )
    }
    return result
  }
}

extension TextRun {
  /// The elements that two runs with one beginning share.
  ///
  /// One element with two texts is a broken promise of its author: the text with the greater hash
  /// stays on every replica alike.
  fileprivate func agreed(with other: TextRun, upTo end: Int, isDead: Bool) -> TextRun {
    let mine = cut(start.offset..<end, isDead: isDead)
    guard !isDead else { return mine }
    let theirs = other.cut(start.offset..<end, isDead: false)
    guard let left = mine.text, let right = theirs.text, left != right else { return mine }
    return right.stateHash > left.stateHash ? theirs : mine
  }
}
