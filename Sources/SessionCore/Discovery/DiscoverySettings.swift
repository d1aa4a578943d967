/// What a device makes known, and whom it looks for.
package struct DiscoverySettings: Equatable, Sendable {
  /// The library's own kind of service; a program may have one of its own.
  package static let libraryService = "_oga._tcp"

  /// Such as `_corkboard._tcp`: RFC 6763 wants at most 15 letters behind the underscore.
  package var serviceType = DiscoverySettings.libraryService
  package var device: DeviceID
  /// The name that others see.
  package var name: String
  package var deviceName: String
  /// Where the device can be reached.
  package var port: UInt16
  /// Hashes of the kinds of activity: only who has one of them is shown.
  ///
  /// Empty: everybody.
  package var activities: [String] = []
  /// False: only listens and asks.
  package var isPublishing = true

  package init(device: DeviceID, name: String, deviceName: String, port: UInt16) {
    self.device = device
    self.name = name
    self.deviceName = deviceName
    self.port = port
  }
}

/// Every limit and every time of discovery, most of them from RFC 6762.
enum DiscoveryLimits {
  /// Seconds for which a record holds.
  ///
  /// Whoever dies without a goodbye is listed no longer than this.
  static let timeToLive: UInt32 = 120
  /// Services of others that are remembered.
  static let entries = 256
  static let addressesPerHost = 8
  static let endpointsPerDevice = 16
  static let probes = 3
  static let probeInterval: Duration = .milliseconds(250)
  /// How long the loser of a tie waits.
  static let tieDelay: Duration = .seconds(1)
  static let announcements = 2
  static let announceInterval: Duration = .seconds(1)
  /// A record is not sent again on one channel within this, or within the other to who probes.
  static let repeatInterval: Duration = .seconds(1)
  static let defenceInterval: Duration = .milliseconds(250)
  static let firstQuery: Duration = .seconds(1)
  static let lastQuery: Duration = .seconds(60)
  /// How long a record still counts after its goodbye, or after others took its place.
  static let goodbyeDelay: Duration = .seconds(1)
  /// So many conflicts within so long slow the search for a name down.
  static let conflicts = 15
  static let conflictWindow: Duration = .seconds(10)
  static let conflictDelay: Duration = .seconds(5)
  /// Bytes of a query, beyond which known answers go into another one.
  static let queryBytes = 1_200
  /// Questions of one message that are looked at.
  static let questions = 64
  /// Messages that one interface sends at once, and each second from then on.
  static let burst = 30
  static let rate = 10
  /// Own packets that are still expected to come back.
  static let echoes = 32
  static let listInterval: Duration = .milliseconds(250)
}
