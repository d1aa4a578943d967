import BoardCore

/// The work that the other libraries do as well: make, move, keep, load, and merge two copies.
struct SharedWork {
  let notes: Int
  let moves: Int
  let apart: Int
  let seed: UInt64
  let texts: Texts

  func run(into figures: inout Figures) {
    var board = BenchBoard(replica: 0)
    figures.time("create_ms") { board = BenchBoard(notes: notes, texts: texts, seed: seed) }
    let first = board.replicator.snapshot()
    figures.set("snap0_B", first.count)
    figures.time("load0_ms") { decode(first) }
    move(&board, into: &figures)
    var last: [UInt8] = []
    figures.time("enc_ms") { last = board.replicator.snapshot() }
    figures.set("snap1_B", last.count)
    figures.time("load1_ms") { decode(last) }
    figures.time("open_ms") { _ = BenchBoard(snapshot: last, replica: 3, seed: seed) }
    merge(first, into: &figures)
  }

  private func decode(_ bytes: [UInt8]) {
    let board = try? BoardSnapshot.board(bytes)
    precondition(board?.notes.count == notes, "the snapshot came back")
  }

  /// The author's way and the receiver's, and the bytes of one message between them.
  private func move(_ board: inout BenchBoard, into figures: inout Figures) {
    figures.time("moves_us", per: moves, in: .microseconds(1)) { board.move(moves) }
    var other = BenchBoard(snapshot: board.replicator.snapshot(), replica: 4, seed: seed)
    other.replicator.peerJoined(BenchBoard.peer, at: other.now, into: &other.effects)
    var messages: [[UInt8]] = []
    let count = min(moves, 20_000)
    for _ in 0..<count {
      board.move()
      messages += board.takeMessages()
    }
    figures.time("applies_us", per: count, in: .microseconds(1)) {
      for message in messages {
        other.effects.removeAll(keepingCapacity: true)
        other.receive(message)
      }
    }
    precondition(other.replicator.board.stateHash == board.replicator.board.stateHash)
    let sizes = messages.map(\.count).sorted()
    figures.set("message_B", sizes[sizes.count / 2])
    figures.set("move_B", sizes[sizes.count / 2] - message([]).count)
  }

  private func message(_ operations: [[UInt8]]) -> [UInt8] {
    BoardMessage(
      board: BenchBoard.id,
      replica: ReplicaID(1),
      content: .operations(operations, .pushed)
    ).encoded
  }

  /// Two copies are changed apart and then meet: as they do on a network, but for the network.
  private func merge(_ snapshot: [UInt8], into figures: inout Figures) {
    var (a, b) = (
      BenchBoard(snapshot: snapshot, replica: 11, seed: seed),
      BenchBoard(snapshot: snapshot, replica: 12, seed: seed)
    )
    var made: [[UInt8]] = []
    for _ in 0..<apart {
      a.move()
      for case .keep(let operations) in a.effects { made += operations }
    }
    let batch = message(made).count - message([]).count
    figures["batch_B"] = Double(batch) / Double(apart)
    b.move(apart)
    a.effects.removeAll()
    b.effects.removeAll()
    a.replicator.peerJoined(BenchBoard.peer, at: a.now, into: &a.effects)
    b.replicator.peerJoined(BenchBoard.peer, at: b.now, into: &b.effects)
    var meeting = Meeting()
    repeat {
      for message in a.takeMessages() { meeting.deliver(message, to: &b) }
      for message in b.takeMessages() { meeting.deliver(message, to: &a) }
    } while !a.effects.isEmpty
    precondition(a.replicator.board.stateHash == b.replicator.board.stateHash, "both are equal")
    precondition(a.replicator.board.vector == b.replicator.board.vector, "both know all")
    figures["dvg_enc_ms"] = meeting.asked / .milliseconds(1)
    figures["dvg_apply_ms"] = meeting.told / .milliseconds(1)
    figures.set("dvg_B", meeting.bytes / 2)
    figures["merge_call_ms"] = meeting.longest / .milliseconds(1)
    figures["converged"] = 1
  }
}

/// What it takes two replicas to tell each other everything.
private struct Meeting {
  /// Time in calls that were asked for operations, and in calls that got them.
  var asked = Duration.zero
  var told = Duration.zero
  var longest = Duration.zero
  /// Of the messages with operations or parts of snapshots.
  var bytes = 0

  mutating func deliver(_ message: [UInt8], to board: inout BenchBoard) {
    let time = ProcessorTime.measure { board.receive(message) }
    longest = max(longest, time)
    // The second byte of a message is its kind: 0 has operations, 6 a part of a snapshot.
    if message[1] == 0 || message[1] == 6 {
      told += time
      bytes += message.count
    } else {
      asked += time
    }
  }
}
