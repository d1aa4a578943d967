import SessionCore
import SessionSimulator
import Testing

/// Who belongs to a session, by what was signed.
struct AdmissionsTests {
  private let ada = DeviceID(1)
  private let bo = DeviceID(2)
  private let cy = DeviceID(3)
  private let di = DeviceID(4)

  /// What one member knows: shared by name, so that each expectation can be one line.
  private final class Book {
    var admissions: Admissions

    init(_ admissions: Admissions) { self.admissions = admissions }

    func admit(_ device: DeviceID, by signer: Signer) -> Bool {
      admissions.admit(device, by: signer)
    }

    func remove(_ device: DeviceID, by signer: Signer) -> Bool {
      admissions.remove(device, by: signer)
    }

    func merge(_ records: [MembershipRecord]) -> Admissions.Merging { admissions.merge(records) }

    var records: [MembershipRecord] { admissions.records }

    var copy: Book { Book(admissions) }
  }

  /// Ada's session, in which nobody else is.
  private func founded() -> Book { Book(TestPeer.admissions()) }

  /// The same, in which each let the next one in.
  private func letting(_ devices: UInt128...) -> Book {
    let book = founded()
    for (inviter, device) in zip([1] + devices, devices) {
      _ = book.admit(DeviceID(device), by: key(DeviceID(inviter)))
    }
    return book
  }

  private func key(_ device: DeviceID) -> Signer { .simulated(device) }

  private func members(_ book: Book) -> [DeviceID] {
    [ada, bo, cy, di].filter(book.admissions.isMember)
  }

  private func merged(_ left: Book, _ right: Book) -> Book {
    let result = left.copy
    #expect(result.merge(right.records) != .forged)
    return result
  }

  @Test func `a chain back to the founder lets in, and nothing else does`() {
    let admissions = founded()
    #expect(members(admissions) == [ada])
    #expect(!admissions.admit(di, by: key(cy)))
    #expect(admissions.records == [])
    #expect(admissions.admit(bo, by: key(ada)))
    #expect(admissions.admit(cy, by: key(bo)))
    #expect(members(admissions) == [ada, bo, cy])
    let elsewhere = founded()
    #expect(elsewhere.merge(admissions.records.reversed()) == .new)
    #expect(members(elsewhere) == [ada, bo, cy])
    #expect(elsewhere.admissions.digest == admissions.admissions.digest)
  }

  @Test func `a stranger's admission, with a chain of its own making, lets nobody in`() {
    let theirs = Book(Admissions(session: TestPeer.session, founder: cy, cryptography: .simulated))
    #expect(theirs.admit(di, by: key(cy)))
    let admissions = founded()
    #expect(admissions.merge(theirs.records) == .forged)
    #expect(members(admissions) == [ada])
  }

  @Test func `any changed bit of a record makes it worth nothing`() throws {
    let record = try #require(letting(2).records.first)
    var writer = ByteWriter()
    record.encode(into: &writer)
    for bit in 0..<writer.bytes.count * 8 {
      var bytes = writer.bytes
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      var reader = ByteReader(bytes)
      guard let changed = try? MembershipRecord(from: &reader) else { continue }
      let admissions = founded()
      #expect(admissions.merge([changed]) != .new, "\(bit)")
      #expect(members(admissions) == [ada], "\(bit)")
    }
  }

  @Test func `a record of another session lets nobody in`() {
    let other = SessionID(founder: ada, salt: 78, .simulated)
    let theirs = Book(Admissions(session: other, founder: ada, cryptography: .simulated))
    #expect(theirs.admit(bo, by: key(ada)))
    let admissions = founded()
    #expect(admissions.merge(theirs.records) == .forged)
    #expect(members(admissions) == [ada])
  }

  @Test func `the founder is part of the session's id`() {
    #expect(TestPeer.session != SessionID(founder: bo, salt: 77, .simulated))
  }

  @Test func `who was removed is out, and an old admission brought again changes nothing`() {
    let admissions = letting(2)
    let old = admissions.records
    #expect(admissions.remove(bo, by: key(ada)))
    #expect(members(admissions) == [ada])
    #expect(admissions.admissions.isRemoved(bo))
    #expect(admissions.admissions.remover(of: bo) == ada)
    #expect(admissions.merge(old) == .nothing)
    #expect(!admissions.admissions.isMember(bo))
    let late = letting(2)
    #expect(late.merge(admissions.records) == .new)
    #expect(!late.admissions.isMember(bo))
  }

  @Test func `an admission that knew of the removal brings a device back`() {
    let admissions = letting(2, 3)
    #expect(admissions.remove(bo, by: key(ada)))
    #expect(admissions.admit(bo, by: key(cy)))
    #expect(members(admissions) == [ada, bo, cy])
    #expect(!admissions.admissions.isRemoved(bo))
    #expect(admissions.remove(bo, by: key(ada)))
    #expect(members(admissions) == [ada, cy])
  }

