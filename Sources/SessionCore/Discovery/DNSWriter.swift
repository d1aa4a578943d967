/// Writes a message of DNS; names that end like earlier ones point there.
struct DNSWriter {
  private(set) var bytes: [UInt8] = []
  /// Where the ends of names stand that were written whole.
  private var places: [[UInt8]: UInt16] = [:]

  mutating func write(_ message: DNSMessage) {
    integer(UInt16(0))
    integer(message.flags)
    integer(UInt16(clamping: message.questions.count))
    integer(UInt16(clamping: message.answers.count))
    integer(UInt16(clamping: message.authorities.count))
    integer(UInt16(clamping: message.additionals.count))
    for question in message.questions {
      name(question.name)
      integer(question.kind)
      integer(1 | (question.wantsUnicast ? UInt16(0x8000) : 0))
    }
    for record in message.answers + message.authorities + message.additionals { write(record) }
  }

  private mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(_ value: Value) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func name(_ name: DNSName) {
    var rest = name
    while !rest.bytes.isEmpty {
      if let place = places[rest.bytes] { return integer(0xC000 | place) }
      if bytes.count < 0x4000 { places[rest.bytes] = UInt16(bytes.count) }
      bytes.append(UInt8(rest.firstLabel.count))
      bytes.append(contentsOf: rest.firstLabel)
      rest = rest.parent
    }
    bytes.append(0)
  }

  private mutating func write(_ record: DNSRecord) {
    name(record.name)
    integer(record.kind)
    integer(1 | (record.flushesCache ? UInt16(0x8000) : 0))
    integer(record.timeToLive)
    let start = bytes.count
    integer(UInt16(0))
    write(record.content)
    let length = UInt16(clamping: bytes.count - start - 2)
    bytes[start] = UInt8(length >> 8)
    bytes[start + 1] = UInt8(length & 0xFF)
  }

  private mutating func write(_ content: DNSRecord.Content) {
    switch content {
    case .a(let address), .aaaa(let address): bytes.append(contentsOf: address)
    case .ptr(let target): name(target)
    case .srv(let priority, let weight, let port, let target):
      integer(priority)
      integer(weight)
      integer(port)
      name(target)
    case .txt(let strings):
      if strings.isEmpty { bytes.append(0) }
      for string in strings {
        bytes.append(UInt8(clamping: string.count))
        bytes.append(contentsOf: string.prefix(255))
      }
    case .nsec(let next, let kinds):
      name(next)
      write(kinds)
    case .other(_, let raw): bytes.append(contentsOf: raw)
    }
  }

  private mutating func write(_ kinds: [UInt16]) {
    guard let last = kinds.filter({ $0 < 256 }).max() else { return }
    var bitmap = [UInt8](repeating: 0, count: Int(last) / 8 + 1)
    for kind in kinds where kind < 256 { bitmap[Int(kind) / 8] |= 0x80 >> UInt8(kind % 8) }
    bytes.append(0)
    bytes.append(UInt8(bitmap.count))
    bytes.append(contentsOf: bitmap)
  }
}

extension DNSRecord {
  /// What the record says, without pointers: the form in which probes are compared.
  var plainContent: [UInt8] {
    switch content {
    case .a(let bytes), .aaaa(let bytes), .other(_, let bytes): return bytes
    case .ptr(let target): return target.bytes + [0]
    case .srv(let priority, let weight, let port, let target):
      var writer = ByteWriter()
      for field in [priority, weight, port] { writer.integer(field) }
      return writer.bytes + target.bytes + [0]
    case .txt(let strings):
      return strings.isEmpty ? [0] : strings.flatMap { [UInt8(clamping: $0.count)] + $0 }
    case .nsec(let next, _): return next.bytes + [0]
    }
  }
}
