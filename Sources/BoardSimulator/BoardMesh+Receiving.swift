import BoardCore
import SessionSimulator

/// One message reaches a machine, and what of interest that was.
extension BoardMesh {
  mutating func receive(_ bytes: [UInt8], from: Int, at index: Int) {
    guard let message = try? BoardMessage(encoded: bytes) else { return }
    var isTold = false
    var parked = 0
    // No copy is held while the program works: it would have to copy its whole board.
    if let before = machines[index].replicator {
      look(at: message, before, index)
      isTold = tells(message, before)
      parked = before.parkedCount
    }
    let whole = answeringByState(message)
    let joined = sightings.counts[.snapshotJoined]
    let sent = sightings.counts[.stateSent]
    call(index) { $0.receive(whole ?? bytes, from: Self.key(from), at: $1, into: &$2) }
    if (machines[index].replicator?.parkedCount ?? 0) > parked {
      sightings.add(.parked)
    }
    if parked > 0, sightings.counts[.snapshotJoined] != joined {
      sightings.add(.joinedOverParked)
    }
    if case .pull(_, isWhole: false) = message.content, whole == nil,
      sightings.counts[.stateSent] != sent
    {
      sightings.add(.logTooShort)
    }
    if isTold { makeAware(index) }
  }

  /// Some requests for operations ask for the state instead, which must make no difference.
  private mutating func answeringByState(_ message: BoardMessage) -> [UInt8]? {
    guard case .pull(let vector, isWhole: false) = message.content,
      random.chance(perMille: snapshotAnswers)
    else { return nil }
    var whole = message
    whole.content = .pull(vector, isWhole: true)
    return whole.encoded
  }

  /// Whether a message says that somebody else wrote, or knows more, under the receiver's id.
  private func tells(_ message: BoardMessage, _ replicator: BoardReplicator) -> Bool {
    let own = replicator.replicaID
    guard message.replica != own else { return true }
    switch message.content {
    case .vector(let vector, _), .pull(let vector, _):
      return vector[own] > replicator.board.vector[own]
    case .operations(let operations, _):
      return operations.contains { bytes in
        guard let operation = try? BoardOperation(encoded: bytes) else { return false }
        return operation.dot.replica == own && !replicator.board.vector.contains(operation.dot)
      }
    case .hash, .snapshot, .taken, .frame, .cursor: return false
    }
  }

  private mutating func look(
    at message: BoardMessage,
    _ replicator: BoardReplicator,
    _ index: Int
  ) {
    switch message.content {
    case .frame(let frame):
      let known = replicator.board.vector[message.replica]
      if !replicator.board.vector.contains(frame.note) { sightings.add(.frameBeforeCreate) }
      if frame.after < known { sightings.add(.staleFrame) }
      if frame.after > known { sightings.add(.frameAhead) }
    case .operations(let operations, _):
      for bytes in operations { look(atOperation: bytes, replicator, index) }
    case .hash, .vector, .pull, .cursor, .snapshot, .taken: break
    }
  }

  private mutating func look(
    atOperation bytes: [UInt8],
    _ replicator: BoardReplicator,
    _ index: Int
  ) {
    guard let operation = try? BoardOperation(encoded: bytes),
      !replicator.board.vector.contains(operation.dot)
    else { return }
    if machines[index].past.contains(operation.dot.replica) { sightings.add(.ownCameBack) }
    switch operation.action {
    case .set(let note?, _, _), .text(let note, _), .attach(let note, _), .detach(let note, _):
      if replicator.board.vector.contains(note), !replicator.board.isVisible(note) {
        sightings.add(.deadNoteEdited)
      }
    case .create, .set(nil, _, _), .delete, .clear, .toggle, .noop: break
    }
  }
}
