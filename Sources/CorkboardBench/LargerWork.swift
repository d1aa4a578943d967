import BoardCore
import BoardStore
import FoundationEssentials
import Glibc

/// How much memory a board takes in a fresh process.
struct MemoryWork {
  let path: String

  func run(into figures: inout Figures) throws {
    // A board of one note first, so that what every program has is not counted.
    let small = BenchBoard(notes: 1)
    let snapshot = try [UInt8](Data(contentsOf: URL(filePath: path)))
    let before = try Self.resident()
    let board = BenchBoard(snapshot: snapshot, replica: 3, seed: 1)
    let after = try Self.resident()
    let count = board.replicator.picture.notes.count
    figures.set("notes", count)
    figures["note_B"] = Double(after - before) / Double(count)
    figures["resident_MB"] = Double(after) / 1_000_000
    precondition(small.notes.count == 1)
  }

  /// Bytes of this process in memory.
  static func resident() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

/// Moves without end: what is kept of a board does not grow.
struct ManyMoves {
  let notes: Int
  let moves: Int

  func run(into figures: inout Figures) {
    var board = BenchBoard(notes: notes)
    let early = max(moves / 10, 1)
    board.move(early)
    figures.set("early_B", board.replicator.snapshot().count)
    figures["early_MB"] = ((try? MemoryWork.resident()).map(Double.init) ?? 0) / 1_000_000
    board.move(moves - early)
    figures.set("late_B", board.replicator.snapshot().count)
    figures["late_MB"] = ((try? MemoryWork.resident()).map(Double.init) ?? 0) / 1_000_000
    let sizes = (0..<101).map { _ in board.setDown().count }.sorted()
    let empty = BoardMessage(
      board: BenchBoard.id,
      replica: board.replicator.replicaID,
      content: .operations([], .pushed)
    ).encoded.count
    figures.set("drop_B", sizes[sizes.count / 2] - empty)
  }
}

/// Somebody comes to a board: the longest call at either side, from the first word to the picture.
struct JoinWork {
  let notes: Int

  func run(into figures: inout Figures) {
    var donor = BenchBoard(notes: notes)
    donor.move(1_000)
    donor.effects.removeAll()
    // As if a program had begun: the log holds nothing to answer with but a snapshot.
    donor = BenchBoard(snapshot: donor.replicator.snapshot(), replica: 3, seed: 1)
    var guest = BenchBoard(replica: 5)
    donor.replicator.peerJoined(BenchBoard.peer, at: donor.now, into: &donor.effects)
    guest.replicator.peerJoined(BenchBoard.peer, at: guest.now, into: &guest.effects)
    var (given, taken) = (Calls(), Calls())
    for _ in 0..<100_000 where guest.replicator.picture.notes.count < notes {
      for message in guest.takeMessages() {
        given.time { donor.receive(message) }
      }
      for message in donor.takeMessages() {
        taken.time { guest.receive(message) }
      }
      Self.wake(&donor, &given)
      Self.wake(&guest, &taken)
    }
    precondition(guest.replicator.picture.notes.count == notes, "all of it came")
    figures["donor_ms"] = given.longest / .milliseconds(1)
    figures["joiner_ms"] = taken.longest / .milliseconds(1)
    figures["donor_sum_ms"] = given.sum / .milliseconds(1)
    figures["joiner_sum_ms"] = taken.sum / .milliseconds(1)
  }

  private static func wake(_ board: inout BenchBoard, _ calls: inout Calls) {
    board.tick(1)
    guard let due = board.replicator.nextDeadline, due <= board.now.sinceStart else { return }
    calls.time { board.replicator.wake(at: board.now, into: &board.effects) }
  }

  private struct Calls {
    var longest = Duration.zero
    var sum = Duration.zero

    mutating func time(_ call: () -> Void) {
      let time = ProcessorTime.measure(call)
      longest = max(longest, time)
      sum += time
    }
  }
}

/// A board on disk is opened: read, checked, inflated, decoded and made a picture.
struct StoredWork {
  let notes: Int

  func run(into figures: inout Figures) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "corkboard-bench-\(ProcessInfo.processInfo.processIdentifier)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var board = BenchBoard(notes: notes)
    board.move(10_000)
    let snapshot = board.replicator.snapshot()
    var random = board.random
    guard case .opened(let store) = try BoardStore.open(folder) else { return }
    do {
      let file = try store.makeBoard(BenchBoard.id, title: "Bench", at: 1)
      try file.keep(joined: snapshot, at: 1)
      for _ in 0..<1_000 {
        board.move()
        for case .keep(let operations) in board.effects { try file.append(operations, at: 2) }
      }
    }
    var loaded = BenchBoard(replica: 9)
    figures.time("stored_ms") {
      let opening = store.open(BenchBoard.id, title: "Bench", at: 3) { random.next() }
      try? loaded.replicator.load(
        snapshot: opening.log.snapshot,
        operations: opening.log.operations
      )
    }
    precondition(loaded.replicator.board.stateHash == board.replicator.board.stateHash)
  }
}

/// Somebody types into one note, letter by letter, each of them an operation.
struct TypingWork {
  let pieces: Int

  func run(into figures: inout Figures) {
    var board = BenchBoard(notes: 1)
    var random = SplitMix(1)
    let cursor = PeerCursor(
      replica: ReplicaID(1),
      place: BoardPoint(x: 0, y: 0),
      note: board.notes[0],
      isEditing: true
    )
    board.replicator.moveCursor(cursor, at: board.now, into: &board.effects)
    // Four of five letters at the end, the others anywhere: as when somebody goes back to a word.
    for _ in 0..<pieces { board.type(anywhere: random.below(5) == 0) }
    let count = 100
    figures.time("end_us", per: count, in: .microseconds(1)) {
      for _ in 0..<count { board.type(anywhere: false) }
    }
    figures.time("anywhere_us", per: count, in: .microseconds(1)) {
      for _ in 0..<count { board.type(anywhere: true) }
    }
    precondition(board.replicator.picture.notes[0].text.utf8.count > pieces, "all was typed")
  }
}
