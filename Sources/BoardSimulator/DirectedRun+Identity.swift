import BoardCore

/// Straight to one id on two machines, and to live moves of notes that are gone.
extension DirectedRun {
  static let identity: [DirectedRun] = [
    DirectedRun(name: "a machine that went back in time writes under another id") {
      () throws(SimulationFailure) in
      let told = try wentBack()
      var mesh = told.mesh
      try mesh.edit(0, .recolor(told.note, NoteColor.all[4]))
      mesh.rest(.seconds(3))
      return mesh.oracle.clash == nil && told.mesh.sightings.counts[.idCollision] == 1
        && mesh.machines[0].replicator?.replicaID != told.old
        && mesh.machines.allSatisfy {
          $0.replicator?.board.picture(of: told.note)?.color == NoteColor.all[4]
        }
    },
    DirectedRun(name: "what was done under another id is not taken back") {
      () throws(SimulationFailure) in
      let told = try wentBack()
      var mesh = told.mesh
      let before = mesh.machines[0].replicator?.board.vector
      try mesh.edit(0, .undo)
      return mesh.machines[0].replicator?.board.vector == before
    },
    DirectedRun(name: "the first operation under a new id waits for all that was known") {
      () throws(SimulationFailure) in
      let told = try wentBack()
      var mesh = told.mesh
      // Names nothing, so that only what its author knew keeps it waiting.
      try mesh.edit(0, .setTitle("told"))
      guard let replica = mesh.machines[0].replicator?.replicaID,
        let first = mesh.oracle.operations[Dot(replica, 1)]
      else { return false }
      return !Board().isReady(first)
    },
    DirectedRun(name: "an operation waits for all that its author knew") {
      () throws(SimulationFailure) in
      var (mesh, _) = try pair()
      try mesh.edit(1, .setTitle("after the note"))
      guard let replica = mesh.machines[1].replicator?.replicaID,
        let title = mesh.oracle.operations[Dot(replica, 1)]
      else { return false }
      return !Board().isReady(title)
    },
    DirectedRun(name: "two machines with one image of a disk part") {
      () throws(SimulationFailure) in
      var mesh = BoardMesh(skews: [0, 0])
      mesh.start(0)
      try mesh.edit(0, note)
      try mesh.quit(0)
      mesh.clone(0, to: 1)
      mesh.start(0)
      mesh.start(1)
      mesh.rest(.seconds(1))
      for index in 0...1 { try mesh.edit(index, note) }
      mesh.rest(.seconds(3))
      let ids = mesh.machines.map { $0.replicator?.replicaID }
      return ids[0] != ids[1] && mesh.oracle.clash == nil
        && mesh.machines.allSatisfy { $0.replicator?.picture.notes.count == 3 }
    },
    DirectedRun(name: "a live move of a note that is gone is dropped") {
      () throws(SimulationFailure) in
      var (mesh, note) = try pair()
      try mesh.edit(0, .lift(note))
      mesh.wait(.milliseconds(20))
      try mesh.edit(0, .dragTo(BoardPoint(x: 50, y: 5), trail: []))
      try mesh.edit(1, .delete(note))
      mesh.deliverDatagrams()
      try mesh.edit(1, .undo)
      let shown = mesh.machines[1].replicator?.picture.notes.first
      return shown?.position == BoardPoint(x: 1, y: 1) && shown?.mover == nil
    },
  ]

  private static var note: BoardEdit {
    .create(text: "note", at: BoardPoint(x: 2, y: 2), size: .standard, color: .first)
  }

  /// A machine whose disk is an old image of itself, right after a peer told it so.
  private static func wentBack() throws(SimulationFailure) -> (
    mesh: BoardMesh, note: NoteID, old: ReplicaID?
  ) {
    var (mesh, note) = try pair()
    let old = mesh.machines[0].replicator?.replicaID
    try mesh.edit(0, .recolor(note, NoteColor.all[2]))
    try mesh.quit(0)
    mesh.backUp(0)
    mesh.start(0)
    try mesh.edit(0, .recolor(note, NoteColor.all[3]))
    mesh.rest(.seconds(1))
    mesh.kill(0)
    mesh.restore(0, isImage: true)
    mesh.start(0)
    // Only what the other says first: what is missing is still under way.
    while mesh.machines[0].isUnaware, mesh.hasBytesUnderWay { mesh.deliverSome(1) }
    return (mesh, note, old)
  }
}
