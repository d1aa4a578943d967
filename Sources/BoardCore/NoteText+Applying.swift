extension NoteText {
  /// Inserts and erases, once for each operation.
  ///
  /// A change that names an element which this note never had does nothing at all, here as on
  /// every other replica: elements stay as long as their note. So does one that has no room.
  mutating func apply(_ change: TextChange, origin: Origin, _ ledger: Cancellations) {
    guard change.insertions.allSatisfy({ $0.parent.map(contains) ?? true }),
      change.deletions.allSatisfy(contains)
    else { return }
    let size = change.insertions.reduce(0) { $0 + $1.text.string.unicodeScalars.count }
    guard hasRoom(for: size, of: origin.dot.replica) else { return }
    elementCount = (elementCount ?? count) + size
    let before = shown
    shown = nil
    var offset = 0
    var inserted: [TextRun] = []
    for insertion in change.insertions {
      let count = insertion.text.string.unicodeScalars.count
      let run = TextRun(
        start: TextElement(origin.dot, offset),
        count: count,
        group: origin.group,
        parent: insertion.parent,
        side: insertion.side,
        text: insertion.text
      )
      inserted.append(run)
      offset += count
    }
    // All that one operation makes is side by side: whatever its pieces, the rest moves once.
    let first = place(behind: TextElement(origin.dot, 0))
    let parts =
      ledger.isActive(origin) ? parts(after: change, inserting: inserted, at: first) : nil
    insert(inserted, at: first, parts: parts)
    if let before, let parts, inserted.count == 1, change.deletions.isEmpty {
      let count = parts.prefix { $0.run != first }.reduce(0) {
        $0 + ($1.isShown ? $1.offsets.count : 0)
      }
      let text = change.insertions[0].text.string
      shown = ExactText(before.string.inserting(text, behind: count))
    }
    guard !change.deletions.isEmpty else { return }
    let place = deletions.lastIndex { $0.origin < origin }.map { $0 + 1 } ?? 0
    deletions.insert(
      contentsOf: change.deletions.map { TextDeletion(origin: origin, range: $0) },
      at: place
    )
  }

  /// Whether a replica may insert so many elements more; to erase there is always room.
  ///
  /// How many it has inserted is the same wherever its operations up to this one were applied.
  func hasRoom(for size: Int, of replica: ReplicaID) -> Bool {
    let most = BoardLimits.textElements
    guard size > 0, (elementCount ?? count) + size > most else { return true }
    let own = runs[place(behind: TextElement(Dot(replica, 0), 0))...].prefix {
      $0.start.dot.replica == replica
    }
    return own.reduce(size) { $0 + $1.count } <= most
  }

  private var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// How many runs begin at or before an element.
  private func place(behind element: TextElement) -> Int {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].start <= element { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The run that an element belongs to.
  func index(of element: TextElement) -> Int? {
    let index = place(behind: element) - 1
    guard index >= 0, runs[index].start.dot == element.dot, element.offset < runs[index].end
    else { return nil }
    return index
  }

  private func contains(_ element: TextElement) -> Bool { index(of: element) != nil }

  /// The elements of one operation are numbered without gaps: the last one tells.
  func contains(_ range: TextRange) -> Bool {
    contains(TextElement(range.dot, range.offsets.upperBound - 1))
  }
}
