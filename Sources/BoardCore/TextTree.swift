/// What hangs on which run.
struct TextTree {
  struct Child {
    var run: Int
    /// The element that it hangs on, counted from the first of the parent's run.
    var offset: Int
    var side: TextSide
    /// The parent's run, element and side as one number.
    var place: UInt64
  }

  /// Runs that begin the note, ascending by name.
  let roots: [Int]
  /// By parent, then by element, left before right, then by name.
  let children: [Child]
  /// For each run the first of its children; one more at the end.
  let first: [Int]

  /// Runs whose parent is not there are left out.
  init(_ runs: [TextRun]) {
    var roots: [Int] = []
    var children: [Child] = []
    for (index, run) in runs.enumerated() {
      guard let parent = run.parent else {
        roots.append(index)
        continue
      }
      guard let host = Self.index(of: parent, in: runs, near: index) else { continue }
      let offset = parent.offset - runs[host].start.offset
      let place = UInt64(host) << 32 | UInt64(offset) << 1 | UInt64(run.side.rawValue)
      children.append(Child(run: index, offset: offset, side: run.side, place: place))
    }
    children.sort { $0.place == $1.place ? $0.run < $1.run : $0.place < $1.place }
    var first = [Int](repeating: children.count, count: runs.count + 1)
    for (position, child) in children.enumerated().reversed() {
      first[Int(child.place >> 32)] = position
    }
    for index in runs.indices.reversed() { first[index] = min(first[index], first[index + 1]) }
    self.roots = roots
    self.children = children
    self.first = first
  }

  /// The run of an element: often the neighbor of the one that hangs on it.
  private static func index(
    of element: TextElement,
    in runs: [TextRun],
    near index: Int
  ) -> Int? {
    if index > 0, runs[index - 1].start <= element, element < runs[index].start {
      return holds(element, runs[index - 1]) ? index - 1 : nil
    }
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].start <= element { low = middle + 1 } else { high = middle }
    }
    return low > 0 && holds(element, runs[low - 1]) ? low - 1 : nil
  }

  private static func holds(_ element: TextElement, _ run: TextRun) -> Bool {
    run.start.dot == element.dot && element.offset < run.end
  }
}
