import BoardCore
import BoardUI
import OpenGroupActivities

/// Who was heard on the network, and whom of them this person invites.
extension EventLoop {
  func watchNearby() async {
    for await heard in people.nearby {
      lastNearby = heard
      showNearby()
    }
  }

  func watchDiscovery() async {
    for await state in people.discovery {
      discoveryNote =
        switch state {
        case .running: nil
        case .off, .noNetwork, .refused: "\(state)"
        }
      showNearby()
      if case .refused = state, !hasSaidRefusal {
        hasSaidRefusal = true
        take(.notice("\(state)", isError: true))
      }
    }
  }

  /// A cable that is put in later brings addresses.
  func watchAddresses() async {
    for await _ in people.addressChanges { showIdentity() }
  }

  /// Whoever takes part already is not nearby as well.
  func showNearby() {
    let here = Set(lastPeople.filter { $0.presence != .gone }.map(\.device))
    let now = elapsed(LoopExecutor.now)
    let shown = lastNearby.filter { !here.contains($0.device) }.map { heard in
      NearbyPerson(
        id: heard.device,
        name: heard.name,
        device: heard.deviceName,
        address: heard.typedAddress,
        heard: now - (ContinuousClock.now - heard.lastHeard)
      )
    }
    guard !shown.isEmpty || !state.nearby.isEmpty || discoveryNote != state.nearbyNote else {
      return
    }
    take(.nearbyChanged(shown, note: discoveryNote))
  }

  func inviteNearby(_ device: [UInt8]) {
    guard let heard = lastNearby.first(where: { $0.device == device }) else { return }
    ask(heard.name, isKnock: false) { people, progress in
      try await people.invite(heard, showing: self.activity.metadata, progress: progress)
    }
  }
}
