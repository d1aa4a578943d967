import BoardCore
import BoardUI
import TestSupport
import Testing

/// The words of the status line.
struct StatusTests {
  private func line(
    columns: Int = 120,
    _ change: (inout AppWorld) -> Void = { _ in }
  ) -> String {
    var world = AppWorld(columns: columns, rows: 24)
    change(&world)
    return world.rows.last ?? ""
  }

  @Test func `it names board, people and their state, safety and address`() {
    let text = line { $0.send(.peopleChanged([.bo, .cy])) }
    #expect(text.hasSuffix("Sprint 12 · ● Bo  ◌ Cy · saved · 192.168.1.7:26752 │"))
  }

  @Test func `it says how many edits nobody else has, guests that nothing is kept`() {
    let unshared = line {
      $0.send(.peopleChanged([.bo]))
      $0.send(.syncChanged(SyncPicture(unsharedCount: 3)))
    }
    #expect(unshared.contains("3 edits nobody else has"))
    let alone = line { $0.send(.syncChanged(SyncPicture(unsharedCount: 3, hasShared: true))) }
    #expect(alone.contains("3 edits nobody else has"))
    let guest = line {
      var identity = AppWorld.identity
      identity.isGuest = true
      $0.send(.identityChanged(identity))
    }
    #expect(guest.contains("guest: nothing is kept"))
    let problem = SyncPicture(storageProblem: "the disk is full")
    #expect(line { $0.send(.syncChanged(problem)) }.contains("NOT SAVED: the disk is full"))
  }

  @Test func `a problem of the disk is said however narrow it is`() {
    let problem = SyncPicture(storageProblem: "full")
    for columns in 32...120 {
      #expect(line(columns: columns) { $0.send(.syncChanged(problem)) }.contains("NOT SAVED: full"))
    }
  }

  @Test func `an invitation under way says how to stop it`() {
    let dialling = RequestPicture(isKnock: false, target: "192.168.1.20", phase: .dialling)
    let inviting = line { $0.send(.requestChanged(dialling)) }
    #expect(inviting.contains("Inviting 192.168.1.20… · Esc cancels"))
    let ringing = RequestPicture(isKnock: true, target: "Bo", phase: .ringing)
    #expect(line { $0.send(.requestChanged(ringing)) }.contains("Waiting for Bo to answer…"))
  }

  @Test func `names of others cannot drive the terminal`() {
    var bo = Person.bo
    bo.name = "\u{1B}]0;owned\u{7}\u{9B}2J\u{202E}"
    var world = AppWorld(columns: 120, rows: 30, Fixture.board(title: "\u{1B}[2J"))
    world.send(.peopleChanged([bo]))
    world.press("P")
    for cell in world.screen().cells {
      let base = cell.text.base
      #expect(base == 0 || base >= 0x20 && base != 0x7F && !(0x80...0x9F).contains(base))
      #expect(base != 0x202E)
    }
  }
}
