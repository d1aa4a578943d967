import BoardCore
import BoardStore
import BoardUI

/// Writes to boards that no screen shows, in a folder that this process owns.
struct BoardClerk {
  let store: BoardStore
  let author: AuthorID
  /// The title of this person's own board when it is made now.
  let homeTitle: String

  /// Does what was asked, or nothing: what it answers is on disk.
  func answer(_ request: CommandRequest) -> CommandReply {
    do {
      switch request {
      case .add(let board, let text):
        var desk = try open(board ?? home())
        let note = desk.replicator.picture.note(of: text)
        return .made(try desk.add([note], isImport: false), warning: nil)
      case .make(let title): return .board(try make(title))
      case .place(let board, let notes):
        var desk = try open(board)
        return .made(try desk.add(notes, isImport: true), warning: nil)
      case .forget(let board):
        guard let file = try store.openBoard(board) else { throw Self.missing }
        try file.deleteHistory()
        return .made([], warning: nil)
      case .keeping: return .made([], warning: nil)
      // Without a program, notes are placed all at once.
      case .stage: return .failed(Self.unasked.message)
      }
    } catch {
      return .failed(Self.reason(error))
    }
  }

  private func home() throws -> BoardID {
    if let home = try store.homeBoard() { return home }
    return try make(homeTitle)
  }

  private func make(_ title: String) throws -> BoardID {
    guard title.utf8.count <= BoardLimits.titleBytes else {
      throw CommandFailure("a board's title has at most \(BoardLimits.titleBytes) bytes")
    }
    let board = BoardID(.random(in: 1 ... .max))
    _ = try store.makeBoard(board, title: title, at: Surroundings.wallMilliseconds)
    try store.setHomeBoard(board)
    return board
  }

  private func open(_ board: BoardID) throws -> Desk {
    guard let title = try store.readBoard(board)?.facts().title else { throw Self.missing }
    let opening = store.open(board, title: title, at: Surroundings.wallMilliseconds) {
      .random(in: 1 ... .max)
    }
    guard let file = opening.file else {
      throw CommandFailure(opening.problem ?? "nothing can be kept there")
    }
    let replica = opening.run.replica
    var replicator = BoardReplicator(board: board, title: title, replica: replica, author: author)
    try replicator.load(opening.log)
    if let undo = opening.run.undo { try? replicator.load(undo: undo) }
    return Desk(file: file, replicator: replicator)
  }

  static let refused = CommandFailure(
    "the board takes no notes: a newer corkboard wrote to it; use that one"
  )

  private static let unasked = CommandFailure("there is no program that notes could wait in")

  static let missing = CommandFailure("that board is no longer here; corkboard boards lists all")

  /// A line for a person.
  static func reason(_ error: any Error) -> String {
    switch error {
    case let error as CommandFailure: error.message
    case let error as TransferError: error.message
    case is BoardCodingError: "the board cannot be read whole: a newer corkboard wrote to it"
    case _: "\(error)"
    }
  }

  /// One board, open for writing.
  private struct Desk {
    let file: BoardFile
    var replicator: BoardReplicator

    mutating func add(_ notes: [PortableNote], isImport: Bool) throws -> [NoteID] {
      try replicator.picture.check(notes, isImport: isImport)
      let now = BoardTime(wallMilliseconds: Surroundings.wallMilliseconds, sinceStart: .zero)
      if file.wantsSnapshot(at: now.wallMilliseconds) {
        try file.keep(snapshot: replicator.snapshot(), at: now.wallMilliseconds)
      }
      var effects: [ReplicaEffect] = []
      let made = replicator.add(notes, at: now, into: &effects)
      guard made.count == notes.count else { throw BoardClerk.refused }
      try file.append(effects.kept, at: now.wallMilliseconds)
      let undo = replicator.undoRecord
      try file.endRun(of: replicator.replicaID, undo: undo) { .random(in: 1 ... .max) }
      return made
    }
  }
}

extension BoardReplicator {
  /// Makes notes, the lowest first: all are one step of undo.
  mutating func add(
    _ notes: [PortableNote],
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) -> [NoteID] {
    addTogether(into: &effects) { replicator, effects in
      notes.compactMap { note in
        replicator.add(
          text: note.text,
          place: note.position,
          size: note.size,
          color: note.color,
          at: now,
          into: &effects
        )
      }
    }
  }
}

extension [ReplicaEffect] {
  /// All that is to be kept, in order.
  var kept: [[UInt8]] {
    flatMap { effect -> [[UInt8]] in
      if case .keep(let operations) = effect { operations } else { [] }
    }
  }
}

extension [ReplicaEffect] {
  /// The same, with all operations kept in one step, where that is before anything builds on them.
  var keptFirst: [ReplicaEffect] {
    let keeps = reduce(0) { count, effect in
      switch effect {
      case .keep: count + 1
      case .keepSnapshot: count + self.count
      case .replicaIDMustChange, .send, .pictureChanged, .cursorChanged, .notice: count
      }
    }
    guard keeps >= 2, keeps <= count else { return self }
    return [.keep(kept)] + filter { if case .keep = $0 { false } else { true } }
  }
}

extension String {
  /// As much of it as a board's title holds.
  var cutToTitle: String {
    var title = self[...]
    while title.utf8.count > BoardLimits.titleBytes { title.removeLast() }
    return String(title)
  }
}

extension BoardPicture {
  /// A note of this text in a free place, in the next color.
  func note(of text: String) -> PortableNote {
    let size = NoteSize(fitting: text)
    return PortableNote(
      text: text,
      position: placeForAddedNote(of: size),
      size: size,
      color: colorForAddedNote
    )
  }

  /// Whether these notes may come to this board.
  ///
  /// An import may bring back what several people made of a note, and of a board when this one is
  /// empty: the rest of its limits are those of one person.
  func check(_ notes: [PortableNote], isImport: Bool) throws(CommandFailure) {
    let mostBytes = isImport ? BoardLimits.importedTextBytes : BoardLimits.textBytes
    if let long = notes.first(where: { $0.text.utf8.count > mostBytes }) {
      throw CommandFailure(
        "a note holds \(mostBytes) bytes of text, and this is \(long.text.utf8.count);"
          + " make several notes of it"
      )
    }
    let isWhole = isImport && self.notes.isEmpty
    let mostNotes = isWhole ? BoardLimits.snapshotNotes : BoardLimits.notes
    guard self.notes.count + notes.count <= mostNotes else {
      throw CommandFailure(
        "a board holds \(mostNotes) notes, and this one has \(self.notes.count);"
          + " delete some, or use another board"
      )
    }
  }
}
