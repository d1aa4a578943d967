/// A copy of this device: another machine that has its key, as the copy of a whole disk has.
extension Peer {
  /// Own links whose other end may be this very peer, at a time.
  private static let ownLinkLimit = 64

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

  /// Before our hello goes out on a link to a device that may be this one.
  mutating func noteOwnToken(of link: Link) {
    guard link.device == device else { return }
    ownTokens.append(link.token)
    if ownTokens.count > Self.ownLinkLimit { ownTokens.removeFirst() }
  }
}
