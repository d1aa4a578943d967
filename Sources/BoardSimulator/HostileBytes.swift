import BoardCore
import SessionSimulator

/// Every truncation and thousands of flipped bits of each kind of bytes that a board ever reads.
///
/// Nothing may trap; what is read must be what the bytes say, in the one form that it has.
package struct HostileBytes: Sendable {
  private struct Sample {
    var name: String
    var bytes: [UInt8]
    /// Reads the bytes; says what is wrong with what came of them, if they were read.
    var read: @Sendable ([UInt8]) -> String?
  }

  private var random: SeededGenerator
  /// How many byte strings were read so far.
  package private(set) var count = 0

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The kinds of bytes that are tried.
  package static var names: [String] { samples().map(\.name) }

  /// The kinds of messages and operations of which there is no sample.
  package static var missing: [String] { missing(among: names) }

  package static func missing(among names: [String]) -> [String] {
    (BoardMessage.Content.allNames + BoardAction.allNames.map { "operation: \($0)" })
      .filter { !names.contains($0) }
  }

  /// Returns what was wrong: empty when all is well.
  package mutating func run(flips: Int) -> [String] {
    var faults: [String] = []
    for sample in Self.samples() {
      if let fault = sample.read(sample.bytes) { faults.append("\(sample.name), whole: \(fault)") }
      for length in sample.bytes.indices {
        take(Array(sample.bytes[..<length]), sample, "cut at \(length)", &faults)
      }
      for _ in 0..<flips {
        var bytes = sample.bytes
        for _ in 0...random.number(below: 3) {
          bytes[random.number(below: bytes.count)] ^= 1 << UInt8(random.number(below: 8))
        }
        take(bytes, sample, "\(bytes)", &faults)
      }
    }
    return faults
  }

  private mutating func take(
    _ bytes: [UInt8],
    _ sample: Sample,
    _ how: String,
    _ faults: inout [String]
  ) {
    count += 1
    if let fault = sample.read(bytes), faults.count < 20 {
      faults.append("\(sample.name), \(how): \(fault)")
    }
  }

  // MARK: Samples

  private static func samples() -> [Sample] {
    var mesh = BoardMesh(skews: [0, 5_000], undoDepth: 6)
    mesh.recordsMessages = true
    mesh.start(0)
    mesh.start(1)
    try? Self.work(&mesh)
    let taken = BoardMessage(
      board: BoardMesh.board,
      replica: ReplicaID(2),
      content: .taken(parts: 300, of: 7)
    )
    mesh.recorded[taken.content.name] = taken.encoded
    let world = mesh
    let messages = mesh.recorded.sorted { $0.key < $1.key }.map { name, bytes in
      Sample(name: name, bytes: bytes) { Self.readMessage($0, world) }
    }
    let operations = Self.operations(mesh).map { name, operation in
      Sample(name: name, bytes: operation.encoded, read: Self.readOperation)
    }
    guard let replicator = mesh.machines[0].replicator else { return [] }
    let state = Sample(name: "state", bytes: BoardSnapshot.encoded(replicator.board)) {
      Self.readState($0)
    }
    let undo = Sample(name: "undo record", bytes: replicator.undoRecord) { bytes in
      var loaded = replicator
      do { try loaded.load(undo: bytes) } catch { return nil }
      return loaded.undoRecord == bytes ? nil : "another form of an undo record"
    }
    return messages + operations + [state, undo]
  }

  /// A little of everything, so that each kind of message and operation comes about.
  private static func work(_ mesh: inout BoardMesh) throws(SimulationFailure) {
    let point = BoardPoint(x: -7, y: 300)
    let create = BoardEdit.create(text: "Grüße 👩‍👩‍👧", at: point, size: .standard, color: .first)
    guard let note = try mesh.edit(0, create), let other = try mesh.edit(0, create) else { return }
    mesh.rest(.seconds(2))
    mesh.unplug(0, 1)
    try mesh.edit(0, .setText(note, "Grüße an alle 👩‍👩‍👧"))
    try mesh.edit(0, .recolor(note, NoteColor.all[3]))
    try mesh.edit(0, .resize(note, NoteSize(width: 30, height: 9)))
    try mesh.edit(0, .raise(note))
    try mesh.edit(0, .setTitle("Ünser"))
    try mesh.edit(0, .vote(note))
    if let hash = ContentHash(Array(repeating: UInt8(200), count: 32)),
      let file = FileReference(hash: hash, name: "grün.txt", size: 70_000)
    {
      try mesh.edit(0, .attach(note, file))
      let attached = mesh.machines[0].replicator?.picture.notes.first { $0.id == note }
      if let id = attached?.attachments.first?.id { try mesh.edit(0, .detach(note, id)) }
      try mesh.edit(0, .attach(note, file))
    }
    try mesh.edit(0, .delete(other))
    try mesh.edit(1, .setText(note, "👩‍👩‍👧"))
    mesh.plug(0, 1)
    mesh.rest(.seconds(2))
    try mesh.edit(0, .lift(note))
    let trail = [point, BoardPoint(x: 1, y: 1)]
    try mesh.edit(0, .dragTo(BoardPoint(x: 5, y: 5), trail: trail))
    mesh.moveCursor(0, at: point, on: note)
    mesh.rest(.milliseconds(700))
    try mesh.edit(0, .drop)
    try mesh.edit(0, .undo)
    try mesh.edit(0, .redo)
    try mesh.edit(1, .clear)
    try mesh.edit(1, .undo)
    mesh.snapshotAnswers = 1_000
    mesh.unplug(0, 1)
    try mesh.edit(1, .recolor(note, NoteColor.all[1]))
    mesh.plug(0, 1)
    mesh.rest(.seconds(3))
  }

  /// One operation of each kind that was made.
  private static func operations(_ mesh: BoardMesh) -> [(String, BoardOperation)] {
    var found: [String: BoardOperation] = [:]
    for (_, operation) in mesh.oracle.operations.sorted(by: { $0.key < $1.key }) {
      found[operation.action.name] = operation
    }
    let noop = BoardOperation(dot: Dot(ReplicaID(9), 3), floor: 2, action: .noop)
    found[noop.action.name] = noop
    return found.sorted { $0.key < $1.key }.map { ("operation: \($0.key)", $0.value) }
  }

  // MARK: Reading

  private static func readMessage(_ bytes: [UInt8], _ mesh: BoardMesh) -> String? {
    var isOneForm = true
    if let message = try? BoardMessage(encoded: bytes) {
      // What a newer program adds at the end of some messages is skipped.
      isOneForm = bytes.starts(with: message.encoded)
    }
    // And to a board that has a note on it, where it must do no harm.
    guard var replicator = mesh.machines[1].replicator else { return "no board" }
    var effects: [ReplicaEffect] = []
    replicator.receive(bytes, from: PeerKey(0), at: mesh.time(of: 1), into: &effects)
    return isOneForm ? nil : "another form of a message"
  }

  private static func readOperation(_ bytes: [UInt8]) -> String? {
    guard let operation = try? BoardOperation(encoded: bytes), operation.action != .noop
    else { return nil }
    return operation.encoded == bytes ? nil : "another form of an operation"
  }

  private static func readState(_ bytes: [UInt8]) -> String? {
    guard let board = try? BoardSnapshot.board(bytes) else { return nil }
    // What can be read can be joined, pruned and shown.
    var joined = Board()
    joined.join(board)
    joined.prune()
    joined.join(board)
    for note in joined.visibleNotes { _ = joined.picture(of: note) }
    return nil
  }
}

extension BoardAction {
  /// What a sample must be there of.
  static let allNames = [
    "create", "place", "size", "color", "stacking", "title", "vote", "text", "delete", "clear",
    "attach", "detach", "toggle", "noop",
  ]

  /// The kind, and the register where there is one.
  var name: String {
    switch self {
    case .create: "create"
    case .set(_, let value, _):
      switch value {
      case .placement: "place"
      case .size: "size"
      case .color: "color"
      case .stacking: "stacking"
      case .title: "title"
      case .vote: "vote"
      }
    case .text: "text"
    case .delete: "delete"
    case .clear: "clear"
    case .attach: "attach"
    case .detach: "detach"
    case .toggle: "toggle"
    case .noop: "noop"
    }
  }
}
