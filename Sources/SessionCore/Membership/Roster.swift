/// Who belongs to a session: a replicated value, the same on every member once all have talked.
///
/// Merging is commutative, associative and idempotent as long as the limits are not reached: at
/// most 48 present devices (the session's limit of 32, and room for admissions that crossed) and
/// 128 departures, the oldest revisions forgotten first.
package struct Roster: Equatable, Sendable {
  package static let presentLimit = 48
  package static let departureLimit = 128
  package static let entryLimit = presentLimit + departureLimit
  /// Far from overflow, and far more than one device can be admitted in a session's life.
  package static let revisionLimit: UInt32 = 1 << 30

  private var byDevice: [DeviceID: RosterEntry] = [:]

  package init() {}

  package subscript(device: DeviceID) -> RosterEntry? { byDevice[device] }

  /// All entries, sorted by device.
  package var entries: [RosterEntry] {
    byDevice.values.sorted { $0.device < $1.device }
  }

  package var presentCount: Int { byDevice.values.count { $0.isPresent } }

  package func isPresent(_ device: DeviceID) -> Bool { byDevice[device]?.isPresent ?? false }

  /// Lets a device in, or renames one that is in.
  package mutating func admit(_ device: DeviceID, name: String, deviceName: String) {
    byDevice[device] = RosterEntry(
      device: device,
      revision: min((byDevice[device]?.revision ?? 0) + 1, Roster.revisionLimit),
      isPresent: true,
      name: name,
      deviceName: deviceName
    )
  }

  /// The device itself leaves: later than everything known about it.
  package mutating func leave(_ device: DeviceID) -> UInt32 {
    let revision = min((byDevice[device]?.revision ?? 0) + 1, Roster.revisionLimit)
    depart(device, revision: revision)
    return revision
  }

  /// Somebody learned that a device left; without a revision, as of what is known about it.
  package mutating func depart(_ device: DeviceID, revision: UInt32? = nil) {
    _ = merge(
      RosterEntry(
        device: device,
        revision: revision ?? byDevice[device]?.revision ?? 0,
        isPresent: false,
        name: "",
        deviceName: ""
      )
    )
  }

  /// Takes what another member knows; true when anything is new here.
  package mutating func merge(_ other: [RosterEntry]) -> Bool {
    other.reduce(false) { changed, entry in merge(entry) || changed }
  }

  /// The same, but for entries of devices that nobody let in.
  package mutating func merge(_ other: [RosterEntry], within admissions: Admissions) -> Bool {
    merge(
      other.filter {
        $0.isPresent ? admissions.isMember($0.device) : admissions.knows($0.device)
      }
    )
  }

  /// Those who do not belong to the session any more are gone; true when there were any.
  package mutating func dismiss(unless admissions: Admissions) -> Bool {
    let dismissed = byDevice.values.filter { $0.isPresent && !admissions.isMember($0.device) }
    for entry in dismissed { depart(entry.device) }
    return !dismissed.isEmpty
  }

  package mutating func merge(_ entry: RosterEntry) -> Bool {
    guard entry.revision <= Roster.revisionLimit else { return false }
    if let known = byDevice[entry.device] {
      guard entry.beats(known) else { return false }
    }
    if entry.isPresent, !isPresent(entry.device), presentCount >= Roster.presentLimit {
      return false
    }
    byDevice[entry.device] = entry
    return !forgetOldDepartures().contains(entry.device)
  }

  private mutating func forgetOldDepartures() -> [DeviceID] {
    let departed = byDevice.values.filter { !$0.isPresent }
    guard departed.count > Roster.departureLimit else { return [] }
    let oldest = departed.sorted { ($0.revision, $0.device) < ($1.revision, $1.device) }
      .prefix(departed.count - Roster.departureLimit)
      .map(\.device)
    for device in oldest { byDevice[device] = nil }
    return oldest
  }

  /// A short hash by which two members notice that their rosters differ.
  ///
  /// Not for enemies.
  package var digest: UInt64 {
    var writer = ByteWriter()
    for entry in entries { entry.encode(into: &writer) }
    return writer.bytes.shortHash
  }
}

extension [UInt8] {
  /// FNV-1a, 64 bits: to notice a difference, never to prove anything.
  package var shortHash: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { hash, byte in (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
