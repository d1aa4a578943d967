import BoardCore
import TestSupport

/// A mesh of replicators, one thread, virtual time, everything decided by the seed: reliable queues
/// that a cut empties, datagrams that are lost, doubled and delivered in any order, links that come
/// and go, clocks that are wrong by up to a year, weights of actions that differ from seed to seed.
struct Simulation {
  struct Datagram {
    var from: Int
    var to: Int
    var bytes: [UInt8]
  }

  let seed: UInt64
  var random: SeededGenerator
  var replicas: [BoardReplicator]
  /// Milliseconds by which each replica's wall clock is wrong.
  let skews: [Int64]
  var elapsed = Duration.seconds(1)
  var links: Set<Pair> = []
  var queues: [Pair: [[UInt8]]] = [:]
  var datagrams: [Datagram] = []
  var oracle = Oracle()
  var kept: [[[UInt8]]]
  /// Boards that live by joins and single operations alone.
  var shadows: [Board]
  var loss: Int
  var duplication: Int
  var editWeights: [Int]
  var actionWeights: [Int]
  var value = 0
  /// Whether the interesting things happened.
  var sometimes: [String: Int] = [:]

  /// An ordered pair of replicas.
  struct Pair: Hashable, Comparable {
    var from: Int
    var to: Int

    var back: Pair { Pair(from: to, to: from) }

    static func < (left: Pair, right: Pair) -> Bool {
      (left.from, left.to) < (right.from, right.to)
    }
  }

  static let year: Int64 = 365 * 86_400_000

  init(seed: UInt64, count: Int = 4) {
    self.seed = seed
    var random = SeededGenerator(seed)
    let depth = random.one(of: [1, 2, 6, 20])
    replicas = (0..<count).map {
      BoardReplicator(
        board: BoardID(1),
        title: "Board",
        replica: ReplicaID(UInt64($0 + 1)),
        author: AuthorID(UInt128($0 + 1)),
        undoDepth: depth
      )
    }
    skews = (0..<count).map { _ in random.one(of: [0, 3_000, -3_000, Self.year, -Self.year]) }
    kept = Array(repeating: [], count: count)
    shadows = Array(repeating: Board(), count: 2)
    loss = random.one(of: [0, 10, 30])
    duplication = random.one(of: [0, 10, 30])
    // One seed in three with plain weights: each mix is blind to different mistakes.
    let isUniform = seed % 3 == 0
    func swarm(_ weights: [Int], _ random: inout SeededGenerator) -> [Int] {
      weights.map { $0 * (isUniform ? 5 : random.one(of: [1, 5, 5, 20])) }
    }
    editWeights = swarm([25, 20, 20, 10, 3, 14, 8, 6, 8], &random)
    actionWeights = swarm([28, 47, 12, 5, 4, 2, 6], &random)
    self.random = random
    for from in 0..<count {
      for to in 0..<count where from < to && self.random.number(in: 1...10) <= 8 {
        connect(from, to)
      }
    }
  }

  // MARK: Time and the network

  func time(of index: Int) -> BoardTime {
    let wall = 1_700_000_000_000 + skews[index] + Int64(elapsed / .milliseconds(1))
    return BoardTime(wallMilliseconds: UInt64(wall), sinceStart: elapsed)
  }

  static func key(_ index: Int) -> PeerKey { PeerKey(UInt128(index)) }

  mutating func connect(_ left: Int, _ right: Int) {
    links.formUnion([Pair(from: left, to: right), Pair(from: right, to: left)])
    call(left) { $0.peerJoined(Self.key(right), at: $1, into: &$2) }
    call(right) { $0.peerJoined(Self.key(left), at: $1, into: &$2) }
  }

  /// A cut loses all that is under way on the reliable queues; datagrams may still come.
  mutating func disconnect(_ left: Int, _ right: Int) {
    let pair = Pair(from: left, to: right)
    links.subtract([pair, pair.back])
    queues[pair] = nil
    queues[pair.back] = nil
    call(left) { $0.peerLeft(Self.key(right), at: $1, into: &$2) }
    call(right) { $0.peerLeft(Self.key(left), at: $1, into: &$2) }
  }

  mutating func call(
    _ index: Int,
    _ body: (inout BoardReplicator, BoardTime, inout [ReplicaEffect]) -> Void
  ) {
    var effects: [ReplicaEffect] = []
    body(&replicas[index], time(of: index), &effects)
    for effect in effects {
      switch effect {
      case .keep(let operations):
        kept[index] += operations
        for bytes in operations { oracle.record(bytes) }
      case .send(let bytes, let recipients, let delivery):
        send(bytes, from: index, to: recipients, delivery)
      case .pictureChanged, .cursorChanged: break
      case .notice(let notice): count(notice)
      }
    }
  }

  private mutating func count(_ notice: ReplicaNotice) {
    switch notice {
    case .liftedNoteGone: sometimes["lifted note gone", default: 0] += 1
    case .cleared: sometimes["cleared by others", default: 0] += 1
    case .textTooLong, .boardFull, .nothingToUndo, .nothingToRedo: break
    }
  }

  private mutating func send(
    _ bytes: [UInt8],
    from index: Int,
    to recipients: ReplicaRecipients,
    _ delivery: ReplicaDelivery
  ) {
    for target in replicas.indices where links.contains(Pair(from: index, to: target)) {
      if case .only(let peer) = recipients, peer != Self.key(target) { continue }
      switch delivery {
      case .reliable: queues[Pair(from: index, to: target), default: []].append(bytes)
      case .unreliable:
        let copies =
          (random.number(in: 0...99) < loss ? 0 : 1)
          + (random.number(in: 0...99) < duplication ? 1 : 0)
        for _ in 0..<copies {
          datagrams.append(Datagram(from: index, to: target, bytes: bytes))
        }
      }
    }
  }

  mutating func deliver(_ pair: Pair) {
    guard let bytes = queues[pair]?.first else { return }
    queues[pair]?.removeFirst()
    call(pair.to) { $0.receive(bytes, from: Self.key(pair.from), at: $1, into: &$2) }
  }

  mutating func deliver(_ datagram: Datagram) {
    call(datagram.to) {
      $0.receive(datagram.bytes, from: Self.key(datagram.from), at: $1, into: &$2)
    }
  }

  mutating func wakeAll() {
    for index in replicas.indices {
      guard let due = replicas[index].nextDeadline, due <= elapsed else { continue }
      call(index) { $0.wake(at: $1, into: &$2) }
    }
  }

  /// One of the indices, by weight.
  mutating func choose(_ weights: [Int]) -> Int {
    var rest = random.number(in: 0...weights.reduce(0, +) - 1)
    for (index, weight) in weights.enumerated() {
      if rest < weight { return index }
      rest -= weight
    }
    return 0
  }
}
