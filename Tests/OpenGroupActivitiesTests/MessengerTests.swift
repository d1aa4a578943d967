import FoundationEssentials
import Glibc
import Testing

@testable import OpenGroupActivities

/// Messages between runtimes, over real sockets.
@Suite(.timeLimit(.minutes(1))) struct MessengerTests {
  private struct Pair {
    let ada: People
    let bo: People
    let hosted: GroupSession<Game>
    let joined: GroupSession<Game>

    init() async throws {
      ada = try Party.start("Ada")
      bo = try Party.start("Bo")
      hosted = try await Party.found(ada)
      joined = try await Party.invite(bo, from: ada)
      try await Party.wait(for: hosted, count: 2)
      try await Party.wait(for: joined, count: 2)
    }

    func stop() async { await Party.stop(ada, bo) }
  }

  @Test func `a thousand reliable messages arrive complete and in order`() async throws {
    let pair = try await Pair()
    let sender = GroupSessionMessenger(session: pair.hosted)
    let receiver = GroupSessionMessenger(session: pair.joined)
    let source = pair.hosted.localParticipant
    // Begun before the first message: a backlog holds no thousand.
    let loop = receiver.messages(of: Move.self).makeAsyncIterator()
    let task = Task {
      var loop = loop
      var numbers: [Int] = []
      while let (move, context) = await loop.next() {
        #expect(context.source == source)
        numbers.append(move.number)
        if numbers.count == 1_000 { break }
      }
      return numbers
    }
    for number in 0..<1_000 { try await sender.send(Move(number: number)) }
    #expect(await task.value == Array(0..<1_000))
    await pair.stop()
  }

  @Test func `a sender that waits for each send never overruns a receiver that reads`()
    async throws
  {
    let pair = try await Pair()
    let sender = GroupSessionMessenger(session: pair.hosted)
    let receiver = GroupSessionMessenger(session: pair.joined)
    let loop = receiver.messages(of: Data.self).makeAsyncIterator()
    let task = Task {
      var loop = loop
      var bytes = 0
      while bytes < 100 * 262_144, let (data, _) = await loop.next() { bytes += data.count }
      return bytes
    }
    let block = Data(count: 262_144)
    for _ in 0..<100 { try await sender.send(block) }
    #expect(await task.value == 100 * 262_144)
    #expect(pair.hosted.activeParticipants.count == 2)
    await pair.stop()
  }

  @Test func `a sender that waits for each send waits for a machine that does not get to reading`()
    async throws
  {
    let pair = try await Pair()
    let receiver = GroupSessionMessenger(session: pair.joined)
    let loop = receiver.messages(of: Data.self).makeAsyncIterator()
    let task = Task {
      var loop = loop
      var bytes = 0
      while bytes < 150 * 262_144, let (data, _) = await loop.next() { bytes += data.count }
      return bytes
    }
    let host = pair.bo.host
    let pause = Task { await host.standStill(milliseconds: 1_000) }
    let sender = GroupSessionMessenger(session: pair.hosted)
    // Several at once: each waits, and none overruns with the others.
    try await withThrowingTaskGroup { group in
      for _ in 0..<10 {
        group.addTask { for _ in 0..<15 { try await sender.send(Data(count: 262_144)) } }
      }
      try await group.waitForAll()
    }
    await pause.value
    #expect(pair.hosted.activeParticipants.count == 2)
    if pair.hosted.activeParticipants.count < 2 { task.cancel() }
    #expect(await task.value == 150 * 262_144)
    await pair.stop()
  }

  @Test func `a send that waits for a slow receiver can be cancelled`() async throws {
    let pair = try await Pair()
    let host = pair.bo.host
    let pause = Task { await host.standStill(milliseconds: 1_500) }
    let sender = GroupSessionMessenger(session: pair.hosted)
    let flood = Task { while true { try await sender.send(Data(count: 262_144)) } }
    while !pair.ada.host.isCrowded { await Task.yield() }
    flood.cancel()
    await #expect(throws: CancellationError.self) { try await flood.value }
    #expect(pair.hosted.activeParticipants.count == 2)
    await pause.value
    await pair.stop()
  }

  @Test func `an unreliable message arrives and only in its own mode`() async throws {
    let pair = try await Pair()
    let fast = GroupSessionMessenger(session: pair.hosted, deliveryMode: .unreliable)
    let sure = GroupSessionMessenger(session: pair.hosted, deliveryMode: .reliable)
    let fastIn = GroupSessionMessenger(session: pair.joined, deliveryMode: .unreliable)
    let sureIn = GroupSessionMessenger(session: pair.joined, deliveryMode: .reliable)
    let quick = Task {
      for await (data, _) in fastIn.messages(of: Data.self) { return data.count }
      return 0
    }
    let certain = Task {
      for await (data, _) in sureIn.messages(of: Data.self) { return data.count }
      return 0
    }
    try await fast.send(Data(repeating: 1, count: 100))
    try await sure.send(Data(repeating: 2, count: 200))
    #expect(await quick.value == 100)
    #expect(await certain.value == 200)
    await pair.stop()
  }

  @Test func `each loop gets its own type, private ones too`() async throws {
    struct Local: Codable, Equatable { var text: String }
    let pair = try await Pair()
    let sender = GroupSessionMessenger(session: pair.hosted)
    let receiver = GroupSessionMessenger(session: pair.joined)
    try await sender.send(Move(number: 1))
    try await sender.send(Local(text: "a"))
    try await sender.send("bare")
    try await sender.send([1, 2, 3])
    try await sender.send(Renamed.Old(value: 5))
    try await sender.send(Data([9]))
    func first<T: Codable>(_ type: T.Type) async -> T? {
      for await (message, _) in receiver.messages(of: type) { return message }
      return nil
    }
    #expect(await first(Local.self) == Local(text: "a"))
    #expect(await first(String.self) == "bare")
    #expect(await first([Int].self) == [1, 2, 3])
    #expect(await first(Renamed.New.self)?.value == 5)
    #expect(await first(Data.self) == Data([9]))
    #expect(await first(Move.self) == Move(number: 1))
    await pair.stop()
  }

  private enum Renamed {
    struct Old: Codable, CustomMessageIdentifiable {
      static let messageIdentifier = "renamed"
      var value: Int
    }

    struct New: Codable, CustomMessageIdentifiable {
      static let messageIdentifier = "renamed"
      var value: Int
    }
  }

  @Test func `a message over the limit is an error and one at the limit arrives`() async throws {
    let pair = try await Pair()
    let limit = 262_144
    let receiver = GroupSessionMessenger(session: pair.joined)
    for mode in [GroupSessionMessenger.DeliveryMode.reliable, .unreliable] {
      let sender = GroupSessionMessenger(session: pair.hosted, deliveryMode: mode)
      await #expect(
        throws: GroupSessionMessengerError.messageTooLarge(size: limit + 1, limit: limit)
      ) {
        try await sender.send(Data(count: limit + 1))
      }
      await #expect(throws: GroupSessionMessengerError.self) {
        try await sender.send(String(repeating: "x", count: limit))
      }
    }
    let sender = GroupSessionMessenger(session: pair.hosted)
    try await sender.send(Data(count: limit))
    try await sender.send(String(repeating: "x", count: limit - 2))
    for await (data, _) in receiver.messages(of: Data.self) {
      #expect(data.count == limit)
      break
    }
    for await (text, _) in receiver.messages(of: String.self) {
      #expect(text.utf8.count == limit - 2)
      break
    }
    await pair.stop()
  }

  @Test func `a message reaches only those it is for, and never its sender`() async throws {
    let pair = try await Pair()
    let cy = try Party.start("Cy")
    let third = try await Party.invite(cy, from: pair.ada)
    try await Party.wait(for: third, count: 3)
    try await Party.wait(for: pair.hosted, count: 3)
    let sender = GroupSessionMessenger(session: pair.hosted)
    try await sender.send(Move(number: 1), to: .only([]))
    try await sender.send(Move(number: 2), to: .only(pair.hosted.localParticipant))
    try await sender.send(Move(number: 3), to: .only(third.localParticipant))
    try await sender.send(Move(number: 4))
    for (session, expected) in [(pair.joined, [4]), (third, [3, 4])] {
      var numbers: [Int] = []
      for await (move, _) in GroupSessionMessenger(session: session).messages(of: Move.self) {
        numbers.append(move.number)
        if move.number == 4 { break }
      }
      #expect(numbers == expected)
    }
    await pair.stop()
    await cy.stop(keepingSession: false)
    // The sender's own loop ends with the session, without a message.
    for await _ in sender.messages(of: Move.self) { Issue.record("an echo") }
  }

  @Test func `what is sent before joining goes out when joined`() async throws {
    let (ada, bo) = (try Party.start("Ada"), try Party.start("Bo"))
    let hosted = try await Party.found(ada)
    let door = Party.open(bo)
    try await ada.invite(Party.address(bo))
    var sessions = Party.sessions(bo).makeAsyncIterator()
    let waiting = try #require(await sessions.next())
    #expect(waiting.state == .waiting)
    let sender = GroupSessionMessenger(session: waiting)
    let early = Task { try await sender.send(Move(number: 1)) }
    sender.send(Move(number: 2)) { #expect($0 == nil) }
    waiting.join()
    try await early.value
    var numbers: Set<Int> = []
    for await (move, _) in GroupSessionMessenger(session: hosted).messages(of: Move.self) {
      numbers.insert(move.number)
      if numbers == [1, 2] { break }
    }
    await Party.stop(ada, bo)
    door.cancel()
  }

  @Test func `after the end sending throws and loops are over`() async throws {
    let pair = try await Pair()
    let sender = GroupSessionMessenger(session: pair.hosted)
    pair.joined.end()
    try await Party.wait(for: pair.hosted) { $0 != .joined }
    try await Party.wait(for: pair.joined) { $0 != .joined }
    await #expect(throws: GroupSessionMessengerError.sessionOver) {
      try await sender.send(Move(number: 1))
    }
    for await _ in sender.messages(of: Move.self) { Issue.record("a message") }
    pair.hosted.leave()
    pair.hosted.join()
    await pair.stop()
  }

  @Test func `a cancelled send that waits throws`() async throws {
    let ada = try Party.start("Ada")
    _ = try await People.$current.withValue(ada) { try await Game(level: 1).activate() }
    var sessions = Party.sessions(ada).makeAsyncIterator()
    let waiting = try #require(await sessions.next())
    let sender = GroupSessionMessenger(session: waiting)
    let task = Task { try await sender.send(Move(number: 1)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await ada.stop(keepingSession: false)
  }
}

extension PeerHost {
  /// A machine that is too busy to read: nothing happens on the network's thread meanwhile.
  fileprivate func standStill(milliseconds: UInt32) { usleep(milliseconds * 1_000) }
}
