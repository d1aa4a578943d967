/// All that the outside may know about one session at one moment.
package struct SessionSnapshot: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    /// Delivered, not yet joined.
    case waiting
    case joined
    /// Final.
    case invalidated(InvalidationReason)
  }

  package var id: SessionID
  package var state: State
  package var activity: ActivityRecord
  package var isLocallyInitiated: Bool
  package var localParticipant: ParticipantID
  /// Everyone joined who is here or quiet, this peer included once it is joined; sorted.
  package var activeParticipants: [ParticipantID]

  package init(
    id: SessionID,
    state: State,
    activity: ActivityRecord,
    isLocallyInitiated: Bool,
    localParticipant: ParticipantID,
    activeParticipants: [ParticipantID]
  ) {
    self.id = id
    self.state = state
    self.activity = activity
    self.isLocallyInitiated = isLocallyInitiated
    self.localParticipant = localParticipant
    self.activeParticipants = activeParticipants
  }
}

/// Why a session is over for this peer.
package enum InvalidationReason: Hashable, Sendable {
  /// This peer left.
  case left
  /// Somebody ended it for everyone.
  case ended(by: ParticipantID?)
  /// A member put this peer out; nil when it is not known who, or it was whoever let it in.
  case removed(by: ParticipantID?)
  /// This peer entered another session.
  case replaced
  /// The runtime stopped.
  case stopped
}

/// What must be kept across a restart to come back to a session without a question.
///
/// Opaque bytes to whoever keeps them; private, since they let their owner in.
package struct SessionRecord: Equatable, Sendable {
  package var bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
}
