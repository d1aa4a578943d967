/// Whether others on the network can be found, and find this device.
public enum DiscoveryState: Hashable, Sendable, CustomStringConvertible {
  /// It was not wanted.
  case off
  /// It listens and asks, on every interface that leads to a network.
  case running
  /// There is no such interface now; it begins as soon as one is there.
  case noNetwork
  /// The system does not give the port of multicast DNS, for the reason with this error number.
  ///
  /// It is tried again every few seconds.
  case refused(Int32)

  /// What holds, and what can be done, in one line.
  public var description: String {
    switch self {
    case .off: "discovery is off: invite by address"
    case .running: "discovery is running"
    case .noNetwork: "discovery waits for a network"
    case .refused(let number) where number == SystemError.inUse:
      "discovery is off: another program keeps port 5353 to itself; invite by address"
    case .refused(let number):
      "discovery is off: \(SystemError.text(number)); invite by address"
    }
  }
}
