/// Who belongs to a session, by what its members have signed: back to the founder.
///
/// A replicated value that only grows: members who have the same records judge alike, in whatever
/// order they came. The rules:
/// - The founder stands by itself; the session's id is made of its device.
/// - A device is let in by a member's signature, and removed by one. Each admission has a number for
///   its device (*standing*): 1, then one more than the removal before it. A removal undoes the
///   admission of its number and all before it. So an old admission that is brought again counts for
///   nothing, and a device that was removed comes back only by an admission that knew of it.
/// - What a device signed before it was removed stays valid as far as its remover knew of it. What
///   comes to light later, however old it says it is, lets nobody in.
/// - Of two who remove each other, neither stays.
package struct Admissions: Sendable {
  /// Records and their bytes, at most: nobody new is let in beyond that.
  package static let recordLimit = 512
  package static let byteLimit = 65_536

  package let session: SessionID
  package let founder: DeviceID
  private let cryptography: Cryptography
  private var byName: [MembershipRecord.Name: Entry] = [:]
  private var byteCount = 0
  /// What the records say, whoever signed it.
  private var steps: Set<Step> = []
  /// The removals, by the device that was removed.
  private var ends: [DeviceID: [Entry]] = [:]
  /// Of those whose admission counts.
  private var standings: [DeviceID: UInt32]
  private var removals: [DeviceID: UInt32] = [:]

  private struct Entry: Equatable, Sendable {
    var record: MembershipRecord
    var signer: DeviceID
  }

  private struct Step: Hashable, Sendable {
    let deed: MembershipRecord.Deed
    let subject: DeviceID
    let standing: UInt32

    init(_ deed: MembershipRecord.Deed, _ subject: DeviceID, _ standing: UInt32) {
      self.deed = deed
      self.subject = subject
      self.standing = standing
    }
  }

  package init(session: SessionID, founder: DeviceID, cryptography: Cryptography) {
    self.session = session
    self.founder = founder
    self.cryptography = cryptography
    standings = [founder: 0]
  }

  /// All records, sorted by name.
  package var records: [MembershipRecord] {
    byName.sorted { $0.key < $1.key }.map(\.value.record)
  }

  package func isMember(_ device: DeviceID) -> Bool {
    guard let standing = standings[device] else { return false }
    return removals[device].map { $0 < standing } ?? true
  }

  /// Whether it was a member and is none any more.
  package func isRemoved(_ device: DeviceID) -> Bool {
    removals[device] != nil && !isMember(device)
  }

  /// Whether somebody signed that it was let in, valid or not today.
  package func knows(_ device: DeviceID) -> Bool {
    device == founder || byName.values.contains { $0.record.subject == device }
  }

  /// Who removed a device last: of several, the smallest.
  package func remover(of device: DeviceID) -> DeviceID? {
    removal(of: device)?.signer
  }

  private func removal(of device: DeviceID) -> Entry? {
    ends[device]?
      .max { ($0.record.standing, $1.signer) < ($1.record.standing, $0.signer) }
  }

  // MARK: Signing

  /// Lets a device in; false when there is no more room, or the signer is no member itself.
  ///
  /// Nothing is signed about who is a member already.
  package mutating func admit(_ device: DeviceID, by signer: Signer) -> Bool {
    if isMember(device) { return true }
    guard let own = standing(of: signer) else { return false }
    let record = MembershipRecord(
      .admission,
      of: device,
      standing: (removals[device] ?? 0) + 1,
      signerStanding: own,
      in: session,
      by: signer
    )
    return merge([record]) == .new && isMember(device)
  }

  /// Removes a member; false when there is no more room, or one of the two is no member.
  package mutating func remove(_ device: DeviceID, by signer: Signer) -> Bool {
    guard isMember(device), let standing = standings[device], let own = self.standing(of: signer)
    else { return false }
    let record = MembershipRecord(
      .removal,
      of: device,
      standing: standing,
      signerStanding: own,
      kept: kept(of: device),
      in: session,
      by: signer
    )
    return merge([record]) == .new && !isMember(device)
  }

  private func standing(of signer: Signer) -> UInt32? {
    let device = cryptography.device(signer.publicKey)
    return isMember(device) ? standings[device] : nil
  }

  /// What a device signed and counts: admissions.
  private func kept(of device: DeviceID) -> [MembershipRecord.Name] {
    byName.filter { $0.value.signer == device && $0.value.record.deed == .admission }
      .filter { !isVoid($0.value, $0.key) }
      .keys.sorted().suffix(MembershipRecord.keptLimit)
  }

  // MARK: Merging

  package enum Merging: Equatable, Sendable {
    case nothing
    case new
    /// Something is signed by nobody, or breaks a limit: no honest member passes such a thing on.
    case forged
  }

  /// Takes what another member knows.
  ///
  /// What an honest member tells hangs together: for each record it also tells why its signer was
  /// let in, in any order. Signatures are looked at last, so that strangers' cost next to nothing.
  package mutating func merge(_ records: [MembershipRecord]) -> Merging {
    var waiting: [(name: MembershipRecord.Name, entry: Entry, bytes: [UInt8])] = []
    for record in records where record.standing <= MembershipRecord.standingLimit {
      let bytes = record.signedBytes(in: session)
      let name = cryptography.hash(bytes).prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
      guard byName[name] == nil else { continue }
      let signer = cryptography.device(record.signerKey)
      waiting.append((name, Entry(record: record, signer: signer), bytes))
    }
    let couldFit = byName.count + records.count <= Admissions.recordLimit
    var isNew = false
    var isForged = false
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for (name, entry, bytes) in waiting where byName[name] == nil && hangsTogether(entry) {
        let record = entry.record
        guard hasRoom(for: record) else { continue }
        guard cryptography.isSigned(bytes, record.signature, record.signerKey) else {
          isForged = true
          continue
        }
        add(entry, name)
        isGrowing = true
        isNew = true
      }
      waiting.removeAll { byName[$0.name] != nil }
      if isForged { break }
    }
    if isNew { judge() }
    if isForged || couldFit && waiting.contains(where: { !hangsTogether($0.entry) }) {
      return .forged
    }
    return isNew ? .new : .nothing
  }

  private mutating func add(_ entry: Entry, _ name: MembershipRecord.Name) {
    byName[name] = entry
    byteCount += entry.record.encodedCount
    steps.insert(Step(entry.record.deed, entry.record.subject, entry.record.standing))
    if entry.record.deed == .removal { ends[entry.record.subject, default: []].append(entry) }
  }

  private func hasRoom(for record: MembershipRecord) -> Bool {
    byName.count < Admissions.recordLimit
      && byteCount + record.encodedCount <= Admissions.byteLimit
  }

  /// Whether its signer was let in, and the standing of its subject leaves out none.
  private func hangsTogether(_ entry: Entry) -> Bool {
    let record = entry.record
    guard entry.signer != record.subject, wasAdmitted(entry.signer, record.signerStanding) else {
      return false
    }
    switch record.deed {
    case .removal: return wasAdmitted(record.subject, record.standing)
    case .admission:
      if record.subject != founder, record.standing == 1 { return true }
      guard record.standing > 0 else { return false }
      return has(.removal, record.subject, record.standing - 1)
    }
  }

  private func wasAdmitted(_ device: DeviceID, _ standing: UInt32) -> Bool {
    device == founder && standing == 0 || has(.admission, device, standing)
  }

  private func has(_ deed: MembershipRecord.Deed, _ device: DeviceID, _ standing: UInt32) -> Bool {
    steps.contains(Step(deed, device, standing))
  }

  // MARK: Judging

  /// Finds out anew whose admission counts: from the founder outwards.
  private mutating func judge() {
    removals = ends.mapValues { entries in
      entries.reduce(0) { most, entry in max(most, entry.record.standing) }
    }
    standings = [founder: 0]
    var waiting = byName.filter { $0.value.record.deed == .admission && !isVoid($0.value, $0.key) }
    var isGrowing = true
    while isGrowing {
      let ready = waiting.filter { standings[$0.value.signer] != nil }
      isGrowing = !ready.isEmpty
      for (name, entry) in ready {
        waiting[name] = nil
        let device = entry.record.subject
        standings[device] = max(standings[device] ?? 0, entry.record.standing)
      }
    }
  }

  /// Whether its signer was removed, and nobody who removed it knew of this.
  private func isVoid(_ entry: Entry, _ name: MembershipRecord.Name) -> Bool {
    let ends = (ends[entry.signer] ?? [])
      .filter { $0.record.standing >= entry.record.signerStanding }
    return !ends.isEmpty && !ends.contains { $0.record.kept.contains(name) }
  }

  // MARK: Showing

  /// The removal of a device, and all that shows that its signer was let in.
  package func proof(ofRemoving device: DeviceID) -> [MembershipRecord] {
    guard isRemoved(device) else { return [] }
    var shown: Set<DeviceID> = []
    var open = [device]
    while let next = open.popLast() {
      guard shown.insert(next).inserted else { continue }
      for entry in byName.values where entry.record.subject == next { open.append(entry.signer) }
    }
    return records.filter { shown.contains($0.subject) }
  }

  /// A short hash by which two members notice that they know different things.
  package var digest: UInt64 {
    var writer = ByteWriter()
    for name in byName.keys.sorted() { writer.integer(name) }
    return writer.bytes.shortHash
  }
}

extension SessionID {
  /// The id of a session that a device founds: nobody else can be shown to be its founder.
  package init(founder: DeviceID, salt: UInt128, _ cryptography: Cryptography) {
    var writer = ByteWriter()
    writer.integer(founder.rawValue)
    writer.integer(salt)
    writer.text("oga session", limit: 64)
    self.init(cryptography.hash(writer.bytes).prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
  }
}
