/// Who was heard on the network.
extension AppState {
  mutating func show(nearby people: [NearbyPerson], note: String?) -> [AppCommand] {
    nearby = people
    nearbyNote = note
    return []
  }

  /// Invites a device that was heard; its words may be forged, so it must prove who it is.
  mutating func inviteNearby(_ id: [UInt8]) -> [AppCommand] {
    guard nearby.contains(where: { $0.id == id }) else {
      return say("That device is not heard any more.", isError: true)
    }
    mode = .browsing
    return [.inviteNearby(id)]
  }

  /// When the panel's words about ages change.
  var nextAge: Duration? {
    guard case .people = mode, !nearby.isEmpty else { return nil }
    let next = nearby.map { person in
      let age = max(.zero, moment - person.heard)
      return person.heard + NearbyPerson.step * (Int(age / NearbyPerson.step) + 1)
    }
    return next.min().map { max($0, moment + .milliseconds(100)) }
  }
}
