import BoardCore
import BoardStore
import Glibc

/// Edits a board for ever and says what is kept, to be killed at any instant by a test.
///
/// `BoardWriter FOLDER SEED`: each line of its output is a replica, a sequence number and the bytes of
/// that operation, written once it is kept. A byte on its input ends it cleanly.
@main
enum BoardWriter {
  static let board = BoardID(0x57_0123)

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let seed = UInt64(arguments[2]) else { exit(2) }
    do {
      guard case .opened(let store) = try BoardStore.open(arguments[1]) else { exit(3) }
      var writer = try Writer(store: store, seed: seed)
      while !hasInput { try writer.step() }
      try writer.end()
    } catch {
      print("\(error)")
      exit(4)
    }
  }

  private static var hasInput: Bool {
    var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, 0) > 0
  }
}

/// A person who never stops, and the disk below.
struct Writer {
  struct Failure: Error {
    var reason: String
  }

  private let file: BoardFile
  private var replicator: BoardReplicator
  private var random: UInt64
  private var steps = 0

  init(store: BoardStore, seed: UInt64) throws {
    random = seed
    let opening = store.open(BoardWriter.board, title: "storm", at: Self.now) {
      .random(in: 1 ... .max)
    }
    guard let file = opening.file, opening.problem == nil else {
      throw Failure(reason: opening.problem ?? "no file")
    }
    self.file = file
    replicator = BoardReplicator(
      board: BoardWriter.board,
      title: "storm",
      replica: opening.run.replica,
      author: AuthorID(1)
    )
    try replicator.load(snapshot: opening.log.snapshot, operations: opening.log.operations)
    if let undo = opening.run.undo { try replicator.load(undo: undo) }
  }

  mutating func step() throws {
    steps += 1
    let time = BoardTime(wallMilliseconds: Self.now, sinceStart: .milliseconds(steps))
    var effects: [ReplicaEffect] = []
    _ = replicator.edit(nextEdit(), at: time, into: &effects)
    for case .keep(let operations) in effects {
      try file.append(operations, at: time.wallMilliseconds)
      for operation in operations { say(operation) }
    }
    // As often as no person would: a snapshot, of which the operations before it are deleted.
    if number(below: 30) == 0 {
      try file.keep(joined: replicator.snapshot(), at: time.wallMilliseconds)
    } else if file.wantsSnapshot(at: time.wallMilliseconds) {
      try file.keep(snapshot: replicator.snapshot(), at: time.wallMilliseconds)
    }
  }

  func end() throws {
    try file.endRun(of: replicator.replicaID, undo: replicator.undoRecord) {
      .random(in: 1 ... .max)
    }
  }

  private mutating func nextEdit() -> BoardEdit {
    let notes = replicator.picture.notes
    let point = BoardPoint(x: Int32(number(below: 400)), y: Int32(number(below: 200)))
    guard notes.count >= 4, number(below: 50) > 0 else {
      return number(below: 9) == 0 && !notes.isEmpty
        ? .clear : .create(text: "note \(steps)", at: point, size: .standard, color: .first)
    }
    let note = notes[number(below: notes.count)].id
    switch number(below: 6) {
    case 0: return .setText(note, String(repeating: "words ", count: number(below: 30)))
    case 1: return .recolor(note, NoteColor.all[number(below: NoteColor.all.count)])
    case 2: return .delete(note)
    case 3: return .undo
    case 4: return .raise(note)
    default:
      return .create(text: "note \(steps)", at: point, size: .standard, color: .first)
    }
  }

  private mutating func number(below limit: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % limit
  }

  /// One line in one write: it is there as a whole or not at all.
  ///
  /// What a peer would be sent, since it is kept.
  private func say(_ operation: [UInt8]) {
    guard let dot = (try? BoardOperation(encoded: operation))?.dot else { return }
    let digits = Array("0123456789abcdef".utf8)
    var bytes = Array("\(dot.replica.rawValue) \(dot.sequence) ".utf8)
    for byte in operation { bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    bytes.append(UInt8(ascii: "\n"))
    let count = bytes.count
    _ = write(1, &bytes, count)
  }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
  }
}
