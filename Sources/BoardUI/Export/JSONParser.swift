/// Reads JSON strictly, from bytes that may be anything.
///
/// Takes time and memory in proportion to the bytes; nesting ends at 64 levels.
package struct JSONParser {
  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0
  private static let deepest = 64

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The one value that the bytes hold.
  ///
  /// - Throws: what is wrong, and in which line.
  package static func value(of bytes: [UInt8]) throws(TransferError) -> JSONValue {
    var parser = JSONParser(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.place = 3 }
    let value = try parser.value()
    parser.skipSpace()
    guard parser.place == bytes.count else { throw parser.error("more follows the value") }
    return value
  }

  private func error(_ reason: String) -> TransferError {
    let line = 1 + bytes[..<min(place, bytes.count)].count { $0 == 0x0A }
    return TransferError("line \(line): \(reason)")
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      place += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  private mutating func value() throws(TransferError) -> JSONValue {
    skipSpace()
    guard let next else { throw error("it ends too early") }
    switch next {
    case UInt8(ascii: "{"):
      return try nested { parser throws(TransferError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(TransferError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case _: throw error("no JSON value begins here")
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(TransferError) -> JSONValue
  ) throws(TransferError) -> JSONValue {
    guard depth < Self.deepest else { throw error("nested too deeply") }
    depth += 1
    place += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(TransferError) -> JSONValue {
    var members: [JSONValue.Member] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("a name in quotes is missing") }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("a colon is missing") }
      members.append(JSONValue.Member(name, try value()))
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { throw error("a comma or } is missing") }
    }
  }

  private mutating func array() throws(TransferError) -> JSONValue {
    var elements: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      elements.append(try value())
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(elements) }
      guard take(UInt8(ascii: ",")) else { throw error("a comma or ] is missing") }
    }
  }

  private mutating func word(
    _ word: String,
    _ value: JSONValue
  ) throws(TransferError) -> JSONValue {
    guard bytes[place...].starts(with: word.utf8) else { throw error("no JSON value begins here") }
    place += word.utf8.count
    return value
  }

  private mutating func number() throws(TransferError) -> JSONValue {
    let start = place
    _ = take(UInt8(ascii: "-"))
    let hasLeadingZero = take(UInt8(ascii: "0"))
    let whole = takeDigits()
    guard hasLeadingZero ? whole == 0 : whole > 0 else { throw error("a number is malformed") }
    if take(UInt8(ascii: ".")) {
      guard takeDigits() > 0 else { throw error("a number is malformed") }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard takeDigits() > 0 else { throw error("a number is malformed") }
    }
    return .number(String(decoding: bytes[start..<place], as: UTF8.self))
  }

  private mutating func takeDigits() -> Int {
    let start = place
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    return place - start
  }

  // MARK: Strings

  private mutating func string() throws(TransferError) -> String {
    place += 1
    var content: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: content, as: UTF8.self) else {
          throw error("a text is not UTF-8")
        }
        return string
      case UInt8(ascii: "\\"): content += String(try escaped()).utf8
      case 0..<0x20: throw error("a line or control character stands in a text: escape it")
      case _: content.append(byte)
      }
    }
    throw error("a text does not end")
  }

  private mutating func escaped() throws(TransferError) -> Unicode.Scalar {
    guard let byte = next else { throw error("a text does not end") }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicode()
    case _: throw error("an unknown escape stands in a text")
    }
  }

  private mutating func unicode() throws(TransferError) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u"))
    else { throw error("half a character stands in a text") }
    let second = try unit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error("half a character stands in a text") }
    return scalar
  }

  private mutating func unit() throws(TransferError) -> UInt32 {
    let digits = bytes[place...].prefix(4)
    var value: UInt32 = 0
    for byte in digits {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error("an escape needs four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
    }
    guard digits.count == 4 else { throw error("an escape needs four hexadecimal digits") }
    place += 4
    return value
  }
}

/// Why something that was to be read or written as a file cannot be: a line for a person.
package struct TransferError: Error, Equatable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
