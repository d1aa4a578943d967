/// Whether datagrams get through to one member, and where to.
///
/// A probe goes out every 4 s, every second while messages go this way. When one stays without
/// echo, another follows every 125 ms; after 1 s without any the path is down, and probes go out
/// every second. So messages are lost for 2 s at most, and at 30 % of loss the path stays up.
package struct DatagramPath: Equatable, Sendable {
  package static let idleInterval: Duration = .seconds(4)
  package static let busyInterval: Duration = .seconds(1)
  package static let searchInterval: Duration = .seconds(1)
  package static let retryInterval: Duration = .milliseconds(125)
  package static let patience: Duration = .seconds(1)

  /// The member's number for the link whose keys seal the datagrams.
  package let index: UInt32
  /// Where the member's newest datagram came from.
  package var endpoint: Endpoint
  package private(set) var isUp = false
  package private(set) var nextProbe: Moment
  private var unansweredSince: Moment?
  private var lastEcho: Moment
  private var lastUse: Moment?

  package init(index: UInt32, endpoint: Endpoint, at now: Moment) {
    self.index = index
    self.endpoint = endpoint
    nextProbe = now
    lastEcho = now
  }

  /// Call for each message that goes this way.
  package mutating func used(at now: Moment) {
    lastUse = now
    if unansweredSince == nil { nextProbe = min(nextProbe, lastEcho + DatagramPath.busyInterval) }
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
    lastEcho = now
    let isBusy = lastUse.map { now - $0 < DatagramPath.busyInterval } ?? false
    nextProbe = now + (isBusy ? DatagramPath.busyInterval : DatagramPath.idleInterval)
  }
}
