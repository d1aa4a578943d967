/// A copy of this device: another machine that has its key, as the copy of a whole disk has.
extension Peer {
  /// Own links whose other end may be this very peer, at a time.
  private static let ownLinkLimit = 64
  /// Places where a copy is looked for, in one run.
  private static let suspectLimit = 64

  /// A link whose other side proved to have our own key: remembers its token, and looks for theirs.
  ///
  /// Both ends of a link to oneself are ours, and so are both tokens; a copy's is not. Nobody without
  /// the key comes here.
  mutating func meetOneself(_ hello: Hello, on id: LinkID) {
    guard hello.device == device, let link = links[id] else { return }
    guard !ownTokens.contains(hello.linkToken), !isCopyTold else { return }
    isCopyTold = true
    var place = link.endpoint
    if hello.port != 0 { place.port = hello.port }
    effects.append(.event(.copyMet(place)))
  }

  /// Tells a member that came where else it was: it knows whether it has been there itself.
  mutating func tellSuspects(of device: DeviceID, on id: LinkID) {
    guard let session, let member = session.members[device], let link = links[id],
      let entry = session.roster[device]
    else { return }
    let isLocal = link.endpoint.isLoopback
    let others = member.known.filter { place in
      place.address != link.endpoint.address && place.scope == 0 && (isLocal || !place.isLoopback)
    }
    guard !others.isEmpty else { return }
    write(.roster(RosterPage(entries: [entry], endpoints: [others])), on: id)
  }

  /// What a member says of this very device.
  mutating func hearOfOneself(in page: RosterPage) {
    for (entry, places) in zip(page.entries, page.endpoints) where entry.device == device {
      suspectCopy(at: places)
    }
  }

  /// Somebody says that this device can be reached at these places: where they are none of its own, a
  /// copy may be there.
  ///
  /// Two copies that both talk to a third find each other in this way. Each place is called once; all
  /// that an impostor there learns is what every caller shows.
  mutating func suspectCopy(at places: [Endpoint]) {
    guard !isCopyTold else { return }
    for place in places where place.port != 0 && !dialOrder.isThisPeer(place) {
      guard suspects.count < Self.suspectLimit, !suspects.contains(place) else { continue }
      suspects.append(place)
      nextSuspects.append(place)
    }
    lookForCopy()
  }

  /// Calls the next place at which a copy may be, unless one is being called.
  mutating func lookForCopy() {
    guard !isCopyTold, dials[.copy] == nil, !nextSuspects.isEmpty else { return }
    dial(.copy, [nextSuspects.removeFirst()], limit: Self.memberDialLimit, expecting: device)
  }

  /// Before our hello goes out on a link to a device that may be this one.
  mutating func noteOwnToken(of link: Link) {
    guard link.device == device else { return }
    ownTokens.append(link.token)
    if ownTokens.count > Self.ownLinkLimit { ownTokens.removeFirst() }
  }
}
