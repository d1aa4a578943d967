extension InputDecoder {
  /// The first byte of a character beyond ASCII, or a byte that can begin none.
  mutating func takeLead(_ byte: UInt8) {
    if (0xC2...0xF4).contains(byte) {
      partial = [byte]
      state = .utf8
    } else {
      emitScalar("\u{FFFD}")
    }
  }

  /// A further byte of a character.
  ///
  /// One that does not belong ends it as U+FFFD and starts anew.
  mutating func takeContinuation(_ byte: UInt8) {
    guard Self.allowed(after: partial).contains(byte) else {
      partial = []
      state = .ground
      emitScalar("\u{FFFD}")
      takeGround(byte)
      return
    }
    partial.append(byte)
    guard partial.count == Self.length(lead: partial[0]) else { return }
    let text = String(decoding: partial, as: UTF8.self)
    partial = []
    state = .ground
    for scalar in text.unicodeScalars { emitScalar(scalar) }
  }

  /// A scalar that was typed: joins the character before it if it can be part of that and came in
  /// the same read.
  ///
  /// A control beyond ASCII is no key and no text.
  mutating func emitScalar(_ scalar: Unicode.Scalar) {
    if scalar.value >= 0x80 && scalar.value < 0xA0 {
      emit(.character("\u{FFFD}"))
      return
    }
    if case .key(.character(let previous))? = output.last, previous.utf8.count < 64 {
      var joined = String(previous)
      joined.unicodeScalars.append(scalar)
      if joined.count == 1, let character = joined.first {
        output[output.count - 1] = .key(.character(character))
        return
      }
    }
    emit(.character(Character(scalar)))
  }

  static func length(lead: UInt8) -> Int { lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4 }

  /// The second byte has a narrower range behind some first bytes: no overlong forms, no surrogates.
  private static func allowed(after bytes: [UInt8]) -> ClosedRange<UInt8> {
    guard bytes.count == 1 else { return 0x80...0xBF }
    switch bytes[0] {
    case 0xE0: return 0xA0...0xBF
    case 0xED: return 0x80...0x9F
    case 0xF0: return 0x90...0xBF
    case 0xF4: return 0x80...0x8F
    default: return 0x80...0xBF
    }
  }
}
