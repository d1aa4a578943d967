extension Peer {
  /// Puts a participant out of the session, for everyone; it may be away.
  ///
  /// Without effect when there is no such participant, or no room for another record.
  mutating func remove(_ participant: ParticipantID, from id: SessionID) {
    guard let session, session.id == id, session.isJoined,
      let member = session.members.values.first(where: { $0.participant == participant }),
      self.session?.admissions.remove(member.device, by: signer) ?? false
    else { return }
    tellRemovals(since: session.admissions)
    dismissRemoved()
    broadcastRoster(except: nil)
  }

  /// Takes what members have signed.
  mutating func merge(_ records: [MembershipRecord]) -> Admissions.Merging {
    guard let before = session?.admissions else { return .nothing }
    var admissions = before
    let merging = admissions.merge(records)
    guard merging != .nothing else { return .nothing }
    session?.admissions = admissions
    if admissions.isMember(device) {
      tellRemovals(since: before)
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

  /// Who was a member until now, and who put them out: each is told once.
  ///
  /// Also of those who seem to have left: one who was away may hear that first.
  private mutating func tellRemovals(since before: Admissions) {
    guard let session else { return }
    for entry in session.roster.entries
    where before.isMember(entry.device) && session.admissions.isRemoved(entry.device) {
      guard let remover = session.admissions.remover(of: entry.device) else { continue }
      let known = session.roster.entries.first { $0.device == remover }?.name
      let removal = Removal(
        participant: participant(entry.device, in: session.id),
        name: entry.name,
        remover: participant(remover, in: session.id),
        removerName: known ?? ""
      )
      effects.append(.event(.removed(removal)))
    }
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
