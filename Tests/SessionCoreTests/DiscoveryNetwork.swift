import SessionCore

/// Discoverers on networks in memory, in virtual time: the same seed gives the same run.
struct DiscoveryNetwork {
  struct Machine {
    var name: String
    var device: DeviceID
    var settings: DiscoverySettings
    /// Nil: the program does not run.
    var discoverer: Discoverer?
    var interfaces: [LocalInterface]
    /// To which network each interface leads, by its index.
    var networks: [UInt32: Int]
    var nearby: [NearbyDevice] = []
    var lists = 0
    var packets: [(moment: Moment, bytes: [UInt8], channel: DiscoveryChannel)] = []

    var names: [String] { nearby.map(\.name) }
  }

  private struct Delivery {
    var moment: Moment
    var order: Int
    var machine: Int
    var packet: [UInt8]
    var channel: DiscoveryChannel
    var source: Endpoint
  }

  private(set) var now: Moment = .start
  var machines: [Machine] = []
  /// In percent.
  var loss = 0
  var duplicates = 0
  var longestDelay: Duration = .milliseconds(2)
  /// Machines whose cable is out.
  var unplugged: Set<Int> = []

  private var random: RandomStream
  private var deliveries: [Delivery] = []
  private var order = 0

  init(seed: UInt64) { random = RandomStream(seed: seed) }

  /// Adds a machine with an interface on each network, and starts its program.
  @discardableResult mutating func add(
    _ name: String,
    device: DeviceID? = nil,
    on networks: [Int] = [0],
    families: [AddressFamily] = AddressFamily.allCases,
    publishes: Bool = true
  ) -> Int {
    let number = machines.count
    let device = device ?? DeviceID(UInt128(random.next()) << 64 | UInt128(number))
    var settings = DiscoverySettings(
      device: device,
      name: name,
      deviceName: "\(name)-laptop",
      port: 26_752
    )
    settings.isPublishing = publishes
    let interfaces = networks.map { network in
      LocalInterface(
        index: UInt32(network + 2),
        name: "eth\(network)",
        addresses: Self.addresses(number, network, families)
      )
    }
    machines.append(
      Machine(
        name: name,
        device: device,
        settings: settings,
        interfaces: interfaces,
        networks: Dictionary(uniqueKeysWithValues: networks.map { (UInt32($0 + 2), $0) })
      )
    )
    start(number)
    return number
  }

  static func addresses(
    _ machine: Int,
    _ network: Int,
    _ families: [AddressFamily] = AddressFamily.allCases
  ) -> [LocalInterface.Address] {
    let last = UInt8(machine % 250 + 1)
    let ipv4: [UInt8] = [10, UInt8(network), UInt8(machine / 250), last]
    let ipv6: [UInt8] =
      [0xFE, 0x80] + [UInt8](repeating: 0, count: 11)
      + [UInt8(network), UInt8(machine / 250), last]
    return families.map { family in
      family == .ipv4
        ? LocalInterface.Address(ipv4, prefixLength: 16)
        : LocalInterface.Address(ipv6, prefixLength: 64)
    }
  }

  mutating func start(_ machine: Int) {
    machines[machine].discoverer = Discoverer(machines[machine].settings, seed: random.next())
    machines[machine].nearby = []
    input(.interfaces(machines[machine].interfaces), to: machine)
  }

  /// The program dies without a word.
  mutating func kill(_ machine: Int) {
    machines[machine].discoverer = nil
    machines[machine].nearby = []
  }

  mutating func input(_ input: DiscoveryInput, to machine: Int) {
    var effects: [DiscoveryEffect] = []
    machines[machine].discoverer?.receive(input, at: now, into: &effects)
    for effect in effects {
      switch effect {
      case .nearby(let list):
        machines[machine].nearby = list
        machines[machine].lists += 1
      case .send(let packet, let channel):
        machines[machine].packets.append((now, packet, channel))
        spread(packet, channel, from: machine)
      }
    }
  }

  private mutating func spread(
    _ packet: [UInt8],
    _ channel: DiscoveryChannel,
    from machine: Int
  ) {
    let sender = machines[machine]
    guard let network = sender.networks[channel.interface],
      let interface = sender.interfaces.first(where: { $0.index == channel.interface }),
      let address = interface.addresses.first(where: {
        $0.bytes.count == channel.family.byteCount
      })
    else { return }
    let source = Endpoint(address: address.bytes, port: 5353)
    for receiver in machines.indices {
      let isCut = unplugged.contains(machine) || unplugged.contains(receiver)
      guard receiver == machine || !isCut else { continue }
      for (index, other) in machines[receiver].networks.sorted(by: { $0.key < $1.key })
      where other == network {
        let isEcho = receiver == machine && index == channel.interface
        if !isEcho, Int(random.next() % 100) < loss { continue }
        let copies = !isEcho && Int(random.next() % 100) < duplicates ? 2 : 1
        for _ in 0..<copies {
          let place = DiscoveryChannel(index, channel.family)
          deliver(packet, place, source, to: receiver, isEcho ? .zero : delay)
        }
      }
    }
  }

  private var delay: Duration {
    mutating get {
      let longest = UInt64(longestDelay / .microseconds(1))
      return .microseconds(Int(random.next() % max(1, longest)))
    }
  }

  private mutating func deliver(
    _ packet: [UInt8],
    _ channel: DiscoveryChannel,
    _ source: Endpoint,
    to machine: Int,
    _ delay: Duration
  ) {
    order += 1
    deliveries.append(
      Delivery(
        moment: now + delay,
        order: order,
        machine: machine,
        packet: packet,
        channel: channel,
        source: source
      )
    )
  }

  /// A message from nowhere, as if somebody at an address had sent it.
  mutating func forge(
    _ message: DNSMessage,
    from address: [UInt8] = [10, 0, 9, 9],
    port: UInt16 = 5353,
    to machine: Int
  ) {
    guard let packet = message.encoded(limit: DNSMessage.byteLimit) else { return }
    let channel = DiscoveryChannel(2, address.count == 4 ? .ipv4 : .ipv6)
    input(.packet(packet, channel, from: Endpoint(address: address, port: port)), to: machine)
  }

  /// Lets time pass; true as soon as the condition holds.
  @discardableResult mutating func run(
    for duration: Duration,
    until condition: (DiscoveryNetwork) -> Bool = { _ in false }
  ) -> Bool {
    let end = now + duration
    while !condition(self) {
      let wake = machines.compactMap { $0.discoverer?.nextDeadline }.min()
      let packet = deliveries.min { ($0.moment, $0.order) < ($1.moment, $1.order) }
      guard let next = [wake, packet?.moment].compactMap({ $0 }).min(), next <= end else {
        now = end
        return condition(self)
      }
      now = max(now, next)
      if let packet, packet.moment <= now {
        deliveries.removeAll { $0.order == packet.order }
        let isThere = machines[packet.machine].interfaces.contains {
          $0.index == packet.channel.interface
        }
        if isThere {
          input(.packet(packet.packet, packet.channel, from: packet.source), to: packet.machine)
        }
      } else {
        for machine in machines.indices {
          let due = machines[machine].discoverer?.nextDeadline
          if let due, due <= now { input(.woke, to: machine) }
        }
      }
    }
    return true
  }

  /// The messages that a machine sent since a moment.
  func messages(of machine: Int, since moment: Moment = .start) -> [DNSMessage] {
    machines[machine].packets.filter { $0.moment >= moment }
      .compactMap { try? DNSMessage(encoded: $0.bytes) }
  }
}
