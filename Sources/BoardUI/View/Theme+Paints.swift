import BoardCore

/// The one palette: pastel notes with dark text on a deep slate board.
extension Theme {
  /// The style of a role on this terminal.
  package func style(_ role: Role) -> Style { Self.paint(role).style(depth) }

  static let ground: UInt32 = 0x1b212b
  static let ink: UInt32 = 0x1d2230

  /// The colors of a role for every kind of terminal.
  package static func paint(_ role: Role) -> Paint {
    switch role {
    case .ground: Paint(0xaeb9c7, on: ground, basic: (7, 0))
    case .dot: Paint(0x465263, on: ground, basic: (8, 0), basic8: (4, 0), monochrome: .dim)
    case .ghost: Paint(0x7d8ca1, on: ground, basic: (7, 0), monochrome: .dim)
    case .shadow: Paint(0x0d1016, on: ground, basic: (8, 0), basic8: (4, 0))
    case .note(let color, let look): note(color, look)
    case .edge(let color, let look): edge(color, look)
    case .wake(let tint, let fading): wake(tint, fading)
    case .tag(let tint): tag(tint)
    case .box(let kind, let tone): box(kind, tone)
    case .border(let kind): border(kind)
    case .field:
      Paint(0xf4f7fb, on: 0x11161e, basic: (15, 0), basic8: (7, 0), monochrome: .underline)
    case .notice(let isError): notice(isError)
    case .status(let tone): status(tone)
    case .mode(let mood): mode(mood)
    case .welcome(let tone): welcome(tone)
    }
  }

  /// At rest, and lit: the focused note and one in hand.
  private static let notes:
    [(rest: UInt32, lit: UInt32, basic: (UInt8, UInt8), basic8: (UInt8, UInt8))] = [
      (0xf0d98c, 0xffe573, (0, 11), (0, 3)),
      (0xf0c09a, 0xffc185, (0, 3), (7, 1)),
      (0xeeacb8, 0xffa9b8, (0, 9), (0, 5)),
      (0xcdbaf0, 0xd6bcff, (0, 13), (7, 4)),
      (0xa9c9f0, 0x9fd0ff, (15, 12), (0, 6)),
      (0x9adacc, 0x86f0dc, (0, 14), (0, 2)),
      (0xb9e2a6, 0xb8f59a, (0, 10), (0, 7)),
      (0xd0d6df, 0xffffff, (0, 7), (7, 0)),
    ]

  private static func note(_ color: NoteColor, _ look: NoteView.Look) -> Paint {
    let colors = notes[Int(color.index)]
    switch look {
    case .plain, .carried:
      return Paint(ink, on: colors.rest, basic: colors.basic, basic8: colors.basic8)
    case .focused, .lifted:
      return Paint(
        0x11141c,
        on: colors.lit,
        basic: colors.basic,
        basic8: colors.basic8,
        [],
        monochrome: .reverse
      )
    }
  }

  /// The border: soft around a note at rest, a bright line on a dark ring around the focused one.
  ///
  /// A note in motion has one pair of colors: every further one costs bytes at each step.
  private static func edge(_ color: NoteColor, _ look: NoteView.Look) -> Paint {
    var paint = note(color, look)
    switch look {
    case .plain:
      paint.foreground = blend(ink, into: paint.background, percent: 55)
    case .focused:
      paint.foreground = paint.background
      paint.background = 0x0b0e13
      paint.basic = (15, 0)
      paint.basic8 = (7, 0)
      paint.traits = .bold
    case .lifted, .carried:
      break
    }
    return paint
  }

  private static let tints: [(rgb: UInt32, basic: UInt8)] = [
    (0xffa66b, 11), (0x7dcfff, 14), (0xc3e88d, 10), (0xff8fbd, 13),
    (0xbfaaff, 7), (0x5eead4, 14), (0xffd166, 11), (0xf59a92, 9),
  ]

  static func rgb(_ tint: PersonTint) -> UInt32 {
    switch tint {
    case .own: 0xe8eef6
    case .other(let index): tints[index & 7].rgb
    }
  }

  private static func basic(_ tint: PersonTint) -> UInt8 {
    switch tint {
    case .own: 15
    case .other(let index): tints[index & 7].basic
    }
  }

  private static func tag(_ tint: PersonTint) -> Paint {
    Paint(rgb(tint), on: 0x0f131a, basic: (basic(tint), 0), .bold, monochrome: [.bold, .reverse])
  }

