/// The help panel: the table of keys, to read and scroll.
extension AppState {
  mutating func scrollHelp(_ key: Key, _ scroll: PanelScroll) -> [AppCommand] {
    if key == .character("?") {
      mode = .browsing
      return []
    }
    guard case .panel(let action)? = KeyBindings.action(of: key, in: .panel) else { return [] }
    let panel = PanelView.help(in: self, scroll)
    mode = action == .close ? .browsing : .help(panel.scrolled(scroll, action))
    return []
  }
}
