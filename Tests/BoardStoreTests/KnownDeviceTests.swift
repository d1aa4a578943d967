import BoardStore
import Foundation
import Testing

/// The devices that are known are kept beside the key, and never cost anything else.
@Suite struct `Known devices` {
  let folder = TemporaryFolder()

  private static let name = "device.known"
  private static let ada = UInt128(0xA0) << 120 | 1
  private static let bo = UInt128(2)

  private static func known(_ devices: (UInt128, String, UInt64)...) -> KnownDevices {
    var known = KnownDevices()
    for (device, name, moment) in devices { known.meet(device, as: name, at: moment) }
    return known
  }

  private func written() -> String {
    String(decoding: folder.bytes("\(folder.path)/\(Self.name)") ?? [], as: UTF8.self)
  }

  private func asides() -> [String] {
    folder.names("").filter { $0.hasPrefix("\(Self.name).damaged-") }
  }

  @Test func `come back as they were kept, whatever their names, in a file of this person alone`()
    throws
  {
    let store = try folder.store()
    #expect(try store.knownDevices(at: 0).known == KnownDevices())
    #expect(folder.mode(Self.name) == nil)
    let names = ["Ada", "", " ", "Zoë 🎈 %41", "a\nb\u{1B}[2J", "\u{202E}olleh", "100%"]
    var known = KnownDevices()
    for (number, name) in names.enumerated() {
      known.meet(UInt128(number) << 100, as: name, at: UInt64(number) * 1_000)
    }
    try store.setKnownDevices(known)
    let opening = try store.knownDevices(at: 0)
    #expect(opening.known == known)
    #expect(opening.words == nil)
    #expect(folder.mode(Self.name) == 0o600)
    #expect(written().utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A })
    known.forget(0)
    try store.setKnownDevices(known)
    #expect(try store.knownDevices(at: 0).known.devices[0] == nil)
    #expect(folder.names("").filter { $0.contains("known") } == [Self.name])
  }

  @Test func `have the form that they always had`() throws {
    let text = """
      corkboard known devices 1
      a0000000000000000000000000000001 1000 9000 Ad%c3%a9le%20B.
      00000000000000000000000000000002 5 6000 Bo

      """
    var known = Self.known((Self.bo, "Bob", 5), (Self.ada, "x", 1_000), (Self.bo, "Bo", 6_000))
    known.meet(Self.ada, as: "Adéle B.", at: 9_000)
    let store = try folder.store()
    try store.setKnownDevices(known)
    #expect(written() == text)
    try folder.write(Array(text.utf8), to: Self.name)
    #expect(try store.knownDevices(at: 0).known == known)
  }

  @Test func `remember the first day and the last name, also when a clock is set back`() {
    var known = Self.known((Self.ada, "Ada", 5_000), (Self.ada, "Ada B.", 7_000))
    #expect(known.devices[Self.ada]?.name == "Ada B.")
    #expect(known.devices[Self.ada]?.first == 5_000)
    #expect(known.devices[Self.ada]?.last == 7_000)
    known.meet(Self.ada, as: "Ada", at: 10)
    #expect(known.devices[Self.ada]?.first == 10)
    #expect(known.devices[Self.ada]?.last == 10)
  }

  @Test func `are 256, and those met longest ago make room`() throws {
    var known = KnownDevices()
    for number in 0..<300 { known.meet(UInt128(number), as: "N\(number)", at: UInt64(number)) }
    #expect(Set(known.devices.keys) == Set((44..<300).map { UInt128($0) }))
    known.meet(44, as: "again", at: 1_000)
    known.meet(1_000, as: "new", at: 1_001)
    #expect(known.devices[44] != nil && known.devices[45] == nil)
    // One whose clock is wrong is kept all the same when it was met just now.
    known.meet(2_000, as: "early", at: 1)
    #expect(known.devices[2_000] != nil)
    #expect(known.devices.count == KnownDevices.limit)
    known.meet(3, as: String(repeating: "é", count: 100_000), at: 2_000)
    #expect(known.devices[3]?.name == String(repeating: "é", count: 128))
    let store = try folder.store()
    try store.setKnownDevices(known)
    #expect(try store.knownDevices(at: 0).known == known)
  }

