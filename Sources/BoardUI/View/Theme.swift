/// What a terminal can show of colour.
package enum ColorDepth: Equatable, Sendable {
  case monochrome
  case colors8
  case colors16
  case colors256
  case direct
}

/// Roles to colors, at the last step, so that monochrome is a theme, too.
package struct Theme: Equatable, Sendable {
  package let depth: ColorDepth
  /// Borders in ASCII: for terminals without UTF-8 or with wide box characters.
  package let isASCII: Bool

  package init(depth: ColorDepth, isASCII: Bool = false) {
    self.depth = depth
    self.isASCII = isASCII
  }
}
