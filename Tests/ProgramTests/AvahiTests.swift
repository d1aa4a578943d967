import Foundation
import Testing

/// Corkboards beside avahi-daemon, which is another responder on the same port.
@Suite(
  .timeLimit(.minutes(3)),
  .serialized,
  .enabled(if: Avahi.obstacle == nil, "needs root and avahi: make test-discovery")
)
struct AvahiTests {
  @Test func `avahi sees corkboards of its own host and of others, and that they leave`()
    async throws
  {
    let network = try TestHosts(2)
    let ada = try Person("Ada", ["--port", "26761"], on: network.hosts[0], isFound: true)
    let bo = try Person("Bo", ["--port", "26762"], on: network.hosts[1], isFound: true)
    let avahi = try Avahi(on: network.hosts[1])
    try await avahi.sees("_corkboard._tcp", ";Ada;", ";10.78.0.1;26761;", "\"v=1\"")
    try await avahi.sees("_corkboard._tcp", ";Bo;", ";10.78.0.2;26762;")
    try await ada.leave()
    try await eventually("Ada to be gone", within: .seconds(20)) {
      try avahi.browse("_corkboard._tcp").contains(";Ada;") ? nil : true
    }
    try await avahi.restart()
    try await avahi.sees("_corkboard._tcp", ";Bo;", ";10.78.0.2;26762;")
    try await bo.makeNote("still works")
  }

  @Test func `avahi finds others' services and is found while corkboards run on both hosts`()
    async throws
  {
    let network = try TestHosts(2)
    let daemons = try network.hosts.map { try Avahi(on: $0) }
    let people = try network.hosts.enumerated().map { index, host in
      try Person("P\(index)", on: host, isFound: true)
    }
    for person in people { _ = try await person.program.wait(forText: "BOARD") }
    let printer = try daemonIsUp(daemons[1])
    try await daemons[0].sees("_ipp._tcp", ";Printer;", "\(network.hosts[1].name).local", ";631;")
    try await daemons[1].sees("_ipp._tcp", ";Printer;", "\(network.hosts[1].name).local")
    for (index, daemon) in daemons.enumerated() {
      try await daemon.sees("_corkboard._tcp", ";P\(1 - index);")
    }
    #expect(printer.look() == nil)
  }

  @Test func `an avahi that wants the port alone is left alone`() async throws {
    let network = try TestHosts(1)
    let avahi = try Avahi(on: network.hosts[0], sharesPort: false)
    let printer = try daemonIsUp(avahi)
    try await avahi.sees("_ipp._tcp", ";Printer;")
    let ada = try Person("Ada", on: network.hosts[0], isFound: true)
    try await ada.makeNote("works")
    let peers = try Shell().run(["peers"], on: network.hosts[0])
    #expect(peers.status == 1 && peers.error.contains("keeps port 5353 to itself"))
    #expect(printer.look() == nil)
  }

  private func daemonIsUp(_ avahi: Avahi) throws -> ChildProcess {
    let end = ContinuousClock.now + .seconds(20)
    while true {
      let printer = try avahi.publish("Printer", "_ipp._tcp")
      if !printer.ends(within: .seconds(1)) { return printer }
      if ContinuousClock.now > end { throw TooLate(description: "avahi-daemon does not start") }
    }
  }
}
