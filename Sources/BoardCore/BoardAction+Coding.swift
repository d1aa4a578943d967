/// The bytes of what an operation does. Lists ascend, so that one action has one form.
extension BoardAction {
  /// The kinds of operations, numbered so that the number says what they have: with the lowest bit
  /// a stamp, with the next one a note (`OperationEnvelope`).
  ///
  /// A number never gets another meaning.
  enum Kind: UInt8 {
    case noop = 0b000_00
    case clear = 0b001_00
    case toggle = 0b010_00

    case create = 0b000_01
    case title = 0b001_01

    case delete = 0b000_10
    case text = 0b001_10
    case attach = 0b010_10
    case detach = 0b011_10

    /// To rest at a point, without a trail.
    case move = 0b000_11
    case placement = 0b001_11
    case size = 0b010_11
    case color = 0b011_11
    case stacking = 0b100_11
    case vote = 0b101_11
  }

  /// What has no form, such as the title of a note, is nothing.
  var kind: Kind {
    switch self {
    case .noop: .noop
    case .create: .create
    case .set(_?, .placement(let value), _): value.isPlain ? .move : .placement
    case .set(_?, .size, _): .size
    case .set(_?, .color, _): .color
    case .set(_?, .stacking, _): .stacking
    case .set(_?, .vote, _): .vote
    case .set(nil, .title, _): .title
    case .set(_, _, _): .noop
    case .text: .text
    case .delete: .delete
    case .attach: .attach
    case .detach: .detach
    case .clear: .clear
    case .toggle: .toggle
    }
  }

  /// The note that it changes and the stamp that it writes with.
  var target: (note: NoteID?, stamp: UInt64?)? {
    switch self {
    case .create(_, let stamp): (nil, stamp)
    case .set(let note, _, let stamp): (note, stamp)
    case .text(let note, _), .delete(let note), .attach(let note, _), .detach(let note, _):
      (note, nil)
    case .clear, .toggle, .noop: nil
    }
  }

  /// Appends what is neither in the kind nor in the target.
  func encodePayload(into writer: inout ByteWriter, author: ReplicaID) {
    switch self {
    case .create(let start, _): start.encode(into: &writer)
    case .set(_?, .placement(let value), _):
      if value.isPlain { value.point.encode(into: &writer) } else { value.encode(into: &writer) }
    case .set(_?, .size(let value), _): value.encode(into: &writer)
    case .set(_?, .color(let value), _): writer.append(value.index)
    case .set(_?, .stacking(let value), _): writer.append(counted: value.bytes)
    case .set(_?, .vote(let value), _): value.encode(into: &writer)
    case .attach(_, let file): file.encode(into: &writer)
    case .detach(_, let dots):
      writer.append(dots.count)
      for dot in dots.sorted() { dot.encode(into: &writer, near: author) }
    case .set(nil, .title(let value), _): writer.append(counted: value.string.utf8)
    case .set(_, _, _), .delete, .noop: break
    case .text(_, let change): change.encode(into: &writer, author: author)
    case .clear(let seen, let hidden):
      seen.encode(into: &writer)
      Self.encode(hidden, into: &writer)
    case .toggle(let group, let revision):
      writer.append(group)
      writer.append(revision)
    }
  }

  /// Reads the payload of an operation; what follows it is a newer program's.
  init(
    _ kind: Kind,
    _ envelope: OperationEnvelope,
    payload reader: inout ByteReader
  ) throws(BoardCodingError) {
    let (dot, note, stamp) = (envelope.dot, envelope.note, envelope.stamp)
    // Nothing waits for itself: what an operation names came before it.
    guard !envelope.hasNote || note.precedes(dot) else { throw .invalid }
    switch kind {
    case .noop: self = .noop
    case .create: self = .create(try NoteStart(from: &reader), stamp: stamp)
    case .move:
      let point = try BoardPoint(from: &reader)
      self = .set(note, .placement(Placement(point: point)), stamp: stamp)
    case .placement:
      let value = try Placement(from: &reader)
      guard !value.isPlain else { throw .invalid }
      self = .set(note, .placement(value), stamp: stamp)
    case .size: self = .set(note, .size(try NoteSize(from: &reader)), stamp: stamp)
    case .color: self = .set(note, .color(try NoteColor(from: &reader)), stamp: stamp)
    case .stacking:
      self = .set(note, .stacking(try StackingKey(from: &reader)), stamp: stamp)
    case .title:
      let title = try ExactText(from: &reader, upTo: BoardLimits.titleBytes)
      self = .set(nil, .title(title), stamp: stamp)
    case .text: self = .text(note, try TextChange(from: &reader, dot: dot))
    case .delete: self = .delete(note)
    case .vote: self = .set(note, .vote(try Vote(from: &reader)), stamp: stamp)
    case .attach: self = .attach(note, try FileReference(from: &reader))
    case .detach: self = .detach(note, try Self.detached(from: &reader, dot))
    case .clear:
      let seen = try VersionVector(from: &reader)
      guard seen[dot.replica] < dot.sequence else { throw .invalid }
      self = .clear(seen: seen, hidden: try Self.hidden(from: &reader))
    case .toggle:
      let group = try reader.number(upTo: dot.sequence - 1)
      let revision = try reader.number(upTo: BoardLimits.sequence)
      guard group > 0, revision > 0 else { throw .invalid }
      self = .toggle(group: group, revision: revision)
    }
  }

  private static func detached(
    from reader: inout ByteReader,
    _ own: Dot
  ) throws(BoardCodingError) -> [Dot] {
    var dots: [Dot] = []
    for _ in 0..<(try reader.count(of: 2, upTo: BoardLimits.operationBytes)) {
      let dot = try Dot(from: &reader, near: own.replica)
      guard dot.precedes(own), dots.last.map({ $0 < dot }) ?? true else { throw .invalid }
      dots.append(dot)
    }
    guard !dots.isEmpty else { throw .invalid }
    return dots
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
