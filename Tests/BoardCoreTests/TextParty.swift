import BoardCore
import BoardSimulator
import TestSupport

/// A few people who write in one note at once on a network that loses and reorders.
///
/// Everything is decided by the seed.
struct TextParty {
  var random: SeededGenerator
  var room: Room
  let note: NoteID
  var oracle = BoardOracle()
  private var recorded: [Int]
  private var queues: [[Int]: [[UInt8]]] = [:]

  static let words = [
    "a", "b", "ab", "Grüße ", "👩‍👩‍👧", "e\u{301}", "\u{301}", "\n", "日本", "🇫🇷", "x y z",
  ]

  init(seed: UInt64, count: Int) {
    random = SeededGenerator(seed)
    var room = Room(count, undoDepth: random.one(of: [1, 3, 100]))
    room.heldMessages = []
    note = room.create(0, random.one(of: ["", "note", "Grüße 👋"]))
    self.room = room
    recorded = Array(repeating: 0, count: count)
    self.room.connectAll()
    take()
  }

  mutating func step() {
    let person = random.number(in: 0...room.replicas.count - 1)
    switch random.number(in: 0...9) {
    case 0...4: write(person)
    case 5: room.edit(person, random.number(in: 0...2) == 0 ? .redo : .undo)
    case 6: room.replicas[person].prune()
    case 7: room.pass(.milliseconds(random.number(in: 0...700)))
    default: break
    }
    take()
    for _ in 0..<random.number(in: 0...4) { deliverSomething(losing: 10) }
  }

  /// One commit: against the text that shows, or against one that is no longer up to date.
  private mutating func write(_ person: Int) {
    guard let shown = room.note(note, at: person)?.text else { return }
    let new = edited(shown)
    room.edit(person, .editText(note, from: shown, to: new))
  }

  private mutating func edited(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0...random.number(in: 0...2) {
      let place = random.number(in: 0...scalars.count)
      switch random.number(in: 0...2) {
      case 0: scalars.insert(contentsOf: random.one(of: Self.words).unicodeScalars, at: place)
      case 1:
        let end = min(scalars.count, place + random.number(in: 0...4))
        scalars.removeSubrange(place..<end)
      default:
        let end = min(scalars.count, place + 1)
        scalars.replaceSubrange(place..<end, with: random.one(of: Self.words).unicodeScalars)
      }
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Takes over what was sent and kept.
  private mutating func take() {
    for message in room.heldMessages ?? [] {
      queues[[message.from, message.to], default: []].append(message.bytes)
    }
    room.heldMessages = []
    for index in room.replicas.indices {
      for bytes in room.kept[index][recorded[index]...] { oracle.record(bytes) }
      recorded[index] = room.kept[index].count
    }
  }

  private mutating func deliverSomething(losing percent: Int) {
    let waiting = queues.filter { !$0.value.isEmpty }.keys.sorted {
      $0.lexicographicallyPrecedes($1)
    }
    guard !waiting.isEmpty else { return }
    let pair = random.one(of: waiting)
    guard let bytes = queues[pair]?.removeFirst() else { return }
    if random.number(in: 0...99) >= percent {
      room.deliver(Room.Datagram(from: pair[0], to: pair[1], bytes: bytes))
    }
    take()
  }

  /// Lets everything arrive; digests heal what was lost.
  mutating func settle() -> Bool {
    for _ in 0..<40 {
      while queues.values.contains(where: { !$0.isEmpty }) { deliverSomething(losing: 0) }
      let vectors = room.replicas.map(\.board.vector)
      if vectors.allSatisfy({ $0 == vectors[0] }) { return true }
      room.pass(.milliseconds(1_100))
      take()
    }
    return false
  }

  var texts: [[UInt8]] {
    room.replicas.map { Array(($0.board.picture(of: note)?.text ?? "gone").utf8) }
  }

  /// What the operations that a board knows say.
  func expected(_ board: Board) -> [UInt8] {
    Array((oracle.notes(within: board.vector).first { $0.id == note }?.text ?? "gone").utf8)
  }
}
