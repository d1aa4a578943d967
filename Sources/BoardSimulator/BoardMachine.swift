package import BoardCore

/// One machine of a mesh: its program, while it runs, its disk and its wrong clock.
package struct BoardMachine: Sendable {
  package internal(set) var replicator: BoardReplicator?
  package internal(set) var disk = SimulatedDisk()
  /// Milliseconds by which its clock is wrong.
  package let skew: Int64
  /// Milliseconds that its clock gains in a second.
  let drift: Int64
  let author: AuthorID
  /// The replicas that its earlier runs were.
  var past: Set<ReplicaID> = []
  /// How often its program was started.
  var runs = 0
  /// An image of its disk was put back and its id went on: nothing is done before somebody tells it.
  package internal(set) var isUnaware = false
  /// Whether what could be taken back came from an earlier run.
  var hasOldUndo = false
  /// Nothing is received and nothing done before this.
  var pausedUntil = Duration.zero
  /// Whether a pruning came after the last undo: what a redo must survive.
  var undone = Undone.no

  /// A note that this person has open: others write in it meanwhile.
  struct Editor: Equatable, Sendable {
    let note: NoteID
    let base: String
    var text: String

    init(_ note: NotePicture) {
      self.note = note.id
      base = note.text
      text = note.text
    }
  }

  var editor: Editor?
  /// What this person drags.
  var hand: NoteID?

  enum Undone: Equatable, Sendable {
    case no, yes, pruned
  }

  init(skew: Int64, drift: Int64, author: AuthorID) {
    self.skew = skew
    self.drift = drift
    self.author = author
  }
}
