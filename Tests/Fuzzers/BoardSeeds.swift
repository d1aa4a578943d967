// Built into the fuzzers of boards: two replicators that do a little of everything.

/// Two people on one board, and every byte that one says to the other or keeps.
struct BoardSeeds {
  var boards: [BoardReplicator]
  var messages: [[UInt8]] = []
  var operations: [[UInt8]] = []
  private var elapsed = Duration.zero

  init() {
    boards = (1...2).map { number in
      BoardReplicator(
        board: BoardID(1),
        title: "Board",
        replica: ReplicaID(number),
        author: AuthorID(UInt128(number))
      )
    }
    for number in boards.indices {
      act(number) { $0.peerJoined(PeerKey(UInt128(2 - number)), at: $1, into: &$2) }
    }
    let note = Dot(ReplicaID(1), 1)
    let size = NoteSize.standard
    let point = BoardPoint(x: -7, y: 300)
    edit(0, .create(text: "Grüße 👩‍👩‍👧", at: point, size: size, color: .first))
    edit(1, .create(text: "other", at: point, size: size, color: .first))
    edit(0, .editText(note, from: "Grüße 👩‍👩‍👧", to: "Grüße an alle 👩‍👩‍👧"))
    edit(1, .recolor(note, NoteColor.all[3]))
    edit(0, .resize(note, NoteSize(width: 30, height: 9)))
    edit(0, .raise(note))
    edit(1, .toBack([note]))
    edit(0, .setTitle("Ünser"))
    edit(0, .vote(note))
    if let hash = ContentHash(Array(repeating: 200, count: 32)),
      let file = FileReference(hash: hash, name: "grün.txt", size: 70_000)
    {
      edit(0, .attach(note, file))
    }
    edit(0, .lift(note))
    edit(0, .dragTo(BoardPoint(x: 5, y: 5), trail: [point, BoardPoint(x: 1, y: 1)]))
    edit(0, .drop)
    edit(0, .group([.recolor(note, NoteColor.all[5]), .nudge(note, to: point)]))
    edit(0, .undo)
    edit(0, .redo)
    let cursor = PeerCursor(replica: ReplicaID(1), place: point, note: note, isEditing: true)
    act(0) { $0.moveCursor(cursor, at: $1, into: &$2) }
    edit(1, .delete(note))
    edit(1, .undo)
    edit(0, .clear)
    edit(0, .undo)
    for _ in 0..<6 {
      for number in boards.indices { act(number) { $0.wake(at: $1, into: &$2) } }
    }
  }

  private mutating func edit(_ number: Int, _ edit: BoardEdit) {
    act(number) { board, time, effects in board.edit(edit, at: time, into: &effects) }
  }

  /// One of them acts, and all that is said because of it is heard.
  private mutating func act(
    _ number: Int,
    _ step: (inout BoardReplicator, BoardTime, inout [ReplicaEffect]) -> Void
  ) {
    elapsed += .milliseconds(700)
    let time = BoardTime(wallMilliseconds: 1_700_000_000_000, sinceStart: elapsed)
    var unheard: [(number: Int, effects: [ReplicaEffect])] = [(number, [])]
    step(&boards[number], time, &unheard[0].effects)
    while let (speaker, effects) = unheard.popLast() {
      for effect in effects {
        switch effect {
        case .keep(let kept): operations += kept
        case .send(let message, _, _):
          messages.append(message)
          let listener = 1 - speaker
          var answers: [ReplicaEffect] = []
          let key = PeerKey(UInt128(1 + speaker))
          boards[listener].receive(message, from: key, at: time, into: &answers)
          unheard.append((listener, answers))
        case .keepSnapshot, .replicaIDMustChange, .pictureChanged, .cursorChanged, .notice: break
        }
      }
    }
  }
}
