/// One fact about a name, with its time to live.
package struct DNSRecord: Hashable, Sendable {
  /// The kinds of records by number.
  package enum Kind {
    package static let a: UInt16 = 1
    package static let ptr: UInt16 = 12
    package static let txt: UInt16 = 16
    package static let aaaa: UInt16 = 28
    package static let srv: UInt16 = 33
    package static let nsec: UInt16 = 47
    /// In a question: all of them.
    package static let any: UInt16 = 255
  }

  /// What a record says.
  package enum Content: Hashable, Sendable {
    /// An IPv4 address: 4 bytes.
    case a([UInt8])
    /// An IPv6 address: 16 bytes.
    case aaaa([UInt8])
    case ptr(DNSName)
    case srv(priority: UInt16, weight: UInt16, port: UInt16, target: DNSName)
    /// Strings of at most 255 bytes.
    case txt([[UInt8]])
    /// Kinds below 256 that the name has; `next` is the name itself in multicast DNS.
    case nsec(next: DNSName, kinds: [UInt16])
    /// A kind that is not read.
    case other(kind: UInt16, [UInt8])
  }

  package var name: DNSName
  package var content: Content
  /// In seconds; 0 takes the record back.
  package var timeToLive: UInt32
  /// Only the sender has records of this name and kind: older ones of others are void.
  package var flushesCache: Bool

  package init(_ name: DNSName, _ content: Content, timeToLive: UInt32, flushesCache: Bool) {
    self.name = name
    self.content = content
    self.timeToLive = timeToLive
    self.flushesCache = flushesCache
  }

  package var kind: UInt16 {
    switch content {
    case .a: Kind.a
    case .aaaa: Kind.aaaa
    case .ptr: Kind.ptr
    case .srv: Kind.srv
    case .txt: Kind.txt
    case .nsec: Kind.nsec
    case .other(let kind, _): kind
    }
  }

  /// Whether both say the same of the same name, for whatever time.
  package func saysSame(as other: DNSRecord) -> Bool {
    name == other.name && content == other.content
  }
}

/// What somebody wants to know of a name.
package struct DNSQuestion: Hashable, Sendable {
  package var name: DNSName
  package var kind: UInt16
  /// The asker would like the answer to itself alone.
  package var wantsUnicast: Bool

  package init(_ name: DNSName, kind: UInt16, wantsUnicast: Bool = false) {
    self.name = name
    self.kind = kind
    self.wantsUnicast = wantsUnicast
  }

  /// Whether a record answers it.
  package func isAnswered(by record: DNSRecord) -> Bool {
    (kind == record.kind || kind == DNSRecord.Kind.any) && name == record.name
  }
}
