/// The bytes of a note's text with all that edits still need of it: for snapshots.
///
/// A text that only its maker wrote is its own bytes. Other texts name the replicas that wrote them
/// once. One text has one form.
extension NoteText {
  private enum Form: UInt8 {
    case empty, asMade, edited
  }

  package func encode(into writer: inout ByteWriter, of note: NoteID) {
    if let text = textAsMade(in: note) { return Self.encode(asMade: text, into: &writer) }
    guard !runs.isEmpty else { return writer.append(Form.empty.rawValue) }
    writer.append(Form.edited.rawValue)
    let names = TextNames(self)
    names.encode(into: &writer)
    writer.append(runs.count)
    for run in runs { encode(run, names, into: &writer) }
    writer.append(deletions.count)
    for deletion in deletions {
      names.encode(deletion.origin.dot, into: &writer)
      writer.append(deletion.origin.group)
      names.encode(deletion.range.dot, into: &writer)
      writer.append(deletion.range.offsets.lowerBound)
      writer.append(deletion.range.offsets.count)
    }
  }

  /// Appends a text that nobody edited and that is not empty.
  static func encode(asMade text: ExactText, into writer: inout ByteWriter) {
    writer.append(Form.asMade.rawValue)
    writer.append(counted: text.string.utf8)
  }

  /// The text, when nobody edited it since the note was made.
  private func textAsMade(in note: NoteID) -> ExactText? {
    if let made, made.note == note, deletions.isEmpty { return made.text }
    guard runs.count == 1, let run = runs.first, deletions.isEmpty,
      run.start == TextElement(note, 0), run.group == Cancellations.never
    else { return nil }
    return run.text
  }

  /// What a run hangs on, and whether its text is still there.
  private struct RunFlags {
    static let right: UInt8 = 1
    static let parent: UInt8 = 2
    static let dead: UInt8 = 4
  }

  private func encode(_ run: TextRun, _ names: TextNames, into writer: inout ByteWriter) {
    writer.append(
      (run.side == .right ? RunFlags.right : 0) | (run.parent == nil ? 0 : RunFlags.parent)
        | (run.isDead ? RunFlags.dead : 0)
    )
    names.encode(run.start, into: &writer)
    writer.append(run.group)
    if let parent = run.parent { names.encode(parent, into: &writer) }
    if let text = run.text {
      writer.append(counted: text.string.utf8)
    } else {
      writer.append(run.count)
    }
  }

  /// Reads what `encode` wrote.
  ///
  /// - Throws: `invalid` also when an element hangs on nothing, or on itself by way of others.
  package init(from reader: inout ByteReader, of note: NoteID) throws(BoardCodingError) {
    guard let form = Form(rawValue: try reader.byte()) else { throw .invalid }
    switch form {
    case .empty: self.init()
    case .asMade:
      let text = try ExactText(from: &reader, upTo: BoardLimits.textBytes)
      guard !text.string.isEmpty else { throw .invalid }
      self.init(text, note: note)
    case .edited:
      self.init()
      try readEdited(&reader)
      guard textAsMade(in: note) == nil else { throw .invalid }
    }
  }

  private mutating func readEdited(_ reader: inout ByteReader) throws(BoardCodingError) {
    let names = try TextNames(from: &reader)
    for _ in 0..<(try reader.count(of: 6, upTo: .max)) {
      let run = try Self.run(from: &reader, names)
      if let last = runs.last {
        guard last.start < run.start,
          last.start.dot != run.start.dot || last.end <= run.start.offset,
          !run.continues(last) || run.isDead != last.isDead
        else { throw .invalid }
      }
      runs.append(run)
    }
    for _ in 0..<(try reader.count(of: 7, upTo: .max)) {
      let deletion = try Self.deletion(from: &reader, names)
      guard deletions.last.map({ $0 < deletion }) ?? true, contains(deletion.range) else {
        throw .invalid
      }
      deletions.append(deletion)
    }
    guard !runs.isEmpty, TextNames(self) == names, isWhole else { throw .invalid }
  }

  /// Whether every element is reached from the beginning, and no number between is missing.
  private var isWhole: Bool {
    var end: (dot: Dot, offset: Int)?
    for run in runs {
      let isNumbered =
        end.map { $0.dot == run.start.dot && $0.offset == run.start.offset } ?? false
      guard isNumbered || run.start.offset == 0 else { return false }
      end = (run.start.dot, run.end)
    }
    let order = TextOrder(self, Cancellations())
    return order.count == runs.reduce(0) { $0 + $1.count }
  }

  private static func run(
    from reader: inout ByteReader,
    _ names: TextNames
  ) throws(BoardCodingError) -> TextRun {
    let flags = try reader.byte()
    guard flags < 8 else { throw .invalid }
    let side: TextSide = flags & RunFlags.right == 0 ? .left : .right
    let start = try names.element(from: &reader)
    let group = try reader.number(upTo: start.dot.sequence)
    var parent: TextElement?
    if flags & RunFlags.parent != 0 { parent = try names.element(from: &reader) }
    guard parent != nil || side == .right, parent != start else { throw .invalid }
    let most = BoardLimits.textBytes - start.offset
    var text: ExactText?
    var count = 0
    if flags & RunFlags.dead == 0 {
      let read = try ExactText(from: &reader, upTo: BoardLimits.textBytes)
      text = read
      count = read.string.unicodeScalars.count
    } else {
      count = Int(try reader.number(upTo: UInt64(most)))
    }
    guard count > 0, count <= most else { throw .invalid }
    return TextRun(
      start: start,
      count: count,
      group: group,
      parent: parent,
      side: side,
      text: text
    )
  }

  private static func deletion(
    from reader: inout ByteReader,
    _ names: TextNames
  ) throws(BoardCodingError) -> TextDeletion {
    let dot = try names.dot(from: &reader)
    let group = try reader.number(upTo: dot.sequence)
    let first = try names.element(from: &reader)
    let count = Int(try reader.number(upTo: UInt64(BoardLimits.textBytes - first.offset)))
    guard count > 0 else { throw .invalid }
    return TextDeletion(
      origin: Origin(dot: dot, group: group),
      range: TextRange(first.dot, first.offset..<first.offset + count)
    )
  }
}
