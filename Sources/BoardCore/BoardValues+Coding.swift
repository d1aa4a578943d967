/// The bytes of the values that operations and messages carry. Ranges are part of the form.
extension Dot {
  /// One byte for a replica that the reader knows already.
  func encode(into writer: inout ByteWriter, near known: ReplicaID) {
    if replica == known {
      writer.append(UInt8(0))
    } else {
      writer.append(UInt8(1))
      writer.append(fixed: replica.rawValue)
    }
    writer.append(sequence)
  }

  init(from reader: inout ByteReader, near known: ReplicaID) throws(BoardCodingError) {
    let replica: ReplicaID
    switch try reader.byte() {
    case 0: replica = known
    case 1:
      replica = ReplicaID(try reader.fixed64())
      guard replica != known else { throw .invalid }
    default: throw .invalid
    }
    let sequence = try reader.number(upTo: BoardLimits.sequence)
    guard sequence > 0 else { throw .invalid }
    self.init(replica, sequence)
  }
}

extension Dot {
  /// Whether the author of `later` could have known it: nobody names what is yet to come.
  func precedes(_ later: Dot) -> Bool {
    replica != later.replica || sequence < later.sequence
  }
}

extension BoardPoint {
  func encode(into writer: inout ByteWriter) {
    writer.append(signed: Int64(x))
    writer.append(signed: Int64(y))
  }

  init(from reader: inout ByteReader) throws(BoardCodingError) {
    let x = try reader.signed()
    let y = try reader.signed()
    let range = -Int64(BoardLimits.coordinate)...Int64(BoardLimits.coordinate)
    guard range.contains(x), range.contains(y) else { throw .invalid }
    self.init(x: Int32(x), y: Int32(y))
  }
}

extension Placement {
  /// Nothing but a place.
  var isPlain: Bool { isResting && trail.isEmpty }

  func encode(into writer: inout ByteWriter) {
    writer.append(UInt8(isResting ? 1 : 0))
    point.encode(into: &writer)
    writer.append(trail.count)
    for point in trail { point.encode(into: &writer) }
  }

  init(from reader: inout ByteReader) throws(BoardCodingError) {
    let flag = try reader.byte()
    guard flag < 2 else { throw .invalid }
    let point = try BoardPoint(from: &reader)
    var trail: [BoardPoint] = []
    for _ in 0..<(try reader.count(of: 2, upTo: BoardLimits.trailPoints)) {
      trail.append(try BoardPoint(from: &reader))
    }
    self.init(point: point, trail: trail, isResting: flag == 1)
  }
}

extension NoteSize {
  func encode(into writer: inout ByteWriter) {
    writer.append(signed: Int64(width))
    writer.append(signed: Int64(height))
  }

  init(from reader: inout ByteReader) throws(BoardCodingError) {
    let width = try reader.signed()
    let height = try reader.signed()
    let range = 1...Int64(BoardLimits.noteSide)
    guard range.contains(width), range.contains(height) else { throw .invalid }
    self.init(width: Int32(width), height: Int32(height))
  }
}

extension NoteColor {
  init(from reader: inout ByteReader) throws(BoardCodingError) {
    guard let color = NoteColor(index: try reader.byte()) else { throw .invalid }
    self = color
  }
}

extension StackingKey {
  init(from reader: inout ByteReader) throws(BoardCodingError) {
    let bytes = try reader.counted(upTo: BoardLimits.stackingKeyBytes)
    guard let key = StackingKey(Array(bytes)) else { throw .invalid }
    self = key
  }
}

extension ExactText {
  init(from reader: inout ByteReader, upTo limit: Int) throws(BoardCodingError) {
    guard let text = ExactText(utf8: try reader.counted(upTo: limit)) else { throw .invalid }
    self = text
  }
}

extension NoteStart {
  func encode(into writer: inout ByteWriter) {
    writer.append(fixed: author.rawValue)
    placement.encode(into: &writer)
    size.encode(into: &writer)
    writer.append(color.index)
    writer.append(counted: stacking.bytes)
    writer.append(counted: text.string.utf8)
  }

  init(from reader: inout ByteReader) throws(BoardCodingError) {
    self.init(
      author: AuthorID(try reader.fixed128()),
      placement: try Placement(from: &reader),
      size: try NoteSize(from: &reader),
      color: try NoteColor(from: &reader),
      stacking: try StackingKey(from: &reader),
      text: try ExactText(from: &reader, upTo: BoardLimits.textBytes)
    )
  }
}
