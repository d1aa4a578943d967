import BoardCore

/// What stands on the notes.
enum Texts {
  /// The same words on every note, but for its number.
  case alike
  /// Words that are drawn for every note.
  case different

  private static let words = [
    "ask", "board", "build", "bug", "call", "change", "check", "cost", "customer", "deadline",
    "demo", "design", "draft", "early", "export", "feature", "feedback", "fix", "goal", "half",
    "idea", "import", "issue", "keyboard", "later", "launch", "learn", "list", "meeting", "merge",
    "metric", "monday", "move", "name", "network", "offline", "open", "order", "owner", "paper",
    "people", "plan", "price", "print", "problem", "quality", "question", "release", "report",
    "review", "risk", "schedule", "search", "share", "ship", "slow", "survey", "team", "test",
    "ticket", "travel", "update", "user", "video", "website", "week", "workshop", "write",
  ]

  /// Two lines of about 46 bytes in all.
  func text(_ index: Int, _ random: inout SplitMix) -> String {
    switch self {
    case .alike: return "Sticky note \(index): ship the demo\nask Ana, then Bob"
    case .different:
      var text = ""
      while text.utf8.count < 40 {
        if !text.isEmpty { text += text.utf8.count > 20 && !text.contains("\n") ? "\n" : " " }
        text += Self.words[random.below(Self.words.count)]
      }
      return text
    }
  }
}

/// A board of one person who moves notes about, and what its replicator asks for.
struct BenchBoard {
  static let id = BoardID(7)
  static let peer = PeerKey(99)

  var replicator: BoardReplicator
  var effects: [ReplicaEffect] = []
  var notes: [NoteID] = []
  var random: SplitMix
  private(set) var now = BoardTime(wallMilliseconds: 1_790_000_000_000, sinceStart: .zero)

  /// An empty board.
  init(replica: UInt64, seed: UInt64 = 1) {
    random = SplitMix(seed &* 0x9E37 &+ replica)
    replicator = BoardReplicator(
      board: Self.id,
      title: "Bench",
      replica: ReplicaID(random.next()),
      author: AuthorID(UInt128(replica))
    )
  }

  /// A board with notes on it: more than a person may make come of several people.
  init(notes count: Int, texts: Texts = .alike, seed: UInt64 = 1) {
    self.init(replica: 1, seed: seed)
    replicator.peerJoined(Self.peer, at: now, into: &effects)
    fill(min(count, BoardLimits.notes), texts)
    var made = notes.count
    var author: UInt64 = 2
    while made < count {
      var other = BenchBoard(replica: author, seed: seed)
      other.fill(min(count - made, BoardLimits.notes), texts)
      made += other.notes.count
      author += 1
      try? replicator.load(snapshot: other.replicator.snapshot(), operations: [])
    }
    notes = replicator.board.visibleNotes
    effects.removeAll()
  }

  /// A board that holds what a snapshot says.
  init(snapshot: [UInt8], replica: UInt64, seed: UInt64) {
    self.init(replica: replica, seed: seed)
    try? replicator.load(snapshot: snapshot, operations: [])
    notes = replicator.board.visibleNotes
    tick(60_000)
  }

  mutating func tick(_ milliseconds: UInt64) {
    now.wallMilliseconds += milliseconds
    now.sinceStart += .milliseconds(milliseconds)
  }

  private mutating func fill(_ count: Int, _ texts: Texts) {
    for index in 0..<count {
      tick(16)
      effects.removeAll(keepingCapacity: true)
      let note = replicator.edit(
        .create(
          text: texts.text(index, &random),
          at: BoardPoint(x: Int32(index % 200), y: Int32(index / 200)),
          size: .standard,
          color: NoteColor.all[index % 4]
        ),
        at: now,
        into: &effects
      )
      if let note { notes.append(note) }
    }
  }

  /// Moves a note somewhere else: one operation, made, applied, encoded for the disk and the peers,
  /// kept for those who ask, and shown.
  mutating func move() {
    tick(16)
    effects.removeAll(keepingCapacity: true)
    let note = notes[random.below(notes.count)]
    let point = BoardPoint(x: Int32(random.below(200)), y: Int32(random.below(60)))
    replicator.edit(.group([.nudge(note, to: point)]), at: now, into: &effects)
  }

  /// Types one letter into the first note.
  mutating func type(anywhere isAnywhere: Bool) {
    tick(16)
    effects.removeAll(keepingCapacity: true)
    let old = replicator.picture.notes[0].text
    var bytes = Array(old.utf8)
    let letter = UInt8(97 + random.below(26))
    bytes.insert(letter, at: isAnywhere ? random.below(bytes.count) : bytes.count)
    let new = String(decoding: bytes, as: UTF8.self)
    replicator.edit(.editText(notes[0], from: old, to: new), at: now, into: &effects)
  }

  mutating func move(_ count: Int) {
    for _ in 0..<count { move() }
  }

  /// Drags a note for longer than it takes to a checkpoint, and sets it down; gives the last message.
  mutating func setDown() -> [UInt8] {
    let note = notes[random.below(notes.count)]
    tick(16)
    replicator.edit(.lift(note), at: now, into: &effects)
    for _ in 0..<2 {
      let point = BoardPoint(x: Int32(random.below(200)), y: Int32(random.below(60)))
      tick(600)
      replicator.edit(.dragTo(point, trail: []), at: now, into: &effects)
      replicator.wake(at: now, into: &effects)
    }
    replicator.edit(.drop, at: now, into: &effects)
    return takeMessages().last ?? []
  }

  /// What is sent, and forgets it.
  mutating func takeMessages() -> [[UInt8]] {
    defer { effects.removeAll(keepingCapacity: true) }
    return effects.compactMap { effect in
      if case .send(let bytes, _, .reliable) = effect { bytes } else { nil }
    }
  }

  mutating func receive(_ message: [UInt8]) {
    replicator.receive(message, from: Self.peer, at: now, into: &effects)
  }
}

/// Random numbers that are the same in every run.
struct SplitMix {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return StateHash.mix(state)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
