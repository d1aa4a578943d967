/// Operations that came before what they depend on.
///
/// Bounded for each origin and in all.
struct ParkingLot: Sendable {
  private var waiting: [ReplicaID: [UInt64: (operation: BoardOperation, bytes: [UInt8])]] = [:]
  private var bytes = 0

  var isEmpty: Bool { waiting.isEmpty }
  var count: Int { waiting.values.reduce(0) { $0 + $1.count } }

  /// Keeps an operation for later, or drops it when there is no room: it is pulled again.
  mutating func park(_ operation: BoardOperation, _ encoded: [UInt8]) {
    let origin = waiting[operation.dot.replica] ?? [:]
    guard origin[operation.dot.sequence] == nil, origin.count < BoardLimits.parkedOperations,
      bytes + encoded.count <= BoardLimits.parkedBytes
    else { return }
    waiting[operation.dot.replica, default: [:]][operation.dot.sequence] = (operation, encoded)
    bytes += encoded.count
  }

  /// Takes out one operation that can be applied now.
  mutating func next(for board: Board) -> (operation: BoardOperation, bytes: [UInt8])? {
    for replica in waiting.keys.sorted() {
      guard let found = waiting[replica]?[board.vector[replica] + 1],
        board.isReady(found.operation)
      else { continue }
      remove(found.operation.dot)
      return found
    }
    return nil
  }

  /// Forgets what was applied meanwhile.
  mutating func discard(knownTo vector: VersionVector) {
    for (replica, origin) in waiting {
      for sequence in origin.keys where sequence <= vector[replica] {
        remove(Dot(replica, sequence))
      }
    }
  }

  private mutating func remove(_ dot: Dot) {
    guard let removed = waiting[dot.replica]?.removeValue(forKey: dot.sequence) else { return }
    bytes -= removed.bytes.count
    if waiting[dot.replica]?.isEmpty ?? false { waiting[dot.replica] = nil }
  }
}
