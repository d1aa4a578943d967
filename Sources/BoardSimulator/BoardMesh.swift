package import BoardCore
package import SessionSimulator

/// Machines with one board each and the network between them: one thread, virtual time.
///
/// Connections are pipes that a cut empties at any byte. Datagrams wait in a bag: lost, doubled,
/// delivered in any order and arbitrarily late. Clocks are wrong by up to a year. Disks are values.
package struct BoardMesh: Sendable {
  package static let board = BoardID(1)
  package static let year: Int64 = 365 * 86_400_000

  package internal(set) var machines: [BoardMachine] = []
  package internal(set) var elapsed = Duration.seconds(1)
  /// Everything that was ever done, and what a board must show for it.
  package internal(set) var oracle = BoardOracle()
  package internal(set) var sightings = Sightings()
  /// Loss and duplication of datagrams, and whether pipes deliver in pieces; delays are the driver's.
  package var faults = NetworkFaults()
  let undoDepth: Int
  /// A short log answers with snapshots.
  let logBytes: Int
  var random: SeededGenerator
  var datagrams: [Datagram] = []
  /// By sender, then receiver.
  var pipes: [SimulatedPipe]
  /// Cables that are out.
  var unplugged: [Bool]
  /// The two halves of a split network.
  var halves: UInt64 = 0
  var connected: [Bool]
  private var nextReplica: UInt64 = 1

  struct Datagram: Sendable {
    var from: Int
    var to: Int
    var sender: ReplicaID
    var receiver: ReplicaID
    var bytes: [UInt8]
  }

  /// Machines that are all off.
  package init(
    skews: [Int64],
    drifts: [Int64] = [],
    undoDepth: Int = BoardLimits.undoDepth,
    logBytes: Int = BoardLimits.logBytes,
    seed: UInt64 = 0
  ) {
    let count = skews.count
    self.undoDepth = undoDepth
    self.logBytes = logBytes
    random = SeededGenerator(seed: seed)
    pipes = Array(repeating: SimulatedPipe(), count: count * count)
    unplugged = Array(repeating: false, count: count * count)
    connected = Array(repeating: false, count: count * count)
    machines = skews.enumerated().map { index, skew in
      BoardMachine(
        skew: skew,
        drift: index < drifts.count ? drifts[index] : 0,
        author: AuthorID(UInt128(index + 1))
      )
    }
  }

  // MARK: Programs

  func time(of index: Int) -> BoardTime {
    let passed = Int64(elapsed / .milliseconds(1))
    let machine = machines[index]
    let wall = 1_700_000_000_000 + machine.skew + passed + passed * machine.drift / 1_000
    return BoardTime(wallMilliseconds: UInt64(max(0, wall)), sinceStart: elapsed)
  }

  /// The program starts with what is on its disk, as a replica that nobody has been.
  package mutating func start(_ index: Int) {
    guard machines[index].replicator == nil else { return }
    var replicator = BoardReplicator(
      board: Self.board,
      title: "Board",
      replica: ReplicaID(nextReplica),
      author: machines[index].author,
      undoDepth: undoDepth,
      logBytes: logBytes
    )
    nextReplica += 1
    let disk = machines[index].disk
    try? replicator.load(snapshot: disk.snapshot, operations: disk.operations)
    machines[index].replicator = replicator
    machines[index].undone = .no
    machines[index].editor = nil
    reconnect()
  }

  /// The program ends without a word.
  ///
  /// `lost` says how much of what was not synced the power takes; nil when it stays on.
  package mutating func kill(_ index: Int, lost: UInt64? = nil) {
    guard let replicator = machines[index].replicator else { return }
    for other in machines.indices where other != index { disconnect(index, other) }
    machines[index].replicator = nil
    machines[index].past.insert(replicator.replicaID)
    datagrams.removeAll { $0.from == index || $0.to == index }
    if let lost, machines[index].disk.loseUnsynced(keeping: lost) > 0 {
      sightings.add(.unsyncedLost)
    }
  }

  package mutating func sync(_ index: Int) { machines[index].disk.sync() }

  package mutating func backUp(_ index: Int) { machines[index].disk.backUp() }

  /// An old copy of the disk is put back while the program is off.
  package mutating func restore(_ index: Int, _ pick: UInt64 = 0) {
    guard machines[index].replicator == nil, machines[index].disk.restore(pick) else { return }
    sightings.add(.restored)
  }

  package mutating func prune(_ index: Int) {
    machines[index].replicator?.prune()
    if machines[index].undone == .yes { machines[index].undone = .pruned }
  }

  // MARK: Calls and their effects

  mutating func call(
    _ index: Int,
    _ body: (inout BoardReplicator, BoardTime, inout [ReplicaEffect]) -> Void
  ) {
    guard var replicator = machines[index].replicator else { return }
    machines[index].replicator = nil
    var effects: [ReplicaEffect] = []
    body(&replicator, time(of: index), &effects)
    machines[index].replicator = replicator
    for effect in effects { carryOut(effect, at: index) }
  }

  private mutating func carryOut(_ effect: ReplicaEffect, at index: Int) {
    switch effect {
    case .keep(let operations):
      machines[index].disk.write(operations)
      for bytes in operations { oracle.record(bytes) }
    case .keepSnapshot(let snapshot):
      machines[index].disk.write(snapshot: snapshot)
      sightings.add(.snapshotJoined)
    // Every run here has an id that was never used before.
    case .replicaIDMustChange: break
    case .send(let bytes, let recipients, let delivery):
      send(bytes, from: index, to: recipients, delivery)
    case .pictureChanged, .cursorChanged: break
    case .notice(let notice):
      switch notice {
      case .liftedNoteGone: sightings.add(.liftedNoteGone)
      case .cleared: sightings.add(.clearedByOthers)
      case .conflict: sightings.add(.conflictShown)
      // The final checks find what would have to be healed.
      case .healed, .editedNoteGone, .textTooLong, .boardFull, .nothingToUndo, .nothingToRedo,
        .newerProgram:
        break
      }
    }
  }

  private mutating func send(
    _ bytes: [UInt8],
    from index: Int,
    to recipients: ReplicaRecipients,
    _ delivery: ReplicaDelivery
  ) {
    guard let sender = machines[index].replicator?.replicaID else { return }
    for target in machines.indices where isConnected(index, target) {
      if case .only(let peer) = recipients, peer != Self.key(target) { continue }
      switch delivery {
      case .reliable: pipes[pair(index, target)].write(bytes)
      case .unreliable:
        guard let receiver = machines[target].replicator?.replicaID else { continue }
        let copies = random.chance(perMille: faults.datagramDuplication) ? 2 : 1
        for _ in 0..<copies where !random.chance(perMille: faults.datagramLoss) {
          datagrams.append(
            Datagram(from: index, to: target, sender: sender, receiver: receiver, bytes: bytes)
          )
        }
      }
    }
  }
}
