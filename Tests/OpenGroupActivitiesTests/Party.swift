import FoundationEssentials
import Testing

@testable import OpenGroupActivities

/// What the tests do together.
struct Game: GroupActivity {
  var level: Int

  var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.title = "Game at level \(level)"
    metadata.subtitle = "for two"
    metadata.type = .playTogether
    return metadata
  }
}

/// A message with a number.
struct Move: Codable, Equatable, Sendable {
  var number: Int
}

/// Several runtimes in one process, on loopback, each on a port of its own.
enum Party {
  static func start(
    _ name: String,
    _ change: (inout PeopleSettings) -> Void = { _ in }
  ) throws -> People {
    var settings = PeopleSettings(name: name, deviceName: "\(name)'s machine")
    settings.port = .any
    settings.loopbackOnly = true
    settings.usesDiscovery = false
    change(&settings)
    return try People.start(settings)
  }

  static func address(_ people: People) -> String { "127.0.0.1:\(people.port)" }

  static func sessions(_ people: People) -> Game.Sessions {
    People.$current.withValue(people) { Game.sessions() }
  }

  /// Founds a session and joins it.
  static func found(_ people: People, level: Int = 1) async throws -> GroupSession<Game> {
    _ = try await People.$current.withValue(people) { try await Game(level: level).activate() }
    return try await join(people)
  }

  /// Joins the next session that is offered.
  static func join(_ people: People) async throws -> GroupSession<Game> {
    var sessions = sessions(people).makeAsyncIterator()
    let session = try #require(await sessions.next())
    session.join()
    try await wait(for: session) { $0 == .joined }
    return session
  }

  /// Answers whoever comes, once for each.
  static func open(_ people: People, accept: Bool = true) -> Task<[Visitor], Never> {
    Task {
      var seen: [Visitor] = []
      for await event in people.visitors {
        guard case .arrived(let visitor) = event else { continue }
        seen.append(visitor)
        people.answer(visitor.id, accept: accept)
      }
      return seen
    }
  }

  /// Brings a guest into the host's session by invitation.
  static func invite(_ guest: People, from host: People) async throws -> GroupSession<Game> {
    let door = open(guest)
    defer { door.cancel() }
    #expect(try await host.invite(address(guest)) != "")
    return try await join(guest)
  }

  static func wait(
    for session: GroupSession<Game>,
    until isReached: (GroupSession<Game>.State) -> Bool
  ) async throws {
    for await state in session.$state.values where isReached(state) { return }
    throw CancellationError()
  }

  /// Waits until so many take part.
  static func wait(for session: GroupSession<Game>, count: Int) async throws {
    for await all in session.$activeParticipants.values where all.count == count { return }
    throw CancellationError()
  }

  static func stop(_ all: People...) async {
    await withTaskGroup(of: Void.self) { group in
      for people in all { group.addTask { await people.stop(keepingSession: false) } }
    }
  }
}
