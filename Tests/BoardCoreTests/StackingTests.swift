import BoardCore
import TestSupport
import Testing

@Suite struct Stacking {
  /// Three notes, the lowest first: two that overlap and one far away between them in the pile.
  func world() -> (room: Room, low: NoteID, away: NoteID, high: NoteID) {
    var room = Room(2)
    room.connectAll()
    let low = room.create(0)
    let away = room.create(1, x: 500)
    let high = room.create(0, x: 3)
    return (room, low, away, high)
  }

  @Test func `puts a new note on top of all`() {
    let (room, low, away, high) = world()
    #expect(room.notes[1].map(\.id) == [low, away, high])
  }

  @Test func `raises past the next note that overlaps, so that it is seen`() {
    var (room, low, away, high) = world()
    room.edit(1, .raise(low))
    #expect(room.notes[0].map(\.id) == [away, high, low])
    room.edit(1, .lower(low))
    #expect(room.notes[0].map(\.id) == [away, low, high])
    #expect(room.notes[0] == room.notes[1])
  }

  @Test func `moves one step where nothing overlaps`() {
    var (room, low, away, high) = world()
    room.edit(0, .lower(away))
    #expect(room.notes[1].map(\.id) == [away, low, high])
    room.edit(0, .raise(away))
    #expect(room.notes[1].map(\.id) == [low, away, high])
  }

  @Test func `makes no operation at the top and at the bottom`() {
    var (room, low, _, high) = world()
    let count = room.kept[0].count
    room.edit(0, .raise(high))
    room.edit(0, .lower(low))
    #expect(room.kept[0].count == count)
  }

  @Test func `finds a place for two notes that overtake each other a thousand times`() {
    var room = Room(1)
    let bottom = room.create(0)
    let (first, second) = (room.create(0), room.create(0))
    let top = room.create(0)
    for _ in 0..<500 {
      room.edit(0, .raise(first))
      #expect(room.notes[0].map(\.id) == [bottom, second, first, top])
      room.edit(0, .raise(second))
      #expect(room.notes[0].map(\.id) == [bottom, first, second, top])
    }
  }

  @Test(arguments: Seeds.first(10))
  func `keys lie between their neighbors, whatever those are`(seed: UInt64) {
    var random = SeededGenerator(seed)
    var keys: [StackingKey] = []
    for _ in 0..<60 {
      let bytes = (0..<random.number(in: 1...3)).map { _ in
        UInt8(random.one(of: [0, 1, 2, 127, 128, 254, 255]))
      }
      if let key = StackingKey(bytes), !keys.contains(key) { keys.append(key) }
    }
    for sequence in 1...300 as ClosedRange<UInt64> {
      keys.sort()
      let place = random.number(in: 0...keys.count)
      let low = place == 0 ? nil : keys[place - 1]
      let high = place == keys.count ? nil : keys[place]
      let dot = Dot(ReplicaID(seed), sequence)
      guard let key = StackingKey.between(low, high, dot: dot) else { continue }
      #expect(low.map { $0 < key } ?? true)
      #expect(high.map { key < $0 } ?? true)
      keys.append(key)
    }
    #expect(keys.count > 300)
  }

  @Test func `gives two people who use one gap at once different keys`() throws {
    let low = try #require(StackingKey([1]))
    let high = try #require(StackingKey([2]))
    let keys = [ReplicaID(1), ReplicaID(2)].map {
      StackingKey.between(low, high, dot: Dot($0, 1))
    }
    #expect(keys[0] != keys[1])
  }

  private func paste(_ text: String) -> BoardEdit {
    .create(text: text, at: BoardPoint(x: 0, y: 0), size: .standard, color: .first)
  }

  @Test func `never puts one person's notes between those that another made or moved at once`() {
    var room = Room(2)
    room.connectAll()
    let old = (0..<4).map { room.create(0, "\($0)", x: Int32($0) * 40) }
    for isFront in [true, false] {
      room.disconnect(0, 1)
      for index in 0...1 {
        let mine = Array(old[(2 * index)...(2 * index + 1)])
        room.edit(index, isFront ? .toFront(mine) : .toBack(mine))
        let person = index == 0 ? "ada" : "bo"
        room.edit(index, .group((0..<4).map { paste("\(person) \($0)") }))
      }
      room.connectAll()
      #expect(room.notes[0] == room.notes[1])
      let texts = room.notes[0].map(\.text)
      for group in [["0", "1"], ["2", "3"]] {
        let places = group.compactMap { texts.firstIndex(of: $0) }
        #expect(places.count == 2 && places[1] == places[0] + 1, "\(texts)")
      }
      for person in ["ada", "bo"] {
        let places = (0..<4).compactMap { texts.lastIndex(of: "\(person) \($0)") }
        #expect(places == Array(places[0]..<places[0] + 4), "\(texts)")
      }
    }
  }

