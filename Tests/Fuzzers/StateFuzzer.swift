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
  if (try? replicator.load(undo: bytes)) != nil {
    precondition(replicator.undoRecord == bytes, "two forms of what can be taken back")
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
