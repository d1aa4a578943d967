import SessionCore

extension People {
  /// That a member put another one out of the session.
  public struct Removal: Hashable, Sendable {
    /// Who was put out.
    public let participant: Participant
    /// The name that they gave; empty when they were gone before.
    ///
    /// Text from another machine, at most 64 bytes: make it harmless before showing it.
    public let name: String
    /// Who did it; the local participant when it was done here.
    public let remover: Participant
    /// The name that the remover gives, likewise; empty when it is not known.
    public let removerName: String

    init(_ removal: SessionCore.Removal) {
      participant = Participant(removal.participant)
      name = removal.name
      remover = Participant(removal.remover)
      removerName = removal.removerName
    }
  }

  /// Puts a participant out of the session, for everyone and until somebody invites it again.
  ///
  /// All members close their links to its device, and refuse it from then on, as soon as they hear
  /// of it; the device itself is told who did it, the others by
  /// `VisitorEvent.removed`. Whom it had let in stays.
  public func remove(_ participant: Participant.ID) {
    guard let session = directory.current else { return }
    host.post(.remove(session.id, Participant(id: participant).participantID))
  }
}
