/// The bytes of one operation, taken apart as far as any program can: also of a kind that this one
/// does not know.
///
/// What an operation's kind says of its target, every program can read from the kind's number, so
/// that operations are packed, kept and passed on whole by those who cannot follow them.
struct OperationEnvelope: Sendable {
  var dot: Dot
  var floor: UInt64
  var group: UInt64
  var dependencies = VersionVector()
  /// At most `lastKind`; with `stampBit` the operation has a stamp, with `noteBit` a note.
  var kind: UInt8
  var stamp: UInt64 = 0
  var note: NoteID
  /// What only the kind can explain.
  var payload: ArraySlice<UInt8> = []

  static let stampBit: UInt8 = 1
  static let noteBit: UInt8 = 2
  static let lastKind: UInt8 = 30
  static let kindBits: UInt8 = 0x1F
  static let groupFlag: UInt8 = 0x40
  static let dependenciesFlag: UInt8 = 0x80

  init(_ operation: BoardOperation) {
    dot = operation.dot
    floor = operation.floor
    group = operation.group
    dependencies = operation.dependencies
    kind = operation.action.kind.rawValue
    note = operation.dot
    if let (note, stamp) = operation.action.target {
      self.note = note ?? self.note
      self.stamp = stamp ?? 0
    }
  }

  init(dot: Dot, kind: UInt8, floor: UInt64, group: UInt64) {
    self.dot = dot
    self.kind = kind
    self.floor = floor
    self.group = group
    note = dot
  }

  var hasStamp: Bool { kind & Self.stampBit != 0 }
  var hasNote: Bool { kind & Self.noteBit != 0 }
  /// How far the floor is below the own sequence number: the same for long.
  var floorDistance: UInt64 { dot.sequence - floor }

  var flags: UInt8 {
    (group == dot.sequence ? 0 : Self.groupFlag)
      | (dependencies.count == 0 ? 0 : Self.dependenciesFlag)
  }

  /// Appends all but the payload, as it stands alone.
  func encodeHeader(into writer: inout ByteWriter) {
    writer.append(BoardOperation.format)
    writer.append(kind | flags)
    writer.append(fixed: dot.replica.rawValue)
    writer.append(dot.sequence)
    writer.append(floorDistance)
    if group != dot.sequence { writer.append(dot.sequence - group) }
    if dependencies.count > 0 { dependencies.encode(into: &writer) }
    if hasStamp { writer.append(stamp) }
    if hasNote { note.encode(into: &writer, near: dot.replica) }
  }

  /// The operation as it stands alone.
  var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.reserve(40 + payload.count)
    encodeHeader(into: &writer)
    writer.append(raw: payload)
    return writer.bytes
  }

  /// Whether its bytes may be more than this: what comes before the payload takes no more than so much.
  func mayPass(_ limit: Int) -> Bool { payload.count + 80 + 18 * dependencies.count > limit }

  /// Reads an operation that stands alone.
  ///
  /// - Throws: when any part but the payload is not sound.
  init(encoded bytes: [UInt8]) throws(BoardCodingError) {
    var reader = ByteReader(bytes)
    try self.init(header: &reader)
    try readTarget(&reader)
    payload = reader.rest()
  }

  /// Reads what comes before the target.
  init(header reader: inout ByteReader) throws(BoardCodingError) {
    let format = try reader.byte()
    guard format == BoardOperation.format else { throw .unknownFormat(UInt16(format)) }
    let head = try reader.byte()
    guard head & ~(Self.kindBits | Self.groupFlag | Self.dependenciesFlag) == 0,
      head & Self.kindBits <= Self.lastKind
    else { throw .invalid }
    let replica = ReplicaID(try reader.fixed64())
    let sequence = try reader.number(upTo: BoardLimits.sequence)
    guard sequence > 0 else { throw .invalid }
    let floor = sequence - (try reader.number(upTo: sequence))
    self.init(
      dot: Dot(replica, sequence),
      kind: head & Self.kindBits,
      floor: floor,
      group: sequence
    )
    try readGroup(head, &reader)
    if head & Self.dependenciesFlag != 0 {
      dependencies = try VersionVector(from: &reader)
      guard dependencies.count > 0, dependencies[replica] == 0 else { throw .invalid }
    }
  }

  mutating func readGroup(_ head: UInt8, _ reader: inout ByteReader) throws(BoardCodingError) {
    guard head & Self.groupFlag != 0 else { return }
    let distance = try reader.number(upTo: dot.sequence - 1)
    guard distance > 0 else { throw .invalid }
    group = dot.sequence - distance
  }

  /// Reads the stamp and the note.
  mutating func readTarget(_ reader: inout ByteReader) throws(BoardCodingError) {
    if hasStamp { stamp = try reader.number(upTo: BoardLimits.stamp) }
    if hasNote { note = try Dot(from: &reader, near: dot.replica) }
  }
}
