// Built together with all of BoardCore, so that its decoders are covered by the fuzzer.

/// Any bytes as a whole state, at once and in two pieces, and as what a replica could take back.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzState(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let whole = try? BoardSnapshot.board(bytes)
  let half = Int(bytes.first ?? 0) % (bytes.count + 1)
  var reader = SnapshotReader()
  do {
    try reader.take(bytes[..<half])
    try reader.take(bytes[half...])
    precondition(reader.finished == whole, "a state depends on how its bytes are cut")
  } catch {
    precondition(whole == nil, "a state depends on how its bytes are cut")
  }
  var replicator = BoardReplicator(
    board: BoardID(1),
    title: "Board",
    replica: ReplicaID(1),
    author: AuthorID(1)
  )
  try? replicator.load(snapshot: bytes, operations: [bytes])
  // Of a board on which there is something to take back.
  var worked = work
  if (try? worked.load(undo: bytes)) != nil {
    precondition(worked.undoRecord == bytes, "two forms of what can be taken back")
    var effects: [ReplicaEffect] = []
    let now = BoardTime(wallMilliseconds: 1_700_000_000_000, sinceStart: .seconds(1_000))
    for edit in [.undo, .redo, .undo, .undo] as [BoardEdit] {
      worked.edit(edit, at: now, into: &effects)
    }
    worked.prune()
  }
  if let whole {
    var board = replicator.board
    board.join(whole)
    board.prune()
    let first = BoardSnapshot.encoded(board)
    precondition((try? BoardSnapshot.board(first)) != nil, "a state that was read cannot be kept")
  }
  return 0
}

/// A board after work on it, made once.
private let work = BoardSeeds().boards[0]

/// Both states, what can be taken back, and states of boards with much on them.
func seeds() -> [[UInt8]] {
  let made = BoardSeeds()
  var seeds = made.boards.map { BoardSnapshot.encoded($0.board) } + made.boards.map(\.undoRecord)
  var large = made.boards[1]
  var effects: [ReplicaEffect] = []
  let now = BoardTime(wallMilliseconds: 1_700_000_000_000, sinceStart: .seconds(900))
  for number in 0..<60 {
    let text = String(repeating: "text ", count: number)
    let point = BoardPoint(x: Int32(number), y: 1)
    large.edit(
      .create(text: text, at: point, size: .standard, color: .first),
      at: now,
      into: &effects
    )
    if number % 20 == 0 { seeds.append(BoardSnapshot.encoded(large.board)) }
  }
  large.prune()
  return seeds + [BoardSnapshot.encoded(large.board), large.undoRecord]
}
