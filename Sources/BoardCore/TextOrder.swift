/// The elements of a text in the order in which they are read, erased ones included.
struct TextOrder {
  /// Neighboring elements of one run.
  struct Part: Equatable {
    var run: Int
    /// Counted from the first element of the run.
    var offsets: Range<Int>
    var isShown: Bool
  }

  let runs: [TextRun]
  private(set) var parts: [Part] = []
  /// What is erased, by element; ascending.
  private let erased: [TextRange]
  private let isActive: [Bool]
  /// How many elements were met in the walk: fewer than there are when some hang on nothing.
  private(set) var count = 0

  /// `known` are the parts, when they were worked out before.
  init(_ text: NoteText, _ cancellations: Cancellations, known: [Part]? = nil) {
    runs = text.runs
    if let known {
      parts = known
      erased = []
      isActive = []
      return
    }
    let active = text.deletions.filter { cancellations.isActive($0.origin) }
    erased = TextRange.merged(active.map(\.range))
    isActive = runs.map { $0.text != nil && cancellations.isActive($0.origin) }
    parts.reserveCapacity(runs.count + 2 * erased.count)
    walk(TextTree(runs))
  }

  /// Where in the tree the walk goes on.
  private struct Step {
    var run: Int
    var offset = 0
    /// The next of the run's children.
    var child: Int
  }

  /// Goes through the tree without recursion: it may be as deep as the text is long.
  private mutating func walk(_ tree: TextTree) {
    var steps = tree.roots.reversed().map { Step(run: $0, child: tree.first[$0]) }
    while let step = steps.popLast() { take(step, tree, &steps) }
  }

  /// Reads on in one run until something that hangs on it comes first.
  private mutating func take(_ step: Step, _ tree: TextTree, _ steps: inout [Step]) {
    var step = step
    let end = tree.first[step.run + 1]
    while step.child < end {
      let child = tree.children[step.child]
      let isLast = child.offset == runs[step.run].count - 1
      let reached = child.side == .left ? child.offset : child.offset + 1
      put(step.run, step.offset..<max(step.offset, reached))
      step.offset = max(step.offset, reached)
      // A sibling with a higher name than the next element of this run follows the whole rest of it.
      if child.side == .right, !isLast, child.run > step.run {
        var behind = step.child
        while behind < end, tree.children[behind].place == child.place { behind += 1 }
        for late in (step.child..<behind).reversed() {
          let run = tree.children[late].run
          steps.append(Step(run: run, child: tree.first[run]))
        }
        step.child = behind
        continue
      }
      step.child += 1
      steps.append(step)
      steps.append(Step(run: child.run, child: tree.first[child.run]))
      return
    }
    put(step.run, step.offset..<runs[step.run].count)
  }

  /// Appends elements, cut where erased ones begin and end.
  private mutating func put(_ index: Int, _ offsets: Range<Int>) {
    guard !offsets.isEmpty else { return }
    count += offsets.count
    guard isActive[index] else { return append(Part(run: index, offsets: offsets, isShown: false)) }
    let run = runs[index]
    let base = run.start.offset
    var next = offsets.lowerBound
    var place = firstErased(in: run.start.dot, behind: base + next)
    while next < offsets.upperBound, place < erased.count, erased[place].dot == run.start.dot {
      let lower = min(max(next, erased[place].offsets.lowerBound - base), offsets.upperBound)
      let upper = min(erased[place].offsets.upperBound - base, offsets.upperBound)
      append(Part(run: index, offsets: next..<lower, isShown: true))
      append(Part(run: index, offsets: lower..<max(lower, upper), isShown: false))
      next = max(lower, upper)
      place += 1
    }
    append(Part(run: index, offsets: next..<offsets.upperBound, isShown: true))
  }

  private mutating func append(_ part: Part) {
    if !part.offsets.isEmpty { parts.append(part) }
  }

  /// The first erased range that ends behind an offset.
  private func firstErased(in dot: Dot, behind offset: Int) -> Int {
    var low = 0
    var high = erased.count
    while low < high {
      let middle = (low + high) / 2
      let range = erased[middle]
      if range.dot < dot || range.dot == dot && range.offsets.upperBound <= offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// What shows.
  var string: String {
    var bytes: [UInt8] = []
    /// How far each run was read: scalars, bytes.
    var read = [(scalars: Int, bytes: Int)](repeating: (0, 0), count: runs.count)
    for part in parts where part.isShown {
      guard let text = runs[part.run].text?.string else { continue }
      if part.offsets.count == runs[part.run].count {
        bytes.append(contentsOf: text.utf8)
        continue
      }
      let isPlain = text.utf8.count == runs[part.run].count
      let start = isPlain ? part.offsets.lowerBound : read[part.run].bytes
      let utf8 = text.utf8.dropFirst(start)
      if isPlain {
        bytes.append(contentsOf: utf8.prefix(part.offsets.count))
      } else {
        Self.append(utf8, part.offsets, &read[part.run], to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends scalars of a text with longer ones; the parts of a run come in ascending order.
  private static func append(
    _ utf8: some Collection<UInt8>,
    _ offsets: Range<Int>,
    _ read: inout (scalars: Int, bytes: Int),
    to bytes: inout [UInt8]
  ) {
    for byte in utf8 {
      if byte & 0xC0 != 0x80 {
        if read.scalars == offsets.upperBound { break }
        read.scalars += 1
      }
      read.bytes += 1
      if read.scalars > offsets.lowerBound { bytes.append(byte) }
    }
  }
}
