import BoardCore

/// What is said of a copy of this device.
extension SceneBuilder {
  /// Another machine has our key: what that does, and what can be done.
  func copyBox(_ banner: VisitorBanner) -> PanelView {
    let place = CellRun.safeLine(banner.address, columns: 48).plainText
    return box(
      .banner,
      "This device twice",
      [
        [Span("The machine at "), Span(place, .strong), Span(" has this device’s key, too,")],
        [Span("as the copy of a whole disk has. Others take the two for one:")],
        [Span("each throws the other out.", .warning)],
      ],
      [
        Span("a", .key), Span(" makes a new key here, from the next start on · "),
        Span("d", .key), Span(" does not"),
      ]
    )
  }
}
