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
