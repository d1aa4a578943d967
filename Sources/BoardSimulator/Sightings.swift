/// How often the interesting things happened: a simulation that never meets them proves nothing.
package struct Sightings: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case liftedNoteGone = "a note was taken away under a hand"
    case clearedByOthers = "somebody else cleared the board"
    case clearBesideCreate = "a clear was concurrent with a create"
    case undoAfterOverwrite = "an edit was taken back after somebody had overwritten it"
    case redoAfterPruning = "an edit was put in force again after pruning"
    case frameBeforeCreate = "a live move came before its note"
    case staleFrame = "a live move came too late"
    case frameAhead = "a live move came before operations of its sender"
    case deadNoteEdited = "an edit came for a note that was gone"
    case parked = "an operation came before what it depends on"
    case pipeCut = "a connection broke with bytes under way"
    case unsyncedLost = "a power cut took operations that were not synced"
    case ownCameBack = "a peer gave an operation back to its author's machine"
    case restored = "an old copy of a disk was put back"
    case joinedLate = "a machine came later"
    case imageRestored = "an old image of a disk was put back, and the id went on"
    case idCollision = "a machine heard that its replica id has gone further elsewhere"
    case undoAfterRestart = "a person took back what they did before a restart"
    case stateSent = "a peer was answered with the whole state"
    case logTooShort = "a peer asked for operations that a log no longer held"
    case snapshotJoined = "a snapshot came from a peer"
    case joinedOverParked = "a snapshot was joined while operations waited"
    case healed = "boards that knew the same and showed something else were healed"
    case lateDatagram = "a datagram came when all was settled"
    case conflictShown = "two people changed one property at the same time"
    case joined = "two states were joined"
  }

  package private(set) var counts: [Kind: Int] = [:]

  package init() {}

  mutating func add(_ kind: Kind) { counts[kind, default: 0] += 1 }

  package mutating func add(_ other: Sightings) {
    counts.merge(other.counts) { $0 + $1 }
  }

  /// What never happened.
  package var missing: [Kind] { Kind.allCases.filter { counts[$0] == nil } }
}
