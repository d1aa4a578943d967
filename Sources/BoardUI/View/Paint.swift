/// One role's colors for every kind of terminal.
package struct Paint: Equatable, Sendable {
  /// 0xRRGGBB; 256 colors are found from these.
  package var foreground: UInt32
  package var background: UInt32
  /// For 16 colors, and for 8 where `basic8` says nothing else.
  package var basic: (foreground: UInt8, background: UInt8)
  package var basic8: (foreground: UInt8, background: UInt8)
  package var traits: Style.Traits
  package var monochrome: Style.Traits

  package init(
    _ foreground: UInt32,
    on background: UInt32,
    basic: (UInt8, UInt8),
    basic8: (UInt8, UInt8)? = nil,
    _ traits: Style.Traits = [],
    monochrome: Style.Traits = []
  ) {
    self.foreground = foreground
    self.background = background
    self.basic = (basic.0, basic.1)
    let eight = basic8 ?? (basic.0 & 7, basic.1 & 7)
    self.basic8 = (eight.0, eight.1)
    self.traits = traits
    self.monochrome = monochrome
  }

  package static func == (left: Paint, right: Paint) -> Bool {
    left.foreground == right.foreground && left.background == right.background
      && left.basic == right.basic && left.basic8 == right.basic8
      && left.traits == right.traits && left.monochrome == right.monochrome
  }

  /// As one kind of terminal shows it.
  package func style(_ depth: ColorDepth) -> Style {
    switch depth {
    case .direct: Style(.rgb(foreground), on: .rgb(background), traits)
    case .colors256:
      Style(
        .palette(Palette256.nearest(to: foreground)),
        on: .palette(Palette256.nearest(to: background)),
        traits
      )
    case .colors16: Style(.palette(basic.foreground), on: .palette(basic.background), traits)
    case .colors8: Style(.palette(basic8.foreground), on: .palette(basic8.background), traits)
    case .monochrome: Style(.terminalDefault, on: .terminalDefault, monochrome)
    }
  }
}
