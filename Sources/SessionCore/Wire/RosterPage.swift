/// A roster as it travels: the entries, and where their devices were last seen.
package struct RosterPage: Equatable, Sendable {
  package var entries: [RosterEntry]
  /// Hints, in the order of `entries`: believed only when the expected device answers there.
  package var endpoints: [[Endpoint]]

  package init(entries: [RosterEntry], endpoints: [[Endpoint]]) {
    self.entries = entries
    self.endpoints = endpoints
  }

  init(from reader: inout ByteReader) throws(WireError) {
    entries = []
    endpoints = []
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
  }

  func encode(into writer: inout ByteWriter) {
    writer.integer(UInt16(truncatingIfNeeded: entries.count))
    for (entry, places) in zip(entries, endpoints) {
      entry.encode(into: &writer)
      let known = places.prefix(WireLimits.endpointsPerDevice)
      writer.integer(UInt8(truncatingIfNeeded: known.count))
      for place in known { writer.endpoint(place) }
    }
  }
}
