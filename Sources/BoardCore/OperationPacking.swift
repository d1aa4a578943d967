/// Operations packed for a message: each says what it has that the one before it had not.
///
/// A count, the replicas that are named besides the sender, the operations. What stands alone comes
/// out as it went in, byte for byte, whatever it is.
enum OperationPacking {
  /// Of the same author, next in sequence, with the floor as far below: nothing of it is written.
  fileprivate static let followsFlag: UInt8 = 0x20
  /// Not an operation's bytes: no kind and set of flags that an operation can have.
  fileprivate static let raw: UInt8 = 0xFF

  /// What one operation says of its dot and floor when it does not follow the one before it.
  fileprivate enum Lead {
    static let author: UInt8 = 1
    static let sequence: UInt8 = 2
    static let floor: UInt8 = 4
    static let all: UInt8 = 7
  }

  /// What the operation before left: every number is a step from it.
  fileprivate struct Last {
    var author: ReplicaID
    var sequence: UInt64 = 0
    var floorDistance: UInt64 = 0
    var stamp: UInt64 = 0
  }

  static func encode(
    _ operations: [[UInt8]],
    by sender: ReplicaID,
    into writer: inout ByteWriter
  ) {
    var packer = Packer(sender: sender)
    writer.append(operations.count)
    let place = writer.bytes.count
    writer.append(UInt8(0))
    for operation in operations { packer.append(operation, to: &writer) }
    packer.putNames(at: place, into: &writer)
  }

  /// The same for one operation that was taken apart already.
  static func encode(
    _ operation: OperationEnvelope,
    by sender: ReplicaID,
    into writer: inout ByteWriter
  ) {
    var packer = Packer(sender: sender)
    writer.append(1)
    let place = writer.bytes.count
    writer.append(UInt8(0))
    packer.append(operation, to: &writer)
    packer.putNames(at: place, into: &writer)
  }

  static func operations(
    from reader: inout ByteReader,
    by sender: ReplicaID
  ) throws(BoardCodingError) -> [PackedOperation] {
    let count = Int(try reader.number(upTo: UInt64(BoardLimits.messageBytes)))
    var unpacker = try Unpacker(from: &reader, sender: sender)
    guard count <= reader.remaining / 2 else { throw .truncated }
    var operations: [PackedOperation] = []
    operations.reserveCapacity(count)
    for _ in 0..<count { operations.append(try unpacker.next(from: &reader)) }
    guard unpacker.isDone else { throw .invalid }
    return operations
  }
}

/// One operation of a message.
package struct PackedOperation: Sendable {
  /// Taken apart already: who applies it need not read its bytes again.
  var envelope: OperationEnvelope
  /// Bytes that are no operation of any kind; the envelope says nothing then.
  var other: [UInt8]?

  /// The operation as it stands alone.
  package var bytes: [UInt8] { other ?? envelope.encoded }

  /// What was done.
  ///
  /// - Throws: what `BoardOperation.init(encoded:)` does.
  package func opened() throws(BoardCodingError) -> BoardOperation {
    if let other { return try BoardOperation(encoded: other) }
    return try BoardOperation(opening: envelope)
  }
}

private struct Packer {
  /// In the order in which they are named first; the sender needs no name.
  var replicas: [ReplicaID] = []
  private let sender: ReplicaID
  private var last: OperationPacking.Last

  init(sender: ReplicaID) {
    self.sender = sender
    last = OperationPacking.Last(author: sender)
  }

  mutating func append(_ bytes: [UInt8], to writer: inout ByteWriter) {
    guard let envelope = try? OperationEnvelope(encoded: bytes) else {
      writer.append(OperationPacking.raw)
      return writer.append(counted: bytes)
    }
    append(envelope, to: &writer)
  }

