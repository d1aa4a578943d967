import FoundationEssentials
import Synchronization
import Testing

@testable import OpenGroupActivities

/// What a session does from beginning to end, over real sockets.
@Suite(.timeLimit(.minutes(1))) struct SessionTests {
  @Test func `a newcomer finds those who came before it`() async throws {
    let (ada, bo, cy) = (try Party.start("Ada"), try Party.start("Bo"), try Party.start("Cy"))
    let first = try await Party.found(ada)
    let second = try await Party.invite(bo, from: ada)
    try await Party.wait(for: second, count: 2)
    let third = try await Party.invite(cy, from: bo)
    for session in [first, second, third] { try await Party.wait(for: session, count: 3) }
    #expect(third.activeParticipants == first.activeParticipants)
    // A message between two that never invited each other.
    try await GroupSessionMessenger(session: third).send(Move(number: 7))
    for await (move, context) in GroupSessionMessenger(session: first).messages(of: Move.self) {
      #expect(move.number == 7)
      #expect(context.source == third.localParticipant)
      break
    }
    await Party.stop(ada, bo, cy)
  }

  @Test func `leaving is seen by the others and the session goes on`() async throws {
    let (ada, bo) = (try Party.start("Ada"), try Party.start("Bo"))
    let hosted = try await Party.found(ada)
    let joined = try await Party.invite(bo, from: ada)
    try await Party.wait(for: hosted, count: 2)
    joined.leave()
    try await Party.wait(for: hosted, count: 1)
    #expect(hosted.state == .joined)
    try await Party.wait(for: joined) { $0 != .joined }
    guard case .invalidated(let reason) = joined.state else { return }
    #expect(reason as? GroupSessionEnding == .left)
    await Party.stop(ada, bo)
  }

  @Test func `anybody may end the session for everyone`() async throws {
    let (ada, bo) = (try Party.start("Ada"), try Party.start("Bo"))
    let hosted = try await Party.found(ada)
    let joined = try await Party.invite(bo, from: ada)
    try await Party.wait(for: hosted, count: 2)
    joined.end()
    try await Party.wait(for: hosted) { $0 != .joined }
    guard case .invalidated(let reason) = hosted.state else { return }
    #expect(reason as? GroupSessionEnding == .ended(by: joined.localParticipant))
    await Party.stop(ada, bo)
  }

  @Test func `a new activity reaches everyone`() async throws {
    let (ada, bo) = (try Party.start("Ada"), try Party.start("Bo"))
    let hosted = try await Party.found(ada)
    let joined = try await Party.invite(bo, from: ada)
    try await Party.wait(for: hosted, count: 2)
    let levels = Mutex<[Int]>([])
    let token = hosted.$activity.sink { activity in
      levels.withLock { $0.append(activity.level) }
    }
    joined.activity = Game(level: 9)
    for await activity in hosted.$activity.values where activity.level == 9 { break }
    for await activity in joined.$activity.values where activity.level == 9 { break }
    #expect(hosted.activity.level == 9)
    #expect(levels.withLock { $0 } == [1, 9])
    token.cancel()
    await Party.stop(ada, bo)
  }

  @Test func `who comes back with its record is the same participant without a question`()
    async throws
  {
    let kept = Mutex<Data?>(nil)
    let key = DeviceKey()
    func startBo() throws -> People {
      try Party.start("Bo") { settings in
        settings.deviceKey = key
        settings.storedSession = kept.withLock { $0 }
        settings.onStoreSession = { data in kept.withLock { $0 = data } }
      }
    }
    let ada = try Party.start("Ada")
    let hosted = try await Party.found(ada)
    let bo = try startBo()
    let before = try await Party.invite(bo, from: ada)
    try await Party.wait(for: hosted, count: 2)
    await bo.stop(keepingSession: true)
    #expect(kept.withLock { $0 } != nil)
    let again = try startBo()
    #expect(await again.hasSession())
    let after = try await Party.join(again)
    try await Party.wait(for: after, count: 2)
    #expect(after.localParticipant == before.localParticipant)
    #expect(after.id == hosted.id)
    await Party.stop(ada, again)
    #expect(kept.withLock { $0 } == nil)
  }

  @Test func `others see a new name`() async throws {
    let (ada, bo) = (try Party.start("Ada"), try Party.start("Bo"))
    let hosted = try await Party.found(ada)
    _ = try await Party.invite(bo, from: ada)
    try await Party.wait(for: hosted, count: 2)
    bo.rename("Bohumil")
    for await people in ada.participants where people.map(\.name) == ["Bohumil"] { break }
    await Party.stop(ada, bo)
  }

  @Test func `loops end when the runtime stops`() async throws {
    let ada = try Party.start("Ada")
    let session = try await Party.found(ada)
    let sessions = Party.sessions(ada)
    let waiting = Task { for await _ in sessions { Issue.record("a session") } }
    let door = Party.open(ada)
    await ada.stop(keepingSession: false)
    await waiting.value
    #expect(await door.value.isEmpty)
    #expect(session.state == .invalidated(reason: GroupSessionEnding.stopped))
    await ada.stop(keepingSession: false)
  }
}
