package import BoardCore

/// A note that somebody took away while this person had it in hand or wrote in it.
package struct GoneNote: Equatable, Sendable {
  package var note: NoteID
  package var by: ReplicaID?
}
