import SessionCore
import Testing

/// Networks that lose, and machines that lie.
struct DiscoveryAbuseTests {
  private static let type = DNSName("_oga._tcp.local") ?? .root

  /// What somebody says who claims to be a device.
  static func claim(
    _ name: String,
    device: UInt128,
    address: [UInt8] = [10, 0, 9, 9],
    port: UInt16 = 1
  ) -> DNSMessage {
    let id = String(device, radix: 16)
    let padded = String(repeating: "0", count: 32 - id.count) + id
    guard let instance = type.prepending(Array(name.utf8)), let host = DNSName("\(name).local")
    else { return DNSMessage(isResponse: true) }
    let records: [(DNSName, DNSRecord.Content)] = [
      (type, .ptr(instance)),
      (instance, .srv(priority: 0, weight: 0, port: port, target: host)),
      (instance, .txt([Array("v=1".utf8), Array("id=\(padded)".utf8)])),
      (host, .a(address)),
    ]
    return DNSMessage(
      isResponse: true,
      answers: records.map {
        DNSRecord($0.0, $0.1, timeToLive: 4_500, flushesCache: $0.0 != type)
      }
    )
  }

  @Test(arguments: UInt64(1)...12)
  func `at thirty percent of loss, with duplicates and delays, all are found`(seed: UInt64) {
    var network = DiscoveryNetwork(seed: seed)
    network.loss = 30
    network.duplicates = 20
    network.longestDelay = .milliseconds(200)
    for name in ["Ada", "Bo", "Cy", "Di"] { network.add(name) }
    #expect(network.run(for: .seconds(20)) { $0.machines.allSatisfy { $0.nearby.count == 3 } })
    network.run(for: .seconds(100))
    #expect(Set(network.machines.flatMap(\.names)) == ["Ada", "Bo", "Cy", "Di"])
  }

  @Test func `ten thousand invented peers hide nobody and cost little`() {
    var network = DiscoveryNetwork(seed: 1)
    let ada = network.add("Ada")
    network.add("Bo")
    network.run(for: .seconds(5))
    let before = network.machines[ada].packets.count
    for number in 0..<10_000 {
      network.forge(Self.claim("fake \(number)", device: UInt128(number + 1_000)), to: ada)
      if number % 10 == 9 { network.run(for: .milliseconds(100)) }
    }
    network.add("Cy")
    network.run(for: .seconds(3))
    #expect(network.machines[ada].nearby.count <= 256)
    #expect(Set(network.machines[ada].names).isSuperset(of: ["Bo", "Cy"]))
    // In a hundred seconds of it: no more than the rate that is allowed.
    #expect(network.machines[ada].packets.count - before < 103 * 10 + 30)
    network.run(for: .seconds(125))
    #expect(network.machines[ada].names == ["Bo", "Cy"])
  }

  @Test func `invented peers from invented machines are bounded as well`() {
    var network = DiscoveryNetwork(seed: 2)
    let ada = network.add("Ada")
    network.run(for: .seconds(3))
    for number in 0..<3_000 {
      let source: [UInt8] = [10, 0, UInt8(2 + number / 250), UInt8(number % 250 + 1)]
      let claim = Self.claim("fake \(number)", device: UInt128(number + 1_000))
      network.forge(claim, from: source, to: ada)
      network.run(for: .milliseconds(10))
    }
    #expect(network.machines[ada].nearby.count == 256)
    let lists = network.machines[ada].lists
    #expect(lists < 30 * 4 + 20)
  }

