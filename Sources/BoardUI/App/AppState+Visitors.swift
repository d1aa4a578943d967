/// Who waits at the door. The banner never takes a key from an editor, a prompt or a lifted note.
extension AppState {
  /// The banner takes its two keys only after it was on the screen for so long.
  static let bannerDelay: Duration = .milliseconds(200)

  /// The banner shows: on the board, when there is room for it.
  package var showsBanner: Bool { mode == .browsing && !isTooSmall && !visitors.isEmpty }

  mutating func admit(_ banner: VisitorBanner) -> [AppCommand] {
    if let index = visitors.firstIndex(where: { $0.banner.id == banner.id }) {
      visitors[index].banner = banner
    } else {
      visitors.append(WaitingVisitor(banner: banner))
    }
    return []
  }

  mutating func dismissVisitor(_ id: UInt64) -> [AppCommand] {
    visitors.removeAll { $0.banner.id == id }
    return []
  }

  mutating func answerVisitor(_ answer: Answer) -> [AppCommand] {
    guard let first = visitors.first, let shown = first.shownSince,
      moment - shown >= Self.bannerDelay
    else { return [] }
    visitors.removeFirst()
    return [.answer(visitor: first.banner.id, accept: answer == .yes)]
  }
}
