/// Whether datagrams get through to one member, and where to.
///
/// While all is well a probe goes out every 4 s. When one stays without echo, another follows every
/// 250 ms; after 2 s without any the path is down, and probes go out every second.
package struct DatagramPath: Equatable, Sendable {
  package static let probeInterval: Duration = .seconds(4)
  package static let searchInterval: Duration = .seconds(1)
  package static let retryInterval: Duration = .milliseconds(250)
  package static let patience: Duration = .seconds(2)

  /// Opens every datagram to the member.
  package let token: UInt64
  package private(set) var endpoint: Endpoint
  package private(set) var isUp = false
  package private(set) var nextProbe: Moment
  private var unansweredSince: Moment?
  private var sequence: UInt64 = 0
  private var highestReceived: UInt64 = 0
  private var window = ReplayWindow()

  package init(token: UInt64, endpoint: Endpoint, at now: Moment) {
    self.token = token
    self.endpoint = endpoint
    nextProbe = now
  }

  /// The next datagram to the member.
  package mutating func datagram(_ kind: Datagram.Kind, _ payload: [UInt8]) -> [UInt8] {
    sequence += 1
    return Datagram(token: token, sequence: sequence, kind: kind, payload: payload).encoded
  }

  /// False for a repeated datagram.
  ///
  /// The member's newest datagram tells where it really is.
  package mutating func accept(_ datagram: Datagram, from source: Endpoint) -> Bool {
    guard window.accept(datagram.sequence) else { return false }
    if datagram.sequence > highestReceived {
      highestReceived = datagram.sequence
      endpoint = source
    }
    return true
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
