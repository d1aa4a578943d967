/// Makes characters safe for cells, by a policy that every terminal draws alike.
///
/// Controls become visible pictures, what has no shape or no agreed width becomes U+FFFD, a joined
/// emoji becomes its first one, skin tones and variation selectors go, conjoining jamo become the
/// syllable that they spell. Marks stay with their base, at most four. The text itself is never
/// changed: this is only how it looks.
struct GlyphMaker {
  enum Strictness {
    /// Text of a note: joiners that scripts need are left out silently.
    case text
    /// A name or a title: what is left out is shown, so that two that differ look different; only
    /// the joined parts and the colors of an emoji are not.
    case name
  }

  /// More glyphs of one character are not drawn: a replacement ends it.
  static let maximumGlyphs = 6
  /// Six wide glyphs and the replacement.
  static let maximumColumns = 13

  var strictness: Strictness

  /// Calls with each glyph of a character, at least one.
  ///
  /// A tab is two spaces.
  func forEachGlyph(of character: Character, _ body: (Glyph) -> Void) {
    if let byte = character.printableASCII {
      body(Glyph(Unicode.Scalar(byte)))
    } else if let glyph = Self.plainGlyph(of: character) {
      body(glyph)
    } else if character.isReturnAndNewline {
      body(Glyph("\u{240A}"))
    } else if character.soleByte == 0x09, strictness == .text {
      body(Glyph(" "))
      body(Glyph(" "))
    } else {
      var cluster = Cluster(strictness: strictness)
      for scalar in character.unicodeScalars {
        cluster.take(scalar)
        if cluster.isComplete { break }
      }
      cluster.finish()
      cluster.glyphs.forEach(body)
    }
  }
}

extension GlyphMaker {
  /// The glyph of a character that is one scalar with a width of its own: most text is that.
  static func plainGlyph(of character: Character) -> Glyph? {
    let scalars = character.unicodeScalars
    guard let scalar = scalars.first, scalars.dropFirst().isEmpty,
      !CellText.isFlagLetter(scalar.value),
      !scalar.isSkinTone
    else { return nil }
    switch TextWidth.kind(of: scalar) {
    case .narrow: return Glyph(scalar, width: 1)
    case .wide: return Glyph(scalar, width: 2)
    case .mark, .unsafe: return nil
    }
  }
}

/// The glyphs of one character under construction.
private struct Cluster {
  let strictness: GlyphMaker.Strictness
  var glyphs: [Glyph] = []
  /// Nothing more of the character can be seen.
  var isComplete = false
  private var base: Unicode.Scalar?
  private var markCount = 0
  /// Something was left out that must be seen to be missing.
  private var lacksSomething = false

  init(strictness: GlyphMaker.Strictness) { self.strictness = strictness }

  mutating func take(_ scalar: Unicode.Scalar) {
    if takeFlagLetter(scalar) || takeJamo(scalar) { return }
    switch TextWidth.kind(of: scalar) {
    case .narrow: append(scalar, width: 1)
    case .wide: append(scalar, width: 2)
    case .mark: takeMark(scalar)
    case .unsafe: takeUnsafe(scalar)
    }
  }

  mutating func finish() {
    for index in glyphs.indices where CellText.isFlagLetter(glyphs[index].text.base) {
      // Half a flag: terminals disagree about its width.
      if glyphs[index].flagPartner == nil { glyphs[index] = .replacement }
    }
    if lacksSomething || glyphs.isEmpty { glyphs.append(.replacement) }
  }

  private mutating func append(_ scalar: Unicode.Scalar, width: UInt8) {
    if scalar.isSkinTone {
      // Some terminals color the emoji before it, others draw a patch of skin.
      lacksSomething = lacksSomething || !followsPicture
      return
    }
    guard glyphs.count < GlyphMaker.maximumGlyphs else {
      lacksSomething = true
      isComplete = true
      return
    }
    glyphs.append(Glyph(scalar, width: width))
    base = scalar
    markCount = 0
  }

  private mutating func takeMark(_ scalar: Unicode.Scalar) {
    guard !glyphs.isEmpty else {
      // A mark without a base gets a space to sit on.
      append(" ", width: 1)
      takeMark(scalar)
      return
    }
    guard markCount < 4 else {
      lacksSomething = lacksSomething || strictness == .name
      return
    }
    glyphs[glyphs.count - 1].text.marks[markCount] = scalar.value
    markCount += 1
  }

  private mutating func takeUnsafe(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if value < 0x20 || value == 0x7F {
      append(Unicode.Scalar(value == 0x7F ? 0x2421 : 0x2400 + value) ?? "\u{FFFD}", width: 1)
    } else if value == 0x200D, followsPicture {
      isComplete = true
    } else if !isLeftOutSilently(scalar) {
      lacksSomething = true
    }
  }

  private var followsPicture: Bool { base?.isPicture ?? false }

  /// What only tells how to draw the base, which is drawn in one way here.
  private func isLeftOutSilently(_ scalar: Unicode.Scalar) -> Bool {
    if followsPicture { return scalar.isVariationSelector || scalar.isTag }
    guard strictness == .text, let base else { return false }
    return scalar.isVariationSelector || scalar.isJoiner && base.needsJoiners
  }

  /// Two letters of a flag become one glyph.
  private mutating func takeFlagLetter(_ scalar: Unicode.Scalar) -> Bool {
    guard CellText.isFlagLetter(scalar.value) else { return false }
    if let first = base, CellText.isFlagLetter(first.value), markCount == 0, let last = glyphs.last,
      last.width == 1
    {
      glyphs[glyphs.count - 1] = .flag(first, scalar)
      markCount = 4
    } else {
      append(scalar, width: 1)
    }
    return true
  }

  /// A vowel or a final consonant of Hangul joins the syllable before it.
  private mutating func takeJamo(_ scalar: Unicode.Scalar) -> Bool {
    guard let first = base, markCount == 0, !glyphs.isEmpty,
      let syllable = first.composedHangul(with: scalar)
    else { return false }
    glyphs[glyphs.count - 1] = Glyph(syllable, width: 2)
    base = syllable
    return true
  }
}

extension Unicode.Scalar {
  /// An emoji, or a sign that can be shown as one; digits are not.
  var isPicture: Bool { value >= 0xA9 && properties.isEmoji }

  fileprivate var isSkinTone: Bool { (0x1F3FB...0x1F3FF).contains(value) }

  fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }

  /// Of a script in which joiners shape letters, as in Persian and the scripts of India.
  fileprivate var needsJoiners: Bool { value >= 0x590 && value < 0x1100 }

  fileprivate var isVariationSelector: Bool {
    (0xFE00...0xFE0F).contains(value) || (0xE0100...0xE01EF).contains(value)
      || (0x180B...0x180F).contains(value) && value != 0x180E
  }

  fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }

  /// The syllable of a leading consonant and a vowel, or of a syllable and a final consonant.
  fileprivate func composedHangul(with next: Unicode.Scalar) -> Unicode.Scalar? {
    if (0x1100...0x1112).contains(value), (0x1161...0x1175).contains(next.value) {
      return Unicode.Scalar(0xAC00 + ((value - 0x1100) * 21 + (next.value - 0x1161)) * 28)
    }
    if (0xAC00...0xD7A3).contains(value), (value - 0xAC00).isMultiple(of: 28),
      (0x11A8...0x11C2).contains(next.value)
    {
      return Unicode.Scalar(value + next.value - 0x11A7)
    }
    return nil
  }
}