  @Test func `of two lists are joined by device`() {
    var known = Self.known((Self.ada, "Ada", 5), (Self.bo, "Bo", 90))
    known.join(Self.known((Self.ada, "Ada B.", 50), (Self.bo, "Bob", 7), (3, "Cy", 1)))
    var wanted = Self.known((Self.ada, "Ada", 5), (Self.ada, "Ada B.", 50), (3, "Cy", 1))
    wanted.meet(Self.bo, as: "Bob", at: 7)
    wanted.meet(Self.bo, as: "Bo", at: 90)
    #expect(known == wanted)
  }

  @Test(arguments: [
    ("", 0), ("\u{0}\u{0}\u{0}", 0), ("corkboard known devices 1", 0),
    ("corkboard known devices 0\n", 0),
    ("corkboard known devices 1\n00000000000000000000000000000002 5 6 B", 0),
    ("corkboard known devices 1\n00000000000000000000000000000002 5 6 B\nrest\n", 1),
    ("corkboard known devices 1\n00000000000000000000000000000002 7 6 B\n", 0),
    ("corkboard known devices 1\n2 5 6 B\n", 0),
    ("corkboard known devices 1\n00000000000000000000000000000002 5 6 %4\n", 0),
    ("corkboard known devices 1\n00000000000000000000000000000002 5 6 %ff\n", 0),
    ("corkboard known devices 1\n00000000000000000000000000000002 5 6 é\n", 0),
    (
      "corkboard known devices 1\n00000000000000000000000000000002 5 6 B\n"
        + "00000000000000000000000000000002 5 6 C\n", 1
    ),
  ])
  func `that are damaged are set aside, and what can be read goes on`(
    text: String,
    left: Int
  ) throws {
    let store = try folder.store()
    try folder.write(Array(text.utf8), to: Self.name)
    let opening = try store.knownDevices(at: 1_000)
    #expect(opening.known.devices.count == left)
    let read = left == 0 ? "nothing" : "only a part"
    #expect(
      opening.words
        == "the list of known devices was damaged and \(read) of it could be read; it is kept as"
    )
    let aside = try #require(opening.path)
    #expect(aside == "\(folder.path)/\(Self.name).damaged-19700101-000001")
    #expect(folder.bytes(aside) == Array(text.utf8))
    #expect(try store.knownDevices(at: 2_000).known == opening.known)
    #expect(asides().count == 1)
    #expect(folder.mode(Self.name) == 0o600)
  }

  @Test func `in a file of any size are read within bounds`() throws {
    let store = try folder.store()
    try folder.write([UInt8](repeating: 0x41, count: 5 << 20), to: Self.name)
    #expect(try store.knownDevices(at: 1_000).known == KnownDevices())
    #expect(asides().count == 1)
    var text = "corkboard known devices 1\n"
    for number in 0..<10_000 {
      let digits = String(number)
      text += String(repeating: "0", count: 32 - digits.count) + "\(digits) 1 \(number + 1) N\n"
    }
    try folder.write(Array(text.utf8), to: Self.name)
    let many = try store.knownDevices(at: 1_000)
    #expect(many.words == nil)
    #expect(many.known.devices.count == KnownDevices.limit)
    #expect(many.known.devices.values.allSatisfy { $0.last > 9_744 })
  }

  @Test func `of a newer program and behind a link stay as they are`() throws {
    let store = try folder.store()
    let newer = Array("corkboard known devices 2\nwhatever\n".utf8)
    try folder.write(newer, to: Self.name)
    #expect { try store.knownDevices(at: 0) } throws: { error in
      (error as? BoardStoreError)?.kind == .newerFormat(2)
    }
    #expect(folder.bytes("\(folder.path)/\(Self.name)") == newer)
    #expect(unlink("\(folder.path)/\(Self.name)") == 0)
    #expect(symlink("/etc/passwd", "\(folder.path)/\(Self.name)") == 0)
    #expect(throws: BoardStoreError.self) { try store.knownDevices(at: 0) }
    #expect(asides() == [])
  }

  @Test func `where nothing may be written are read, and nothing is set aside`() throws {
    try folder.store().setKnownDevices(Self.known((Self.ada, "Ada", 5)))
    let reading = BoardStore.reading(folder.path)
    #expect(try reading.knownDevices(at: 0).known.devices.count == 1)
    #expect(throws: BoardStoreError.self) { try reading.setKnownDevices(KnownDevices()) }
    try folder.write(Array("junk".utf8), to: Self.name)
    #expect(try reading.knownDevices(at: 0).known == KnownDevices())
    #expect(asides() == [])
  }
}
