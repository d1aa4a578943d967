/// Whether datagrams get through to one member, and where to.
///
/// While all is well a probe goes out every 4 s. When one stays without echo, another follows every
/// 250 ms; after 2 s without any the path is down, and probes go out every second.
package struct DatagramPath: Equatable, Sendable {
  package static let probeInterval: Duration = .seconds(4)
  package static let searchInterval: Duration = .seconds(1)
  package static let retryInterval: Duration = .milliseconds(250)
  package static let patience: Duration = .seconds(2)

  /// The member's number for the link whose keys seal the datagrams.
  package let index: UInt32
  /// Where the member's newest datagram came from.
  package var endpoint: Endpoint
  package private(set) var isUp = false
  package private(set) var nextProbe: Moment
  private var unansweredSince: Moment?

  package init(index: UInt32, endpoint: Endpoint, at now: Moment) {
    self.index = index
    self.endpoint = endpoint
    nextProbe = now
  }

  /// Call when `nextProbe` has come, and send a probe.
  package mutating func probed(at now: Moment) {
    let since = unansweredSince ?? now
    unansweredSince = since
    if now - since >= DatagramPath.patience { isUp = false }
    let isPatient = now - since < DatagramPath.patience
    nextProbe = now + (isPatient ? DatagramPath.retryInterval : DatagramPath.searchInterval)
  }

  package mutating func echoed(at now: Moment) {
    isUp = true
    unansweredSince = nil
    nextProbe = now + DatagramPath.probeInterval
  }
}
