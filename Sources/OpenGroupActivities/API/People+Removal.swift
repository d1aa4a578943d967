import SessionCore

extension People {
  /// Puts a participant out of the session, for everyone and until somebody invites it again.
  ///
  /// All members close their links to its device, and refuse it from then on, as soon as they hear
  /// of it; the device itself is told who did it. Whom it had let in stays.
  public func remove(_ participant: Participant.ID) {
    guard let session = directory.current else { return }
    host.post(.remove(session.id, Participant(id: participant).participantID))
  }
}
