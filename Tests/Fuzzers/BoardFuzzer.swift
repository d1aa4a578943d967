// Built together with all of BoardCore, so that its decoders are covered by the fuzzer.

/// Any bytes as an operation, as a message, and as what a peer sends to a board with a note on it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBoard(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let operation = try? BoardOperation(encoded: bytes), operation.action != .noop {
    precondition(operation.encoded == bytes, "two forms of one operation")
  }
  if let message = try? BoardMessage(encoded: bytes) {
    // What a newer program adds at the end of some messages is skipped.
    precondition(bytes.starts(with: message.encoded), "two forms of one message")
  }
  var replicator = BoardReplicator(
    board: BoardID(1),
    title: "Board",
    replica: ReplicaID(1),
    author: AuthorID(1)
  )
  let now = BoardTime(wallMilliseconds: 1_700_000_000_000, sinceStart: .seconds(1))
  var effects: [ReplicaEffect] = []
  replicator.peerJoined(PeerKey(2), at: now, into: &effects)
  let point = BoardPoint(x: 1, y: 1)
  replicator.edit(
    .create(text: "note", at: point, size: .standard, color: .first),
    at: now,
    into: &effects
  )
  // A header that fits, so that few bytes are enough to get past it.
  let kinds = Array(bytes.prefix(1))
  let head = [BoardMessage.format] + kinds + [1] + Array(repeating: 0, count: 15) + [2]
  let message = head + Array(repeating: 0, count: 7) + Array(bytes.dropFirst())
  replicator.receive(message, from: PeerKey(2), at: now, into: &effects)
  let operation = BoardMessage(
    board: BoardID(1),
    replica: ReplicaID(2),
    content: .operations([bytes], .pushed)
  )
  replicator.receive(operation.encoded, from: PeerKey(2), at: now, into: &effects)
  replicator.prune()
  return 0
}

/// Operations and messages whole, and what stands behind the header of a message after its kind.
func seeds() -> [[UInt8]] {
  let made = BoardSeeds()
  return made.operations + made.messages + made.messages.map { [$0[1]] + $0.dropFirst(26) }
}
