/// The replicas that a text names, each written out once.
struct TextNames: Equatable {
  /// Ascending.
  private let replicas: [ReplicaID]

  init(_ text: NoteText) {
    var named = Set(text.runs.map(\.start.dot.replica))
    named.formUnion(text.deletions.map(\.origin.dot.replica))
    replicas = named.sorted()
  }

  func encode(into writer: inout ByteWriter) {
    writer.append(replicas.count)
    for replica in replicas { writer.append(fixed: replica.rawValue) }
  }

  func encode(_ dot: Dot, into writer: inout ByteWriter) {
    writer.append(replicas.firstIndex(of: dot.replica) ?? 0)
    writer.append(dot.sequence)
  }

  func encode(_ element: TextElement, into writer: inout ByteWriter) {
    encode(element.dot, into: &writer)
    writer.append(element.offset)
  }

  init(from reader: inout ByteReader) throws(BoardCodingError) {
    var replicas: [ReplicaID] = []
    for _ in 0..<(try reader.count(of: 8, upTo: BoardLimits.messageBytes)) {
      let replica = ReplicaID(try reader.fixed64())
      guard replicas.last.map({ $0 < replica }) ?? true else { throw .invalid }
      replicas.append(replica)
    }
    self.replicas = replicas
  }

  func dot(from reader: inout ByteReader) throws(BoardCodingError) -> Dot {
    let index = Int(try reader.number(upTo: UInt64(BoardLimits.messageBytes)))
    let sequence = try reader.number(upTo: BoardLimits.sequence)
    guard index < replicas.count, sequence > 0 else { throw .invalid }
    return Dot(replicas[index], sequence)
  }

  func element(from reader: inout ByteReader) throws(BoardCodingError) -> TextElement {
    let dot = try dot(from: &reader)
    let offset = Int(try reader.number(upTo: UInt64(BoardLimits.textBytes - 1)))
    return TextElement(dot, offset)
  }
}
