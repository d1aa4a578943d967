/// A session's activity with the stamp by which the last writer wins.
package struct StampedActivity: Equatable, Sendable {
  package var revision: UInt32
  package var writer: DeviceID
  package var record: ActivityRecord

  package init(revision: UInt32, writer: DeviceID, record: ActivityRecord) {
    self.revision = revision
    self.writer = writer
    self.record = record
  }

  /// Whether this one is kept when the two meet.
  package func beats(_ other: StampedActivity) -> Bool {
    revision == other.revision ? other.writer < writer : other.revision < revision
  }

  init(from reader: inout ByteReader) throws(WireError) {
    revision = try reader.integer()
    writer = DeviceID(try reader.integer())
    record = try ActivityRecord(from: &reader)
  }

  func encode(into writer: inout ByteWriter) {
    writer.integer(revision)
    writer.integer(self.writer.rawValue)
    record.encode(into: &writer)
  }
}
