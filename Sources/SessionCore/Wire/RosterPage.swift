/// A roster as it travels: who was let in and by whom, the entries, and where their devices were
/// last seen.
package struct RosterPage: Equatable, Sendable {
  package var entries: [RosterEntry]
  /// Hints, in the order of `entries`: believed only when the expected device answers there.
  package var endpoints: [[Endpoint]]
  /// All that members have signed about who belongs to the session.
  package var records: [MembershipRecord]

  package init(
    entries: [RosterEntry],
    endpoints: [[Endpoint]],
    records: [MembershipRecord] = []
  ) {
    self.entries = entries
    self.endpoints = endpoints
    self.records = records
  }

  init(from reader: inout ByteReader) throws(WireError) {
    entries = []
    endpoints = []
    records = []
    // An entry takes at least a device, a revision, a flag, two empty names and a count.
    let count = try reader.count(limit: Roster.entryLimit, elementWidth: 26)
    for _ in 0..<count {
      entries.append(try RosterEntry(from: &reader))
      let known = Int(try reader.integer(UInt8.self))
      guard known <= WireLimits.endpointsPerDevice else { throw .tooLong }
      var places: [Endpoint] = []
      for _ in 0..<known { places.append(try reader.endpoint()) }
      endpoints.append(places)
    }
    let signed = try reader.count(limit: Admissions.recordLimit, elementWidth: 123)
    for _ in 0..<signed { records.append(try MembershipRecord(from: &reader)) }
  }

  func encode(into writer: inout ByteWriter) {
    writer.integer(UInt16(truncatingIfNeeded: entries.count))
    for (entry, places) in zip(entries, endpoints) {
      entry.encode(into: &writer)
      let known = places.prefix(WireLimits.endpointsPerDevice)
      writer.integer(UInt8(truncatingIfNeeded: known.count))
      for place in known { writer.endpoint(place) }
    }
    writer.integer(UInt16(truncatingIfNeeded: records.count))
    for record in records { record.encode(into: &writer) }
  }
}
