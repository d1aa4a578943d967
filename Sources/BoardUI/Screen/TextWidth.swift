/// How many columns text takes, by our own table for Unicode 14: every terminal agrees about these.
package enum TextWidth {
  /// What a scalar does to a cell.
  package enum Kind: UInt8 {
    /// Never drawn: controls, what is invisible, what terminals disagree about or do not know.
    case unsafe
    case narrow
    case wide
    /// Takes no column: drawn in the cell of the scalar before it.
    case mark
  }

  /// Looks a scalar up.
  ///
  /// Takes about eleven steps, none for ASCII.
  package static func kind(of scalar: Unicode.Scalar) -> Kind {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value < 0x7F ? .narrow : .unsafe }
    let entries = WidthTable.entries
    var low = 0
    var high = entries.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if entries[middle] >> 2 <= scalar.value { low = middle } else { high = middle }
    }
    return Kind(rawValue: UInt8(entries[low] & 3)) ?? .unsafe
  }

  /// The columns of a character as it is shown, after everything unsafe in it was replaced.
  ///
  /// At least 1 (a newline is shown as a picture of one), at most `GlyphMaker.maximumColumns`.
  package static func columns(of character: Character) -> Int {
    if character.printableASCII != nil { return 1 }
    if let glyph = GlyphMaker.plainGlyph(of: character) { return Int(glyph.width) }
    var columns = 0
    GlyphMaker(strictness: .text).forEachGlyph(of: character) { columns += Int($0.width) }
    return columns
  }

  /// The columns of a line as it is shown.
  ///
  /// Walks all of it.
  package static func columns(of line: some Sequence<Character>) -> Int {
    line.reduce(into: 0) { $0 += columns(of: $1) }
  }
}

extension Character {
  /// The byte of a character that is ASCII and one scalar.
  ///
  /// Comparing with it is many times faster than comparing Characters, which normalizes both.
  var soleByte: UInt8? { utf8.count == 1 ? utf8.first : nil }

  /// The byte of a character that needs no care at all; nil for anything else.
  var printableASCII: UInt8? {
    guard let byte = soleByte, byte >= 0x20, byte < 0x7F else { return nil }
    return byte
  }

  /// A newline of a text: the only two ways in which a row ends by itself.
  var endsLine: Bool { soleByte == 0x0A || isReturnAndNewline }

  /// The one Character of two ASCII scalars.
  var isReturnAndNewline: Bool { utf8.count == 2 && utf8.first == 0x0D }
}
