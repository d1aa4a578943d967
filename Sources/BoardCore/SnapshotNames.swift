/// What the notes of a snapshot name by numbers, and how what they hold is read.
struct SnapshotNames: Sendable {
  var entries: [Dot] = []
  var authors: [AuthorID] = []
  private var lastStamp: UInt64 = 0
  private var lastOrigin: Origin?

  /// Reads all that a note holds into an empty record.
  mutating func read(
    _ record: inout NoteRecord,
    of note: NoteID,
    _ reader: inout ByteReader
  ) throws(BoardCodingError) {
    lastOrigin = nil
    record.placement = try register(&reader)
    record.size = try register(&reader)
    record.color = try register(&reader)
    record.stacking = try register(&reader)
    record.text = try NoteText(from: &reader, of: note)
    record.tokens = try tokens(&reader)
    try takeParts(of: &record, &reader)
    if reader.remaining > 0 { record.extra = Array(reader.rest()) }
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

  func fields(_ reader: inout ByteReader) throws(BoardCodingError) -> ForeignFields {
    var fields = ForeignFields()
    for _ in 0..<(try some(&reader)) {
      let dot = try dot(&reader)
      let bytes = Array(try reader.counted(upTo: BoardLimits.operationBytes))
      guard fields.append(bytes, of: dot) else { throw .invalid }
    }
    return fields
  }

  func author(_ reader: inout ByteReader) throws(BoardCodingError) -> AuthorID {
    let index = try reader.number(upTo: UInt64(BoardSnapshot.blockBytes))
    guard index < UInt64(authors.count) else { throw .invalid }
    return authors[Int(index)]
  }

  func entry(_ reader: inout ByteReader) throws(BoardCodingError) -> Dot {
    let index = try reader.number(upTo: UInt64(BoardSnapshot.blockBytes))
    guard index < UInt64(entries.count) else { throw .invalid }
    return entries[Int(index)]
  }

  func dot(_ reader: inout ByteReader) throws(BoardCodingError) -> Dot {
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

  mutating func register<Value: RegisterContent>(
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
