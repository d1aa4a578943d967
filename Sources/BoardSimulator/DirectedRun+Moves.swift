import BoardCore

/// Straight to live moves: which of them shows, when one ends, what a pile keeps together.
extension DirectedRun {
  static let moves: [DirectedRun] = [
    DirectedRun(name: "a live move that comes before its note shows with it") {
      () throws(SimulationFailure) in
      var mesh = running(2)
      mesh.rest(.seconds(1))
      guard let note = try mesh.edit(0, Self.note) else { return false }
      try mesh.edit(0, .lift(note))
      mesh.wait(.milliseconds(20))
      try mesh.edit(0, .dragTo(BoardPoint(x: 50, y: 5), trail: []))
      mesh.deliverDatagrams()
      mesh.deliverAll()
      return mesh.shown(note, at: 1)?.position == BoardPoint(x: 50, y: 5)
    },
    DirectedRun(name: "a state that knows more than a live move ends it") {
      () throws(SimulationFailure) in
      var (mesh, note) = try dragged()
      try mesh.edit(0, .drop)
      // The drop is lost; the state that comes in its place has it.
      mesh.pipes[mesh.pair(0, 1)].cut()
      mesh.snapshotAnswers = 1_000
      mesh.rest(.milliseconds(1_500))
      return mesh.sightings.counts[.snapshotJoined] == 1
        && mesh.machines[1].replicator?.liveMoves.all.isEmpty ?? false
        && mesh.shown(note, at: 1)?.position == BoardPoint(x: 50, y: 5)
        && mesh.shown(note, at: 1)?.mover == nil
    },
    DirectedRun(name: "a live move without frames ends after three seconds") {
      () throws(SimulationFailure) in
      var (mesh, note) = try dragged()
      mesh.machines[0].pausedUntil = .seconds(1_000)
      mesh.rest(.milliseconds(2_000))
      let isHeld = mesh.shown(note, at: 1)?.mover != nil
      mesh.rest(.milliseconds(1_500))
      return isHeld && mesh.shown(note, at: 1)?.mover == nil
        && mesh.shown(note, at: 1)?.position == BoardPoint(x: 1, y: 1)
    },
    DirectedRun(name: "the own hand comes first, then whoever took the note last") {
      () throws(SimulationFailure) in try hands()
    },
    DirectedRun(name: "a note that is set down where it was ends the move with one operation") {
      () throws(SimulationFailure) in
      var (mesh, note) = try pair()
      try mesh.edit(0, .lift(note))
      mesh.deliverDatagrams()
      let isHeld = mesh.shown(note, at: 1)?.mover != nil
      try mesh.edit(0, .drop)
      mesh.deliverAll()
      return isHeld && mesh.shown(note, at: 1)?.mover == nil
    },
    DirectedRun(name: "what two paste at once lies in two pieces") {
      () throws(SimulationFailure) in
      try piles { mesh, machine throws(SimulationFailure) in
        let word = machine == 0 ? "a" : "b"
        try mesh.edit(machine, .group(Array(repeating: Self.create(word), count: 3)))
      }
    },
    DirectedRun(name: "what two bring to the front at once lies in two pieces") {
      () throws(SimulationFailure) in
      try piles { mesh, machine throws(SimulationFailure) in
        try mesh.edit(machine, .toFront(mesh.notes(machine == 0 ? "a" : "b")))
      }
    },
    DirectedRun(name: "what two send to the back at once lies in two pieces") {
      () throws(SimulationFailure) in
      try piles { mesh, machine throws(SimulationFailure) in
        try mesh.edit(machine, .toBack(mesh.notes(machine == 0 ? "a" : "b")))
      }
    },
  ]

  static func running(_ count: Int) -> BoardMesh {
    var mesh = BoardMesh(skews: Array(repeating: 0, count: count))
    for index in 0..<count { mesh.start(index) }
    return mesh
  }

  private static var note: BoardEdit { create("note") }

  private static func create(_ text: String) -> BoardEdit {
    .create(text: text, at: BoardPoint(x: 2, y: 2), size: .standard, color: .first)
  }

  /// The first of two drags the note, the second sees it.
  private static func dragged() throws(SimulationFailure) -> (mesh: BoardMesh, note: NoteID) {
    var (mesh, note) = try pair()
    try mesh.edit(0, .lift(note))
    mesh.wait(.milliseconds(20))
    try mesh.edit(0, .dragTo(BoardPoint(x: 50, y: 5), trail: []))
    mesh.deliverDatagrams()
    return (mesh, note)
  }

  /// Two carry one note, a third looks on.
  private static func hands() throws(SimulationFailure) -> Bool {
    var mesh = running(3)
    guard let note = try mesh.edit(0, Self.note) else { return false }
    mesh.rest(.seconds(1))
    let places = [BoardPoint(x: 50, y: 5), BoardPoint(x: 60, y: 6)]
    for index in 0...1 {
      try mesh.edit(index, .lift(note))
      mesh.wait(.milliseconds(20))
      try mesh.edit(index, .dragTo(places[index], trail: []))
      mesh.deliverDatagrams()
    }
    // The first one's last frame is newer and still not that of who took it last.
    mesh.wait(.milliseconds(20))
    try mesh.edit(0, .dragTo(BoardPoint(x: 51, y: 5), trail: []))
    mesh.deliverDatagrams()
    return mesh.shown(note, at: 0)?.position == BoardPoint(x: 51, y: 5)
      && mesh.shown(note, at: 1)?.position == places[1]
      && mesh.shown(note, at: 2)?.position == places[1]
  }

  /// Two who cannot hear each other do something to three notes each, which then lie together.
  private static func piles(
    _ act: (inout BoardMesh, Int) throws(SimulationFailure) -> Void
  ) throws(SimulationFailure) -> Bool {
    var mesh = running(2)
    // One by one and by turns, so that they lie mixed.
    for _ in 0..<3 {
      for (index, text) in ["a", "b"].enumerated() {
        try mesh.edit(index, create(text))
        mesh.rest(.seconds(1))
      }
    }
    mesh.unplug(0, 1)
    for index in 0...1 { try act(&mesh, index) }
    mesh.plug(0, 1)
    mesh.rest(.seconds(3))
    let piles = mesh.machines.map { $0.replicator?.picture.notes.map(\.text) ?? [] }
    let texts = piles[0].joined()
    return piles[0] == piles[1]
      && ["aaabbb", "bbbaaa"].contains { texts.hasSuffix($0) || texts.hasPrefix($0) }
  }
}

extension BoardMesh {
  func shown(_ note: NoteID, at index: Int) -> NotePicture? {
    machines[index].replicator?.picture.notes.first { $0.id == note }
  }

  /// The notes with this text, as the first machine knows them.
  fileprivate func notes(_ text: String) -> [NoteID] {
    machines[0].replicator?.picture.notes.filter { $0.text == text }.map(\.id) ?? []
  }
}
