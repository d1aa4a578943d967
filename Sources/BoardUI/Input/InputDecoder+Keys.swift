extension InputDecoder {
  /// The parameters of a sequence: each the number before its first `:`, at most 7 digits.
  ///
  /// An empty one is 1.
  static func numbers(_ parameters: [UInt8]) -> [Int] {
    guard !parameters.isEmpty else { return [] }
    return parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      let digits = $0.prefix { $0 != UInt8(ascii: ":") }
      guard !digits.isEmpty else { return 1 }
      return digits.count > 7 ? Int.max : digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    }
  }

  /// What happened to the key: the number behind the `:` of the second parameter, else 1.
  static func event(_ parameters: [UInt8]) -> Int {
    let fields = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard fields.count > 1 else { return 1 }
    let parts = fields[1].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return parts.count > 1 ? Self.numbers(Array(parts[1])).first ?? 1 : 1
  }

  /// The key of a final byte that both kinds of cursor key share.
  static func cursorKey(_ final: UInt8, _ modifiers: KeyModifiers) -> Key? {
    let hasShift = modifiers.hasShift
    switch final {
    case UInt8(ascii: "A"): return hasShift ? .shiftUp : .up
    case UInt8(ascii: "B"): return hasShift ? .shiftDown : .down
    case UInt8(ascii: "C"): return hasShift ? .shiftRight : .right
    case UInt8(ascii: "D"): return hasShift ? .shiftLeft : .left
    // The same of rxvt.
    case UInt8(ascii: "a"): return .shiftUp
    case UInt8(ascii: "b"): return .shiftDown
    case UInt8(ascii: "c"): return .shiftRight
    case UInt8(ascii: "d"): return .shiftLeft
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "Z"): return .backTab
    case UInt8(ascii: "P")...UInt8(ascii: "S"): return .function(Int(final) - 0x4F)
    default: return nil
    }
  }

  /// The keypad in application mode.
  static func keypadKey(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "M"): return .enter
    case UInt8(ascii: "I"): return .tab
    case UInt8(ascii: "X"): return .character("=")
    // From `*` to `9`, in the order of ASCII.
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      return .character(Character(Unicode.Scalar(final - 0x40)))
    default: return nil
    }
  }

  /// The number before `~`.
  static let editingKeys: [Int: Key] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]

  /// Keys that have a code but no character of their own.
  static func namedKey(_ code: Int, _ modifiers: KeyModifiers) -> Key? {
    switch code {
    case 8, 127: return .backspace
    case 9: return modifiers.hasShift ? .backTab : .tab
    case 10, 13, 57414: return .enter
    case 27: return .escape
    // The keypad's digits, then its other signs, in the private use area of kitty.
    case 57399...57408: return .character(Character("\(code - 57399)"))
    case 57409...57413: return .character(Array("./*-+")[code - 57409])
    case 57415: return .character("=")
    case 57417: return modifiers.hasShift ? .shiftLeft : .left
    case 57418: return modifiers.hasShift ? .shiftRight : .right
    case 57419: return modifiers.hasShift ? .shiftUp : .up
    case 57420: return modifiers.hasShift ? .shiftDown : .down
    case 57421: return .pageUp
    case 57422: return .pageDown
    case 57423: return .home
    case 57424: return .end
    case 57425: return .insert
    case 57426: return .delete
    default: return nil
    }
  }
}
