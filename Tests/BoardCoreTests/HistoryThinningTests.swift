import BoardCore
import TestSupport
import Testing

@Suite struct `Thinning the past` {
  static let hour: UInt64 = 3_600_000
  static let start: UInt64 = 1_767_225_600_000

  static func keyframe(_ place: Int64, _ time: UInt64) -> HistoryMoment {
    HistoryMoment(place: place, time: time, kind: .keyframe)
  }

  static func change(_ place: Int64, _ time: UInt64) -> HistoryMoment {
    HistoryMoment(place: place, time: time, kind: .change(gesture: nil))
  }

  @Test func `keeps the last hour, then one an hour, then one a day`() {
    // A keyframe every ten minutes for three days, with a change after each.
    let moments = (0..<432).flatMap { step -> [HistoryMoment] in
      let time = Self.start + UInt64(step) * 600_000
      return [Self.keyframe(Int64(step * 2), time), Self.change(Int64(step * 2 + 1), time + 1)]
    }
    let now = Self.start + 72 * Self.hour
    let kept = HistoryThinning.kept(moments, now: now)
    let days: [Int64] = [0, 144 * 2]
    let hours: [Int64] = (0..<23).map { (Int64($0) * 6 + 288) * 2 }
    // Step 426 is an hour old to the millisecond: its keyframe is what the last hour begins with.
    let recent: [Int64] = moments.filter { $0.place >= 426 * 2 }.map(\.place)
    #expect(kept.map(\.place) == days + hours + recent)
  }

  @Test(arguments: Seeds.first(50))
  func `often or seldom comes to the same`(seed: UInt64) {
    var random = SeededGenerator(seed)
    var often: [HistoryMoment] = []
    var all: [HistoryMoment] = []
    var now = Self.start
    for place in 0..<Int64(400) {
      now += UInt64(random.number(in: 0...1_200_000))
      let isKeyframe = place == 0 || random.number(in: 0...2) == 0
      let moment = isKeyframe ? Self.keyframe(place, now) : Self.change(place, now)
      often.append(moment)
      all.append(moment)
      if random.number(in: 0...4) == 0 { often = HistoryThinning.kept(often, now: now) }
    }
    #expect(HistoryThinning.kept(often, now: now) == HistoryThinning.kept(all, now: now))
  }

  @Test func `can show each change that it keeps`() {
    let moments = [
      Self.keyframe(1, Self.start), Self.change(2, Self.start + 1),
      Self.keyframe(3, Self.start + Self.hour), Self.change(4, Self.start + Self.hour + 1),
      Self.change(5, Self.start + 3 * Self.hour),
    ]
    let kept = HistoryThinning.kept(moments, now: Self.start + 3 * Self.hour)
    #expect(kept.map(\.place) == [1, 3, 4, 5])
  }

  @Test func `is not confused by a clock that was set back, nor by nothing`() {
    let moments = [
      Self.keyframe(1, Self.start + 500 * Self.hour), Self.change(2, Self.start),
      Self.change(3, .max), Self.change(4, 0),
    ]
    #expect(HistoryThinning.kept(moments, now: Self.start) == moments)
    #expect(HistoryThinning.kept([], now: 0) == [])
    let changes = [Self.change(1, 0), Self.change(2, Self.start)]
    #expect(HistoryThinning.kept(changes, now: Self.start) == [])
  }

  @Test func `shows the end of a step and nothing between, whatever it does`() {
    func move(_ place: Int64, _ replica: UInt64, _ group: UInt64, _ note: UInt64) -> HistoryMoment {
      let operation = BoardOperation(
        dot: Dot(ReplicaID(replica), UInt64(place) + 10),
        group: group,
        action: .set(
          NoteID(ReplicaID(9), note),
          .placement(Placement(point: BoardPoint(x: 1, y: 1), trail: [])),
          stamp: 1
        )
      )
      let gesture = HistoryGesture(operation)
      return HistoryMoment(place: place, time: Self.start, kind: .change(gesture: gesture))
    }
    let moments = [
      Self.keyframe(0, Self.start), move(1, 1, 5, 1), move(2, 2, 5, 1), move(3, 1, 5, 1),
      Self.change(4, Self.start), move(5, 1, 5, 2), move(6, 1, 5, 1), move(7, 1, 7, 1),
    ]
    #expect(HistoryThinning.shown(moments).map(\.place) == [0, 2, 4, 6, 7])
    // A keyframe that was made right after a change shows the same.
    let twice = [Self.keyframe(0, 0), Self.change(1, 0), Self.keyframe(1, 9), Self.keyframe(4, 9)]
    #expect(HistoryThinning.shown(twice) == [twice[0], twice[1], twice[3]])
    let alone = BoardOperation(dot: Dot(ReplicaID(1), 1), action: .delete(NoteID(ReplicaID(1), 1)))
    #expect(HistoryGesture(alone) == HistoryGesture(group: Dot(ReplicaID(1), 1)))
  }
}
