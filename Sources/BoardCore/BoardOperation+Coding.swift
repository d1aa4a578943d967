/// The bytes of an operation that stands alone, in one canonical form: format, kind, dot, floor,
/// group, what the author knew, then what the kind needs. Numbers are checked before they are used.
/// In messages many are packed together: `OperationPacking`.
extension BoardOperation {
  /// Rises when the bytes before an operation's payload change.
  ///
  /// What an operation means for the first time is a new kind.
  package static let format: UInt8 = 3

  package var encoded: [UInt8] { sealed.bytes }

  /// The bytes, and the same as they are packed into messages.
  var sealed: (bytes: [UInt8], envelope: OperationEnvelope) {
    var envelope = OperationEnvelope(self)
    var writer = ByteWriter()
    writer.reserve(48)
    envelope.encodeHeader(into: &writer)
    let header = writer.bytes.count
    action.encodePayload(into: &writer, author: dot.replica)
    if !fields.isEmpty { writer.append(raw: fields) }
    envelope.payload = writer.bytes[header...]
    return (writer.bytes, envelope)
  }

  /// Reads one operation.
  ///
  /// A sound header with an unsound payload is a `noop` that has its dot.
  ///
  /// - Throws: `unknownFormat` or `unknownKind` for a newer program's, `tooLarge` above
  ///   `BoardLimits.operationBytes`, `truncated` or `invalid` when the header is not sound.
  package init(encoded bytes: some Collection<UInt8>) throws(BoardCodingError) {
    guard bytes.count <= BoardLimits.operationBytes else { throw .tooLarge }
    var reader = ByteReader(bytes)
    var envelope = try OperationEnvelope(header: &reader)
    let kind = try envelope.knownKind
    let isSound = (try? envelope.readTarget(&reader)) != nil
    self.init(envelope)
    if isSound { read(kind, envelope, payload: &reader) }
  }

  /// What an envelope's bytes would be read as.
  ///
  /// - Throws: `unknownKind` for a newer program's.
  init(opening envelope: OperationEnvelope) throws(BoardCodingError) {
    let kind = try envelope.knownKind
    self.init(envelope)
    var reader = ByteReader(envelope.payload)
    read(kind, envelope, payload: &reader)
  }

  private init(_ envelope: OperationEnvelope) {
    self.init(
      dot: envelope.dot,
      dependencies: envelope.dependencies,
      floor: envelope.floor,
      group: envelope.group,
      action: .noop
    )
  }

  private mutating func read(
    _ kind: BoardAction.Kind,
    _ envelope: OperationEnvelope,
    payload reader: inout ByteReader
  ) {
    guard let action = try? BoardAction(kind, envelope, payload: &reader) else { return }
    self.action = action
    if reader.remaining > 0 { fields = Array(reader.rest()) }
  }
}

extension OperationEnvelope {
  /// - Throws: `unknownKind` for a newer program's: skipping it would show a board that never was.
  fileprivate var knownKind: BoardAction.Kind {
    get throws(BoardCodingError) {
      guard let kind = BoardAction.Kind(rawValue: kind) else {
        throw .unknownKind(UInt64(self.kind))
      }
      return kind
    }
  }
}

extension VersionVector {
  package func encode(into writer: inout ByteWriter) {
    writer.append(count)
    for entry in entries {
      writer.append(fixed: entry.replica.rawValue)
      writer.append(entry.sequence)
    }
  }

  /// Reads entries that ascend by replica, without zeros.
  package init(from reader: inout ByteReader) throws(BoardCodingError) {
    self.init()
    var last: ReplicaID?
    for _ in 0..<(try reader.count(of: 9, upTo: BoardLimits.messageBytes)) {
      let replica = ReplicaID(try reader.fixed64())
      let sequence = try reader.number(upTo: BoardLimits.sequence)
      guard sequence > 0, last.map({ $0 < replica }) ?? true else { throw .invalid }
      self[replica] = sequence
      last = replica
    }
  }
}
