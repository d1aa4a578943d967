public import FoundationEssentials

/// How a runtime presents itself and where it listens.
public struct PeopleSettings: Sendable {
  /// Which port to listen on, TCP and UDP alike.
  public enum Port: Sendable, Hashable {
    /// This one, or the next free one of the 40 above it.
    case preferred(UInt16)
    /// This one or an error.
    case fixed(UInt16)
    /// Any free one: for tests.
    case any
  }

  /// The port that an address without a port means.
  public static let defaultPort: UInt16 = 26_752

  /// The type of service of programs that set none of their own.
  public static let defaultServiceType = "_oga._tcp"

  /// The name that others see.
  public var name: String
  /// The machine's name, as others see it.
  public var deviceName: String
  /// Where to listen.
  public var port: Port = .preferred(PeopleSettings.defaultPort)
  /// The kinds of activity that this program takes part in; invitations to others are refused.
  ///
  /// Empty: all kinds.
  public var activities: [any GroupActivity.Type] = []
  /// The key that makes this device itself, kept by the program and private to it.
  ///
  /// Nil: a new one, so that nobody recognizes this device the next time.
  public var deviceKey: DeviceKey?
  /// What `onStoreSession` was given last in an earlier run: the way back into a running session.
  public var storedSession: Data?
  /// Called with bytes to keep for the next run, or nil to forget them, whenever they change.
  ///
  /// They let their owner into the session: keep them readable by nobody else. The call comes on the
  /// thread of the network: do not block there for long.
  public var onStoreSession: @Sendable (Data?) -> Void = { _ in }
  /// Whether others on the network find this device, and it them, by multicast DNS.
  ///
  /// Whoever listens there learns the names, the device and the port, and nothing of sessions.
  public var usesDiscovery = true
  /// The type of service that is found: an underscore, at most 15 letters or digits, `._tcp`.
  public var serviceType = PeopleSettings.defaultServiceType
  /// Listen on 127.0.0.1 alone, and without discovery: for tests.
  public var loopbackOnly = false

  /// Settings with a name; the rest has defaults.
  public init(name: String, deviceName: String) {
    self.name = name
    self.deviceName = deviceName
  }
}