  mutating func append(_ envelope: OperationEnvelope, to writer: inout ByteWriter) {
    appendHead(envelope, to: &writer)
    if envelope.group != envelope.dot.sequence {
      writer.append(envelope.dot.sequence - envelope.group)
    }
    if envelope.dependencies.count > 0 { append(envelope.dependencies, to: &writer) }
    if envelope.hasStamp {
      writer.append(signed: Int64(envelope.stamp) - Int64(last.stamp))
      last.stamp = envelope.stamp
    }
    let count = envelope.payload.count
    if envelope.hasNote {
      let name = number(of: envelope.note.replica)
      writer.append(UInt8(min(name, 15) << 4 | min(count, 15)))
      if name >= 15 { writer.append(name - 15) }
      if count >= 15 { writer.append(count - 15) }
      writer.append(envelope.note.sequence)
    } else {
      writer.append(count)
    }
    writer.append(raw: envelope.payload)
  }

  /// Puts the replicas in place of the byte that says that there are none.
  func putNames(at place: Int, into writer: inout ByteWriter) {
    guard !replicas.isEmpty else { return }
    var names = ByteWriter()
    names.append(replicas.count)
    for replica in replicas { names.append(fixed: replica.rawValue) }
    writer.replace(byteAt: place, with: names.bytes)
  }

  private mutating func appendHead(
    _ envelope: OperationEnvelope,
    to writer: inout ByteWriter
  ) {
    let dot = envelope.dot
    let isOther = dot.replica != last.author
    let lead =
      (isOther ? OperationPacking.Lead.author : 0)
      | (dot.sequence == last.sequence + 1 ? 0 : OperationPacking.Lead.sequence)
      | (envelope.floorDistance == last.floorDistance ? 0 : OperationPacking.Lead.floor)
    let head = envelope.kind | envelope.flags
    if lead == 0 {
      writer.append(head | OperationPacking.followsFlag)
    } else {
      writer.append(head)
      writer.append(lead)
      if isOther { writer.append(number(of: dot.replica)) }
      if lead & OperationPacking.Lead.sequence != 0 { writer.append(dot.sequence) }
      if lead & OperationPacking.Lead.floor != 0 { writer.append(envelope.floorDistance) }
    }
    last.author = dot.replica
    last.sequence = dot.sequence
    last.floorDistance = envelope.floorDistance
  }

  /// Ascending; the lowest bit of each says whether another one follows.
  private mutating func append(
    _ dependencies: VersionVector,
    to writer: inout ByteWriter
  ) {
    let entries = dependencies.entries
    for (index, entry) in entries.enumerated() {
      writer.append(number(of: entry.replica) << 1 | (index + 1 < entries.count ? 1 : 0))
      writer.append(entry.sequence)
    }
  }

  private mutating func number(of replica: ReplicaID) -> Int {
    if replica == sender { return 0 }
    if let index = replicas.firstIndex(of: replica) { return index + 1 }
    replicas.append(replica)
    return replicas.count
  }
}

/// Reads what `Packer` wrote, and nothing else: one list has one form.
private struct Unpacker {
  private let sender: ReplicaID
  private var replicas: [ReplicaID] = []
  /// How many of them were named so far.
  private var named = 0
  private var last: OperationPacking.Last

  init(from reader: inout ByteReader, sender: ReplicaID) throws(BoardCodingError) {
    self.sender = sender
    last = OperationPacking.Last(author: sender)
    for _ in 0..<(try reader.count(of: 8, upTo: BoardLimits.messageBytes)) {
      replicas.append(ReplicaID(try reader.fixed64()))
    }
    let all = (replicas + [sender]).sorted()
    guard zip(all, all.dropFirst()).allSatisfy(!=) else { throw .invalid }
  }

  var isDone: Bool { named == replicas.count }

  mutating func next(from reader: inout ByteReader) throws(BoardCodingError) -> PackedOperation {
    let head = try reader.byte()
    guard head != OperationPacking.raw else {
      let bytes = Array(try reader.counted(upTo: BoardLimits.operationBytes))
      guard (try? OperationEnvelope(encoded: bytes)) == nil else { throw .invalid }
      let none = OperationEnvelope(dot: Dot(sender, 1), kind: 0, floor: 0, group: 0)
      return PackedOperation(envelope: none, other: bytes)
    }
    var envelope = try envelope(head, from: &reader)
    try envelope.readGroup(head, &reader)
    if head & OperationEnvelope.dependenciesFlag != 0 {
      envelope.dependencies = try dependencies(of: envelope.dot.replica, from: &reader)
    }
    try readTarget(of: &envelope, from: &reader)
    guard
      !envelope.mayPass(BoardLimits.operationBytes)
        || envelope.encoded.count <= BoardLimits.operationBytes
    else { throw .tooLarge }
    return PackedOperation(envelope: envelope)
  }

