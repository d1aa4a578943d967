/// Values as snapshots hold them; `dot` is the operation that wrote them.
extension Placement {
  package func encode(into writer: inout ByteWriter, by dot: Dot) { encode(into: &writer) }

  package init(from reader: inout ByteReader, by dot: Dot) throws(BoardCodingError) {
    try self.init(from: &reader)
  }
}

extension NoteSize {
  package func encode(into writer: inout ByteWriter, by dot: Dot) { encode(into: &writer) }

  package init(from reader: inout ByteReader, by dot: Dot) throws(BoardCodingError) {
    try self.init(from: &reader)
  }
}

extension NoteColor {
  package func encode(into writer: inout ByteWriter, by dot: Dot) { writer.append(index) }

  package init(from reader: inout ByteReader, by dot: Dot) throws(BoardCodingError) {
    try self.init(from: &reader)
  }
}

/// A key that ends in the dot of its operation, as nearly all do, is written without it.
extension StackingKey {
  package func encode(into writer: inout ByteWriter, by dot: Dot) {
    let isSuffixed = Self.isSuffixed(bytes, by: dot)
    let head = isSuffixed ? bytes.dropLast(Self.suffixCount(dot)) : bytes[...]
    writer.append(head.count << 1 | (isSuffixed ? 1 : 0))
    writer.append(raw: head)
  }

  package init(from reader: inout ByteReader, by dot: Dot) throws(BoardCodingError) {
    let length = try reader.number(upTo: UInt64(2 * BoardLimits.stackingKeyBytes + 1))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(length >> 1) + (length & 1 == 1 ? Self.suffixCount(dot) : 0))
    bytes.append(contentsOf: try reader.block(Int(length >> 1)))
    if length & 1 == 1 { Self.append(suffix: dot, to: &bytes) }
    guard let key = StackingKey(bytes) else { throw .invalid }
    self = key
  }
}

extension ExactText {
  package func encode(into writer: inout ByteWriter, by dot: Dot) {
    writer.append(counted: string.utf8)
  }

  package init(from reader: inout ByteReader, by dot: Dot) throws(BoardCodingError) {
    try self.init(from: &reader, upTo: BoardLimits.textBytes)
  }
}
