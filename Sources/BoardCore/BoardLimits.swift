/// The numbers that bind what a person does here and the size of what travels.
package enum BoardLimits {
  /// UTF-8 bytes in one note.
  package static let textBytes = 16_384
  /// Unicode scalars that one replica may ever insert into the text of one note, erased ones included.
  ///
  /// What is erased keeps its place as long as its note. All replicas apply what one of them made in
  /// the same order, so that each finds the same operation to be the first that passes this.
  package static let textElements = 1 << 20
  /// UTF-8 bytes of one note that an import takes: what 32 people who write apart can make of one.
  package static let importedTextBytes = 32 * textBytes
  /// UTF-8 bytes in the title of a board.
  package static let titleBytes = 256
  /// Notes that a person may bring a board to.
  ///
  /// A merge may pass it.
  package static let notes = 10_000
  /// Both coordinates stay within plus and minus this.
  package static let coordinate: Int32 = 1_000_000
  /// Cells of a note's width or height, at least 1.
  package static let noteSide: Int32 = 10_000
  /// Points of a path that a committed move keeps.
  package static let trailPoints = 32
  package static let stackingKeyBytes = 48
  /// Bytes of one encoded operation.
  package static let operationBytes = 65_000
  /// Bytes of one reliable message.
  package static let messageBytes = 65_536
  /// Bytes of one unreliable message.
  package static let datagramBytes = 1_000
  /// UTF-8 bytes in the name of an attachment, and bytes of its file.
  package static let attachmentNameBytes = 255
  package static let attachmentBytes: UInt64 = 100_000_000
  /// Stamps end where the year 2200 begins, in milliseconds since 1970.
  package static let stamp: UInt64 = 7_258_118_400_000
  /// Sequence numbers end here, far below overflow.
  package static let sequence: UInt64 = 1 << 53
  /// Steps of undo that one replica keeps.
  package static let undoDepth = 100
  /// Operations of one origin that wait for earlier ones.
  package static let parkedOperations = 4_096
  /// Bytes of all waiting operations together.
  package static let parkedBytes = 16 << 20
  /// Bytes of the operations that are held to answer with; older ones are answered by a snapshot.
  package static let logBytes = 8 << 20
  /// Bytes and notes of one snapshot.
  package static let snapshotBytes = 256 << 20
  package static let snapshotNotes = 1_000_000
}
