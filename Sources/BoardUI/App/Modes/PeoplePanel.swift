/// The panel of people: who is here, how well they are reached, who was heard nearby.
extension AppState {
  mutating func answer(_ key: Key, _ people: PeopleMode) -> [AppCommand] {
    if key == .character("P") {
      mode = .browsing
      return []
    }
    guard case .panel(let action)? = KeyBindings.action(of: key, in: .panel) else { return [] }
    if case .nearby(let id)? = people.chosen, key == .enter { return inviteNearby(id) }
    if action == .remove { return takeAway(people) }
    mode = action == .close ? .browsing : .people(moved(people, action))
    return []
  }

  /// A link that is revoked lets in nobody any more; before somebody is put out this person is asked.
  private mutating func takeAway(_ people: PeopleMode) -> [AppCommand] {
    switch people.chosen {
    case .link(let id)?: return [.revokeLink(id)]
    case .here(let peer)?:
      guard let person = self.people.first(where: { $0.peer == peer }) else { return [] }
      mode = .removeQuestion(RemoveQuestion(peer: peer, name: person.name))
      return []
    case .nearby, nil: return []
    }
  }

  /// A key chooses the next or the one before, when there is somebody; else it scrolls.
  private func moved(_ people: PeopleMode, _ action: PanelAction) -> PeopleMode {
    var people = people
    let all = choices
    guard !all.isEmpty, action == .lineDown || action == .lineUp else {
      people.scroll = PanelView.people(in: self, people).scrolled(people.scroll, action)
      return people
    }
    let last = all.count - 1
    if let place = people.chosen.flatMap(all.firstIndex) {
      people.chosen = all[min(last, max(0, place + (action == .lineDown ? 1 : -1)))]
    } else {
      people.chosen = action == .lineDown ? all[0] : all[last]
    }
    people.scroll = PanelView.people(in: self, people).scrolled(people.scroll, toShow: people)
    return people
  }

  /// Everybody whom a key can choose, from top to bottom.
  var choices: [PersonChoice] {
    people.map { .here($0.peer) } + nearby.map { .nearby($0.id) }
      + links.map { .link($0.id) }
  }
}
