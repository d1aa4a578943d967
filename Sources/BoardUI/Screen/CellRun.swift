/// One line of text, ready for cells: glyphs, and where each character of the source begins.
///
/// A caret is placed with `column(of:)`, where offsets count Characters of the source.
package struct CellRun: Equatable, Sendable {
  package private(set) var glyphs: [Glyph] = []
  /// The column at which each Character begins, and behind them the column after the last.
  package private(set) var starts: [Int] = [0]

  package init() {}

  /// Makes a text safe for cells.
  ///
  /// Whatever it holds stays on one line: a newline becomes a picture.
  package init(_ text: some Sequence<Character>) {
    self.init(text, strictness: .text)
  }

  init(_ text: some Sequence<Character>, strictness: GlyphMaker.Strictness) {
    let maker = GlyphMaker(strictness: strictness)
    for character in text { append(character, maker) }
  }

  /// The columns of the whole.
  package var columns: Int { starts[starts.count - 1] }

  /// The column at which a Character of the source begins; outside of the source: the nearest end.
  package func column(of offset: Int) -> Int { starts[min(max(0, offset), starts.count - 1)] }

  /// The Character that is at a column; behind the end: the number of Characters.
  package func offset(atColumn column: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= column { low = middle } else { high = middle }
    }
    return low
  }

  private mutating func append(_ character: Character, _ maker: GlyphMaker) {
    var end = columns
    maker.forEachGlyph(of: character) {
      glyphs.append($0)
      end += Int($0.width)
    }
    starts.append(end)
  }
}

extension CellRun {
  /// Makes the first Characters safe that reach a column; whatever is behind them is not looked at.
  init(_ text: some Sequence<Character>, reaching limit: Int) {
    self.init()
    let maker = GlyphMaker(strictness: .text)
    for character in text {
      if columns >= limit { break }
      append(character, maker)
    }
  }

  /// Printable ASCII, which needs no care.
  init(plain bytes: some Collection<UInt8>) {
    glyphs = bytes.map { Glyph(Unicode.Scalar($0)) }
    starts = Array(0...bytes.count)
  }

  /// A name or a title in at most so many columns, with `…` where it was cut.
  ///
  /// Stricter than text: what is left out leaves a visible U+FFFD, so that two names that differ by
  /// something invisible do not look the same (the parts of a joined emoji excepted). A tab and a newline are pictures.
  package static func safeLine(_ text: String, columns limit: Int) -> CellRun {
    guard limit > 0 else { return CellRun() }
    let maker = GlyphMaker(strictness: .name)
    var run = CellRun()
    for character in text {
      run.append(character, maker)
      if run.columns > limit { return run.cut(to: limit) }
    }
    return run
  }

  /// Ends a run that is too long with `…`.
  private func cut(to limit: Int) -> CellRun {
    var run = self
    while run.columns > limit - 1 {
      run.starts.removeLast()
      let end = run.columns
      var width = run.glyphs.reduce(0) { $0 + Int($1.width) }
      while width > end, let last = run.glyphs.popLast() { width -= Int(last.width) }
    }
    run.append("\u{2026}", GlyphMaker(strictness: .name))
    return run
  }
}
