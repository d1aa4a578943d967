package import BoardCore

/// How a board is called on disk: what is harmless of its title, then its id.
package enum BoardFileName {
  static let suffix = ".sqlite"
  /// Bytes of a title that a file name keeps.
  static let titleBytes = 40

  /// A name without separators, dots, spaces or anything a shell or a terminal would act on.
  package static func name(title: String, id: BoardID) -> String {
    let kept = stem(title)
    return "\(kept.isEmpty ? "board" : kept)-\(hexadecimal(id.rawValue))\(suffix)"
  }

  /// Whether a file was named after such a title; with `isPrefix` after one that begins so.
  ///
  /// A hint and no more: titles change, and more than one may give the same name.
  package static func mayBe(_ name: String, titled title: String, isPrefix: Bool) -> Bool {
    guard board(of: name) != nil else { return false }
    let own = name.dropLast(suffix.count + 33)
    let wanted = stem(title)
    if isPrefix { return !wanted.isEmpty && own.utf8.starts(with: wanted.utf8) }
    return own == (wanted.isEmpty ? "board" : wanted)
  }

  /// What a file's name says of the title: for a board of which nothing else is left.
  static func title(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard board(of: String(name)) != nil else { return nil }
    let words = name.dropLast(suffix.count + 33)
    return words.isEmpty ? nil : words.split(separator: "-").joined(separator: " ")
  }

  /// What is harmless of a title; empty when nothing is.
  private static func stem(_ title: String) -> String {
    var kept = ""
    for byte in title.utf8 {
      let isPlain = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if byte < 0x80, isPlain || isDigit {
        kept.unicodeScalars.append(Unicode.Scalar(byte))
      } else if !kept.isEmpty, !kept.hasSuffix("-") {
        kept += "-"
      }
      if kept.utf8.count == titleBytes { break }
    }
    while kept.hasSuffix("-") { kept.removeLast() }
    return kept
  }

  /// The board that a file name is of; nil when it is none.
  package static func board(of name: String) -> BoardID? {
    guard name.hasSuffix(suffix), !name.hasPrefix(".") else { return nil }
    let digits = name.dropLast(suffix.count).suffix(32)
    return number(String(digits)).map(BoardID.init)
  }

  static func hexadecimal(_ value: UInt128) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// Exactly 32 digits of lower case.
  static func number(_ digits: String) -> UInt128? {
    guard let value = UInt128(digits, radix: 16), hexadecimal(value) == digits else { return nil }
    return value
  }
}
