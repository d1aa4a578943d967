import Foundation
import SessionCore
import Testing

/// Records of sessions, as the programs of each version left them.
@Suite struct `The record of a session` {
  private static let folder = URL(fileURLWithPath: "\(#filePath)/../Golden").standardized

  /// What the record of this version says: two are in the session, a third has left.
  private static func recorded() -> [UInt8] {
    var peer = TestPeer(device: 1)
    var effects: [PeerEffect] = []
    var activity = TestPeer.activity
    activity.subtitle = "3 notes"
    activity.kind = "createTogether"
    activity.fallbackURL = "https://example.org/board"
    peer.give(.activate(salt: 77, activity))
    peer.give(.join(TestPeer.session))
    _ = peer.admit(1, device: 2)
    let other = peer.admit(2, device: 3)
    peer.hear(.goodbye(revision: 9), on: other)
    activity.title = "Grüße"
    peer.peer.receive(.updateActivity(TestPeer.session, activity), at: peer.now, into: &effects)
    return effects.compactMap { if case .store(let record?) = $0 { record.bytes } else { nil } }
      .last ?? []
  }

  private func golden(_ version: Int) throws -> [UInt8] {
    Array(try Data(contentsOf: Self.folder.appending(path: "session-\(version)")))
  }

  /// What a program that finds a record does with it.
  private func resume(_ bytes: [UInt8], device: UInt128 = 1) -> (TestPeer, [PeerEffect]) {
    var peer = TestPeer(device: device)
    var effects: [PeerEffect] = []
    peer.peer.receive(.resume(SessionRecord(bytes: bytes)), at: peer.now, into: &effects)
    return (peer, effects)
  }

  @Test func `has the form that its version always had`() throws {
    let file = Self.folder.appending(path: "session-\(WireLimits.version)")
    let bytes = Self.recorded()
    if ProcessInfo.processInfo.environment["UPDATE_RECORDS"] == "1" {
      // Only one that is not there yet: what was kept once is never another.
      try Data(bytes).write(to: file, options: .withoutOverwriting)
    }
    let kept = try? golden(Int(WireLimits.version))
    #expect(kept == bytes, "a version without a record: run once with UPDATE_RECORDS=1")
  }

  @Test func `of this version is come back to, with everyone who was in it`() throws {
    let bytes = try golden(Int(WireLimits.version))
    var (peer, effects) = resume(bytes)
    guard case .event(.sessionOffered(let offered))? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(offered.id == TestPeer.session)
    #expect(offered.activity.title == "Grüße")
    #expect(offered.activity.subtitle == "3 notes")
    #expect(offered.activity.kind == "createTogether")
    #expect(offered.activity.fallbackURL == "https://example.org/board")
    #expect(offered.isLocallyInitiated)
    peer.give(.join(TestPeer.session))
    // Who was in it is dialled, who had left is not; the place is a hint of the record.
    #expect(peer.opened.map(\.expected) == [DeviceID(2)])
    #expect(peer.opened.map(\.endpoint) == [TestPeer.place])
    #expect(peer.snapshot?.state == .joined)
  }

  @Test func `has a web address whole or not at all`() {
    let address = "https://example.org/" + String(repeating: "a", count: WireLimits.fallbackURL)
    #expect(ActivityRecord(identifier: "a", content: [], fallbackURL: address).fallbackURL == "")
  }

  @Test func `says the same when a later program added to its end`() throws {
    let bytes = try golden(Int(WireLimits.version))
    #expect(resume(bytes + [1, 2, 3]).1 == resume(bytes).1)
  }

  @Test func `of another device, of another version or cut short is forgotten`() throws {
    let bytes = try golden(Int(WireLimits.version))
    #expect(resume(bytes, device: 4).1 == [.store(nil)])
    #expect(resume([bytes[0], bytes[1] &+ 1] + bytes.dropFirst(2)).1 == [.store(nil)])
    for length in bytes.indices {
      #expect(resume(Array(bytes[..<length])).1 == [.store(nil)], "\(length)")
    }
    for version in 2..<max(2, Int(WireLimits.version)) {
      #expect(resume(try golden(version)).1 == [.store(nil)], "\(version)")
    }
  }
}
