import BoardCore
import Testing

/// The path that a committed move keeps: how a note came to where it is.
struct TrailTests {
  private func points(_ count: Int) -> [BoardPoint] {
    (0..<count).map { BoardPoint(x: Int32($0), y: Int32($0 % 7)) }
  }

  /// The places of all moves that a replica kept, in order.
  private func placements(_ room: Room, _ index: Int = 0) throws -> [Placement] {
    try room.kept[index].compactMap { bytes in
      guard case .set(_, .placement(let placement), _) = try BoardOperation(encoded: bytes).action
      else { return nil }
      return placement
    }
  }

  @Test(arguments: [0, 1, 2, 31, 32, 33, 64, 1_000])
  func `a drop commits the trail, of a long one 32 points with both ends`(count: Int) throws {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0)
    let path = points(count)
    let end = BoardPoint(x: 2_000, y: 9)
    room.edit(0, .lift(note))
    room.edit(0, .dragTo(end, trail: path))
    room.edit(0, .drop)
    let placed = try #require(try placements(room).first)
    #expect(try placements(room).count == 1)
    #expect(placed.point == end && placed.isResting)
    #expect(placed.trail.count == min(count, 32))
    #expect(placed.trail.first == path.first && placed.trail.last == path.last)
    if count <= 32 { #expect(placed.trail == path) }
    #expect(try placements(room, 1) == [placed])
  }

  @Test func `thinning takes points that lie evenly, and never one twice`() {
    for count in 33...200 {
      let steps = Placement.thinned(points(count), to: 32).map { Int($0.x) }
      let gaps = zip(steps, steps.dropFirst()).map { $1 - $0 }
      #expect(steps.count == 32 && steps.first == 0 && steps.last == count - 1)
      #expect(gaps.allSatisfy { $0 == (count - 1) / 31 || $0 == (count - 1) / 31 + 1 })
    }
  }

  @Test func `a checkpoint has no trail and rests nowhere; the drop after it has all of it`() throws
  {
    var room = Room(1)
    let note = room.create(0)
    room.edit(0, .lift(note))
    room.edit(0, .dragTo(BoardPoint(x: 5, y: 5), trail: points(5)))
    room.pass(.milliseconds(600))
    room.edit(0, .dragTo(BoardPoint(x: 7, y: 5), trail: points(7)))
    room.edit(0, .drop)
    #expect(
      try placements(room) == [
        Placement(point: BoardPoint(x: 5, y: 5), isResting: false),
        Placement(point: BoardPoint(x: 7, y: 5), trail: points(7)),
      ]
    )
  }

  @Test func `a note that is put back leaves no trail`() throws {
    var room = Room(1)
    let note = room.create(0)
    room.edit(0, .lift(note))
    room.edit(0, .dragTo(BoardPoint(x: 5, y: 5), trail: points(5)))
    room.edit(0, .putBack)
    #expect(try placements(room) == [Placement(point: BoardPoint(x: 0, y: 0))])
  }

  @Test func `a run of nudges merges into one move, whose trail is where it was before each`()
    throws
  {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0)
    for step in 1...5 {
      room.edit(0, .nudge(note, to: BoardPoint(x: Int32(step), y: 0)))
      room.pass(.milliseconds(100))
    }
    #expect(try placements(room) == [])
    room.pass(.milliseconds(600))
    let trail = (0...4).map { BoardPoint(x: Int32($0), y: 0) }
    #expect(try placements(room) == [Placement(point: BoardPoint(x: 5, y: 0), trail: trail)])
    room.edit(0, .undo)
    #expect(room.position(note, at: 1) == BoardPoint(x: 0, y: 0))
  }

  @Test func `a long run of nudges keeps 32 points, from where it began to the last but one`()
    throws
  {
    var room = Room(1)
    let note = room.create(0)
    for step in 1...200 {
      room.edit(0, .nudge(note, to: BoardPoint(x: Int32(step), y: 0)))
      room.pass(.milliseconds(10))
    }
    room.pass(.milliseconds(600))
    let placed = try #require(try placements(room).first)
    #expect(try placements(room).count == 1)
    let steps = placed.trail.map(\.x)
    #expect(steps.count == 32 && steps.first == 0 && steps.last == 199)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 })
  }
}
