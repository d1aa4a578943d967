/// Reads a snapshot as its pieces come, so that no piece takes long.
///
/// Never traps, whatever the bytes are; holds no more than they earn.
package struct SnapshotReader: Sendable {
  private var board = Board()
  private var names = SnapshotNames()
  /// How many notes the heading promised, once it was read.
  private var expected: Int?
  private var hasFormat = false
  private var rest: [UInt8] = []
  private var total = 0
  private var previous = Dot(ReplicaID(0), 0)

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
      guard entry.sequence > 0, names.entries.last.map({ $0.replica < entry.replica }) ?? true
      else { throw .invalid }
      names.entries.append(entry)
      board.vector[entry.replica] = entry.sequence
      let floor = try reader.number(upTo: entry.sequence)
      board.cancellations.raiseFloor(of: entry.replica, to: floor)
    }
    for _ in 0..<(try reader.count(of: 16, upTo: BoardSnapshot.blockBytes)) {
      names.authors.append(AuthorID(try reader.fixed128()))
    }
    for _ in 0..<(try reader.count(of: 3, upTo: BoardSnapshot.blockBytes)) {
      let group = try names.dot(&reader)
      board.cancellations.revisions[group] = try reader.number(upTo: BoardLimits.sequence)
    }
    board.title = try names.register(&reader)
    let count = Int(try reader.number(upTo: UInt64(BoardLimits.snapshotNotes)))
    board.notes.reserveCapacity(min(count, 2 * BoardLimits.notes))
    if parts & SnapshotWriter.BoardParts.fields != 0 { board.fields = try names.fields(&reader) }
    board.extra = Array(reader.rest())
    expected = count
  }

  private mutating func takeNote(_ reader: inout ByteReader) throws(BoardCodingError) {
    let entry = try names.entry(&reader)
    let step = try reader.number(upTo: BoardLimits.sequence)
    let sequence = entry.replica == previous.replica ? previous.sequence + step : step
    let note = Dot(entry.replica, sequence)
    guard step > 0, sequence <= entry.sequence, previous < note else { throw .invalid }
    var record = NoteRecord(author: try names.author(&reader))
    try names.read(&record, of: note, &reader)
    record.isUnhashed.value = true
    record.isUnsettled.value = !record.isSettled(board.cancellations)
    if record.isUnsettled.value { board.unsettled.value.append(note) }
    board.unhashed.value.append(note)
    board.notes.append(record, as: note)
    previous = note
  }
}