  @Test func `whom a removed device had let in stays`() {
    let admissions = letting(2, 3, 4)
    #expect(admissions.remove(bo, by: key(di)))
    #expect(members(admissions) == [ada, cy, di])
  }

  @Test func `what a removed device signs afterwards, dated as it likes, lets nobody in`() {
    let admissions = letting(2, 3)
    let theirs = admissions.copy
    #expect(admissions.remove(bo, by: key(ada)))
    #expect(theirs.admit(di, by: key(bo)))
    #expect(members(merged(admissions, theirs)) == [ada, cy])
    #expect(members(merged(theirs, admissions)) == [ada, cy])
    // Even when the one who was removed comes back: what it signed meanwhile is void.
    #expect(admissions.admit(bo, by: key(ada)))
    #expect(members(merged(admissions, theirs)) == [ada, bo, cy])
  }

  @Test func `who hangs on somebody nobody knew of falls with them`() {
    let admissions = letting(2)
    let theirs = admissions.copy
    #expect(theirs.admit(cy, by: key(bo)))
    #expect(theirs.admit(di, by: key(cy)))
    let ours = admissions.copy
    #expect(ours.remove(bo, by: key(ada)))
    #expect(members(merged(ours, theirs)) == [ada])
  }

  @Test func `of two who remove each other neither stays, the founder is no exception`() {
    let admissions = letting(2, 3)
    let left = admissions.copy
    let right = admissions.copy
    #expect(left.remove(bo, by: key(ada)))
    #expect(right.remove(ada, by: key(bo)))
    #expect(members(merged(left, right)) == [cy])
    #expect(members(merged(right, left)) == [cy])
    let after = merged(left, right)
    #expect(after.admit(ada, by: key(cy)))
    #expect(members(after) == [ada, cy])
  }

  @Test func `nobody removes whom nobody let in, or itself, and no removed one signs`() {
    let admissions = letting(2, 3)
    #expect(!admissions.remove(di, by: key(ada)))
    #expect(!admissions.remove(cy, by: key(di)))
    #expect(!admissions.remove(bo, by: key(bo)))
    #expect(admissions.remove(bo, by: key(ada)))
    #expect(!admissions.remove(cy, by: key(bo)))
    #expect(!admissions.admit(di, by: key(bo)))
    #expect(members(admissions) == [ada, cy])
  }

  @Test func `the proof of a removal convinces who knew nothing of it, and is small`() {
    let admissions = letting(2, 3)
    let away = admissions.copy
    for device in UInt128(10)..<30 { _ = admissions.admit(DeviceID(device), by: key(ada)) }
    #expect(admissions.admit(di, by: key(cy)))
    #expect(admissions.remove(bo, by: key(di)))
    let proof = admissions.admissions.proof(ofRemoving: bo)
    #expect(proof.count == 4)
    #expect(away.merge(proof) == .new)
    #expect(away.admissions.isRemoved(bo))
    #expect(away.admissions.remover(of: bo) == di)
    #expect(admissions.admissions.proof(ofRemoving: cy) == [])
  }

  @Test func `beyond 512 records nobody new comes in, and nothing breaks`() {
    let admissions = founded()
    for device in UInt128(2)...513 { #expect(admissions.admit(DeviceID(device), by: key(ada))) }
    #expect(!admissions.admit(DeviceID(514), by: key(ada)))
    #expect(admissions.records.count == Admissions.recordLimit)
    let elsewhere = letting(1_000)
    #expect(elsewhere.merge(admissions.records) == .new)
    #expect(elsewhere.records.count == Admissions.recordLimit)
  }

  /// Deeds of five devices, some of them on copies that do not know of each other.
  private func quarrel(_ generator: inout TestGenerator) -> [Book] {
    var copies = [founded(), founded(), founded()]
    for _ in 0..<20 {
      let place = Int(generator.next() % 3)
      let device = DeviceID(UInt128(generator.next() % 5 + 1))
      let signer = key(DeviceID(UInt128(generator.next() % 5 + 1)))
      switch generator.next() % 4 {
      case 0: _ = copies[place].remove(device, by: signer)
      case 1: copies[place] = merged(copies[place], copies[Int(generator.next() % 3)])
      default: _ = copies[place].admit(device, by: signer)
      }
    }
    return copies
  }

  @Test(arguments: UInt64(1)...300)
  func `who has the same records judges alike, in whatever order they came`(seed: UInt64) {
    var generator = TestGenerator(seed: seed)
    let copies = quarrel(&generator)
    let one = merged(merged(copies[0], copies[1]), copies[2])
    let other = merged(copies[2], merged(copies[1], copies[0]))
    #expect(one.records == other.records)
    #expect(one.admissions.digest == other.admissions.digest)
    #expect(members(one) == members(other))
    let shuffled = founded()
    #expect(shuffled.merge(one.records.shuffled(using: &generator)) != .forged)
    #expect(members(shuffled) == members(one))
    #expect(shuffled.records == one.records)
  }
}