  @Test func `to the front and to the back is one step of undo, and nothing where they are`() {
    var (room, low, away, high) = world()
    room.edit(0, .toFront([low, away]))
    #expect(room.notes[1].map(\.id) == [high, low, away])
    room.edit(0, .toBack([away]))
    #expect(room.notes[1].map(\.id) == [away, high, low])
    let count = room.kept[0].count
    room.edit(0, .toBack([away]))
    room.edit(0, .toFront([low, high]))
    #expect(room.kept[0].count == count)
    room.edit(0, .undo)
    room.edit(0, .undo)
    #expect(room.notes[1].map(\.id) == [low, away, high])
  }

  @Test func `goes to the back and to the front ten thousand times`() {
    var room = Room(1)
    let notes = [room.create(0), room.create(0)]
    for number in 0..<10_000 {
      room.edit(0, number % 3 == 0 ? .toBack([notes[1]]) : .toBack([notes[number % 2]]))
      if number % 3 == 0 { room.edit(0, .toFront([notes[0]])) }
    }
    let keys = room.replicas[0].board.notes.values.compactMap {
      $0.stacking.top(Board().cancellations)
    }
    #expect(keys.allSatisfy { $0.value.bytes.count <= 20 })
  }

  @Test func `by a malformed key is an operation that does nothing, everywhere alike`() throws {
    let note = Dot(ReplicaID(50), 1)
    let key = try #require(StackingKey([UInt8](repeating: 9, count: 48)))
    let create = BoardOperation(
      dot: note,
      action: .create(try CodingTests.start("x"), stamp: 1)
    )
    let set = BoardOperation(
      dot: Dot(ReplicaID(50), 2),
      action: .set(note, .stacking(key), stamp: 2)
    )
    let sound = set.encoded
    let length = try #require(sound.firstIndex(of: 48))
    var long = sound + [9]
    long[length] = 49
    var empty = Array(sound[...length])
    empty[length] = 0
    for bytes in [long, empty] {
      let operation = try BoardOperation(encoded: bytes)
      #expect(operation == BoardOperation(dot: set.dot, action: .noop))
      var board = Board()
      board.apply(create)
      let before = board.notes
      board.apply(operation)
      #expect(board.notes == before)
      #expect(board.vector[ReplicaID(50)] == 2)
    }
    #expect(try BoardOperation(encoded: sound) == set)
  }

  @Test func `has a place of its own above keys that leave no room`() throws {
    var room = Room(1)
    let highest = try #require(StackingKey([UInt8](repeating: 255, count: 48)))
    let operation = BoardOperation(
      dot: Dot(ReplicaID(50), 2),
      action: .set(Dot(ReplicaID(50), 1), .stacking(highest), stamp: 2)
    )
    let create = BoardOperation(
      dot: Dot(ReplicaID(50), 1),
      action: .create(try CodingTests.start("x"), stamp: 1)
    )
    let message = BoardMessage(
      board: BoardID(7),
      replica: ReplicaID(50),
      content: .operations([create.encoded, operation.encoded], .pushed)
    )
    room.call(0) { $0.receive(message.encoded, from: PeerKey(5), at: $1, into: &$2) }
    for _ in 0..<5 { room.create(0, "y") }
    let board = room.replicas[0].board
    let keys = board.notes.values.compactMap { $0.stacking.top(Board().cancellations)?.value.bytes }
    #expect(Set(keys).count == 6)
    #expect(room.notes[0].last?.text == "x")
  }

  @Test func `of an equal key falls back on the notes' dots, everywhere alike`() throws {
    var room = Room(2)
    room.connectAll()
    let replica = ReplicaID(50)
    for sequence in 1...3 as ClosedRange<UInt64> {
      let operation = BoardOperation(
        dot: Dot(replica, sequence),
        action: .create(try CodingTests.start("\(sequence)"), stamp: 1)
      )
      let message = BoardMessage(
        board: BoardID(7),
        replica: replica,
        content: .operations([operation.encoded], .pushed)
      )
      for index in 0...1 {
        room.deliver(Room.Datagram(from: 1 - index, to: index, bytes: message.encoded))
      }
    }
    #expect(room.notes[0].map(\.text) == ["1", "2", "3"])
    room.edit(0, .raise(Dot(replica, 1)))
    #expect(room.notes[0].map(\.text) == ["2", "3", "1"])
    #expect(room.notes[0] == room.notes[1])
  }
}
