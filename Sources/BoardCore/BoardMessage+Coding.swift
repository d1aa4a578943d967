extension BoardMessage {
  /// Rises when messages change so that older programs cannot follow.
  package static let format: UInt8 = 3
  /// Bytes before the content.
  package static let headerBytes = 26

  private enum Kind: UInt8 {
    case operations, hash, vector, pull, frame, cursor, snapshot, taken
  }

  package var encoded: [UInt8] {
    var writer = Self.begin(kind, board, replica)
    switch content {
    case .operations(let operations, let part):
      writer.append(part.rawValue)
      OperationPacking.encode(operations, by: replica, into: &writer)
    case .hash(let known, let shown):
      writer.append(fixed: known)
      writer.append(fixed: shown)
    case .vector(let vector, let isAnswer):
      writer.append(UInt8(isAnswer ? 1 : 0))
      vector.encode(into: &writer)
    case .pull(let vector, let isWhole):
      writer.append(UInt8(isWhole ? 1 : 0))
      vector.encode(into: &writer)
    case .snapshot(let part):
      writer.append(part.snapshot)
      writer.append(part.index)
      writer.append(part.count)
      writer.append(counted: part.bytes)
    case .taken(let parts, let snapshot):
      writer.append(parts)
      writer.append(snapshot)
    case .frame(let frame): frame.encode(into: &writer, near: replica)
    case .cursor(let cursor, let number):
      writer.append(number)
      cursor.encode(into: &writer)
    }
    return writer.bytes
  }

  /// The message of one operation that was just made.
  static func encoded(
    pushing operation: OperationEnvelope,
    of board: BoardID,
    by replica: ReplicaID
  ) -> [UInt8] {
    var writer = begin(.operations, board, replica)
    writer.append(Part.pushed.rawValue)
    OperationPacking.encode(operation, by: replica, into: &writer)
    return writer.bytes
  }

  private static func begin(_ kind: Kind, _ board: BoardID, _ replica: ReplicaID) -> ByteWriter {
    var writer = ByteWriter()
    writer.reserve(96)
    writer.append(Self.format)
    writer.append(kind.rawValue)
    writer.append(fixed: board.rawValue)
    writer.append(fixed: replica.rawValue)
    return writer
  }

  private var kind: Kind {
    switch content {
    case .operations: .operations
    case .hash: .hash
    case .vector: .vector
    case .pull: .pull
    case .frame: .frame
    case .cursor: .cursor
    case .snapshot: .snapshot
    case .taken: .taken
    }
  }

  package init(encoded bytes: [UInt8]) throws(BoardCodingError) {
    var operations: [PackedOperation] = []
    try self.init(encoded: bytes, operations: &operations)
    if case .operations(_, let part) = content {
      content = .operations(operations.map(\.bytes), part)
    }
  }

  /// Reads a message; what operations are in it comes in `operations` alone, taken apart.
  ///
  /// - Throws: `tooLarge` above `BoardLimits.messageBytes`, `unknownFormat` or `unknownKind` for a
  ///   newer program's, `truncated` or `invalid` when it is not sound.
  package init(
    encoded bytes: [UInt8],
    operations: inout [PackedOperation]
  ) throws(BoardCodingError) {
    guard bytes.count <= BoardLimits.messageBytes else { throw .tooLarge }
    var reader = ByteReader(bytes)
    let format = try reader.byte()
    guard format == Self.format else { throw .unknownFormat(UInt16(format)) }
    let number = try reader.byte()
    guard let kind = Kind(rawValue: number) else { throw .unknownKind(UInt64(number)) }
    let board = BoardID(try reader.fixed128())
    let replica = ReplicaID(try reader.fixed64())
    let content = try Self.content(kind, from: &reader, replica, &operations)
    // What is left is a newer program's, and none of it is needed.
    self.init(board: board, replica: replica, content: content)
  }

  private static func content(
    _ kind: Kind,
    from reader: inout ByteReader,
    _ replica: ReplicaID,
    _ operations: inout [PackedOperation]
  ) throws(BoardCodingError) -> Content {
    switch kind {
    case .operations:
      guard let part = Part(rawValue: try reader.byte()) else { throw .invalid }
      operations = try OperationPacking.operations(from: &reader, by: replica)
      return .operations([], part)
    case .hash: return .hash(known: try reader.fixed64(), shown: try reader.fixed64())
    case .vector:
      let flag = try reader.byte()
      guard flag < 2 else { throw .invalid }
      return .vector(try VersionVector(from: &reader), isAnswer: flag == 1)
    case .pull:
      let flag = try reader.byte()
      guard flag < 2 else { throw .invalid }
      return .pull(try VersionVector(from: &reader), isWhole: flag == 1)
    case .snapshot: return .snapshot(try SnapshotPart(from: &reader))
    case .taken:
      let parts = try reader.number(upTo: UInt64(BoardLimits.snapshotBytes))
      return .taken(parts: Int(parts), of: try reader.number())
    case .frame: return .frame(try MoveFrame(from: &reader, near: replica))
    case .cursor:
      let number = try reader.number()
      return .cursor(try PeerCursor(from: &reader, replica: replica), number: number)
    }
  }
}

extension BoardMessage.SnapshotPart {
  fileprivate init(from reader: inout ByteReader) throws(BoardCodingError) {
    let limit = UInt64(BoardLimits.snapshotBytes)
    snapshot = try reader.number()
    index = Int(try reader.number(upTo: limit))
    count = Int(try reader.number(upTo: limit))
    guard index < count else { throw .invalid }
    bytes = Array(try reader.counted(upTo: BoardLimits.messageBytes))
  }
}

extension MoveFrame {
  func encode(into writer: inout ByteWriter, near sender: ReplicaID) {
    note.encode(into: &writer, near: sender)
    writer.append(after)
    writer.append(number)
    point.encode(into: &writer)
    origin.encode(into: &writer)
  }

  init(from reader: inout ByteReader, near sender: ReplicaID) throws(BoardCodingError) {
    self.init(
      note: try Dot(from: &reader, near: sender),
      after: try reader.number(upTo: BoardLimits.sequence),
      number: try reader.number(),
      point: try BoardPoint(from: &reader),
      origin: try BoardPoint(from: &reader)
    )
  }
}

extension PeerCursor {
  func encode(into writer: inout ByteWriter) {
    place.encode(into: &writer)
    writer.append(UInt8((note == nil ? 0 : 1) | (isEditing ? 2 : 0)))
    note?.encode(into: &writer, near: replica)
  }

  init(from reader: inout ByteReader, replica: ReplicaID) throws(BoardCodingError) {
    let place = try BoardPoint(from: &reader)
    let flags = try reader.byte()
    guard flags < 4 else { throw .invalid }
    var note: NoteID?
    if flags & 1 == 1 { note = try Dot(from: &reader, near: replica) }
    self.init(replica: replica, place: place, note: note, isEditing: flags & 2 == 2)
  }
}
