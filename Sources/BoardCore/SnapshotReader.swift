/// Reads a snapshot as its pieces come, so that no piece takes long.
///
/// Never traps, whatever the bytes are; holds no more than they earn.
package struct SnapshotReader: Sendable {
  private var board = Board()
  private var entries: [Dot] = []
  private var authors: [AuthorID] = []
  /// How many notes the heading promised, once it was read.
  private var expected: Int?
  private var hasFormat = false
  private var rest: [UInt8] = []
  private var total = 0
  private var previous = Dot(ReplicaID(0), 0)
  private var lastStamp: UInt64 = 0
  private var lastOrigin: Origin?

  package init() {}

  /// The whole board, once its last byte came.
  package var finished: Board? {
    expected == board.notes.count && rest.isEmpty ? board : nil
  }

  /// Takes the next bytes.
  ///
  /// - Throws: `unknownFormat`, `invalid` or `tooLarge`; the reader is of no more use then.
  package mutating func take(_ piece: ArraySlice<UInt8>) throws(BoardCodingError) {
    total += piece.count
    guard total <= BoardLimits.snapshotBytes else { throw .tooLarge }
    var bytes = piece
    if !rest.isEmpty {
      rest.append(contentsOf: piece)
      bytes = rest[...]
    }
    if !hasFormat, let format = bytes.popFirst() {
      guard format == BoardSnapshot.format else { throw .unknownFormat(UInt16(format)) }
      hasFormat = true
    }
    while let block = try Self.nextBlock(&bytes) { try take(block: block) }
    rest = Array(bytes)
  }

  /// Cuts one whole block off, or leaves the bytes as they are until more come.
  private static func nextBlock(
    _ bytes: inout ArraySlice<UInt8>
  ) throws(BoardCodingError) -> ArraySlice<UInt8>? {
    var length = 0
    var shift = 0
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      length |= Int(byte & 0x7F) << shift
      shift += 7
      if byte & 0x80 == 0 {
        guard length <= BoardSnapshot.blockBytes else { throw .tooLarge }
        guard bytes.endIndex - index >= length else { return nil }
        defer { bytes = bytes[(index + length)...] }
        return bytes[index..<index + length]
      }
      guard shift < 28 else { throw .invalid }
    }
    return nil
  }

  private mutating func take(block: ArraySlice<UInt8>) throws(BoardCodingError) {
    var reader = ByteReader(block)
    guard let expected else { return try takeHeading(&reader) }
    guard board.notes.count < expected else { throw .invalid }
    try takeNote(&reader)
  }

  private mutating func takeHeading(_ reader: inout ByteReader) throws(BoardCodingError) {
    let parts = try reader.number()
    let unknown = parts & ~SnapshotWriter.BoardParts.known
    guard unknown == 0 else { throw .unknownKind(unknown) }
    for _ in 0..<(try reader.count(of: 10, upTo: BoardSnapshot.blockBytes)) {
      let entry = Dot(
        ReplicaID(try reader.fixed64()),
        try reader.number(upTo: BoardLimits.sequence)
      )
      guard entry.sequence > 0, entries.last.map({ $0.replica < entry.replica }) ?? true
      else { throw .invalid }
      entries.append(entry)
      board.vector[entry.replica] = entry.sequence
      let floor = try reader.number(upTo: entry.sequence)
      board.cancellations.raiseFloor(of: entry.replica, to: floor)
    }
    for _ in 0..<(try reader.count(of: 16, upTo: BoardSnapshot.blockBytes)) {
      authors.append(AuthorID(try reader.fixed128()))
    }
    for _ in 0..<(try reader.count(of: 3, upTo: BoardSnapshot.blockBytes)) {
      let group = try dot(&reader)
      board.cancellations.revisions[group] = try reader.number(upTo: BoardLimits.sequence)
    }
    board.title = try register(&reader)
    let count = Int(try reader.number(upTo: UInt64(BoardLimits.snapshotNotes)))
    board.notes.reserveCapacity(min(count, 2 * BoardLimits.notes))
    if parts & SnapshotWriter.BoardParts.fields != 0 { board.fields = try fields(&reader) }
    board.extra = Array(reader.rest())
    expected = count
  }

  private mutating func takeNote(_ reader: inout ByteReader) throws(BoardCodingError) {
    let entry = try entry(&reader)
    let step = try reader.number(upTo: BoardLimits.sequence)
    let sequence = entry.replica == previous.replica ? previous.sequence + step : step
    let note = Dot(entry.replica, sequence)
    guard step > 0, sequence <= entry.sequence, previous < note else { throw .invalid }
    let author = try reader.number(upTo: UInt64(BoardSnapshot.blockBytes))
    guard author < UInt64(authors.count) else { throw .invalid }
    board.notes[note] = try record(of: note, by: authors[Int(author)], &reader)
    previous = note
  }

  private mutating func record(
    of note: NoteID,
    by author: AuthorID,
    _ reader: inout ByteReader
  ) throws(BoardCodingError) -> NoteRecord {
    lastOrigin = nil
    var record = NoteRecord(author: author)
    record.placement = try register(&reader)
    record.size = try register(&reader)
    record.color = try register(&reader)
    record.stacking = try register(&reader)
    record.text = try NoteText(from: &reader, of: note)
    record.tokens = try tokens(&reader)
    try takeParts(of: &record, &reader)
    if reader.remaining > 0 { record.extra = Array(reader.rest()) }
    if !record.isSettled(board.cancellations) {
      record.isUnsettled.value = true
      board.unsettled.value.append(note)
    }
    return record
  }

  private mutating func takeParts(
    of record: inout NoteRecord,
    _ reader: inout ByteReader
  ) throws(BoardCodingError) {
    typealias Parts = SnapshotWriter.NoteParts
    let parts = try reader.number()
    guard parts & ~Parts.known == 0 else { throw .unknownKind(parts & ~Parts.known) }
    if parts & Parts.votes != 0 {
      for _ in 0..<(try some(&reader)) {
        guard record.votes.append(try register(&reader)) else { throw .invalid }
      }
    }
    if parts & Parts.attachments != 0 {
      for _ in 0..<(try some(&reader)) {
        let origin = try origin(&reader)
        var file = AttachedFile(origin: origin, file: try FileReference(from: &reader))
        file.removals = try tokens(&reader)
        guard record.attachments.append(file) else { throw .invalid }
      }
    }
    if parts & Parts.fields != 0 { record.fields = try fields(&reader) }
  }

  // MARK: Parts

  /// A count that is not 0.
  private func some(_ reader: inout ByteReader) throws(BoardCodingError) -> Int {
    let count = try reader.count(of: 3, upTo: BoardSnapshot.blockBytes)
    guard count > 0 else { throw .invalid }
    return count
  }

  private func tokens(_ reader: inout ByteReader) throws(BoardCodingError) -> [Origin] {
    var tokens: [Origin] = []
    for _ in 0..<(try reader.count(of: 3, upTo: BoardSnapshot.blockBytes)) {
      let token = try origin(&reader)
      guard tokens.last.map({ $0 < token }) ?? true else { throw .invalid }
      tokens.append(token)
    }
    return tokens
  }

  private func fields(_ reader: inout ByteReader) throws(BoardCodingError) -> ForeignFields {
    var fields = ForeignFields()
    for _ in 0..<(try some(&reader)) {
      let dot = try dot(&reader)
      let bytes = Array(try reader.counted(upTo: BoardLimits.operationBytes))
      guard fields.append(bytes, of: dot) else { throw .invalid }
    }
    return fields
  }

  private func entry(_ reader: inout ByteReader) throws(BoardCodingError) -> Dot {
    let index = try reader.number(upTo: UInt64(BoardSnapshot.blockBytes))
    guard index < UInt64(entries.count) else { throw .invalid }
    return entries[Int(index)]
  }

  private func dot(_ reader: inout ByteReader) throws(BoardCodingError) -> Dot {
    let entry = try entry(&reader)
    let sequence = try reader.number(upTo: entry.sequence)
    guard sequence > 0 else { throw .invalid }
    return Dot(entry.replica, sequence)
  }

  private func origin(_ reader: inout ByteReader) throws(BoardCodingError) -> Origin {
    let dot = try dot(&reader)
    let distance = try reader.number(upTo: dot.sequence)
    return Origin(
      dot: dot,
      group: distance == 0 ? Cancellations.never : dot.sequence - distance + 1
    )
  }

  private mutating func register<Value: RegisterContent>(
    _ reader: inout ByteReader
  ) throws(BoardCodingError) -> Register<Value> {
    let head = try reader.number(upTo: UInt64(BoardSnapshot.blockBytes))
    if head == 2 || head == 3 { return Register(try write(&reader, isSame: head == 3)) }
    guard head & 1 == 0, head / 2 <= UInt64(reader.remaining) else { throw .invalid }
    var writes: [Write<Value>] = []
    for _ in 0..<(head / 2) {
      let next: Write<Value> = try write(&reader, isSame: false)
      guard writes.last.map({ $0 < next }) ?? true else { throw .invalid }
      writes.append(next)
    }
    var register = Register<Value>()
    register.writes = writes
    return register
  }

  private mutating func write<Value: RegisterContent>(
    _ reader: inout ByteReader,
    isSame: Bool
  ) throws(BoardCodingError) -> Write<Value> {
    if !isSame {
      let step = try reader.signed()
      let (stamp, isOver) = Int64(lastStamp).addingReportingOverflow(step)
      guard !isOver, stamp >= 0, stamp <= Int64(BoardLimits.stamp) else { throw .invalid }
      lastStamp = UInt64(stamp)
      lastOrigin = try origin(&reader)
    }
    guard let origin = lastOrigin else { throw .invalid }
    return Write(stamp: lastStamp, origin: origin, value: try Value(from: &reader, by: origin.dot))
  }
}
