/// Reads the parts of a message of DNS one after the other.
///
/// Every count is checked before anything is allocated. A pointer inside a name must lead to an
/// earlier place than the one before it, so that none leads in a circle.
struct DNSReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var remaining: Int { bytes.count - position }

  mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(
    _ type: Value.Type = Value.self
  ) throws(WireError) -> Value {
    let width = Value.bitWidth / 8
    guard remaining >= width else { throw .truncated }
    defer { position += width }
    return bytes[position..<position + width].reduce(0) { $0 << 8 | Value($1) }
  }

  private mutating func raw(_ count: Int) throws(WireError) -> [UInt8] {
    guard count <= remaining else { throw .truncated }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  /// A name that may go on elsewhere in the message.
  mutating func name() throws(WireError) -> DNSName {
    var name: [UInt8] = []
    var place = position
    var earliest = position
    var hasJumped = false
    while true {
      guard place < bytes.count else { throw .truncated }
      let length = Int(bytes[place])
      switch length >> 6 {
      case 0:
        guard place + 1 + length <= bytes.count else { throw .truncated }
        let next = place + 1 + length
        if length == 0 {
          if !hasJumped { position = next }
          return DNSName(checked: name)
        }
        guard name.count + 1 + length <= DNSName.byteLimit else { throw .tooLong }
        name.append(contentsOf: bytes[place..<next])
        place = next
      case 3:
        guard place + 1 < bytes.count else { throw .truncated }
        let target = (length & 0x3F) << 8 | Int(bytes[place + 1])
        guard target < earliest else { throw .malformed }
        if !hasJumped { position = place + 2 }
        hasJumped = true
        earliest = target
        place = target
      default:
        throw .malformed
      }
    }
  }

  mutating func questions(_ count: Int) throws(WireError) -> [DNSQuestion] {
    var result: [DNSQuestion] = []
    for _ in 0..<count {
      let name = try name()
      let kind = try integer(UInt16.self)
      let classField = try integer(UInt16.self)
      guard [1, 255].contains(classField & 0x7FFF) else { continue }
      result.append(DNSQuestion(name, kind: kind, wantsUnicast: classField & 0x8000 != 0))
    }
    return result
  }

  mutating func records(_ count: Int) throws(WireError) -> [DNSRecord] {
    var result: [DNSRecord] = []
    for _ in 0..<count {
      if let record = try record() { result.append(record) }
    }
    return result
  }

  /// The next record; nil for one of another class.
  private mutating func record() throws(WireError) -> DNSRecord? {
    let name = try name()
    let kind = try integer(UInt16.self)
    let classField = try integer(UInt16.self)
    // RFC 2181: the highest bit set means none at all.
    let timeToLive = try integer(UInt32.self)
    let length = Int(try integer(UInt16.self))
    guard length <= remaining else { throw .truncated }
    let end = position + length
    guard classField & 0x7FFF == 1 else {
      position = end
      return nil
    }
    let content = try content(kind, end: end)
    guard position == end else { throw .malformed }
    return DNSRecord(
      name,
      content,
      timeToLive: timeToLive >> 31 == 0 ? timeToLive : 0,
      flushesCache: classField & 0x8000 != 0
    )
  }

  private mutating func content(
    _ kind: UInt16,
    end: Int
  ) throws(WireError) -> DNSRecord.Content {
    switch kind {
    case DNSRecord.Kind.a:
      guard end - position == 4 else { throw .malformed }
      return .a(try raw(4))
    case DNSRecord.Kind.aaaa:
      guard end - position == 16 else { throw .malformed }
      return .aaaa(try raw(16))
    case DNSRecord.Kind.ptr:
      return .ptr(try name())
    case DNSRecord.Kind.srv:
      let priority = try integer(UInt16.self)
      let weight = try integer(UInt16.self)
      let port = try integer(UInt16.self)
      return .srv(priority: priority, weight: weight, port: port, target: try name())
    case DNSRecord.Kind.txt:
      return .txt(try strings(end: end))
    case DNSRecord.Kind.nsec:
      let next = try name()
      return .nsec(next: next, kinds: try kinds(end: end))
    default:
      return .other(kind: kind, try raw(end - position))
    }
  }

  /// Strings up to a place in the message; an empty one alone means none.
  private mutating func strings(end: Int) throws(WireError) -> [[UInt8]] {
    var result: [[UInt8]] = []
    while position < end {
      let count = Int(try integer(UInt8.self))
      guard count <= end - position else { throw .truncated }
      if count > 0 { result.append(try raw(count)) }
    }
    return result
  }

  /// The kinds below 256 that a bitmap names; further blocks are skipped.
  private mutating func kinds(end: Int) throws(WireError) -> [UInt16] {
    var result: [UInt16] = []
    while position < end {
      let block = try integer(UInt8.self)
      let count = Int(try integer(UInt8.self))
      guard (1...32).contains(count), count <= end - position else { throw .malformed }
      let bitmap = try raw(count)
      guard block == 0, result.isEmpty else { continue }
      for (index, byte) in bitmap.enumerated() {
        for bit in 0..<8 where byte & (0x80 >> UInt8(bit)) != 0 {
          result.append(UInt16(index * 8 + bit))
        }
      }
    }
    return result
  }
}
