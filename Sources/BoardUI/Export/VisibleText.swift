extension Unicode.Scalar {
  /// Whether a terminal shows it and does nothing else: no control, no invisible format.
  package var isShownAsItself: Bool {
    if isASCII { return value >= 0x20 && value < 0x7F }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
    case _: true
    }
  }
}

extension String {
  /// With whatever a terminal would obey or hide made visible; lines stay lines.
  ///
  /// What joins the parts of one emoji stays: it shows in what they become.
  package var visibleLines: String { visible(keepingNewlines: true) }

  /// The same in one line.
  package var visibleLine: String { visible(keepingNewlines: false) }

  private func visible(keepingNewlines: Bool) -> String {
    var text = String.UnicodeScalarView()
    for character in self {
      let scalars = Array(character.unicodeScalars)
      for (place, scalar) in scalars.enumerated() {
        let isKept =
          scalar.isShownAsItself || keepingNewlines && scalar == "\n"
          || scalars.count > 2 && Self.isPartOfEmoji(place, of: scalars)
        text.append(isKept ? scalar : "\u{FFFD}")
      }
    }
    return String(text)
  }

  /// A joiner between two pictures, or a tag of a flag.
  private static func isPartOfEmoji(_ place: Int, of scalars: [Unicode.Scalar]) -> Bool {
    switch scalars[place].value {
    case 0x200D:
      guard place + 1 < scalars.count, scalars[place + 1].isPicture else { return false }
      return scalars[..<place].last { $0.value != 0xFE0F }?.isPicture ?? false
    case 0xE0020...0xE007F:
      // A black flag, the tags of a region, and the tag that ends them.
      return scalars[0].value == 0x1F3F4 && scalars.last?.value == 0xE007F
        && scalars[1...].dropLast().allSatisfy { (0xE0020...0xE007E).contains($0.value) }
    case _: return false
    }
  }
}
