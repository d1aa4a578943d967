import BoardCore

/// A short way straight to a mistake that seeds seldom meet.
package struct DirectedRun: Sendable {
  package let name: String
  private let holds: @Sendable () throws(SimulationFailure) -> Bool

  init(name: String, _ holds: @escaping @Sendable () throws(SimulationFailure) -> Bool) {
    self.name = name
    self.holds = holds
  }

  /// Returns whether the board did what it must.
  package func run() -> Bool { (try? holds()) ?? false }

  package static let all = rules + identity + moves + limits

  private static let rules: [DirectedRun] = [
    DirectedRun(name: "a toggle that was folded away stays so in a join") { staleToggle() },
    DirectedRun(name: "a toggle that was folded away here stays so in a join") {
      staleToggleThere()
    },
    DirectedRun(name: "a drag with its checkpoints is one step") {
      () throws(SimulationFailure) in try undoOfDrag()
    },
    DirectedRun(name: "a paste and a move of several notes are one step each") {
      () throws(SimulationFailure) in try undoOfGroups()
    },
    DirectedRun(name: "frames of a move that was taken away move nothing later") {
      () throws(SimulationFailure) in try takenMove()
    },
    DirectedRun(name: "of two writes with one stamp the higher name wins") { ties() },
    DirectedRun(name: "undo leaves a note that somebody else wrote on") {
      () throws(SimulationFailure) in try undoOfSharedNote()
    },
  ]

  /// One side saw the undo and not the redo; the other has folded both away.
  private static func staleToggle() -> Bool { staleToggle { $0.join($1) } }

  private static func staleToggleThere() -> Bool {
    staleToggle { behind, whole in
      var joined = whole
      joined.join(behind)
      behind = joined
    }
  }

  private static func staleToggle(_ join: (inout Board, Board) -> Void) -> Bool {
    let replica = ReplicaID(1)
    let note = Dot(replica, 1)
    func color(_ index: Int) -> RegisterValue { .color(NoteColor.all[index]) }
    let operations = [
      BoardOperation(dot: note, action: .create(start(color: 0), stamp: 1)),
      BoardOperation(dot: Dot(replica, 2), action: .set(note, color(5), stamp: 2)),
      BoardOperation(dot: Dot(replica, 3), action: .toggle(group: 2, revision: 1)),
      BoardOperation(dot: Dot(replica, 4), action: .toggle(group: 2, revision: 2)),
      BoardOperation(dot: Dot(replica, 5), floor: 5, action: .noop),
    ]
    var whole = Board()
    var behind = Board()
    for operation in operations { whole.apply(operation) }
    for operation in operations.prefix(3) { behind.apply(operation) }
    whole.prune()
    join(&behind, whole)
    return behind.picture(of: note)?.color.index == 5
  }

  private static func ties() -> Bool {
    let note = Dot(ReplicaID(1), 1)
    let create = BoardOperation(dot: note, action: .create(start(color: 0), stamp: 1))
    let writes = [2, 3].map { (replica: Int) in
      BoardOperation(
        dot: Dot(ReplicaID(UInt64(replica)), 1),
        dependencies: create.alone,
        action: .set(note, .color(NoteColor.all[replica]), stamp: 7)
      )
    }
    let orders = [[create, writes[0], writes[1]], [create, writes[1], writes[0]]]
    return orders.allSatisfy { order in
      var board = Board()
      for operation in order { board.apply(operation) }
      return board.picture(of: note)?.color.index == 3
    }
  }

  private static func undoOfSharedNote() throws(SimulationFailure) -> Bool {
    var mesh = BoardMesh(skews: [0, 0])
    mesh.start(0)
    mesh.start(1)
    let note = try mesh.edit(
      0,
      .create(text: "mine", at: BoardPoint(x: 1, y: 1), size: .standard, color: .first)
    )
    mesh.rest(.seconds(1))
    guard let note else { return false }
    try mesh.edit(1, .recolor(note, NoteColor.all[4]))
    mesh.rest(.seconds(1))
    try mesh.edit(0, .undo)
    mesh.rest(.seconds(1))
    return mesh.machines.allSatisfy { $0.replicator?.board.isVisible(note) ?? false }
  }

  /// Two machines that are connected, and a note that both know.
  static func pair() throws(SimulationFailure) -> (mesh: BoardMesh, note: NoteID) {
    var mesh = BoardMesh(skews: [0, 0])
    mesh.start(0)
    mesh.start(1)
    let note = try mesh.edit(
      0,
      .create(text: "note", at: BoardPoint(x: 1, y: 1), size: .standard, color: .first)
    )
    mesh.rest(.seconds(1))
    return (mesh, note ?? Dot(ReplicaID(0), 0))
  }

  private static func undoOfDrag() throws(SimulationFailure) -> Bool {
    var (mesh, note) = try pair()
    try mesh.edit(0, .lift(note))
    for step in 1...4 {
      try mesh.edit(0, .dragTo(BoardPoint(x: Int32(step * 10), y: 5), trail: []))
      mesh.rest(.milliseconds(600))
    }
    try mesh.edit(0, .drop)
    try mesh.edit(0, .undo)
    mesh.rest(.seconds(1))
    return mesh.machines.allSatisfy {
      $0.replicator?.board.picture(of: note)?.position == BoardPoint(x: 1, y: 1)
    }
  }

  private static func undoOfGroups() throws(SimulationFailure) -> Bool {
    var (mesh, note) = try pair()
    let copy = BoardEdit.create(
      text: "copy",
      at: BoardPoint(x: 3, y: 3),
      size: .standard,
      color: .first
    )
    try mesh.edit(0, .group([copy, copy]))
    let pasted = mesh.machines[0].replicator?.picture.notes ?? []
    try mesh.edit(0, .group(pasted.map { .nudge($0.id, to: BoardPoint(x: 9, y: 9)) }))
    try mesh.edit(0, .undo)
    mesh.rest(.seconds(1))
    let isBack = mesh.machines.allSatisfy { $0.replicator?.picture.notes == pasted }
    try mesh.edit(0, .undo)
    mesh.rest(.seconds(1))
    return isBack && mesh.machines.allSatisfy { $0.replicator?.picture.notes.map(\.id) == [note] }
  }

  /// Deleted under a hand, then brought back: what was still under way moves nothing.
  private static func takenMove() throws(SimulationFailure) -> Bool {
    var (mesh, note) = try pair()
    try mesh.edit(0, .lift(note))
    mesh.wait(.milliseconds(20))
    try mesh.edit(0, .dragTo(BoardPoint(x: 50, y: 5), trail: []))
    try mesh.edit(1, .delete(note))
    mesh.deliverAll()
    try mesh.edit(1, .undo)
    mesh.deliverAll()
    mesh.deliverDatagrams()
    return mesh.machines.allSatisfy {
      $0.replicator?.picture.notes.first?.position == BoardPoint(x: 1, y: 1)
    }
  }

  private static func start(color: Int) -> NoteStart {
    guard let key = StackingKey([128]) else { preconditionFailure("one byte is a key") }
    return NoteStart(
      author: AuthorID(1),
      placement: Placement(point: BoardPoint(x: 0, y: 0)),
      size: .standard,
      color: NoteColor.all[color],
      stacking: key,
      text: ExactText("note")
    )
  }
}

extension BoardOperation {
  /// A vector that holds this operation, the first of its author.
  fileprivate var alone: VersionVector {
    var vector = VersionVector()
    vector[dot.replica] = dot.sequence
    return vector
  }
}
