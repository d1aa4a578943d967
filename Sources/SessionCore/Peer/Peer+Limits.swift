extension Peer {
  /// What this peer keeps more of than its limits allow; nil while everything is within them.
  ///
  /// Simulations ask after every input. The program has no need to: each limit is kept where
  /// something is added.
  package var excess: String? {
    let strangers = links.values.count(where: \.isStranger)
    if strangers > Peer.strangerLimit { return "\(strangers) strangers" }
    if requests.count > Peer.requestLimit { return "\(requests.count) requests" }
    if ended.count > Peer.endedLimit { return "\(ended.count) sessions that are over" }
    for link in links.values where link.decoder.waitingBytes > link.decoder.limit + 4 {
      return "\(link.decoder.waitingBytes) bytes of a frame"
    }
    guard let session else { return nil }
    if session.heldBytes > WireLimits.heldMessages, session.held.count > 1 {
      return "\(session.heldBytes) bytes before joining"
    }
    if session.roster.entries.count > Roster.entryLimit { return "the roster" }
    return session.members.values.lazy.compactMap(\.excess).first
  }
}

extension Member {
  fileprivate var excess: String? {
    if queue.byteCount > WireLimits.reliableQueue { return "\(queue.byteCount) reliable bytes" }
    if droppable.byteCount > WireLimits.droppableQueue, droppable.count > 1 {
      return "\(droppable.byteCount) unreliable bytes"
    }
    let places = max(endpoints.count, told.count)
    return places > WireLimits.endpointsPerDevice ? "\(places) places" : nil
  }
}
