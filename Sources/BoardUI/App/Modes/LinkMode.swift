/// Making an invitation link: for how many and how long, then the link itself.
package struct LinkMode: Equatable, Sendable {
  package static let uses = 1...31
  /// Minutes that can be chosen.
  package static let lives = [10, 60, 240, 1_440, 10_080]

  package var uses = 1
  /// Which of `lives`.
  package var life = 1
  /// The link, once it was made.
  package var text: String?

  package init() {}

  package var minutes: Int { LinkMode.lives[life] }

  mutating func change(_ action: LinkAction) {
    switch action {
    case .more: uses = min(uses + 1, LinkMode.uses.upperBound)
    case .fewer: uses = max(uses - 1, LinkMode.uses.lowerBound)
    case .longer: life = min(life + 1, LinkMode.lives.count - 1)
    case .shorter: life = max(life - 1, 0)
    case .make, .leave: break
    }
  }
}

extension AppState {
  mutating func answer(_ key: Key, _ link: LinkMode) -> [AppCommand] {
    guard case .link(let action)? = KeyBindings.action(of: key, in: .link) else { return [] }
    var link = link
    switch action {
    case .leave:
      mode = .browsing
      return []
    case .make:
      guard link.text == nil else {
        mode = .browsing
        return []
      }
      return [.makeLink(uses: link.uses, minutes: link.minutes)]
    case .more, .fewer, .longer, .shorter:
      if link.text == nil { link.change(action) }
      mode = .link(link)
      return []
    }
  }

  /// The link was made: shown where it was asked for.
  mutating func show(link text: String) -> [AppCommand] {
    guard case .link(var link) = mode else {
      return say("A link was made: P lists it, and I makes another.")
    }
    link.text = text
    mode = .link(link)
    return []
  }

  mutating func show(_ links: [LinkPicture]) -> [AppCommand] {
    self.links = links
    return []
  }
}

/// An invitation link of this program that still lets somebody in.
package struct LinkPicture: Equatable, Sendable {
  package var id: UInt64
  package var uses: Int
  package var usesLeft: Int
  /// When it ends, since start.
  package var end: Duration

  package init(id: UInt64, uses: Int, usesLeft: Int, end: Duration) {
    self.id = id
    self.uses = uses
    self.usesLeft = usesLeft
    self.end = end
  }
}
