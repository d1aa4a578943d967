/// The bytes of an operation, in one canonical form: format, dot, floor, group, what the author knew,
/// then the kind of action and its payload. Numbers are checked before they are used.
extension BoardOperation {
  /// Rises when an operation gets a meaning that older programs would not give it.
  package static let format: UInt8 = 2

  package var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.format)
    writer.append(fixed: dot.replica.rawValue)
    writer.append(dot.sequence)
    writer.append(floor)
    writer.append(dot.sequence - group)
    dependencies.encode(into: &writer)
    action.encode(into: &writer, author: dot.replica)
    return writer.bytes
  }

  /// Reads one operation.
  ///
  /// A sound header with an unsound payload is a `noop` that has its dot.
  ///
  /// - Throws: `unknownFormat` for a newer program's, `tooLarge` above
  ///   `BoardLimits.operationBytes`, `truncated` or `invalid` when the header is not sound.
  package init(encoded bytes: some Collection<UInt8>) throws(BoardCodingError) {
    guard bytes.count <= BoardLimits.operationBytes else { throw .tooLarge }
    var reader = ByteReader(bytes)
    let format = try reader.byte()
    guard format == Self.format else { throw .unknownFormat(UInt16(format)) }
    let replica = ReplicaID(try reader.fixed64())
    let sequence = try reader.number(upTo: BoardLimits.sequence)
    guard sequence > 0 else { throw .invalid }
    let floor = try reader.number(upTo: sequence)
    let group = sequence - (try reader.number(upTo: sequence - 1))
    let dependencies = try VersionVector(from: &reader)
    guard dependencies[replica] == 0 else { throw .invalid }
    let dot = Dot(replica, sequence)
    self.init(
      dot: dot,
      dependencies: dependencies,
      floor: floor,
      group: group,
      action: (try? BoardAction(from: &reader, dot: dot)) ?? .noop
    )
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
