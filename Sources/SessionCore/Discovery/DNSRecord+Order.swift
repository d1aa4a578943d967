extension DNSRecord.Content {
  /// The data as RFC 6762 compares it: without compressed names.
  var plainBytes: [UInt8] {
    switch self {
    case .a(let address), .aaaa(let address): address
    case .ptr(let target): target.bytes + [0]
    case .srv(let priority, let weight, let port, let target):
      [priority, weight, port].flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        + target.bytes + [0]
    case .txt(let strings):
      strings.isEmpty ? [0] : strings.flatMap { [UInt8(truncatingIfNeeded: $0.count)] + $0 }
    case .nsec(let next, let kinds):
      next.bytes + [0] + kinds.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    case .other(_, let bytes): bytes
    }
  }
}

extension [DNSRecord] {
  /// Whether these win against others who want the same name at the same time.
  ///
  /// RFC 6762, 8.2: sorted by kind and data, compared one by one, the later wins.
  func beats(_ others: [DNSRecord]) -> Bool {
    others.inOrder.lexicographicallyPrecedes(inOrder) { $0.lexicographicallyPrecedes($1) }
  }

  private var inOrder: [[UInt8]] {
    map { [UInt8($0.kind >> 8), UInt8(truncatingIfNeeded: $0.kind)] + $0.content.plainBytes }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }
}
