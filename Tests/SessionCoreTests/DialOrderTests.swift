import SessionCore
import Testing

/// Which address is tried first.
struct DialOrderTests {
  private typealias Address = LocalInterface.Address

  private static let linkLocal: [UInt8] = [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1]
  private static let global: [UInt8] =
    [0x20, 1, 0xD, 0xB8] + [UInt8](repeating: 0, count: 11) + [1]

  private static let interfaces = [
    LocalInterface(
      index: 1,
      name: "lo",
      kind: .loopback,
      addresses: [Address([127, 0, 0, 1], prefixLength: 8)]
    ),
    LocalInterface(
      index: 2,
      name: "eth0",
      addresses: [
        Address([192, 168, 1, 10], prefixLength: 24), Address(linkLocal, prefixLength: 64),
        Address(global, prefixLength: 64),
      ]
    ),
    LocalInterface(
      index: 3,
      name: "docker0",
      kind: .bridge,
      addresses: [Address([172, 17, 0, 1], prefixLength: 16)]
    ),
    LocalInterface(
      index: 4,
      name: "wg0",
      kind: .tunnel,
      addresses: [Address([10, 8, 0, 2], prefixLength: 24)]
    ),
  ]

  private let order = DialOrder(interfaces: interfaces, port: 26_752)

  private static func place(
    _ address: [UInt8],
    _ scope: UInt32 = 0,
    port: UInt16 = 26_752
  )
    -> Endpoint
  {
    Endpoint(address: address, scope: scope, port: port)
  }

  private static var loopbackIPv6: [UInt8] { [UInt8](repeating: 0, count: 15) + [1] }
  private static var otherLinkLocal: [UInt8] { linkLocal.dropLast() + [9] }

  static let table: [(Endpoint, DialOrder.Rank?)] = [
    (place([192, 168, 1, 20]), .sameNetwork),
    (place(otherLinkLocal, 2), .sameNetwork),
    (place(global.dropLast() + [7]), .sameNetwork),
    (place([0x2A] + global.dropFirst()), .otherIPv6),
    (place([192, 168, 2, 20]), .other),
    (place([8, 8, 8, 8]), .other),
    (place([172, 17, 0, 5]), .bridgeOrTunnel),
    (place([10, 8, 0, 1]), .bridgeOrTunnel),
    (place(otherLinkLocal, 3), .bridgeOrTunnel),
    (place([127, 0, 0, 1], port: 5), .thisMachine),
    (place(loopbackIPv6, port: 5), .thisMachine),
    (place([192, 168, 1, 10], port: 5), .thisMachine),
    // Learned from others: whose interface it would be nobody knows.
    (place(otherLinkLocal), nil),
  ]

  @Test func `each address has its rank`() {
    for (endpoint, rank) in Self.table { #expect(order.rank(endpoint) == rank, "\(endpoint)") }
  }

  @Test func `the most promising are tried first, whatever the order they came in`() {
    let all = Self.table.map(\.0)
    let ranks = Self.table.compactMap(\.1)
    for turn in 0..<all.count {
      let turned = Array(all[turn...] + all[..<turn])
      let ordered = order.ordered(turned + turned)
      #expect(ordered.compactMap(order.rank) == ranks)
      #expect(Set(ordered) == Set(all.dropLast()))
    }
    // Within a rank the order stays.
    let near = [Self.place([192, 168, 1, 7]), Self.place([192, 168, 1, 3])]
    #expect(order.ordered(near) == near)
  }

  @Test func `an own address is dialled only when the port is another`() {
    let own = [[192, 168, 1, 10], [127, 0, 0, 1], [172, 17, 0, 1], [10, 8, 0, 2]] as [[UInt8]]
    #expect(order.ordered(own.map { Self.place($0) } + [Self.place(Self.linkLocal, 2)]) == [])
    let others = own.map { Self.place($0, port: 26_753) }
    #expect(order.ordered(others) == others)
    // Another machine may have the same link-local address on another interface.
    let elsewhere = Self.place(Self.linkLocal, 3)
    #expect(order.ordered([elsewhere]) == [elsewhere])
  }

  @Test func `without knowing the interfaces the order stays, this machine last`() {
    let blind = DialOrder(port: 26_752)
    let places = [
      Self.place([127, 0, 0, 1], port: 9), Self.place([10, 0, 0, 2]), Self.place([10, 0, 0, 1]),
    ]
    #expect(blind.ordered(places) == [places[1], places[2], places[0]])
  }
}
