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
  /// Requests for operations that are answered by the whole state all the same, of a thousand.
  package var snapshotAnswers = 0
  /// Whether the longest message of each kind is kept in `recorded`.
  var recordsMessages = false
  var recorded: [String: [UInt8]] = [:]
  /// How often every reliable message arrives: more than once is what no connection does.
  package var copiesOfMessages = 1
  /// Which reliable message of all is lost, counted from 1, on a connection that goes on.
  package var lostMessage: Int?
  /// Whether operations that are sent unasked are lost.
  package var losesPushes = false
  /// Reliable messages that were sent so far.
  package private(set) var messageCount = 0
  /// The most bytes that one call of a replicator sent to one peer.
  package private(set) var longestAnswer = 0
  /// Whether what people are told is kept in `notices`.
  package var recordsNotices = false
  package internal(set) var notices: [(machine: Int, notice: ReplicaNotice)] = []
  /// What a machine did that none may do.
  package internal(set) var failure: SimulationFailure?
  var nextReplica: UInt64 = 1

  struct Datagram: Sendable {
    var from: Int
    var to: Int
    /// The receiver's program: another run cannot open it.
    var run: Int
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
    var bytes = 0
    for case .send(let message, .only, .reliable) in effects { bytes += message.count }
    longestAnswer = max(longestAnswer, bytes)
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
    case .replicaIDMustChange: renew(index)
    case .send(let bytes, let recipients, let delivery):
      send(bytes, from: index, to: recipients, delivery)
    case .pictureChanged, .cursorChanged: break
    case .notice(let notice):
      if recordsNotices { notices.append((index, notice)) }
      switch notice {
      case .liftedNoteGone:
        machines[index].hand = nil
        sightings.add(.liftedNoteGone)
      case .cleared: sightings.add(.clearedByOthers)
      case .conflict: sightings.add(.conflictShown)
      case .healed: sightings.add(.healed)
      case .editedNoteGone, .changedNotesGone, .textTooLong, .boardFull, .noteWrittenFull,
        .nothingToUndo, .nothingToRedo,
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
    guard machines[index].replicator != nil else { return }
    look(atSent: bytes)
    for target in machines.indices where isConnected(index, target) {
      if case .only(let peer) = recipients, peer != Self.key(target) { continue }
      switch delivery {
      case .reliable:
        messageCount += 1
        guard messageCount != lostMessage, !(losesPushes && isPush(bytes)) else { continue }
        for _ in 0..<copiesOfMessages { pipes[pair(index, target)].write(bytes) }
      case .unreliable:
        let run = machines[target].runs
        for _ in 0..<faults.copies(&random) {
          datagrams.append(Datagram(from: index, to: target, run: run, bytes: bytes))
        }
      }
    }
  }

  private func isPush(_ bytes: [UInt8]) -> Bool {
    guard let message = try? BoardMessage(encoded: bytes),
      case .operations(_, .pushed) = message.content
    else { return false }
    return true
  }
}
