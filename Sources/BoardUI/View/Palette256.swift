/// The colors 16 to 255 that terminals agree about: a cube of 6 × 6 × 6, and 24 greys.
package enum Palette256 {
  private static let levels: [Int] = [0, 95, 135, 175, 215, 255]

  /// The color that looks nearest.
  ///
  /// Greys are searched as well as the cube: by the cube alone every dark ground would become
  /// black.
  package static func nearest(to rgb: UInt32) -> UInt8 {
    let red = Int(rgb >> 16 & 255)
    let green = Int(rgb >> 8 & 255)
    let blue = Int(rgb & 255)
    let cube = (level(red), level(green), level(blue))
    let cubeIndex = 16 + 36 * cube.0 + 6 * cube.1 + cube.2
    let cubeDistance = distance(
      (red, green, blue),
      (levels[cube.0], levels[cube.1], levels[cube.2])
    )
    let step = min(23, max(0, ((red * 3 + green * 6 + blue) / 10 - 3) / 10))
    let grey = 8 + 10 * step
    let greyDistance = distance((red, green, blue), (grey, grey, grey))
    return UInt8(greyDistance < cubeDistance ? 232 + step : cubeIndex)
  }

  /// What a color of the palette looks like; the first 16 as xterm has them.
  package static func rgb(_ index: UInt8) -> UInt32 {
    let index = Int(index)
    if index < 16 { return basic[index] }
    if index < 232 {
      let cube = index - 16
      return pack(levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
    }
    let grey = 8 + 10 * (index - 232)
    return pack(grey, grey, grey)
  }

  private static let basic: [UInt32] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
  ]

  private static func level(_ value: Int) -> Int {
    levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
  }

  private static func distance(_ one: (Int, Int, Int), _ other: (Int, Int, Int)) -> Int {
    let red = one.0 - other.0
    let green = one.1 - other.1
    let blue = one.2 - other.2
    return 3 * red * red + 6 * green * green + blue * blue
  }

  private static func pack(_ red: Int, _ green: Int, _ blue: Int) -> UInt32 {
    UInt32(red << 16 | green << 8 | blue)
  }
}
