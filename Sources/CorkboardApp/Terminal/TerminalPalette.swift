import BoardUI

/// Colours of cells as the numbers that one terminal's entry takes.
struct TerminalPalette: Equatable {
  let depth: ColorDepth

  /// The number for a colour; -1 is the terminal's own.
  ///
  /// With 24-bit colour the numbers below 8 are the palette and all others are 0xRRGGBB: a higher
  /// palette number is given as the colour that xterm has there, and the seven darkest blues as 8.
  func number(of color: CellColor) -> Int32 {
    switch color {
    case .terminalDefault: -1
    case .palette(let index): number(ofPalette: index)
    case .rgb(let rgb): number(ofRGB: rgb & 0xFF_FFFF)
    }
  }

  private func number(ofPalette index: UInt8) -> Int32 {
    switch depth {
    case .monochrome: -1
    case .colors8: index < 16 ? Int32(index & 7) : nearest(TerminalPalette.rgb(index), 0..<8)
    case .colors16: index < 16 ? Int32(index) : nearest(TerminalPalette.rgb(index), 0..<16)
    case .colors256: Int32(index)
    case .direct: index < 8 ? Int32(index) : max(8, Int32(TerminalPalette.rgb(index)))
    }
  }

  private func number(ofRGB rgb: UInt32) -> Int32 {
    switch depth {
    case .monochrome: -1
    case .colors8: nearest(rgb, 0..<8)
    case .colors16: nearest(rgb, 0..<16)
    // The first 16 are what the person made of them.
    case .colors256: nearest(rgb, 16..<256)
    case .direct: max(8, Int32(rgb))
    }
  }

  /// The palette number whose colour is least far away, the lowest of equals.
  private func nearest(_ rgb: UInt32, _ candidates: Range<Int>) -> Int32 {
    var best = candidates.lowerBound
    var least = UInt32.max
    for index in candidates {
      let distance = TerminalPalette.distance(rgb, TerminalPalette.rgb(UInt8(index)))
      if distance < least { (best, least) = (index, distance) }
    }
    return Int32(best)
  }

  private static func distance(_ one: UInt32, _ other: UInt32) -> UInt32 {
    var sum: UInt32 = 0
    for shift: UInt32 in [16, 8, 0] {
      let a = one >> shift & 255
      let b = other >> shift & 255
      let difference = a > b ? a - b : b - a
      sum += difference * difference
    }
    return sum
  }

  private static let first16: [UInt32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  /// The colour that xterm has under a palette number.
  static func rgb(_ index: UInt8) -> UInt32 {
    let index = UInt32(index)
    if index < 16 { return first16[Int(index)] }
    if index >= 232 { return (8 + (index - 232) * 10) * 0x01_0101 }
    func level(_ step: UInt32) -> UInt32 { step == 0 ? 0 : 55 + step * 40 }
    let cube = index - 16
    return level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6)
  }
}
