import BoardCore
import BoardStore
import Testing

/// What is told to others is on disk: looked at by a second connection at the moment of sending.
@Suite struct `An operation is on disk before it is on a socket` {
  static let board = BoardID(12)

  /// A program without a screen: its effects are carried out in order, its messages looked at.
  final class Program {
    let folder = TemporaryFolder()
    let file: BoardFile
    var replicator: BoardReplicator
    var sent: [[UInt8]] = []
    var snapshots = 0

    init(_ replica: UInt64) throws {
      file = try folder.store().makeBoard(board, title: "a", at: 1)
      replicator = BoardReplicator(
        board: board,
        title: "a",
        replica: ReplicaID(replica),
        author: AuthorID(1)
      )
    }

    func step(
      _ seconds: Int,
      _ body: (inout BoardReplicator, BoardTime, inout [ReplicaEffect]) -> Void
    ) throws {
      var effects: [ReplicaEffect] = []
      let time = BoardTime(
        wallMilliseconds: UInt64(seconds * 1_000),
        sinceStart: .seconds(seconds)
      )
      body(&replicator, time, &effects)
      for effect in effects {
        if case .keep(let operations) = effect { try file.append(operations, at: 1) }
        if case .keepSnapshot(let snapshot) = effect {
          try file.keep(joined: snapshot, at: 1)
          snapshots += 1
        }
        if case .send(let message, _, _) = effect {
          try expectKept(message)
          sent.append(message)
        }
      }
    }

    /// Everything that a message holds or claims to know is in the file.
    private func expectKept(_ bytes: [UInt8]) throws {
      let disk = try #require(try BoardStore.reading(folder.path).readBoard(board)).load()
      var known = BoardReplicator(
        board: board,
        title: "a",
        replica: ReplicaID(99),
        author: AuthorID(1)
      )
      try known.load(snapshot: disk.snapshot, operations: disk.operations)
      let content = try BoardMessage(encoded: bytes).content
      if case .operations(let operations, _) = content {
        for bytes in operations {
          let dot = try BoardOperation(encoded: bytes).dot
          #expect(known.board.vector.contains(dot))
        }
      }
      if case .vector(let vector, _) = content { #expect(known.board.vector.covers(vector)) }
      if case .hash = content { #expect(known.board.vector == replicator.board.vector) }
    }
  }

  /// Takes what each has sent to the other, once.
  private func deliver(_ programs: [Program], at second: Int) throws {
    for (index, program) in programs.enumerated() {
      let messages = program.sent
      program.sent = []
      for message in messages {
        try programs[1 - index].step(second) {
          $0.receive(message, from: PeerKey(UInt128(index)), at: $1, into: &$2)
        }
      }
    }
  }

  @Test(arguments: [300, 6_000])
  func `also when it was pulled, in a row or in a snapshot`(edits: Int) throws {
    let ada = try Program(1)
    let bob = try Program(2)
    let programs = [ada, bob]
    for (number, program) in programs.enumerated() {
      for edit in 0..<(number == 0 ? edits : 3) {
        try program.step(edit / 10) { replicator, time, effects in
          let note = replicator.picture.notes.first?.id
          let color = NoteColor.all[edit % NoteColor.all.count]
          let place = BoardPoint(x: 1, y: Int32(number))
          _ = replicator.edit(
            note.map { .recolor($0, color) }
              ?? .create(text: "\(number)", at: place, size: .standard, color: .first),
            at: time,
            into: &effects
          )
        }
      }
    }
    for (index, program) in programs.enumerated() {
      try program.step(1_000) { $0.peerJoined(PeerKey(UInt128(1 - index)), at: $1, into: &$2) }
    }
    for second in 1_001..<1_010 {
      try deliver(programs, at: second)
      for program in programs { try program.step(second) { $0.wake(at: $1, into: &$2) } }
    }
    #expect(ada.replicator.board == bob.replicator.board)
    #expect(ada.replicator.picture.notes.count == 2)
    #expect((bob.snapshots > 0) == (edits > 1_000))
  }

  @Test func `whether it is one's own or somebody else's`() throws {
    let ada = try Program(1)
    let bob = try Program(2)
    let programs = [ada, bob]
    for (index, program) in programs.enumerated() {
      try program.step(0) { $0.peerJoined(PeerKey(UInt128(1 - index)), at: $1, into: &$2) }
    }
    for second in 1..<12 {
      for program in programs {
        try program.step(second) { replicator, time, effects in
          let point = BoardPoint(x: Int32(second), y: 2)
          _ = replicator.edit(
            .create(text: "\(second)", at: point, size: .standard, color: .first),
            at: time,
            into: &effects
          )
          replicator.wake(at: time, into: &effects)
        }
      }
      for _ in 0..<3 { try deliver(programs, at: second) }
    }
    #expect(ada.replicator.board == bob.replicator.board)
    #expect(ada.replicator.picture.notes.count == 22)
  }
}
