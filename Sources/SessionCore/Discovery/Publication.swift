/// What this device says about itself, under names that nobody else has.
struct Publication {
  let type: DNSName
  let port: UInt16
  let text: [[UInt8]]
  private let hostLabel: String
  private let domain: DNSName
  private var label: String
  /// Tried names: 2 makes "Ada (2)" of "Ada".
  private var number = 1
  private var hostNumber = 1
  private(set) var instance: DNSName
  private(set) var host: DNSName
  /// When others had our name, lately.
  var conflicts: [Moment] = []
  /// There were so many that each next attempt waits, until one succeeds.
  var isSlow = false

  /// Nil when the kind of service is no name.
  ///
  /// `hostTag` is drawn anew in each run: two machines with one identity have different hosts.
  init?(_ settings: DiscoverySettings, hostTag: UInt64) {
    guard let domain = DNSName("local"),
      let type = DNSName("\(settings.serviceType).local"), type.parent.parent == domain
    else { return nil }
    hostLabel = "oga-\(String(hostTag, radix: 16))"
    label = settings.name
    self.domain = domain
    self.type = type
    port = settings.port
    text =
      ServiceText(
        device: settings.device,
        activities: settings.activities,
        deviceName: settings.deviceName
      ).strings
    instance = type
    host = domain
    makeNames()
  }

  private mutating func makeNames() {
    let ending = number == 1 ? "" : " (\(number))"
    let limit = DNSName.labelLimit - ending.utf8.count
    let start = label.isEmpty ? "somebody" : label.prefix(utf8Limit: limit)
    instance = type.prepending(Array((start + ending).utf8.prefix(DNSName.labelLimit))) ?? type
    let hostEnding = hostNumber == 1 ? "" : "-\(hostNumber)"
    host = domain.prepending(Array((hostLabel + hostEnding).utf8)) ?? domain
  }

  mutating func rename(_ name: String) {
    label = name
    number = 1
    makeNames()
  }

  /// Somebody else has a name: takes the next.
  mutating func giveUp(_ name: DNSName) {
    if name == host { hostNumber += 1 } else { number += 1 }
    makeNames()
  }

  /// The name under which every kind of service of a network is listed.
  private var typesName: DNSName? { DNSName("_services._dns-sd._udp.local") }

  /// Everything that is said on an interface: what others may say, too, then what only we say.
  func records(on interface: LocalInterface) -> [DNSRecord] {
    var records = [shared(type, .ptr(instance))]
    if let typesName { records.append(shared(typesName, .ptr(type))) }
    return records + uniqueRecords(on: interface)
  }

  func uniqueRecords(on interface: LocalInterface) -> [DNSRecord] {
    var records = [
      unique(instance, .srv(priority: 0, weight: 0, port: port, target: host)),
      unique(instance, .txt(text)),
    ]
    for family in AddressFamily.allCases {
      let addresses = interface.addresses.map(\.bytes).filter { $0.count == family.byteCount }
      for address in addresses.prefix(DiscoveryLimits.addressesPerHost) {
        records.append(unique(host, family == .ipv4 ? .a(address) : .aaaa(address)))
      }
    }
    return records
  }

  /// Says of one of our names which types it has, and so that it has no others.
  func denial(of name: DNSName, on interface: LocalInterface) -> DNSRecord {
    let kinds = uniqueRecords(on: interface).filter { $0.name == name }.map(\.kind)
    return unique(name, .nsec(next: name, kinds: Set(kinds).sorted()))
  }

  private func shared(_ name: DNSName, _ content: DNSRecord.Content) -> DNSRecord {
    DNSRecord(name, content, timeToLive: DiscoveryLimits.timeToLive, flushesCache: false)
  }

  private func unique(_ name: DNSName, _ content: DNSRecord.Content) -> DNSRecord {
    DNSRecord(name, content, timeToLive: DiscoveryLimits.timeToLive, flushesCache: true)
  }
}
