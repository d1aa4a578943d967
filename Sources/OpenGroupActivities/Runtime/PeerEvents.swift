import SessionCore

/// Brings what the peer tells to those whom it concerns.
///
/// Called on the network's thread.
final class PeerEvents: Sendable {
  let directory: SessionDirectory
  let requests = RequestTable()
  let visitors = VisitorBoard()
  let people = Broadcast<[People.Person]>([])
  let nearby = Broadcast<[People.Nearby]>([])
  let discovery = Broadcast<DiscoveryState>(.off)
  let links = Broadcast<[People.Link]>([])
  let copy = Broadcast<String?>(nil)
  let addresses = Broadcast<[String]>(InterfaceAddresses.current())

  init(directory: SessionDirectory) {
    self.directory = directory
  }

  func receive(_ event: PeerEvent, from host: PeerHost) {
    switch event {
    case .sessionOffered(let snapshot):
      directory.offer(SessionHandle(snapshot, host: host))
    case .sessionChanged(let snapshot):
      change(snapshot)
    case .message(let session, let source, let payload, let delivery):
      directory.handle(session)?.hub.deliver(payload, from: source, delivery)
    case .request(let id, let status):
      requests.update(id, status)
    case .visitor(let visitor):
      visitors.arrived(Visitor(visitor))
    case .visitorGone(let id):
      visitors.left(id.rawValue)
    case .met(let device, let name): visitors.tell(.met(device: device.bytes, name: name))
    case .removed(let removal): visitors.tell(.removed(People.Removal(removal)))
    case .copyMet(let endpoint): copy.set(endpoint.text)
    case .tickets(let snapshots): links.set(snapshots.map { People.Link($0) })
    case .people(let snapshots):
      people.set(snapshots.map { People.Person($0) })
    }
  }

  private func change(_ snapshot: SessionSnapshot) {
    guard let handle = directory.handle(snapshot.id) else { return }
    handle.apply(snapshot)
    if case .invalidated = snapshot.state { directory.forget(handle) }
  }

  /// The runtime has stopped: everything ends.
  func finish() {
    for handle in directory.all {
      var snapshot = handle.snapshot.value
      snapshot.state = .invalidated(.stopped)
      snapshot.activeParticipants = []
      handle.apply(snapshot)
    }
    directory.finish()
    requests.finishAll()
    visitors.finish()
    people.set([])
    nearby.set([])
    discovery.set(.off)
    links.set([])
  }
}
