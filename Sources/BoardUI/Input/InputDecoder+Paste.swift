extension InputDecoder {
  private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  /// A byte between the marks of a paste, where only the end mark means anything.
  mutating func takePaste(_ byte: UInt8) {
    let mark = Self.pasteEnd
    if byte == mark[pasteEndMatched] {
      pasteEndMatched += 1
      if pasteEndMatched == mark.count { endPaste() }
      return
    }
    for matched in mark.prefix(pasteEndMatched) { keep(matched) }
    pasteEndMatched = 0
    if byte == mark[0] { pasteEndMatched = 1 } else { keep(byte) }
  }

  private mutating func keep(_ byte: UInt8) {
    if pasted.count < Self.maximumPasteBytes { pasted.append(byte) }
  }

  /// Where a paste was cut there may be the beginning of a character.
  private mutating func dropPartialCharacter() {
    let lead = pasted.suffix(3).lastIndex { $0 >= 0xC0 }
    if let lead, pasted.count - lead < Self.length(lead: pasted[lead]) {
      pasted.removeLast(pasted.count - lead)
    }
  }

  /// Newlines of every kind become one kind; other controls are no text and are left out.
  private mutating func endPaste() {
    if pasted.count == Self.maximumPasteBytes { dropPartialCharacter() }
    var text = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in String(decoding: pasted, as: UTF8.self).unicodeScalars {
      if scalar == "\r" || scalar == "\n" && previous != "\r" {
        text.append("\n")
      } else if scalar == "\t" || !scalar.isControl {
        text.append(scalar)
      }
      previous = scalar
    }
    pasted = []
    pasteEndMatched = 0
    reset()
    output.append(.paste(String(text)))
  }
}

extension Unicode.Scalar {
  /// C0, DEL or C1.
  var isControl: Bool { value < 0x20 || value >= 0x7F && value < 0xA0 }
}
