/// What this replica can take back, the newest last.
struct UndoHistory: Sendable {
  /// What one press takes back.
  struct Step: Equatable, Sendable {
    /// Notes that were made: taken back by deleting them.
    var created: [NoteID] = []
    /// Groups: taken back, and put in force again, by toggling them.
    var groups: [UInt64] = []
    /// The group that deleted what was made, while this waits to be done again.
    var deletion: UInt64?

    var lowest: UInt64? {
      var lowest = groups.min()
      for note in created { lowest = min(lowest ?? note.sequence, note.sequence) }
      return lowest
    }
  }

  let depth: Int
  /// What can be taken back, behind steps that are too old and were emptied.
  private var steps: [Step] = []
  private var old = 0
  /// Whether no step has a lower number than one before it, once that is needed.
  private var isAscending: Bool? = true
  private(set) var redo: [Step] = []
  /// No group at or below this will be toggled again.
  private(set) var floor: UInt64 = 0

  init(depth: Int) { self.depth = depth }

  var undo: ArraySlice<Step> { steps[old...] }

  /// A new step: what was taken back before it is gone.
  mutating func push(_ step: Step) {
    let isHigher =
      steps.count == old || steps[steps.count - 1].lowest ?? .max <= step.lowest ?? .max
    isAscending = isAscending.map { $0 && isHigher }
    steps.append(step)
    if !redo.isEmpty { redo.removeAll() }
    guard steps.count - old > depth else { return }
    dropOldest(steps.count - old - depth)
    if isAscending == nil {
      let all = undo.map { $0.lowest ?? .max }
      isAscending = zip(all, all.dropFirst()).allSatisfy { $0 <= $1 }
    }
    // Nearly always the steps ascend, and the first is the lowest.
    let lowest = isAscending == true ? steps[old].lowest : undo.compactMap(\.lowest).min()
    if let least = lowest { floor = max(floor, least - 1) }
  }

  /// What is old is moved out of the way only when half of all is.
  private mutating func dropOldest(_ count: Int) {
    for index in old..<old + count { steps[index] = Step() }
    old += count
    guard old > depth + 16 else { return }
    steps.removeFirst(old)
    old = 0
  }

  mutating func takeUndo(at index: Int) -> Step {
    isAscending = nil
    return steps.remove(at: index)
  }

  mutating func takeRedo(at index: Int) -> Step { redo.remove(at: index) }
  mutating func undone(_ step: Step) { redo.append(step) }
  mutating func redone(_ step: Step) {
    isAscending = nil
    steps.append(step)
  }
}

extension UndoHistory: Equatable {
  /// What is only kept to be at hand makes no difference.
  static func == (left: UndoHistory, right: UndoHistory) -> Bool {
    left.depth == right.depth && left.floor == right.floor && left.undo == right.undo
      && left.redo == right.redo
  }
}

/// The bytes that a program keeps from one run to the next.
extension UndoHistory {
  private static let format: UInt8 = 2

  func encoded(of replica: ReplicaID) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.format)
    writer.append(fixed: replica.rawValue)
    writer.append(floor)
    for steps in [undo, redo[...]] {
      writer.append(steps.count)
      for step in steps { step.encode(into: &writer) }
    }
    return writer.bytes
  }

  /// Reads what `encoded` gave, for the same replica and within what it has done.
  init(
    encoded bytes: [UInt8],
    of replica: ReplicaID,
    upTo last: UInt64,
    depth: Int
  ) throws(BoardCodingError) {
    self.init(depth: depth)
    var reader = ByteReader(bytes)
    let format = try reader.byte()
    guard format == Self.format else { throw .unknownFormat(UInt16(format)) }
    guard ReplicaID(try reader.fixed64()) == replica else { throw .invalid }
    floor = try reader.number(upTo: last)
    steps = try Self.steps(from: &reader, of: replica, above: floor, upTo: last)
    isAscending = nil
    redo = try Self.steps(from: &reader, of: replica, above: floor, upTo: last)
    try reader.end()
    if steps.count > depth { steps.removeFirst(steps.count - depth) }
  }

  private static func steps(
    from reader: inout ByteReader,
    of replica: ReplicaID,
    above floor: UInt64,
    upTo last: UInt64
  ) throws(BoardCodingError) -> [Step] {
    func numbers(_ reader: inout ByteReader) throws(BoardCodingError) -> [UInt64] {
      var numbers: [UInt64] = []
      for _ in 0..<(try reader.count(of: 1, upTo: reader.remaining)) {
        let number = try reader.number(upTo: last)
        guard number > floor else { throw .invalid }
        numbers.append(number)
      }
      return numbers
    }
    var steps: [Step] = []
    for _ in 0..<(try reader.count(of: 3, upTo: reader.remaining)) {
      let created = try numbers(&reader).map { Dot(replica, $0) }
      let groups = try numbers(&reader)
      let deletion = try numbers(&reader)
      guard deletion.count < 2 else { throw .invalid }
      steps.append(Step(created: created, groups: groups, deletion: deletion.first))
    }
    return steps
  }
}

extension UndoHistory.Step {
  fileprivate func encode(into writer: inout ByteWriter) {
    for numbers in [created.map(\.sequence), groups, deletion.map { [$0] } ?? []] {
      writer.append(numbers.count)
      for number in numbers { writer.append(number) }
    }
  }
}
