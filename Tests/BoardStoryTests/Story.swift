import BoardCore
import BoardSimulator
import Testing

/// A few machines on a good network, and short words for what a story does with them.
struct Story {
  var mesh: BoardMesh

  /// All machines run and are connected; `skews` are the mistakes of their clocks.
  init(_ count: Int, skews: [Int64] = [], undoDepth: Int = 100) {
    let all = (0..<count).map { $0 < skews.count ? skews[$0] : 0 }
    mesh = BoardMesh(skews: all, undoDepth: undoDepth)
    for index in 0..<count { mesh.start(index) }
    settle()
  }

  mutating func settle() { mesh.rest(.seconds(4)) }

  mutating func create(_ machine: Int, _ text: String = "note") throws -> NoteID {
    let edit = BoardEdit.create(
      text: text,
      at: BoardPoint(x: 1, y: 1),
      size: .standard,
      color: .first
    )
    return try #require(try mesh.edit(machine, edit))
  }

  mutating func edit(_ machine: Int, _ edits: BoardEdit...) throws {
    for edit in edits { try mesh.edit(machine, edit) }
  }

  func board(_ machine: Int) -> BoardReplicator? { mesh.machines[machine].replicator }

  func note(_ id: NoteID, at machine: Int) -> NotePicture? {
    board(machine)?.picture.notes.first { $0.id == id }
  }

  /// The texts on each running machine's board, the lowest note first.
  var texts: [[String]] {
    mesh.machines.compactMap { $0.replicator?.picture.notes.map(\.text) }
  }

  /// Every running machine shows these texts, and knows the same.
  func expect(_ wanted: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(texts.allSatisfy { $0 == wanted }, "\(texts)", sourceLocation: sourceLocation)
    let vectors = mesh.machines.compactMap { $0.replicator?.board.vector }
    #expect(vectors.allSatisfy { $0 == vectors[0] }, sourceLocation: sourceLocation)
  }
}
