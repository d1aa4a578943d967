/// The panel of people: who is here, how well they are reached.
extension AppState {
  mutating func scrollPeople(_ key: Key, _ scroll: PanelScroll) -> [AppCommand] {
    if key == .character("P") {
      mode = .browsing
      return []
    }
    guard case .panel(let action)? = KeyBindings.action(of: key, in: .panel) else { return [] }
    let panel = PanelView.people(in: self, scroll)
    mode = action == .close ? .browsing : .people(panel.scrolled(scroll, action))
    return []
  }
}
