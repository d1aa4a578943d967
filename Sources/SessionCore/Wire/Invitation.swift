/// What an inviter says about its session before anybody is admitted: what a banner shows.
package struct Invitation: Equatable, Sendable {
  package var session: SessionID
  package var participantCount: UInt16
  /// Its content is empty when it would not fit a stranger's frame.
  package var activity: ActivityRecord

  package init(session: SessionID, participantCount: UInt16, activity: ActivityRecord) {
    self.session = session
    self.participantCount = participantCount
    self.activity = activity
    if activity.content.count > WireLimits.invitedContent { self.activity.content = [] }
  }

  init(from reader: inout ByteReader) throws(WireError) {
    session = SessionID(try reader.integer())
    participantCount = try reader.integer()
    activity = try ActivityRecord(from: &reader, contentLimit: WireLimits.invitedContent)
  }

  func encode(into writer: inout ByteWriter) {
    writer.integer(session.rawValue)
    writer.integer(participantCount)
    activity.encode(into: &writer)
  }
}