  private mutating func envelope(
    _ head: UInt8,
    from reader: inout ByteReader
  ) throws(BoardCodingError) -> OperationEnvelope {
    var lead: UInt8 = 0
    if head & OperationPacking.followsFlag == 0 {
      lead = try reader.byte()
      guard lead > 0, lead <= OperationPacking.Lead.all else { throw .invalid }
    }
    if lead & OperationPacking.Lead.author != 0 {
      let author = try replica(try readName(from: &reader))
      guard author != last.author else { throw .invalid }
      last.author = author
    }
    let next = last.sequence + 1
    last.sequence = next
    if lead & OperationPacking.Lead.sequence != 0 {
      last.sequence = try reader.number(upTo: BoardLimits.sequence)
      guard last.sequence != next else { throw .invalid }
    }
    if lead & OperationPacking.Lead.floor != 0 {
      let distance = try reader.number(upTo: last.sequence)
      guard distance != last.floorDistance else { throw .invalid }
      last.floorDistance = distance
    }
    guard last.sequence > 0, last.sequence <= BoardLimits.sequence,
      head & OperationEnvelope.kindBits <= OperationEnvelope.lastKind,
      last.floorDistance <= last.sequence
    else { throw .invalid }
    return OperationEnvelope(
      dot: Dot(last.author, last.sequence),
      kind: head & OperationEnvelope.kindBits,
      floor: last.sequence - last.floorDistance,
      group: last.sequence
    )
  }

  private mutating func readTarget(
    of envelope: inout OperationEnvelope,
    from reader: inout ByteReader
  ) throws(BoardCodingError) {
    if envelope.hasStamp {
      let (stamp, isOver) = Int64(last.stamp).addingReportingOverflow(try reader.signed())
      guard !isOver, stamp >= 0, stamp <= Int64(BoardLimits.stamp) else { throw .invalid }
      last.stamp = UInt64(stamp)
      envelope.stamp = last.stamp
    }
    var count = 0
    if envelope.hasNote {
      let packed = try reader.byte()
      var name = Int(packed >> 4)
      if name == 15 { name += try readName(from: &reader) }
      count = Int(packed & 15)
      if count == 15 { count += try reader.count(of: 1, upTo: BoardLimits.operationBytes) }
      let sequence = try reader.number(upTo: BoardLimits.sequence)
      guard sequence > 0 else { throw .invalid }
      envelope.note = Dot(try replica(name), sequence)
    } else {
      count = try reader.count(of: 1, upTo: BoardLimits.operationBytes)
    }
    envelope.payload = try reader.block(count)
  }

  private mutating func dependencies(
    of author: ReplicaID,
    from reader: inout ByteReader
  ) throws(BoardCodingError) -> VersionVector {
    var vector = VersionVector()
    var previous: ReplicaID?
    var isMore = true
    while isMore {
      let packed = try readName(from: &reader)
      isMore = packed & 1 == 1
      let replica = try replica(packed >> 1)
      let sequence = try reader.number(upTo: BoardLimits.sequence)
      guard sequence > 0, replica != author, previous.map({ $0 < replica }) ?? true
      else { throw .invalid }
      vector[replica] = sequence
      previous = replica
    }
    return vector
  }

  private func readName(from reader: inout ByteReader) throws(BoardCodingError) -> Int {
    Int(try reader.number(upTo: UInt64(2 * BoardLimits.messageBytes)))
  }

  /// Numbers come in the order in which replicas are named first.
  private mutating func replica(_ number: Int) throws(BoardCodingError) -> ReplicaID {
    guard number > 0 else { return sender }
    guard number <= min(named + 1, replicas.count) else { throw .invalid }
    named = max(named, number)
    return replicas[number - 1]
  }
}
