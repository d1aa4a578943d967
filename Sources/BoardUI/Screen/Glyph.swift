/// What one character, or a part of one, becomes on the screen: safe for every terminal.
package struct Glyph: Hashable, Sendable {
  package var text: CellText
  /// 1 or 2.
  package var width: UInt8

  package init(_ text: CellText, width: UInt8) {
    self.text = text
    self.width = width
  }

  init(_ scalar: Unicode.Scalar, width: UInt8 = 1) {
    self.init(CellText(scalar), width: width)
  }

  /// Stands for whatever cannot be drawn.
  static let replacement = Glyph("\u{FFFD}")

  /// A flag is two letters of one column each, drawn side by side: `Canvas` takes it apart.
  static func flag(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Glyph {
    Glyph(CellText(first, marks: SIMD4(second.value, 0, 0, 0)), width: 2)
  }

  /// The second letter, if this is a flag.
  var flagPartner: Unicode.Scalar? {
    guard CellText.isFlagLetter(text.base), CellText.isFlagLetter(text.marks[0]) else { return nil }
    return Unicode.Scalar(text.marks[0])
  }
}

extension CellText {
  /// One of the 26 letters that flags are made of.
  static func isFlagLetter(_ value: UInt32) -> Bool { value >= 0x1F1E6 && value <= 0x1F1FF }

  /// The base and its marks as text; empty in the right half of a wide character.
  package var string: String {
    var result = String.UnicodeScalarView()
    if base != 0, let scalar = Unicode.Scalar(base) { result.append(scalar) }
    for index in 0..<4 where marks[index] != 0 {
      if let scalar = Unicode.Scalar(marks[index]) { result.append(scalar) }
    }
    return String(result)
  }
}
