import BoardCore

/// Invitation links, as they are made and listed.
extension SceneBuilder {
  func linkBox(_ link: LinkMode) -> PanelView {
    guard let text = link.text else { return linkQuestion(link) }
    let width = max(20, min(state.columns - 12, 68))
    var lines: [PanelView.Line] = Self.pieces(text, width).map { [Span($0, .strong)] }
    lines += [
      [],
      [Span("Paste it into a chat. The other types "), Span("corkboard join", .strong)],
      [Span("and pastes it there. Whoever has it comes in without a question,")],
      [Span("\(Self.people(link.uses)) within \(Self.time(.seconds(link.minutes * 60))).")],
      [Span("P", .key), Span(" lists links and revokes them.", .quiet)],
    ]
    return box(.prompt, "Invitation link", lines, [Span("Esc", .key), Span(" back")])
  }

  private func linkQuestion(_ link: LinkMode) -> PanelView {
    box(
      .prompt,
      "Invitation link",
      [
        [
          Span("Lets in   "), Span(Self.people(link.uses), .strong), Span("   "),
          Span("k j", .key), Span(" more, fewer", .quiet),
        ],
        [
          Span("For       "), Span(Self.time(.seconds(link.minutes * 60)), .strong), Span("   "),
          Span("l h", .key), Span(" longer, shorter", .quiet),
        ],
      ],
      [Span("Enter", .key), Span(" makes it · "), Span("Esc", .key), Span(" back")]
    )
  }

  private static func pieces(_ text: String, _ width: Int) -> [String] {
    var rest = text[...]
    var pieces: [String] = []
    while !rest.isEmpty {
      pieces.append(String(rest.prefix(width)))
      rest = rest.dropFirst(width)
    }
    return pieces
  }

  private static func people(_ count: Int) -> String {
    count == 1 ? "1 person" : "\(count) people"
  }

  /// What is left of a link, in words: "lets in 1 of 3 · 59 minutes left".
  static func words(_ link: LinkPicture, at moment: Duration) -> String {
    let left = max(.zero, link.end - moment)
    return "lets in \(link.usesLeft) of \(link.uses) · \(time(left)) left"
  }

  /// Rounded up to minutes, hours or days.
  static func time(_ duration: Duration) -> String {
    let minutes = Int((duration.components.seconds + 59) / 60)
    func counted(_ count: Int, _ unit: String) -> String {
      count == 1 ? "1 \(unit)" : "\(count) \(unit)s"
    }
    if minutes <= 90 && minutes != 60 { return counted(minutes, "minute") }
    let hours = (minutes + 59) / 60
    return hours <= 48 && hours != 24 ? counted(hours, "hour") : counted((hours + 23) / 24, "day")
  }
}
