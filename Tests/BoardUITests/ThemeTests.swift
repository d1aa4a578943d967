import BoardCore
import BoardUI
import Testing

/// Colors by computation.
struct ThemeTests {
  private static let roles: [Role] = {
    let tints = [PersonTint.own] + (0..<8).map { .other($0) }
    let tones: [PanelView.Tone] =
      [.normal, .strong, .quiet, .key, .warning] + tints.map { .person($0) }
    let kinds: [PanelView.Kind] = [.panel, .banner, .question, .prompt]
    var roles: [Role] = [.ground, .field, .notice(isError: true), .notice(isError: false)]
    for color in NoteColor.all {
      roles += [.plain, .focused, .lifted, .carried].map { .note(color, $0) }
    }
    roles += tints.map { .tag($0) }
    roles += kinds.flatMap { kind in tones.map { .box(kind, $0) } }
    roles += tones.flatMap { [.status($0), .welcome($0)] }
    roles += [.board, .edit, .move, .ask].map { .mode($0) }
    return roles
  }()

  @Test(arguments: [ColorDepth.direct, .colors256, .colors16])
  func `text has a contrast of at least 4.5`(depth: ColorDepth) {
    for role in Self.roles {
      let style = Theme.paint(role).style(depth)
      #expect(contrast(style) >= 4.5, "\(role)")
    }
  }

  @Test func `the ground is slate in 256 colors, not black`() {
    #expect(Theme(depth: .colors256).style(.ground).background == .palette(234))
    #expect(Palette256.nearest(to: 0x1E1E2E) == 234)
    #expect(Palette256.nearest(to: 0xFF0000) == 196)
    #expect(Palette256.nearest(to: 0xFFFFFF) == 231)
    #expect(Palette256.nearest(to: 0x000000) == 16)
  }

  @Test func `every color of the palette is nearest to itself or looks the same`() {
    for index in UInt8(16)...255 {
      let rgb = Palette256.rgb(index)
      #expect(Palette256.rgb(Palette256.nearest(to: rgb)) == rgb)
    }
  }

  @Test func `the eight notes differ from each other in every depth that has colors`() {
    for depth in [ColorDepth.direct, .colors256, .colors16, .colors8] {
      let styles = NoteColor.all.map { Theme(depth: depth).style(.note($0, .plain)) }
      #expect(Set(styles).count == 8)
    }
  }

  @Test func `no color is one that a direct terminal takes for a number of its palette`() {
    for role in Self.roles {
      let paint = Theme.paint(role)
      #expect(paint.foreground >= 8 && paint.background >= 8)
    }
  }

  @Test func `border and text of a note in motion have one pair of colors`() {
    for color in NoteColor.all {
      for look in [NoteView.Look.lifted, .carried] {
        #expect(Theme.paint(.edge(color, look)) == Theme.paint(.note(color, look)))
      }
    }
  }

  private func contrast(_ style: Style) -> Double {
    let light = luminance(style.foreground)
    let dark = luminance(style.background)
    return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
  }

  private func luminance(_ color: CellColor) -> Double {
    let rgb =
      switch color {
      case .rgb(let rgb): rgb
      case .palette(let index): Palette256.rgb(index)
      case .terminalDefault: UInt32(0)
      }
    func channel(_ shift: UInt32) -> Double {
      let value = Double(rgb >> shift & 255) / 255
      return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055)
    }
    return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
  }

  /// To the power of 2.4, near enough: square times the fifth root of the square.
  private func power(_ base: Double) -> Double {
    guard base > 0 else { return 0 }
    let square = base * base
    var root = 1.0
    for _ in 0..<60 {
      root -= (root * root * root * root * root - square) / (5 * root * root * root * root)
    }
    return square * root
  }
}
