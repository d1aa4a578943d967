import BoardCore
import Testing

/// How many edits nobody else has, over all runs of one device.
struct OwnRunTests {
  private let time = BoardTime(wallMilliseconds: 5, sinceStart: .seconds(1))

  private func replicator(_ replica: UInt64, after kept: [[UInt8]] = []) throws -> BoardReplicator {
    var replicator = BoardReplicator(
      board: BoardID(1),
      title: "a",
      replica: ReplicaID(replica),
      author: AuthorID(1)
    )
    try replicator.load(kept)
    return replicator
  }

  /// Makes notes; returns what is to be kept.
  private func make(_ count: Int, on replicator: inout BoardReplicator) -> [[UInt8]] {
    var effects: [ReplicaEffect] = []
    for number in 0..<count {
      let place = BoardPoint(x: Int32(number), y: 0)
      replicator.edit(
        .create(text: "", at: place, size: .standard, color: .first),
        at: time,
        into: &effects
      )
    }
    return effects.flatMap { effect -> [[UInt8]] in
      if case .keep(let operations) = effect { operations } else { [] }
    }
  }

  /// Lets two replicators tell each other all that they have; returns what the left one asked for.
  @discardableResult
  private func meet(
    _ left: inout BoardReplicator,
    _ right: inout BoardReplicator
  ) -> [ReplicaEffect] {
    var asked: [ReplicaEffect] = []
    var toRight: [ReplicaEffect] = []
    var toLeft: [ReplicaEffect] = []
    left.peerJoined(PeerKey(2), at: time, into: &toRight)
    right.peerJoined(PeerKey(1), at: time, into: &toLeft)
    for _ in 0..<8 {
      let (nowRight, nowLeft) = (toRight, toLeft)
      asked += toRight
      (toRight, toLeft) = ([], [])
      for case .send(let message, _, _) in nowRight {
        right.receive(message, from: PeerKey(1), at: time, into: &toLeft)
      }
      for case .send(let message, _, _) in nowLeft {
        left.receive(message, from: PeerKey(2), at: time, into: &toRight)
      }
    }
    return asked
  }

  @Test func `edits of a run that crashed count until somebody has them`() throws {
    var first = try replicator(1)
    var kept = make(3, on: &first)
    #expect(first.unsharedCount == 3)
    #expect(!first.hasShared)

    var second = try replicator(2, after: kept)
    second.load(first.ownRuns)
    kept += make(2, on: &second)
    #expect(second.unsharedCount == 5)

    var other = try replicator(9)
    meet(&second, &other)
    var effects: [ReplicaEffect] = []
    other.wake(at: BoardTime(wallMilliseconds: 5, sinceStart: .seconds(3)), into: &effects)
    for case .send(let message, _, _) in effects {
      var answers: [ReplicaEffect] = []
      second.receive(message, from: PeerKey(2), at: time, into: &answers)
    }
    #expect(second.unsharedCount == 0)
    #expect(second.hasShared)
    #expect(second.ownRuns == [OwnRun(replica: ReplicaID(2), shared: 2)])
  }

  @Test func `what two did to one note apart is told, also when one of them began a new run`()
    throws
  {
    var mine = try replicator(1)
    var other = try replicator(9)
    var kept = make(1, on: &mine)
    meet(&mine, &other)
    var effects: [ReplicaEffect] = []
    other.wake(at: BoardTime(wallMilliseconds: 5, sinceStart: .seconds(3)), into: &effects)
    for case .send(let message, _, _) in effects {
      var answers: [ReplicaEffect] = []
      mine.receive(message, from: PeerKey(2), at: time, into: &answers)
    }
    mine.peerLeft(PeerKey(2), at: time, into: &effects)
    other.peerLeft(PeerKey(1), at: time, into: &effects)
    let note = try #require(mine.picture.notes.first?.id)
    var made: [ReplicaEffect] = []
    mine.edit(.recolor(note, NoteColor.all[3]), at: time, into: &made)
    for case .keep(let operations) in made { kept += operations }
    let later = BoardTime(wallMilliseconds: 50, sinceStart: .seconds(9))
    other.edit(.recolor(note, NoteColor.all[4]), at: later, into: &effects)

    var again = try replicator(1, after: kept)
    again.load(mine.ownRuns)
    let told = meet(&again, &other)
    #expect(
      told.contains(
        .notice(.conflict(note, .color, by: ReplicaID(9), isMineShown: false))
      )
    )
  }

  @Test func `what was shared in an earlier run stays shared in the next one of the same id`()
    throws
  {
    var first = try replicator(1)
    var other = try replicator(9)
    var kept = make(3, on: &first)
    meet(&first, &other)
    var effects: [ReplicaEffect] = []
    other.wake(at: BoardTime(wallMilliseconds: 5, sinceStart: .seconds(3)), into: &effects)
    for case .send(let message, _, _) in effects {
      var answers: [ReplicaEffect] = []
      first.receive(message, from: PeerKey(2), at: time, into: &answers)
    }
    kept += make(2, on: &first)
    #expect(first.unsharedCount == 2)
    var again = try replicator(1, after: kept)
    again.load(first.ownRuns)
    #expect(again.unsharedCount == 2)
    again.renew(replica: ReplicaID(5))
    #expect(again.unsharedCount == 2)
  }
}