  /// Fades into the ground in four steps.
  private static func wake(_ tint: PersonTint, _ fading: Int) -> Paint {
    let parts: [Int] = [85, 62, 42, 26]
    let color = blend(rgb(tint), into: ground, percent: parts[min(3, max(0, fading))])
    return Paint(
      color,
      on: ground,
      basic: (fading < 2 ? basic(tint) : 8, 0),
      basic8: (fading < 2 ? basic(tint) & 7 : 4, 0)
    )
  }

  static func blend(_ color: UInt32, into other: UInt32, percent: Int) -> UInt32 {
    func channel(_ shift: UInt32) -> UInt32 {
      let one = Int(color >> shift & 255) * percent
      let two = Int(other >> shift & 255) * (100 - percent)
      return UInt32((one + two) / 100) << shift
    }
    return channel(16) | channel(8) | channel(0)
  }
}

/// Boxes and lines around the board.
extension Theme {
  private static let panel: UInt32 = 0x262e3b

  private static func background(_ kind: PanelView.Kind) -> UInt32 {
    switch kind {
    case .panel, .prompt: panel
    case .banner: 0x23364a
    case .question: 0x43282f
    }
  }

  static func box(_ kind: PanelView.Kind, _ tone: PanelView.Tone) -> Paint {
    let back = background(kind)
    return switch tone {
    case .normal: Paint(0xd5dde8, on: back, basic: (7, 0))
    case .strong: Paint(0xffffff, on: back, basic: (15, 0), .bold, monochrome: .bold)
    case .quiet: Paint(0xa7b4c4, on: back, basic: (7, 0))
    case .key: Paint(0x8fd6ff, on: back, basic: (14, 0), .bold, monochrome: .bold)
    case .warning: Paint(0xffc28a, on: back, basic: (11, 0), monochrome: .bold)
    case .person(let tint): Paint(rgb(tint), on: back, basic: (self.basic(tint), 0))
    }
  }

  static func border(_ kind: PanelView.Kind) -> Paint {
    let back = background(kind)
    return switch kind {
    case .panel, .prompt: Paint(0x74869c, on: back, basic: (7, 0))
    case .banner: Paint(0x7dcfff, on: back, basic: (14, 0))
    case .question: Paint(0xff9aa8, on: back, basic: (9, 0))
    }
  }

  static func notice(_ isError: Bool) -> Paint {
    isError
      ? Paint(0xffffff, on: 0x8c2f3c, basic: (15, 1), monochrome: [.bold, .reverse])
      : Paint(0x11141c, on: 0xa9c7e8, basic: (0, 6), monochrome: .reverse)
  }

  static func status(_ tone: PanelView.Tone) -> Paint {
    let back: UInt32 = 0x2c3644
    return switch tone {
    case .normal: Paint(0xc9d3e0, on: back, basic: (0, 7), monochrome: .reverse)
    case .strong: Paint(0xffffff, on: back, basic: (0, 7), .bold, monochrome: .reverse)
    case .quiet: Paint(0xa3b1c2, on: back, basic: (0, 7), monochrome: .reverse)
    case .key: Paint(0x8fd6ff, on: back, basic: (4, 7), .bold, monochrome: [.bold, .reverse])
    case .warning: Paint(0xffc28a, on: back, basic: (1, 7), .bold, monochrome: [.bold, .reverse])
    case .person(let tint): Paint(rgb(tint), on: back, basic: (0, 7), monochrome: .reverse)
    }
  }

  static func mode(_ mood: StatusView.Mood) -> Paint {
    let (back, basic): (UInt32, UInt8) =
      switch mood {
      case .board: (0x8fb8f0, 6)
      case .edit: (0xa9dd8a, 2)
      case .move: (0xffc777, 3)
      case .ask: (0xff9aa8, 9)
      }
    return Paint(0x10141b, on: back, basic: (0, basic), .bold, monochrome: .bold)
  }

  static func welcome(_ tone: PanelView.Tone) -> Paint {
    switch tone {
    case .normal, .warning, .person: Paint(0xaeb9c7, on: ground, basic: (7, 0))
    case .strong: Paint(0xf4f7fb, on: ground, basic: (15, 0), .bold, monochrome: .bold)
    case .quiet: Paint(0x93a0b0, on: ground, basic: (7, 0))
    case .key: Paint(0x8fd6ff, on: ground, basic: (14, 0), .bold, monochrome: .bold)
    }
  }
}
