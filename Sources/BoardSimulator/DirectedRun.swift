import BoardCore

/// A short way straight to a mistake that seeds seldom meet.
package struct DirectedRun: Sendable {
  package let name: String
  private let holds: @Sendable () throws(SimulationFailure) -> Bool

  /// Returns whether the board did what it must.
  package func run() -> Bool { (try? holds()) ?? false }

  package static let all: [DirectedRun] = [
    DirectedRun(name: "a toggle that was folded away stays so in a join") { staleToggle() },
    DirectedRun(name: "of two writes with one stamp the higher name wins") { ties() },
    DirectedRun(name: "undo leaves a note that somebody else wrote on") {
      () throws(SimulationFailure) in try undoOfSharedNote()
    },
  ]

  /// One side saw the undo and not the redo; the other has folded both away.
  private static func staleToggle() -> Bool {
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
    behind.join(whole)
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
