/// A whole session, handed to a newcomer who was just admitted; also what a record keeps.
package struct Welcome: Equatable, Sendable {
  package var session: SessionID
  package var founder: DeviceID
  /// What the founder drew: the session's id is made of it and the founder's device.
  package var salt: UInt128
  package var activity: StampedActivity
  package var roster: RosterPage

  package init(
    session: SessionID,
    founder: DeviceID,
    salt: UInt128,
    activity: StampedActivity,
    roster: RosterPage
  ) {
    self.session = session
    self.founder = founder
    self.salt = salt
    self.activity = activity
    self.roster = roster
  }

  init(from reader: inout ByteReader) throws(WireError) {
    session = SessionID(try reader.integer())
    founder = DeviceID(try reader.integer())
    salt = try reader.integer()
    activity = try StampedActivity(from: &reader)
    roster = try RosterPage(from: &reader)
  }

  func encode(into writer: inout ByteWriter) {
    writer.integer(session.rawValue)
    writer.integer(founder.rawValue)
    writer.integer(salt)
    activity.encode(into: &writer)
    roster.encode(into: &writer)
  }
}
