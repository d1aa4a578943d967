import SessionCore
import Testing

/// What exactly is said and asked, and when.
struct DiscoveryRulesTests {
  private static let type = DNSName("_oga._tcp.local") ?? .root

  /// One machine with one address, the messages that it sends, and when.
  private static func alone(
    _ seed: UInt64 = 1,
    for duration: Duration = .seconds(3)
  ) -> DiscoveryNetwork {
    var network = DiscoveryNetwork(seed: seed)
    network.add("Ada", device: DeviceID(0xABC), families: [.ipv4])
    network.run(for: duration)
    return network
  }

  private func sent(_ network: DiscoveryNetwork) -> [(moment: Moment, message: DNSMessage)] {
    network.machines[0].packets.compactMap { packet in
      (try? DNSMessage(encoded: packet.bytes)).map { (packet.moment, $0) }
    }
  }

  private func ask(_ name: DNSName, _ kind: UInt16, knowing known: [DNSRecord] = []) -> DNSMessage {
    DNSMessage(isResponse: false, questions: [DNSQuestion(name, kind: kind)], answers: known)
  }

  @Test func `names are asked for three times, then told twice`() throws {
    let network = Self.alone()
    let probes = sent(network).filter { !$0.message.authorities.isEmpty }
    try #require(probes.count == 3)
    #expect(probes[0].moment <= .seconds(0.25))
    #expect(probes[1].moment - probes[0].moment == .milliseconds(250))
    #expect(probes[2].moment - probes[1].moment == .milliseconds(250))
    let told = sent(network).filter(\.message.isResponse)
    try #require(told.count == 2)
    #expect(told[0].moment - probes[2].moment == .milliseconds(250))
    #expect(told[1].moment - told[0].moment == .seconds(1))
    #expect(told[0].message == told[1].message)
    let first = told[0].message.answers
    let instance = try #require(Self.type.prepending(Array("Ada".utf8)))
    let host = try #require(first.last?.name)
    let id = String(repeating: "0", count: 29) + "abc"
    let texts = ["v=1", "id=\(id)", "d=Ada-laptop"].map { Array($0.utf8) }
    let types = try #require(DNSName("_services._dns-sd._udp.local"))
    let location = DNSRecord.Content.srv(priority: 0, weight: 0, port: 26_752, target: host)
    #expect(
      first == [
        DNSRecord(Self.type, .ptr(instance), timeToLive: 120, flushesCache: false),
        DNSRecord(types, .ptr(Self.type), timeToLive: 120, flushesCache: false),
        DNSRecord(instance, location, timeToLive: 120, flushesCache: true),
        DNSRecord(instance, .txt(texts), timeToLive: 120, flushesCache: true),
        DNSRecord(host, .a([10, 0, 0, 1]), timeToLive: 120, flushesCache: true),
      ]
    )
    #expect(host.parent == DNSName("local"))
  }

  @Test(arguments: [true, false])
  func `of two who want one name at once the later records win`(isTheirsLater: Bool) throws {
    var network = Self.alone(for: .milliseconds(400))
    let name = try #require(Self.type.prepending(Array("Ada".utf8)))
    var probe = ask(name, DNSRecord.Kind.any)
    // Compared by kind first: an address comes before our text, a place of a service behind it.
    let theirs: DNSRecord.Content =
      isTheirsLater ? .srv(priority: 0, weight: 0, port: 1, target: name) : .a([10, 0, 0, 9])
    probe.authorities = [DNSRecord(name, theirs, timeToLive: 120, flushesCache: true)]
    network.forge(probe, to: 0)
    let tied = network.now
    network.run(for: .seconds(3))
    let told = try #require(sent(network).filter(\.message.isResponse).first).moment
    #expect(isTheirsLater ? told - tied == .milliseconds(1_750) : told - tied < .milliseconds(700))
  }

  @Test func `nobody is ever asked for an answer to one machine alone`() {
    var network = Self.alone()
    network.add("Bo")
    network.run(for: .seconds(500))
    let questions = (0...1).flatMap { network.messages(of: $0) }.flatMap(\.questions)
    #expect(!questions.isEmpty)
    #expect(questions.allSatisfy { !$0.wantsUnicast })
  }

  @Test func `all are asked for after one, two, four seconds and so on, at last every minute`() {
    let network = Self.alone(for: .seconds(400))
    let asked = sent(network).filter { $0.message.questions.first?.name == Self.type }
      .map(\.moment)
    let pauses = zip(asked.dropFirst(), asked).map { $0 - $1 }
    let expected = [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60].map { Duration.seconds($0) }
    #expect(pauses == expected)
  }

  @Test func `what only this machine says is answered at once, the rest a little later`() throws {
    var network = Self.alone(for: .seconds(10))
    let instance = try #require(Self.type.prepending(Array("Ada".utf8)))
    let before = network.now
    network.forge(ask(instance, DNSRecord.Kind.srv), to: 0)
    let answer = try #require(network.messages(of: 0, since: before).last)
    #expect(answer.isResponse)
    #expect(answer.answers.map(\.kind) == [DNSRecord.Kind.srv])
    #expect(answer.additionals.map(\.kind) == [DNSRecord.Kind.a])
    network.run(for: .seconds(5))
    let later = network.now
    network.forge(ask(Self.type, DNSRecord.Kind.ptr), to: 0)
    #expect(network.messages(of: 0, since: later).filter(\.isResponse).isEmpty)
    network.run(for: .seconds(1))
    let shared = try #require(network.machines[0].packets.last { $0.moment >= later })
    #expect((Duration.milliseconds(20) ... .milliseconds(120)).contains(shared.moment - later))
    let message = try DNSMessage(encoded: shared.bytes)
    #expect(message.answers.map(\.kind) == [DNSRecord.Kind.ptr])
    let extras = [DNSRecord.Kind.srv, DNSRecord.Kind.txt, DNSRecord.Kind.a]
    #expect(message.additionals.map(\.kind) == extras)
  }

  @Test func `whoever knows the answer is told nothing, unless it knows it for long`() throws {
    var network = Self.alone(for: .seconds(10))
    let instance = try #require(Self.type.prepending(Array("Ada".utf8)))
    func known(_ seconds: UInt32) -> [DNSRecord] {
      [DNSRecord(Self.type, .ptr(instance), timeToLive: seconds, flushesCache: false)]
    }
    let before = network.now
    network.forge(ask(Self.type, DNSRecord.Kind.ptr, knowing: known(60)), to: 0)
    network.run(for: .seconds(1))
    #expect(network.messages(of: 0, since: before).filter(\.isResponse).isEmpty)
    network.forge(ask(Self.type, DNSRecord.Kind.ptr, knowing: known(59)), to: 0)
    network.run(for: .seconds(1))
    #expect(network.messages(of: 0, since: before).filter(\.isResponse).count == 1)
    network.run(for: .seconds(5))
    // More of what is known may follow in a message of its own: that is waited for.
    let later = network.now
    var more = ask(Self.type, DNSRecord.Kind.ptr)
    more.isTruncated = true
    network.forge(more, to: 0)
    network.run(for: .milliseconds(300))
    network.forge(DNSMessage(isResponse: false, answers: known(120)), to: 0)
    network.run(for: .seconds(1))
    #expect(network.messages(of: 0, since: later).filter(\.isResponse).isEmpty)
  }

  @Test func `what somebody else just said is not said again`() throws {
    var network = Self.alone(for: .seconds(10))
    let types = try #require(DNSName("_services._dns-sd._udp.local"))
    let before = network.now
    network.forge(ask(types, DNSRecord.Kind.ptr), to: 0)
    let record = DNSRecord(types, .ptr(Self.type), timeToLive: 120, flushesCache: false)
    network.forge(DNSMessage(isResponse: true, answers: [record]), to: 0)
    network.run(for: .seconds(1))
    #expect(network.messages(of: 0, since: before).isEmpty)
    network.forge(ask(types, DNSRecord.Kind.ptr), to: 0)
    network.run(for: .seconds(1))
    #expect(network.messages(of: 0, since: before).map(\.answers) == [[record]])
  }

  @Test func `what our names do not have is denied`() throws {
    var network = Self.alone(for: .seconds(10))
    let host = try #require(
      network.messages(of: 0).flatMap(\.answers).last { $0.kind == DNSRecord.Kind.a }
    ).name
    let before = network.now
    network.forge(ask(host, DNSRecord.Kind.aaaa), to: 0)
    let answer = try #require(network.messages(of: 0, since: before).last)
    let denial = DNSRecord.Content.nsec(next: host, kinds: [DNSRecord.Kind.a])
    #expect(answer.answers.map(\.content) == [denial])
  }

  @Test func `a name that is ours is defended at once`() throws {
    var network = Self.alone(for: .seconds(10))
    let instance = try #require(Self.type.prepending(Array("ada".utf8)))
    let location = DNSRecord.Content.srv(priority: 0, weight: 0, port: 1, target: Self.type)
    var probe = ask(instance, DNSRecord.Kind.any)
    probe.authorities = [DNSRecord(instance, location, timeToLive: 120, flushesCache: true)]
    for _ in 0..<3 {
      let before = network.now
      network.forge(probe, to: 0)
      let answer = try #require(network.messages(of: 0, since: before).last)
      #expect(answer.answers.map(\.kind) == [DNSRecord.Kind.srv, DNSRecord.Kind.txt])
      network.run(for: .milliseconds(250))
    }
  }

  @Test func `whoever leaves takes back what it told`() {
    var network = Self.alone(for: .seconds(10))
    let before = network.now
    network.input(.stop, to: 0)
    let last = network.messages(of: 0, since: before)
    #expect(last.count == 1)
    let kinds = [DNSRecord.Kind.ptr, DNSRecord.Kind.srv, DNSRecord.Kind.txt, DNSRecord.Kind.a]
    #expect(last.first?.answers.map(\.kind) == kinds)
    #expect(last.first?.answers.allSatisfy { $0.timeToLive == 0 } ?? false)
    #expect(network.machines[0].discoverer?.nextDeadline == nil)
  }

  @Test func `what others are asked, with answers that are known, is not asked again`() {
    var network = Self.alone(for: .seconds(30))
    // Its next question comes soon after this one of somebody else.
    let times = sent(network).filter { $0.message.questions.first?.name == Self.type }
    let next = (times.last?.moment ?? .start) + .seconds(16)
    network.run(for: next - network.now - .milliseconds(500))
    let before = network.now
    network.forge(ask(Self.type, DNSRecord.Kind.ptr), to: 0)
    network.run(for: .seconds(5))
    let asked = network.messages(of: 0, since: before).filter { !$0.isResponse }
    #expect(asked == [])
    #expect(
      network.run(for: .seconds(70)) { now in
        now.messages(of: 0, since: before).contains { !$0.isResponse }
      }
    )
  }

  @Test func `only programs of one kind are shown, when kinds are told`() {
    var network = DiscoveryNetwork(seed: 2)
    for (name, kinds) in [("Ada", ["board"]), ("Bo", ["board", "race"]), ("Cy", ["race"])] {
      let number = network.add(name, on: [])
      network.machines[number].settings.activities = kinds
      let addresses = DiscoveryNetwork.addresses(number, 0)
      network.machines[number].interfaces = [
        LocalInterface(index: 2, name: "eth0", addresses: addresses)
      ]
      network.machines[number].networks = [2: 0]
      network.start(number)
    }
    network.run(for: .seconds(3))
    #expect(network.machines.map(\.names) == [["Bo"], ["Ada", "Cy"], ["Bo"]])
  }

  @Test func `no zone of an address is ever told`() {
    var network = DiscoveryNetwork(seed: 3)
    network.add("Ada", on: [0, 1, 2])
    network.run(for: .seconds(5))
    let records = network.messages(of: 0).flatMap { $0.answers + $0.authorities + $0.additionals }
    let addresses = records.compactMap { record -> [UInt8]? in
      if case .aaaa(let bytes) = record.content { bytes } else { nil }
    }
    #expect(Set(addresses.map(\.count)) == [16])
    let texts = records.flatMap { record -> [[UInt8]] in
      if case .txt(let strings) = record.content { strings } else { [record.name.bytes] }
    }
    #expect(texts.allSatisfy { !$0.contains(UInt8(ascii: "%")) })
  }
}
