import SessionCore
import Testing

/// Machines on networks that work.
struct DiscoveryTests {
  @Test(arguments: UInt64(1)...20)
  func `machines that start together are found within a second and a half`(seed: UInt64) {
    var network = DiscoveryNetwork(seed: seed)
    for name in ["Ada", "Bo", "Cy"] { network.add(name) }
    let found = network.run(for: .milliseconds(1_500)) {
      $0.machines.map(\.names) == [["Bo", "Cy"], ["Ada", "Cy"], ["Ada", "Bo"]]
    }
    #expect(found)
  }

  @Test func `who comes later is found, and finds those who were there before`() {
    var network = DiscoveryNetwork(seed: 1)
    network.add("Ada")
    network.run(for: .seconds(300))
    network.add("Bo")
    #expect(
      network.run(for: .milliseconds(1_500)) {
        $0.machines[0].names == ["Bo"] && $0.machines[1].names == ["Ada"]
      }
    )
  }

  @Test func `a device is listed once, with its places and the interface where they were heard`() {
    var network = DiscoveryNetwork(seed: 2)
    let ada = network.add("Ada", on: [0, 1])
    network.add("Bo", on: [0, 1])
    network.run(for: .seconds(3))
    let bo = network.machines[1]
    let places = [0, 1].flatMap { number in
      DiscoveryNetwork.addresses(1, number).map { address in
        let scope = address.bytes.count == 16 ? UInt32(number + 2) : 0
        return Endpoint(address: address.bytes, scope: scope, port: 26_752)
      }
    }
    let heard = network.machines[ada].nearby
    #expect(heard.map(\.device) == [bo.device])
    #expect(heard.map(\.name) == ["Bo"])
    #expect(heard.map(\.deviceName) == ["Bo-laptop"])
    #expect(Set(heard.flatMap(\.endpoints)) == Set(places))
    #expect(heard.first?.endpoints.count == places.count)
  }

  @Test func `whoever only listens is told of others and tells nothing`() {
    var network = DiscoveryNetwork(seed: 3)
    network.add("Ada")
    let listener = network.add("ear", publishes: false)
    #expect(network.run(for: .seconds(2)) { $0.machines[listener].names == ["Ada"] })
    network.run(for: .seconds(600))
    #expect(network.machines[0].nearby == [])
    #expect(network.messages(of: listener).allSatisfy { !$0.isResponse && $0.authorities.isEmpty })
  }

  @Test func `whoever leaves is gone within two seconds`() {
    var network = DiscoveryNetwork(seed: 4)
    network.add("Ada")
    let bo = network.add("Bo")
    network.run(for: .seconds(100))
    #expect(network.machines[0].names == ["Bo"])
    network.input(.stop, to: bo)
    #expect(network.run(for: .seconds(2)) { $0.machines[0].nearby.isEmpty })
    let packets = network.machines[bo].packets.count
    network.run(for: .seconds(300))
    #expect(network.machines[bo].packets.count == packets)
  }

  @Test(arguments: UInt64(1)...8)
  func `whoever dies is listed no longer than two minutes`(seed: UInt64) {
    var network = DiscoveryNetwork(seed: seed)
    network.add("Ada")
    let bo = network.add("Bo")
    network.run(for: .seconds(Double(seed * 17)))
    #expect(network.machines[0].names == ["Bo"])
    network.kill(bo)
    #expect(network.run(for: .seconds(121)) { $0.machines[0].nearby.isEmpty })
  }

  @Test func `whoever stays is listed all the time, at little cost`() {
    var network = DiscoveryNetwork(seed: 5)
    for number in 0..<8 { network.add("peer \(number)") }
    network.run(for: .seconds(5))
    let lists = network.machines.map { $0.nearby.map(\.device) }
    #expect(lists.allSatisfy { $0.count == 7 })
    let before = network.machines.map(\.packets.count)
    for _ in 0..<5 {
      network.run(for: .seconds(100))
      #expect(network.machines.map { $0.nearby.map(\.device) } == lists)
    }
    // In nine minutes: a few packets a minute.
    let sent = zip(network.machines.map(\.packets.count), before).map { $0 - $1 }
    #expect(sent.allSatisfy { $0 < 9 * 20 })
  }

  @Test func `a new name takes the place of the old one`() {
    var network = DiscoveryNetwork(seed: 6)
    network.add("Ada")
    let bo = network.add("Bo")
    network.run(for: .seconds(20))
    network.input(.rename("Bob"), to: bo)
    #expect(network.run(for: .seconds(3)) { $0.machines[0].names == ["Bob"] })
    network.run(for: .seconds(200))
    #expect(network.machines[0].names == ["Bob"])
  }

  @Test func `two of one name get two names, whichever was there first`() {
    var network = DiscoveryNetwork(seed: 7)
    network.add("Ada")
    network.add("Eve")
    network.run(for: .seconds(30))
    network.add("Ada")
    network.run(for: .seconds(10))
    #expect(network.machines[1].names == ["Ada", "Ada (2)"])
    #expect(network.machines[0].names == ["Ada (2)", "Eve"])
    #expect(network.machines[2].names == ["Ada", "Eve"])
    #expect(network.machines[1].nearby.first?.device == network.machines[0].device)
  }

  @Test(arguments: UInt64(1)...12)
  func `two of one name that start at once end with two names`(seed: UInt64) {
    var network = DiscoveryNetwork(seed: seed)
    network.add("Eve")
    network.add("Ada")
    network.add("Ada")
    #expect(network.run(for: .seconds(10)) { $0.machines[0].names == ["Ada", "Ada (2)"] })
    network.run(for: .seconds(200))
    #expect(network.machines[0].names == ["Ada", "Ada (2)"])
  }

  @Test func `two who were apart and have one name settle it when they meet`() {
    var network = DiscoveryNetwork(seed: 8)
    network.add("Eve")
    network.add("Ada")
    let other = network.add("Ada")
    network.unplugged = [other]
    // A cable that is out is not noticed here: what is told then is lost.
    network.start(other)
    network.run(for: .seconds(30))
    network.unplugged = []
    network.run(for: .seconds(125))
    #expect(network.machines[0].names == ["Ada", "Ada (2)"])
  }

  @Test func `two networks that are one do not confuse a machine with itself`() {
    var network = DiscoveryNetwork(seed: 9)
    network.add("Ada", on: [0, 1])
    let bo = network.add("Bo", on: [0])
    // Both interfaces of the first are on the same network.
    network.machines[0].networks = [2: 0, 3: 0]
    network.run(for: .seconds(400))
    #expect(network.machines[bo].names == ["Ada"])
    let responses = network.messages(of: 0).filter(\.isResponse)
    #expect(!responses.isEmpty)
  }

  @Test func `a longer name than a label holds is cut between letters`() {
    var network = DiscoveryNetwork(seed: 10)
    network.add(String(repeating: "ä", count: 60))
    network.add(String(repeating: "ä", count: 60))
    network.add("", device: DeviceID(9))
    let ear = network.add("ear", publishes: false)
    network.run(for: .seconds(10))
    let names = [
      "somebody", String(repeating: "ä", count: 29) + " (2)", String(repeating: "ä", count: 31),
    ]
    #expect(Set(network.machines[ear].names) == Set(names))
  }

  @Test func `an interface that comes late or changes is followed within three seconds`() {
    var network = DiscoveryNetwork(seed: 11)
    let ada = network.add("Ada")
    let bo = network.add("Bo")
    let both = network.machines[bo].interfaces
    network.run(for: .seconds(100))
    network.machines[bo].interfaces = []
    network.input(.interfaces([]), to: bo)
    #expect(network.machines[bo].nearby == [])
    network.run(for: .seconds(130))
    #expect(network.machines[ada].nearby == [])
    var changed = both
    changed[0].addresses = [LocalInterface.Address([10, 0, 7, 7], prefixLength: 16)]
    network.machines[bo].interfaces = changed
    network.input(.interfaces(changed), to: bo)
    let place = Endpoint(address: [10, 0, 7, 7], port: 26_752)
    #expect(
      network.run(for: .seconds(3)) {
        $0.machines[ada].nearby.map(\.endpoints) == [[place]] && $0.machines[bo].names == ["Ada"]
      }
    )
    // While it is up: another address, which is the first from then on.
    network.run(for: .seconds(10))
    changed[0].addresses = [LocalInterface.Address([10, 0, 8, 8], prefixLength: 16)]
    network.machines[bo].interfaces = changed
    network.input(.interfaces(changed), to: bo)
    let newPlace = Endpoint(address: [10, 0, 8, 8], port: 26_752)
    #expect(
      network.run(for: .seconds(3)) { now in
        now.machines[ada].nearby.first?.endpoints.first == newPlace
      }
    )
  }

  @Test func `a machine without a network starts and waits`() {
    var network = DiscoveryNetwork(seed: 12)
    let ada = network.add("Ada", on: [])
    network.run(for: .seconds(100))
    #expect(network.machines[ada].packets.isEmpty)
    #expect(network.machines[ada].discoverer?.nextDeadline == nil)
  }

  @Test func `bridges, tunnels, loopback and what is down are not told of`() {
    var network = DiscoveryNetwork(seed: 13)
    let ada = network.add("Ada", on: [0, 1, 2, 3, 4, 5])
    var interfaces = network.machines[ada].interfaces
    interfaces[1].kind = .bridge
    interfaces[2].kind = .tunnel
    interfaces[3].kind = .loopback
    interfaces[4].isRunning = false
    interfaces[5].canMulticast = false
    network.machines[ada].interfaces = interfaces
    network.start(ada)
    let restarted = network.now
    network.run(for: .seconds(100))
    let after = network.machines[ada].packets.filter { $0.moment > restarted }
    #expect(Set(after.map(\.channel.interface)) == [2])
    let told = network.messages(of: ada, since: restarted + .milliseconds(1))
      .flatMap { $0.answers + $0.authorities }
    let addresses = Set(
      told.compactMap { record -> [UInt8]? in
        if case .a(let bytes) = record.content { bytes } else { nil }
      }
    )
    #expect(addresses == [[10, 0, 0, 1]])
  }
}
