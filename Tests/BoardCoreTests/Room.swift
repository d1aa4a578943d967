import BoardCore

/// A few replicators in one room with a perfect network, and a clock that the test moves.
struct Room {
  var replicas: [BoardReplicator]
  var now = BoardTime(wallMilliseconds: 1_700_000_000_000, sinceStart: .zero)
  /// What each replica asked of its program, in order, but for sends and pictures.
  var effects: [[ReplicaEffect]]
  /// What each replica kept.
  var kept: [[[UInt8]]]
  /// The last state that each replica kept; `kept` is what came after it.
  var snapshots: [[UInt8]?]
  /// Unreliable messages are put here instead of being delivered while set.
  var heldDatagrams: [Datagram]?
  /// All messages are put here instead of being delivered while set.
  var heldMessages: [Datagram]?
  /// Reliable messages wait here, in order, while set.
  var heldReliable: [Datagram]?
  /// What is delivered before the outermost call returns, in the order in which it was sent.
  private var underWay: [Datagram] = []
  private var isDelivering = false
  /// Bytes sent by each replica, and messages.
  var sentBytes: [Int]

  struct Datagram {
    var from: Int
    var to: Int
    var bytes: [UInt8]
  }

  init(
    _ count: Int,
    undoDepth: Int = 100,
    logBytes: Int = BoardLimits.logBytes,
    board: BoardID = BoardID(7)
  ) {
    replicas = (0..<count).map {
      BoardReplicator(
        board: board,
        title: "Board",
        replica: ReplicaID(UInt64($0 + 1)),
        author: AuthorID(UInt128($0 + 100)),
        undoDepth: undoDepth,
        logBytes: logBytes
      )
    }
    effects = Array(repeating: [], count: count)
    kept = Array(repeating: [], count: count)
    snapshots = Array(repeating: nil, count: count)
    sentBytes = Array(repeating: 0, count: count)
  }

  static func key(_ index: Int) -> PeerKey { PeerKey(UInt128(index)) }

  mutating func connect(_ left: Int, _ right: Int) {
    links.insert([left, right])
    call(left) { $0.peerJoined(Self.key(right), at: $1, into: &$2) }
    call(right) { $0.peerJoined(Self.key(left), at: $1, into: &$2) }
  }

  mutating func disconnect(_ left: Int, _ right: Int) {
    links.remove([left, right])
    call(left) { $0.peerLeft(Self.key(right), at: $1, into: &$2) }
    call(right) { $0.peerLeft(Self.key(left), at: $1, into: &$2) }
  }

  private(set) var links: Set<Set<Int>> = []

  mutating func connectAll() {
    for left in replicas.indices {
      for right in replicas.indices where left < right { connect(left, right) }
    }
  }

  @discardableResult
  mutating func edit(_ index: Int, _ edit: BoardEdit) -> NoteID? {
    var made: NoteID?
    call(index) { made = $0.edit(edit, at: $1, into: &$2) }
    return made
  }

  @discardableResult
  mutating func create(_ index: Int, _ text: String = "note", x: Int32 = 0) -> NoteID {
    edit(
      index,
      .create(text: text, at: BoardPoint(x: x, y: 0), size: .standard, color: .first)
    ) ?? NoteID(ReplicaID(0), 0)
  }

  mutating func deliver(_ datagram: Datagram) {
    call(datagram.to) {
      $0.receive(datagram.bytes, from: Self.key(datagram.from), at: $1, into: &$2)
    }
  }

  mutating func deliverHeld() {
    guard let next = heldReliable?.first else { return }
    heldReliable?.removeFirst()
    deliver(next)
  }

  mutating func dropHeld(where isLost: (Datagram) -> Bool) {
    heldReliable?.removeAll(where: isLost)
  }

  /// Lets time pass, waking every replica at its deadlines.
  mutating func pass(_ duration: Duration) {
    let end = now.sinceStart + duration
    while let (index, due) = nextDeadline(), due <= end {
      move(to: max(due, now.sinceStart))
      call(index) { $0.wake(at: $1, into: &$2) }
    }
    move(to: end)
  }

  private func nextDeadline() -> (Int, Duration)? {
    replicas.enumerated()
      .compactMap { entry in entry.element.nextDeadline.map { (entry.offset, $0) } }
      .min { $0.1 < $1.1 }
  }

  private mutating func move(to moment: Duration) {
    let passed = moment - now.sinceStart
    now.wallMilliseconds += UInt64(passed / .milliseconds(1))
    now.sinceStart = moment
  }

  mutating func call(
    _ index: Int,
    _ body: (inout BoardReplicator, BoardTime, inout [ReplicaEffect]) -> Void
  ) {
    var produced: [ReplicaEffect] = []
    body(&replicas[index], now, &produced)
    take(produced, of: index)
    guard !isDelivering else { return }
    isDelivering = true
    while !underWay.isEmpty { deliver(underWay.removeFirst()) }
    isDelivering = false
  }

  private mutating func take(_ produced: [ReplicaEffect], of index: Int) {
    for effect in produced {
      switch effect {
      case .keep(let operations): kept[index] += operations
      case .pictureChanged: break
      case .keepSnapshot(let snapshot):
        snapshots[index] = snapshot
        kept[index] = []
      case .cursorChanged, .notice, .replicaIDMustChange: effects[index].append(effect)
      case .send(let bytes, let recipients, let delivery):
        sentBytes[index] += bytes.count
        for target in targets(recipients, of: index) {
          let datagram = Datagram(from: index, to: target, bytes: bytes)
          if heldMessages != nil {
            heldMessages?.append(datagram)
          } else if delivery == .unreliable, heldDatagrams != nil {
            heldDatagrams?.append(datagram)
          } else if delivery == .reliable, heldReliable != nil {
            heldReliable?.append(datagram)
          } else {
            underWay.append(datagram)
          }
        }
      }
    }
  }

  private func targets(_ recipients: ReplicaRecipients, of index: Int) -> [Int] {
    switch recipients {
    case .all: replicas.indices.filter { links.contains([index, $0]) }
    case .only(let peer):
      replicas.indices.filter { Self.key($0) == peer && links.contains([index, $0]) }
    }
  }

  func note(_ id: NoteID, at index: Int) -> NotePicture? {
    replicas[index].picture.notes.first { $0.id == id }
  }

  func position(_ id: NoteID, at index: Int) -> BoardPoint? { note(id, at: index)?.position }

  /// Every replica's picture without what is its own: undo.
  var notes: [NotePile] { replicas.map(\.picture.notes) }
}
