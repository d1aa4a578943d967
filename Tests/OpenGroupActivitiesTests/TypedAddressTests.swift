import SessionCore
import Testing

@testable import OpenGroupActivities

/// What a person may type as an address.
struct TypedAddressTests {
  private static let localhost = Endpoint(address: [UInt8](repeating: 0, count: 15) + [1], port: 7)

  private func typed(_ text: String) throws -> TypedAddress {
    try TypedAddress(text, defaultPort: 7)
  }

  @Test(arguments: [
    ("192.168.1.20", Endpoint(address: [192, 168, 1, 20], port: 7)),
    ("  192.168.1.20:26753\n", Endpoint(address: [192, 168, 1, 20], port: 26_753)),
    ("::1", localhost),
    ("[::1]", localhost),
    ("[::1]:9", Endpoint(address: localhost.address, port: 9)),
    ("[::ffff:10.0.0.1]:9", Endpoint(address: [10, 0, 0, 1], port: 9)),
    (
      "[fe80::1%lo]:9",
      Endpoint(address: [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1], scope: 1, port: 9)
    ),
  ]) func `a literal is understood without asking anybody`(
    _ text: String,
    _ endpoint: Endpoint
  ) throws {
    #expect(try typed(text) == .literal(endpoint))
  }

  @Test func `a name comes with its port or the usual one`() throws {
    #expect(try typed("bo-laptop") == .name("bo-laptop", port: 7))
    #expect(try typed("bo-laptop.local:99") == .name("bo-laptop.local", port: 99))
  }

  @Test(arguments: [
    "", "  ", ":80", "host:", "host:0", "host:65536", "host:+1", "host:1e3", "[::1", "[::1]9",
    "[::1]:", "[host]:1", "1::2::3", "::1:99999:x", "300.1.1.1", "1.2.3", "a b", "a\u{1B}[31m",
    "a..b", "a/b", "[fe80::1%nosuch0]", "[::1%lo]", String(repeating: "x", count: 301),
  ]) func `malformed text gets a reason and never a lookup`(_ text: String) {
    #expect {
      try typed(text)
    } throws: { error in
      guard case InvitationError.malformedAddress(_, let reason) = error else { return false }
      return !reason.isEmpty && reason.count < 80
    }
  }

  @Test func `an endpoint reads as somebody would type it`() throws {
    for text in ["192.168.1.20:26753", "[::1]:9", "[fe80::1%lo]:9", "[2001:db8::5]:1"] {
      guard case .literal(let endpoint) = try typed(text) else {
        Issue.record("\(text) is a literal")
        continue
      }
      #expect(endpoint.text == text)
    }
  }

  @Test func `own addresses name the best first and loopback only alone`() {
    let loopback = Endpoint(address: [127, 0, 0, 1], port: 0)
    let global = Endpoint(address: [0x20] + [UInt8](repeating: 1, count: 15), port: 0)
    let linkLocal = Endpoint(
      address: [0xFE, 0x80] + [UInt8](repeating: 2, count: 14),
      scope: 1,
      port: 0
    )
    let private4 = Endpoint(address: [10, 0, 0, 1], port: 0)
    #expect(
      InterfaceAddresses.ordered([loopback, linkLocal, global, private4])
        == [private4, global, linkLocal]
    )
    #expect(InterfaceAddresses.ordered([Self.localhost, loopback]) == [loopback, Self.localhost])
  }

  @Test(.timeLimit(.minutes(1))) func `a name is looked up within its limit`() async throws {
    let found = try await NameLookup.endpoints(of: "localhost", port: 5)
    #expect(found.allSatisfy { $0.port == 5 } && !found.isEmpty)
    await #expect(throws: InvitationError.self) {
      try await NameLookup.endpoints(of: "no-such-host.invalid", port: 5)
    }
  }
}
