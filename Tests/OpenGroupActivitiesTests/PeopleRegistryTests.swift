import Testing

@testable import OpenGroupActivities

/// Which directory a runtime gets, whatever starts beside it.
@Suite struct PeopleRegistryTests {
  @Test func `runtimes that start at once never share a directory`() {
    let registry = PeopleRegistry()
    let early = registry.directory
    let started = (0..<8).map { _ in registry.directoryForStart() }
    #expect(Set(started.map(ObjectIdentifier.init)).count == 8)
    #expect(started.first === early)
    #expect(registry.directory === early)
  }

  @Test func `runtimes of many threads offer sessions each to their own loops`() async throws {
    try await withThrowingTaskGroup { group in
      for level in 1...8 {
        group.addTask {
          let people = try Party.start("Ada")
          let session = try await Party.found(people, level: level)
          #expect(session.activity.level == level)
          #expect(people.directory.all.map(\.id) == [session.handle.id])
          await people.stop(keepingSession: false)
        }
      }
      try await group.waitForAll()
    }
  }
}
