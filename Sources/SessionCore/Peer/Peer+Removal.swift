extension Peer {
  /// Puts a participant out of the session, for everyone; it may be away.
  ///
  /// Without effect when there is no such participant, or no room for another record.
  mutating func remove(_ participant: ParticipantID, from id: SessionID) {
    guard let session, session.id == id, session.isJoined,
      let member = session.members.values.first(where: { $0.participant == participant }),
      self.session?.admissions.remove(member.device, by: signer) ?? false
    else { return }
    dismissRemoved()
    broadcastRoster(except: nil)
  }

  /// Takes what members have signed.
  mutating func merge(_ records: [MembershipRecord]) -> Admissions.Merging {
    guard var admissions = session?.admissions else { return .nothing }
    let merging = admissions.merge(records)
    guard merging != .nothing else { return .nothing }
    session?.admissions = admissions
    if admissions.isMember(device) {
      dismissRemoved()
    } else {
      wasRemoved()
    }
    return merging
  }

  /// Those who do not belong to the session any more are told why, and lose their links: with a link
  /// go its keys.
  private mutating func dismissRemoved() {
    guard let session else { return }
    for device in session.devices where !session.admissions.isMember(device) {
      if let link = session.members[device]?.link { explain(to: device, on: link) }
      tickets.bar(device)
    }
    guard var roster = self.session?.roster, roster.dismiss(unless: session.admissions) else {
      return
    }
    self.session?.roster = roster
    forgetDeparted()
  }

  /// Somebody comes who was removed, and did not hear of it.
  mutating func turnAway(_ device: DeviceID, on id: LinkID) {
    explain(to: device, on: id)
    refuse(id, .notAdmitted)
  }

  /// Shows a device that it was removed: what it needs to believe it, and nothing else.
  private mutating func explain(to device: DeviceID, on link: LinkID) {
    guard let session else { return }
    let proof = session.admissions.proof(ofRemoving: device)
    let records = proof.isEmpty ? session.admissions.records : proof
    write(.roster(RosterPage(entries: [], endpoints: [], records: records)), on: link)
  }

  /// This device does not belong to the session any more.
  private mutating func wasRemoved() {
    guard let session else { return }
    let remover = session.admissions.remover(of: device).map { participant($0, in: session.id) }
    finish(.removed(by: remover)) { _ in nil }
  }
}
