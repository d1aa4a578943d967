/// The bytes of what an operation does. Lists ascend, so that one action has one form.
extension BoardAction {
  private enum Kind: UInt8 {
    case noop, create, setNote, setBoard, delete, clear, toggle, text
  }

  func encode(into writer: inout ByteWriter, author: ReplicaID) {
    switch self {
    case .create(let start, let stamp):
      writer.append(Kind.create.rawValue)
      writer.append(stamp)
      start.encode(into: &writer)
    case .set(let note?, let value, let stamp):
      writer.append(Kind.setNote.rawValue)
      writer.append(stamp)
      note.encode(into: &writer, near: author)
      value.encode(into: &writer)
    case .set(nil, let value, let stamp):
      writer.append(Kind.setBoard.rawValue)
      writer.append(stamp)
      value.encode(into: &writer)
    case .text(let note, let change):
      writer.append(Kind.text.rawValue)
      note.encode(into: &writer, near: author)
      change.encode(into: &writer, author: author)
    case .delete(let note):
      writer.append(Kind.delete.rawValue)
      note.encode(into: &writer, near: author)
    case .clear(let seen, let hidden):
      writer.append(Kind.clear.rawValue)
      seen.encode(into: &writer)
      Self.encode(hidden, into: &writer)
    case .toggle(let group, let revision):
      writer.append(Kind.toggle.rawValue)
      writer.append(group)
      writer.append(revision)
    case .noop:
      writer.append(Kind.noop.rawValue)
    }
  }

  /// Reads the action of the operation with this dot, to the end of the bytes.
  init(from reader: inout ByteReader, dot: Dot) throws(BoardCodingError) {
    guard let kind = Kind(rawValue: try reader.byte()) else { throw .invalid }
    switch kind {
    case .noop: self = .noop
    case .create:
      let stamp = try reader.number(upTo: BoardLimits.stamp)
      self = .create(try NoteStart(from: &reader), stamp: stamp)
    case .setNote:
      let stamp = try reader.number(upTo: BoardLimits.stamp)
      let note = try Dot(from: &reader, near: dot.replica)
      let value = try RegisterValue(from: &reader)
      if case .title = value { throw .invalid }
      self = .set(note, value, stamp: stamp)
    case .setBoard:
      let stamp = try reader.number(upTo: BoardLimits.stamp)
      let value = try RegisterValue(from: &reader)
      guard case .title = value else { throw .invalid }
      self = .set(nil, value, stamp: stamp)
    case .text:
      let note = try Dot(from: &reader, near: dot.replica)
      self = .text(note, try TextChange(from: &reader, dot: dot))
    case .delete: self = .delete(try Dot(from: &reader, near: dot.replica))
    case .clear:
      let seen = try VersionVector(from: &reader)
      self = .clear(seen: seen, hidden: try Self.hidden(from: &reader))
    case .toggle:
      let group = try reader.number(upTo: dot.sequence - 1)
      let revision = try reader.number(upTo: BoardLimits.sequence)
      guard group > 0, revision > 0 else { throw .invalid }
      self = .toggle(group: group, revision: revision)
    }
    try reader.end()
  }

  /// Dots by replica, as runs of neighbors: a gap, then how many follow the first.
  private static func encode(_ dots: [Dot], into writer: inout ByteWriter) {
    let runs = runs(of: dots.sorted())
    let replicas = Set(runs.map(\.first.replica)).sorted()
    writer.append(replicas.count)
    for replica in replicas {
      let own = runs.filter { $0.first.replica == replica }
      writer.append(fixed: replica.rawValue)
      writer.append(own.count)
      var next: UInt64 = 1
      for run in own {
        writer.append(run.first.sequence - next)
        writer.append(run.more)
        next = run.first.sequence + run.more + 2
      }
    }
  }

  private static func runs(of sorted: [Dot]) -> [(first: Dot, more: UInt64)] {
    var runs: [(first: Dot, more: UInt64)] = []
    for dot in sorted {
      if let last = runs.last, last.first.replica == dot.replica,
        last.first.sequence + last.more + 1 == dot.sequence
      {
        runs[runs.count - 1].more += 1
      } else {
        runs.append((dot, 0))
      }
    }
    return runs
  }

  /// At most ten times as many as the notes of a board, so that few bytes never become much memory.
  private static func hidden(from reader: inout ByteReader) throws(BoardCodingError) -> [Dot] {
    var dots: [Dot] = []
    var last: ReplicaID?
    for _ in 0..<(try reader.count(of: 11, upTo: BoardLimits.operationBytes)) {
      let replica = ReplicaID(try reader.fixed64())
      guard last.map({ $0 < replica }) ?? true else { throw .invalid }
      last = replica
      let count = try reader.count(of: 2, upTo: BoardLimits.operationBytes)
      guard count > 0 else { throw .invalid }
      var next: UInt64 = 1
      for _ in 0..<count {
        let first = next + (try reader.number(upTo: BoardLimits.sequence))
        let more = try reader.number(upTo: UInt64(10 * BoardLimits.notes - dots.count))
        guard first + more <= BoardLimits.sequence else { throw .invalid }
        dots.append(contentsOf: (first...(first + more)).map { Dot(replica, $0) })
        guard dots.count <= 10 * BoardLimits.notes else { throw .tooLarge }
        next = first + more + 2
      }
    }
    return dots
  }
}
