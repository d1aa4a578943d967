extension InvitationLink {
  /// Why a text is no link that can be followed.
  package enum TextError: Error, Equatable, Sendable {
    case notALink
    /// More of it must follow.
    case incomplete
    /// A character is missing or another one.
    case damaged
    /// A newer program made it.
    case newer
  }

  private static let version: UInt8 = 1
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
  )

  /// `corkboard:` and some of the letters, digits, `-` and `_`: as many places as fit 200 characters.
  package func text(scheme: String) -> String {
    var shortened = self
    while true {
      let text = scheme + ":" + Self.letters(shortened.encoded)
      if text.utf8.count <= Self.textLimit || shortened.places.isEmpty { return text }
      shortened.places.removeLast()
    }
  }

  /// Reads what a person pasted: spaces, line ends and the edges of a box are left out.
  package init(_ pasted: String, scheme: String) throws(TextError) {
    let text = pasted.unicodeScalars.filter { !Self.isFiller($0) }.map { UInt32($0.value) }
    let head = "\(scheme):".unicodeScalars.map { UInt32($0.value) }
    guard text.starts(with: head) else {
      throw head.starts(with: text) ? .incomplete : .notALink
    }
    // A whole link is short: what is longer is something else.
    guard text.count <= 4 * Self.textLimit else { throw .notALink }
    try self.init(encoded: Self.bytes(text.dropFirst(head.count)))
  }

  private static func isFiller(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || (0x2500...0x257F).contains(scalar.value)
      || scalar == "|" || scalar == "+"
  }

  private var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.integer(Self.version)
    writer.integer(device.rawValue)
    writer.raw(token)
    writer.integer(endHint)
    writer.integer(UInt8(truncatingIfNeeded: places.count))
    for place in places { writer.endpoint(place) }
    writer.integer(UInt32(truncatingIfNeeded: writer.bytes.shortHash))
    return writer.bytes
  }

  private init(encoded bytes: [UInt8]) throws(TextError) {
    if let version = bytes.first, version != Self.version {
      throw version > Self.version ? .newer : .damaged
    }
    var reader = ByteReader(bytes)
    do {
      _ = try reader.integer(UInt8.self)
      device = DeviceID(try reader.integer())
      token = try reader.raw(Self.tokenCount)
      endHint = try reader.integer()
      places = []
      let count = Int(try reader.integer(UInt8.self))
      guard count <= Self.placeLimit else { throw WireError.malformed }
      for _ in 0..<count { places.append(try reader.endpoint()) }
      let sum = try reader.integer(UInt32.self)
      let body = Array(bytes.dropLast(4))
      guard reader.remaining == 0, sum == UInt32(truncatingIfNeeded: body.shortHash),
        places.allSatisfy({ $0.port != 0 })
      else { throw WireError.malformed }
    } catch WireError.truncated {
      throw .incomplete
    } catch {
      throw .damaged
    }
  }

  // MARK: Letters

  private static func letters(_ bytes: [UInt8]) -> String {
    var letters: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | Int(byte), count + 8)
      while count >= 6 {
        count -= 6
        letters.append(alphabet[bits >> count & 63])
      }
      bits &= 63
    }
    if count > 0 { letters.append(alphabet[bits << (6 - count) & 63]) }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Each text stands for other bytes: bits behind the last byte must be zero.
  private static func bytes(_ letters: ArraySlice<UInt32>) throws(TextError) -> [UInt8] {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for letter in letters {
      guard letter < 128, let value = alphabet.firstIndex(of: UInt8(letter)) else {
        throw .damaged
      }
      (bits, count) = (bits << 6 | value, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      bits &= 63
    }
    guard bits & (1 << count - 1) == 0 else { throw .incomplete }
    return bytes
  }
}
