import FoundationEssentials
import Testing

@testable import OpenGroupActivities

/// How people come into a session, over real sockets.
@Suite(.timeLimit(.minutes(1))) struct AdmissionTests {
  @Test func `two join by invitation and see each other`() async throws {
    let (ada, bo) = (try Party.start("Ada"), try Party.start("Bo"))
    let hosted = try await Party.found(ada, level: 3)
    #expect(hosted.isLocallyInitiated)
    #expect(hosted.activeParticipants == [hosted.localParticipant])
    let door = Party.open(bo)
    #expect(try await ada.invite(Party.address(bo)) == "Bo")
    let joined = try await Party.join(bo)
    #expect(joined.id == hosted.id)
    #expect(joined.activity.level == 3)
    #expect(!joined.isLocallyInitiated)
    try await Party.wait(for: hosted, count: 2)
    try await Party.wait(for: joined, count: 2)
    #expect(hosted.activeParticipants == joined.activeParticipants)
    #expect(hosted.activeParticipants == [hosted.localParticipant, joined.localParticipant])
    await Party.stop(ada, bo)
    let visitor = try #require(await door.value.first)
    #expect(visitor.kind == .invitation)
    #expect(visitor.name == "Ada")
    #expect(visitor.deviceName == "Ada's machine")
    #expect(visitor.activityTitle == "Game at level 3")
    #expect(visitor.activitySubtitle == "for two")
    #expect(visitor.participantCount == 1)
  }

  @Test func `a knock is answered and lets in`() async throws {
    let (ada, bo) = (try Party.start("Ada"), try Party.start("Bo"))
    let hosted = try await Party.found(ada)
    let door = Party.open(ada)
    #expect(try await bo.knock(Party.address(ada), for: Game.self) == "Ada")
    let joined = try await Party.join(bo)
    #expect(joined.id == hosted.id)
    try await Party.wait(for: hosted, count: 2)
    for await everyone in ada.participants where !everyone.isEmpty {
      #expect(everyone.map(\.name) == ["Bo"])
      #expect(everyone.map(\.participant) == [joined.localParticipant])
      #expect(everyone.map(\.presence) == [.here])
      break
    }
    await Party.stop(ada, bo)
    #expect(await door.value.map(\.kind) == [.knock])
  }

  @Test func `a refusal says who refused`() async throws {
    let (ada, bo) = (try Party.start("Ada"), try Party.start("Bo"))
    _ = try await Party.found(ada)
    let door = Party.open(bo, accept: false)
    await #expect(throws: InvitationError.declined(by: "Bo")) {
      try await ada.invite(Party.address(bo))
    }
    await Party.stop(ada, bo)
    #expect(await door.value.count == 1)
  }

  @Test func `who is being asked already is busy`() async throws {
    let (ada, bo, cy) = (try Party.start("Ada"), try Party.start("Bo"), try Party.start("Cy"))
    _ = try await Party.found(ada)
    _ = try await Party.found(cy)
    let first = Task { try await ada.invite(Party.address(bo)) }
    for await case .arrived in bo.visitors { break }
    await #expect(throws: InvitationError.busy(by: "Bo")) {
      try await cy.invite(Party.address(bo))
    }
    first.cancel()
    await #expect(throws: InvitationError.cancelled) { try await first.value }
    await Party.stop(ada, bo, cy)
  }

  @Test func `a cancelled invitation leaves the other's door`() async throws {
    let key = DeviceKey()
    let (ada, bo) = (try Party.start("Ada"), try Party.start("Bo") { $0.deviceKey = key })
    _ = try await Party.found(ada)
    let (steps, step) = AsyncStream.makeStream(of: InvitationProgress.self)
    let request = Task {
      try await ada.invite(Party.address(bo)) { step.yield($0) }
    }
    var events = bo.visitors.makeAsyncIterator()
    guard case .arrived(let visitor) = await events.next() else {
      Issue.record("nobody came")
      return
    }
    var progress: [InvitationProgress] = []
    for await next in steps {
      progress.append(next)
      if case .ringing = next { break }
    }
    #expect(progress == [.dialling, .ringing("Bo", words: visitor.words, device: key.deviceID)])
    #expect(visitor.words.split(separator: " ").count == 4)
    request.cancel()
    #expect(await events.next() == .left(visitor.id))
    await Party.stop(ada, bo)
  }

  @Test func `nobody at an address is said so`() async throws {
    let ada = try Party.start("Ada")
    let gone = try Party.start("Bo")
    let address = Party.address(gone)
    await gone.stop(keepingSession: false)
    _ = try await Party.found(ada)
    await #expect(throws: InvitationError.nobodyThere(address)) { try await ada.invite(address) }
    await ada.stop(keepingSession: false)
  }

  @Test func `one's own address and who is here already are said so`() async throws {
    let (ada, bo) = (try Party.start("Ada"), try Party.start("Bo"))
    let hosted = try await Party.found(ada)
    await #expect(throws: InvitationError.oneself(Party.address(ada))) {
      try await ada.invite(Party.address(ada))
    }
    _ = try await Party.invite(bo, from: ada)
    try await Party.wait(for: hosted, count: 2)
    await #expect(throws: InvitationError.alreadyHere) { try await ada.invite(Party.address(bo)) }
    await Party.stop(ada, bo)
  }

  @Test func `another kind of activity is not let in`() async throws {
    struct Other: GroupActivity {
      var metadata: GroupActivityMetadata { GroupActivityMetadata() }
    }
    let ada = try Party.start("Ada")
    let bo = try Party.start("Bo") { $0.activities = [Other.self] }
    _ = try await Party.found(ada)
    await #expect(throws: InvitationError.notOurKind(Party.address(bo))) {
      try await ada.invite(Party.address(bo))
    }
    await #expect(throws: InvitationError.notOurKind(Party.address(ada))) {
      try await bo.knock(Party.address(ada), for: Other.self)
    }
    await Party.stop(ada, bo)
  }

  @Test func `there is nothing to invite to without a session`() async throws {
    let ada = try Party.start("Ada")
    #expect(await !ada.hasSession())
    await #expect(throws: InvitationError.sessionOver) { try await ada.invite("127.0.0.1:9") }
    await ada.stop(keepingSession: false)
    await #expect(throws: PeopleError.notRunning) {
      _ = try await People.$current.withValue(ada) { try await Game(level: 1).activate() }
    }
  }

  @Test func `accepting an invitation replaces the session one was in`() async throws {
    let (ada, bo) = (try Party.start("Ada"), try Party.start("Bo"))
    let hosted = try await Party.found(ada)
    let own = try await Party.found(bo)
    let joined = try await Party.invite(bo, from: ada)
    #expect(joined.id == hosted.id)
    guard case .invalidated(let reason) = own.state else {
      Issue.record("the own session goes on: \(own.state)")
      return
    }
    #expect(reason as? GroupSessionEnding == .replaced)
    await Party.stop(ada, bo)
  }
}