  @Test func `a forged record with a victim's id adds a place and takes none away`() {
    var network = DiscoveryNetwork(seed: 3)
    let ada = network.add("Ada")
    let bo = network.add("Bo")
    network.run(for: .seconds(3))
    let device = network.machines[bo].device
    let honest = network.machines[ada].nearby
    for name in ["Mallory", "Bo"] {
      network.forge(Self.claim(name, device: device.rawValue), to: ada)
    }
    network.run(for: .seconds(1))
    let rows = network.machines[ada].nearby
    #expect(rows.map(\.device) == [device])
    #expect(rows.map(\.name) == ["Bo"])
    let forged = Endpoint(address: [10, 0, 9, 9], port: 1)
    #expect(rows.first?.endpoints.first == honest.first?.endpoints.first)
    #expect(Set(rows.flatMap(\.endpoints)) == Set(honest.flatMap(\.endpoints) + [forged]))
    // Nor does a forged goodbye.
    var goodbye = Self.claim("Bo", device: device.rawValue)
    for place in goodbye.answers.indices { goodbye.answers[place].timeToLive = 0 }
    network.forge(goodbye, to: ada)
    network.run(for: .seconds(100))
    #expect(
      Set(network.machines[ada].nearby.flatMap(\.endpoints)).isSuperset(
        of: honest.flatMap(\.endpoints)
      )
    )
  }

  @Test func `whoever claims to be this very device is heard as that: it may be a copy`() {
    var network = DiscoveryNetwork(seed: 4)
    let ada = network.add("Ada")
    network.run(for: .seconds(3))
    network.forge(Self.claim("Eve", device: network.machines[ada].device.rawValue), to: ada)
    network.run(for: .seconds(3))
    let own = network.machines[ada].device
    #expect(network.machines[ada].nearby.map(\.device) == [own])
    #expect(!network.machines[ada].nearby.flatMap(\.endpoints).isEmpty)
  }

  @Test func `what does not come from the network of the interface is not heard`() {
    var network = DiscoveryNetwork(seed: 5)
    let ada = network.add("Ada")
    network.run(for: .seconds(20))
    let before = network.machines[ada].packets.count
    let ask = DNSMessage(
      isResponse: false,
      questions: [DNSQuestion(Self.type, kind: DNSRecord.Kind.ptr)]
    )
    let far: [UInt8] = [192, 0, 2, 1]
    let farIPv6: [UInt8] = [0x20, 1] + [UInt8](repeating: 0, count: 13) + [1]
    for source in [far, farIPv6] {
      network.forge(ask, from: source, to: ada)
      network.forge(Self.claim("Eve", device: 7), from: source, to: ada)
    }
    // Nor is a question from another port, which would have to be answered to one machine alone.
    network.forge(ask, port: 40_000, to: ada)
    network.forge(Self.claim("Eve", device: 7), port: 40_000, to: ada)
    network.run(for: .milliseconds(500))
    #expect(network.machines[ada].packets.count == before)
    #expect(network.machines[ada].nearby == [])
    // The same from nearby is.
    network.forge(ask, to: ada)
    network.run(for: .milliseconds(500))
    #expect(network.machines[ada].packets.count > before)
  }

  @Test func `a flood of questions is answered once a second`() {
    var network = DiscoveryNetwork(seed: 6)
    let ada = network.add("Ada", families: [.ipv4])
    network.run(for: .seconds(5))
    let before = network.now
    let ask = DNSMessage(
      isResponse: false,
      questions: [DNSQuestion(Self.type, kind: DNSRecord.Kind.ptr)]
    )
    for _ in 0..<5_000 {
      network.forge(ask, to: ada)
      network.run(for: .milliseconds(2))
    }
    let answers = network.messages(of: ada, since: before).filter(\.isResponse)
    #expect((9...11).contains(answers.count))
  }

  @Test func `conflict after conflict slows the search for a name down`() {
    var network = DiscoveryNetwork(seed: 7)
    let ada = network.add("Ada", families: [.ipv4])
    let start = network.now
    // Somebody has every name that is asked for.
    for _ in 0..<60_000 / 50 {
      network.run(for: .milliseconds(50))
      let last = network.messages(of: ada).last
      guard let last, !last.isResponse, let wanted = last.authorities.first?.name else { continue }
      let other = DNSRecord.Content.srv(priority: 0, weight: 0, port: 9, target: wanted)
      let record = DNSRecord(wanted, other, timeToLive: 120, flushesCache: true)
      network.forge(DNSMessage(isResponse: true, answers: [record]), to: ada)
    }
    let names = Set(
      network.messages(of: ada, since: start).filter { !$0.isResponse }
        .flatMap { $0.authorities.map(\.name) }
    )
    #expect((15...30).contains(names.count))
  }

  @Test func `bytes that are no message change nothing`() {
    var network = DiscoveryNetwork(seed: 8)
    let ada = network.add("Ada")
    network.add("Bo")
    network.run(for: .seconds(3))
    var random = RandomStream(seed: 9)
    let list = network.machines[ada].nearby.map(\.device)
    let good = network.machines[1].packets.map(\.bytes)
    for number in 0..<3_000 {
      var bytes = good[number % good.count]
      for _ in 0...random.next() % 8 where !bytes.isEmpty {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      let source = Endpoint(address: [10, 0, 9, UInt8(number % 200)], port: 5353)
      network.input(
        .packet(bytes, DiscoveryChannel(2, .ipv4), from: source),
        to: ada
      )
      if number % 30 == 0 { network.run(for: .milliseconds(100)) }
    }
    #expect(Set(network.machines[ada].nearby.map(\.device)).isSuperset(of: list))
    #expect(network.machines[ada].nearby.count <= 256)
  }
}
